/** Before anything is stored. */
import type { Transaction } from '../../../../db/client.ts';
import { listNightsOfWholeBuildings, lockUnits } from '../../../../db/queries/bookings/occupancies.ts';
import { addDays, todayInZone } from '../../../../domain/dates/dates.ts';
import { parseUuid } from '../../../../domain/formats.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import { partitionByLapse } from '../../../../services/bookings/expire.ts';
import { ChangedMeanwhile } from '../../../../services/errors.ts';
import {
  listListingsOfBookings,
  listUnitsHeldByBookings,
  lockBookingsAndHolds,
  lockCoupons,
  lockGuestsWithKeys,
} from '../../db/queries/bookings.ts';
import type { TeamFile } from '../read.ts';
import type { ImportContext } from './context.ts';
import { findErasedInFile } from './erased.ts';
import type { GuestIds } from './guests.ts';
import { listJoiningUnits, listUnitsSoldBy, type PlannedListings } from './listings.ts';

export type LockedRows = Awaited<ReturnType<typeof lockSharedRows>>;

/**
 * In the order of all other writes (`bookings/lock.ts`). All units of the listings in the file, because a new
 * booking locks units before its listing. Returns the units whose nights may change, the lapsed holds on
 * them, and the guests that the file names.
 */
export async function lockSharedRows(
  tx: Transaction,
  context: ImportContext,
  { listings }: { listings: PlannedListings },
) {
  const { teamId, file, now } = context;
  const { byKey, byId } = file.bookings;
  const keys = { codes: [...byKey.keys()], ids: [...byId.keys()] };
  const listingIds = await listListingsOfBookings(tx, teamId, keys);
  const held = await listUnitsHeldByBookings(tx, teamId, keys);
  const lockedIds = new Set([...listUnitsToLock(file, listingIds, listings), ...held]);
  const unitIds = [...lockedIds];
  await lockUnits(tx, teamId, unitIds);
  await lockCoupons(tx, teamId);
  const wholeStays = await listStaysToJoin(tx, context, listings);
  const joinedIds = wholeStays.map(({ bookingId }) => bookingId);
  const lapsedIds = await lockBookingsAndHolds(
    tx,
    teamId,
    { ...keys, ids: [...keys.ids, ...joinedIds] },
    { unitIds, now },
  );
  // Read again under the lock, because a booking may have moved to another listing before.
  const heldNow = await listUnitsHeldByBookings(tx, teamId, keys);
  if (!heldNow.every((id) => lockedIds.has(id))) throw new ChangedMeanwhile();
  const guests = await lockGuestsWithKeys(tx, teamId, collectGuestKeys(file));
  const guestIds: GuestIds = new Map();
  for (const { id, emailKey } of guests) {
    guestIds.set(id, id);
    if (emailKey) guestIds.set(emailKey, id);
  }
  const joined = joinedIds.length === 0 ? [] : await listStaysToJoin(tx, context, listings);
  return { unitIds, lapsedIds, joined, guestIds, erased: await findErasedInFile(tx, context, keys) };
}

/** Whole stays, not over, in buildings in which the import makes units active. */
async function listStaysToJoin(tx: Transaction, { teamId, now }: ImportContext, listings: PlannedListings) {
  const joining = listJoiningUnits(listings);
  const buildingIds = [...new Set(joining.map(({ buildingId }) => buildingId))];
  if (buildingIds.length === 0) return [];
  const timezones = new Map(joining.map(({ buildingId, timezone }) => [buildingId, timezone]));
  // The day has begun somewhere else before it begins at the building.
  const from = addDays(todayInZone('UTC', now), -1);
  const stays = await listNightsOfWholeBuildings(tx, teamId, buildingIds, from);
  return partitionByLapse(stays, now).held.filter(
    ({ buildingId, endDate }) => endDate > todayInZone(timezones.get(buildingId) ?? 'UTC', now),
  );
}

/**
 * Units of the listings in the file and of its bookings, or all units if the file replaces the team's blocks.
 */
function listUnitsToLock(
  { blocks, bookings }: TeamFile,
  storedListingIds: readonly string[],
  listings: PlannedListings,
): string[] {
  const joinedIds = listJoiningUnits(listings).map(({ buildingId }) => buildingId);
  const storedIds = new Set([...storedListingIds, ...joinedIds]);
  const slugs = new Set(
    bookings.entries.flatMap(({ value: { listing, units } }) => [
      listing,
      ...(units ?? []).map((unit) => unit.listing),
    ]),
  );
  return [...listings.byId.values()]
    .filter(({ row, entry }) => blocks.isGiven || entry || slugs.has(row.slug) || storedIds.has(row.id))
    .flatMap((listing) => listUnitsSoldBy(listing, listings))
    .map(({ id }) => id);
}

/** Emails in lower case. */
function collectGuestKeys({ guests, bookings }: TeamFile) {
  const named = bookings.entries.flatMap(({ value: { guest } }) => (guest ? [foldCase(guest)] : []));
  const keys = [...new Set([...guests.byKey.keys(), ...guests.byId.keys(), ...named])];
  return { emailKeys: keys, ids: keys.filter((key) => parseUuid(key) !== null) };
}
