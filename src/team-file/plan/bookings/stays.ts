import type { Transaction } from '../../../db/client.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { loadBookingRecords } from '../../../db/queries/team-file/bookings.ts';
import type { StayDate } from '../../../domain/dates/dates.ts';
import { isBuilding, isUnitType } from '../../../domain/listing.ts';
import type { Party } from '../../../domain/party.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { BookingStatus } from '../../../domain/vocabulary.ts';
import type { BookingEntry } from '../../../schemas/entries/booking.ts';
import { mergeValue } from '../../../services/catalogue/rows.ts';
import { newId } from '../../../services/new-id.ts';
import { type FileEntry, splitIntoBatches } from '../../read.ts';
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
 * The stay of a booking in a team file, with the listing, unit and coupon that the file names. The stays of all bookings
 * in the file are in memory at once, because units are chosen for all of them together. Stored bookings are read some at
 * a time.
 */
export type PlannedStay = {
  /** A booking's entry in the imported file. Fields that the entry leaves out have their values in the database. */
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
  /** The booking's unit, or null if none is chosen yet, or for a whole building. */
  unitId: string | null;
  /** Whether a unit must still be chosen for the booking. */
  needsUnit: boolean;
  /** The units that the file names for a booking of a whole building, or null if it names none. */
  unitIds: string[] | null;
  /** Whether the stored booking has the same listing and dates, so that it keeps its units. */
  staysPut: boolean;
};

/** A booking as it should be after the import, with its entry in the file and its stored row. */
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
  /** The team's coupons, by code in lower case. */
  coupons: PlannedCatalogue['coupons'];
};

/**
 * Finds out the stay of each booking in a team file. If a booking names something that does not exist, the
 * problem is reported and the booking is left out.
 */
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

/**
 * The fields of a stored booking that complete its entry in the file. Listing and guest are named by their
 * ids, which is one of the ways in which a team file may name them.
 */
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
 * A stored booking whose guest was erased is not changed, because an older file would bring back what was
 * settled and erased since. If the file has the same dates and guest as the stored booking, as in an export
 * after the erasure, there is no notice.
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
 * Decides on the unit of a booking: the one that the file names, or the stored one if the listing is the
 * same, or else one to be chosen later.
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
 * Finds the units that the file names for a booking of a whole building. The units of a whole-building
 * booking may belong to another building now, because a unit type may have moved there since the booking was
 * made.
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
