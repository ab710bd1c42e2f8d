import type { Transaction } from '../../../../../db/client.ts';
import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import { isBuilding, isUnitType } from '../../../../../domain/listing.ts';
import type { Party } from '../../../../../domain/party.ts';
import { foldCase } from '../../../../../domain/text/text.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import { mergeValue } from '../../../../../services/catalogue/rows.ts';
import { newId } from '../../../../../services/new-id.ts';
import type { FileEntry } from '../../../../../services/team-file-part.ts';
import { loadBookingRecords } from '../../../db/queries/bookings.ts';
import type { BookingEntry } from '../../../schemas/booking.ts';
import { splitIntoBatches } from '../../read.ts';
import type { PlannedCatalogue } from '../catalogue.ts';
import type { ImportContext } from '../context.ts';
import type { ErasedInFile } from '../erased.ts';
import { findGuestId, type GuestIds } from '../guests.ts';
import { createEntryMatcher, reportClashingIds } from '../ids.ts';
import {
  findPlannedListing,
  findPlannedUnit,
  type PlannedListing,
  type PlannedListings,
} from '../listings.ts';
import { resolvePartyOfEntry } from './party.ts';
import { type CompleteBookingEntry, completeBookingEntry, mayHaveField } from './rules.ts';

/**
 * All stays of the file are in memory at once, because units are chosen for all of them together. Stored
 * bookings are read some at a time.
 */
export type PlannedStay = {
  /** Fields that the file leaves out have their stored values. */
  entry: FileEntry<CompleteBookingEntry>;
  party: Party;
  id: string;
  isStored: boolean;
  listing: PlannedListing;
  guestId: string;
  couponKey: string | null;
  status: BookingStatus;
  checkIn: StayDate;
  checkOut: StayDate;
  preparationDays: number;
  expiresAt: Date | null;
  /** Null if none is chosen yet, or for a whole building. */
  unitId: string | null;
  needsUnit: boolean;
  /** For a whole building. Null if the file names none. */
  unitIds: string[] | null;
  /** The stored booking has the same listing and dates, so it keeps its units. */
  staysPut: boolean;
};

export type PlannedBooking = {
  entry: FileEntry<CompleteBookingEntry>;
  row: BookingRecord;
  stored: BookingRecord | undefined;
};

const BATCH_SIZE = 2_000;

type References = {
  listings: PlannedListings;
  guestIds: GuestIds;
  erased: ErasedInFile;
  /** By code in lower case. */
  coupons: PlannedCatalogue['coupons'];
};

/** If a booking names something that does not exist, the problem is reported and the booking is left out. */
export async function planStays(
  tx: Transaction,
  context: ImportContext,
  references: References,
): Promise<PlannedStay[]> {
  const { file, teamId } = context;
  const matcher = createEntryMatcher(context, (booking: BookingRecord) => booking.confirmationCode);
  const stays: PlannedStay[] = [];
  for (const batch of splitIntoBatches(file.bookings.entries, BATCH_SIZE)) {
    const codes = batch.map(({ value }) => value.confirmation_code);
    const ids = batch.flatMap(({ value }) => value.id ?? []);
    const match = matcher(await loadBookingRecords(tx, teamId, { codes, ids }));
    const planned = batch.flatMap((entry) => {
      const before = match(entry, entry.value.confirmation_code);
      if (!before || !references.erased.bookingIds.has(before.id))
        return planStay(context, entry, before, references) ?? [];
      skipErased(context, entry, before, references.guestIds);
      return [];
    });
    for (const name of PARTS)
      await reportClashingIds(
        tx,
        context,
        name,
        planned.map(({ id: ownerId, entry: { place, value } }) => ({
          ownerId,
          place,
          parts: [value[name] ?? []].flat(),
        })),
      );
    stays.push(...planned);
  }
  return stays;
}

const PARTS = ['payments', 'invoices', 'security_deposit', 'events'] as const;

/** Listing and guest are named by their ids, as a team file may name them. */
const storedPart = (row: BookingRecord): Partial<CompleteBookingEntry> => ({
  listing: row.listingId,
  guest: row.guestId,
  status: row.status,
  check_in: row.checkIn,
  check_out: row.checkOut,
  number_of_guests: row.numberOfGuests,
});

function planStay(
  context: ImportContext,
  entry: FileEntry<BookingEntry>,
  stored: BookingRecord | undefined,
  { listings, coupons, guestIds }: References,
): PlannedStay | null {
  const { place, value } = entry;
  const listing =
    value.listing === undefined && stored
      ? (listings.byId.get(stored.listingId) ?? null)
      : findPlannedListing(context, place, { slug: value.listing }, listings);
  const { guest } = value;
  const guestId =
    guest === undefined && stored ? stored.guestId : findGuestId(context, place, guest, guestIds);
  const couponKey = findCouponKey(context, entry, stored, coupons);
  const party = resolvePartyOfEntry(value, stored, context.team);
  const { whole, problems } = completeBookingEntry(value, stored && storedPart(stored), party);
  context.problems.addIssues(place, problems);
  if (!whole || problems.length > 0 || !listing) return null;
  const unit = findStayUnit(context, entry, listing, stored);
  const unitIds = findNamedUnitIds(context, entry, listing, listings);
  if (!guestId) return null;
  const { status, check_in: checkIn, check_out: checkOut } = whole;
  return {
    entry: { ...entry, value: whole },
    party,
    id: stored?.id ?? value.id ?? newId(),
    isStored: stored !== undefined,
    listing,
    guestId,
    couponKey,
    status,
    checkIn,
    checkOut,
    preparationDays: mergeValue(value.preparation_days, stored?.preparationDays, listing.row.preparationDays),
    expiresAt: mayHaveField(status, 'expires_at')
      ? mergeValue(value.expires_at, stored?.expiresAt, null)
      : null,
    ...unit,
    unitIds,
    staysPut:
      stored?.listingId === listing.row.id && stored.checkIn === checkIn && stored.checkOut === checkOut,
  };
}

/**
 * An older file would bring back what was settled and erased since. No notice if dates and guest are the
 * same, as in an export after the erasure.
 */
function skipErased(
  { notices, tally }: ImportContext,
  { place, value }: FileEntry<BookingEntry>,
  stored: BookingRecord,
  guestIds: GuestIds,
): void {
  tally.add('bookings', 'unchanged');
  const isSameGuest = value.guest === undefined || guestIds.get(foldCase(value.guest)) === stored.guestId;
  const isSameStay = [
    [value.status, stored.status],
    [value.check_in, stored.checkIn],
    [value.check_out, stored.checkOut],
    [value.number_of_guests, stored.numberOfGuests],
  ].every(([entered, kept]) => entered === undefined || entered === kept);
  if (!isSameGuest || !isSameStay) notices.push(`${place}: skipped, because its guest has been erased`);
}

/**
 * The unit that the file names, or the stored one if the listing is the same, or else one to be chosen later.
 */
function findStayUnit(
  context: ImportContext,
  { place, value }: FileEntry<BookingEntry>,
  listing: PlannedListing,
  stored: BookingRecord | undefined,
): Pick<PlannedStay, 'unitId' | 'needsUnit'> {
  if (isBuilding(listing.row.kind)) {
    if (value.unit)
      context.problems.refuse(place, 'unit', 'must not be given for a whole building', value.unit);
    return { unitId: null, needsUnit: false };
  }
  const isStillThere = stored?.listingId === listing.row.id;
  if (!value.unit) return { unitId: isStillThere ? stored.unitId : null, needsUnit: true };
  const unit = findPlannedUnit(context, place, listing, { name: value.unit });
  return { unitId: unit?.id ?? null, needsUnit: false };
}

/**
 * For a whole building. They may belong to another building now, because a unit type may have moved there
 * since.
 */
function findNamedUnitIds(
  context: ImportContext,
  { place, value }: FileEntry<BookingEntry>,
  listing: PlannedListing,
  listings: PlannedListings,
): string[] | null {
  if (!value.units) return null;
  if (!isBuilding(listing.row.kind)) {
    context.problems.refuse(place, 'units', 'must be given only for a whole building', value.units);
    return null;
  }
  return value.units.flatMap(({ listing: slug, unit }, index) => {
    const unitType = findPlannedListing(context, place, { slug, field: `units[${index}].listing` }, listings);
    if (unitType && !isUnitType(unitType.row.kind)) {
      context.problems.refuse(place, `units[${index}].listing`, 'must be a unit type', slug);
    }
    const field = `units[${index}].unit`;
    return findPlannedUnit(context, place, unitType, { name: unit, field })?.id ?? [];
  });
}

function findCouponKey(
  { problems }: ImportContext,
  { place, value: { coupon_code: code } }: FileEntry<BookingEntry>,
  stored: BookingRecord | undefined,
  coupons: References['coupons'],
): string | null {
  if (code === undefined) return stored?.couponKey ?? null;
  if (code === null) return null;
  const key = foldCase(code);
  if (coupons.has(key)) return key;
  problems.refuse(place, 'coupon_code', 'must be the code of a coupon', code);
  return null;
}
