import type { BookingRecord } from '../../../db/queries/team-file.ts';
import { foldCase } from '../../../domain/fold-case.ts';
import { instantOf } from '../../../domain/stay.ts';
import type { BookingEntry } from '../../team-data/booking.ts';
import { BOOKING_RULES } from '../../team-data/booking.ts';
import { contradictionsOf } from '../../team-data/contradictions.ts';
import { shown } from '../../team-data/wording.ts';
import type { Entry, Fragment } from '../read/team-file.ts';
import { unitNamed } from './blocks.ts';
import type { Pricer } from './booking-price.ts';
import { createMatcher, given, type ImportContext, reportDuplicates } from './context.ts';
import { guestIdOf, type PlannedGuests } from './guests.ts';
import { listingOf, type PlannedListing, type PlannedListings } from './listings.ts';

/** A booking as it is to be. `unitId` stays null until one is chosen, and for a whole building. */
export type PlannedBooking = {
  entry: Entry<BookingEntry>;
  row: BookingRecord;
  stored: BookingRecord | undefined;
  listing: PlannedListing;
  /** Whether a unit is still to be chosen. */
  needsUnit: boolean;
  /** The units that the file says a whole building's booking holds; null where it does not say. */
  unitIds: string[] | null;
};

export type BookingReferences = {
  listings: PlannedListings;
  guests: PlannedGuests;
  /** The team's coupons, by code in lower case. */
  couponKeys: ReadonlySet<string>;
  priceOf: Pricer;
};

/** Plans the file's bookings; one whose references cannot be resolved is a problem and is left out. */
export function planBookings(
  context: ImportContext,
  entries: readonly Entry<BookingEntry>[],
  fragments: readonly Fragment<BookingEntry>[],
  stored: readonly BookingRecord[],
  references: BookingReferences,
): PlannedBooking[] {
  const all = [...entries, ...fragments];
  reportDuplicates(context, all, 'confirmation_code', ({ value }) => value.confirmation_code);
  reportDuplicates(context, all, 'id', ({ value }) => value.id);
  const unsound = new Set<Fragment<BookingEntry>>();
  for (const entry of all) {
    for (const sentence of contradictionsOf(BOOKING_RULES, entry)) {
      context.problems.add(entry.place, sentence);
      unsound.add(entry);
    }
  }
  for (const fragment of fragments) resolve(context, fragment, undefined, references);
  const match = createMatcher(context, stored, (booking) => booking.confirmationCode);
  return entries.flatMap((entry) => {
    const before = match(entry.place, entry.value.confirmation_code, entry.value.id);
    const resolved = resolve(context, entry, before, references);
    const booking = unsound.has(entry) ? null : planBooking(context, entry, before, resolved, references);
    return booking ? [booking] : [];
  });
}

type Resolved = { listing: PlannedListing | null; guestId: string | null; couponKey: string | null };

/** What a booking refers to; each reference to nothing is a problem. */
function resolve(
  context: ImportContext,
  { place, value }: Fragment<BookingEntry>,
  stored: BookingRecord | undefined,
  { listings, guests, couponKeys }: BookingReferences,
): Resolved {
  return {
    listing: listingOf(context, place, value.listing, listings),
    guestId: guestIdOf(context, place, value.guest, guests),
    couponKey: couponKeyOf(context, place, value.coupon_code, stored, couponKeys),
  };
}

function planBooking(
  context: ImportContext,
  entry: Entry<BookingEntry>,
  stored: BookingRecord | undefined,
  { listing, guestId, couponKey }: Resolved,
  { listings, priceOf }: BookingReferences,
): PlannedBooking | null {
  if (!listing) return null;
  const { value } = entry;
  const unit = unitOf(context, entry, listing, stored);
  const unitIds = unitIdsOf(context, entry, listing, listings);
  const price = priceOf(entry, stored, listing, couponKey);
  if (!guestId || !price) return null;
  const row: BookingRecord = {
    teamId: context.teamId,
    id: stored?.id ?? value.id ?? context.newId(),
    confirmationCode: value.confirmation_code,
    listingId: listing.row.id,
    unitId: unit.id,
    wholeBuilding: listing.row.kind === 'building',
    guestId,
    status: value.status,
    source: given(value.source, stored?.source, 'import'),
    checkIn: value.check_in,
    checkOut: value.check_out,
    numberOfGuests: value.number_of_guests,
    preparationDays: given(value.preparation_days, stored?.preparationDays, listing.row.preparationDays),
    ...price,
    couponKey,
    notes: given(value.notes, stored?.notes, null),
    specialRequests: given(value.special_requests, stored?.specialRequests, null),
    ...momentsOf(context, value, stored, listing),
  };
  return { entry, row, stored, listing, needsUnit: unit.toChoose, unitIds };
}

/** The unit that the file names; else the stored one, where the stay is still in that listing; else one to choose. */
function unitOf(
  context: ImportContext,
  { place, value }: Entry<BookingEntry>,
  listing: PlannedListing,
  stored: BookingRecord | undefined,
): { id: string | null; toChoose: boolean } {
  if (listing.row.kind === 'building') {
    if (value.unit)
      context.problems.add(place, `unit must not be given for a whole building, not ${shown(value.unit)}`);
    return { id: null, toChoose: false };
  }
  if (value.unit) {
    return { id: unitNamed(context, place, listing, value.unit)?.id ?? null, toChoose: false };
  }
  const kept = stored?.listingId === listing.row.id ? stored.unitId : null;
  return { id: kept, toChoose: true };
}

/** The units that the file gives for a whole building, which have to be its unit types'. */
function unitIdsOf(
  context: ImportContext,
  { place, value }: Entry<BookingEntry>,
  listing: PlannedListing,
  listings: PlannedListings,
): string[] | null {
  if (!value.units) return null;
  if (listing.row.kind !== 'building') {
    context.problems.add(place, `units must be given for a whole building alone, not ${shown(value.units)}`);
    return null;
  }
  return value.units.flatMap(({ listing: slug, unit }, index) => {
    const unitType = listingOf(context, place, slug, listings, `units[${index}].listing`);
    if (unitType && unitType.row.buildingId !== listing.row.id) {
      const building = shown(listing.row.slug);
      context.problems.add(
        place,
        `units[${index}].listing must be a unit type of ${building}, not ${shown(slug)}`,
      );
    }
    return unitNamed(context, place, unitType, unit, `units[${index}].unit`)?.id ?? [];
  });
}

function couponKeyOf(
  context: ImportContext,
  place: string,
  code: string | null | undefined,
  stored: BookingRecord | undefined,
  couponKeys: ReadonlySet<string>,
): string | null {
  if (code === undefined) return stored?.couponKey ?? null;
  if (code === null) return null;
  const key = foldCase(code);
  if (couponKeys.has(key)) return key;
  if (!context.named.coupons.has(key)) {
    context.problems.add(place, `coupon_code must be the code of a coupon, not ${shown(code)}`);
  }
  return null;
}

/** When the booking was made, confirmed, cancelled and completed. A status that was reached has its time. */
function momentsOf(
  context: ImportContext,
  value: BookingEntry,
  stored: BookingRecord | undefined,
  { row: listing }: PlannedListing,
) {
  const createdAt = value.created_at ?? stored?.createdAt ?? context.now;
  const { status } = value;
  const isConfirmed = status === 'confirmed' || status === 'completed';
  const checkedOutAt = instantOf(value.check_out, listing.checkOutTime, listing.timezone);
  return {
    createdAt,
    updatedAt: value.updated_at ?? stored?.updatedAt ?? context.now,
    confirmedAt:
      status === 'pending'
        ? null
        : (given(value.confirmed_at, stored?.confirmedAt, null) ?? (isConfirmed ? createdAt : null)),
    cancelledAt:
      status === 'cancelled' ? (given(value.cancelled_at, stored?.cancelledAt, null) ?? createdAt) : null,
    completedAt:
      status === 'completed' ? (given(value.completed_at, stored?.completedAt, null) ?? checkedOutAt) : null,
    cancellationReason:
      status === 'cancelled' ? given(value.cancellation_reason, stored?.cancellationReason, null) : null,
  };
}
