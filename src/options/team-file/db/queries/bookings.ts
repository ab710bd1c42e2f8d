/**
 * What an import compares with a team file. It locks bookings, blocks and guests first, and then reads them
 * page by page.
 */
import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../../db/client.ts';
import { loadFoliosOfBookings } from '../../../../db/queries/bookings/folio.ts';
import { loadBookingEvents } from '../../../../db/queries/events/team-events.ts';
import { isGuestOfBooking, isListingOfBlock, isUnitOfBlock } from '../../../../db/queries/joins.ts';
import { isAnyOf, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { coupons } from '../../../../db/schema/charges.ts';
import { invoices, payments, securityDeposits } from '../../../../db/schema/folio.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, photos, units } from '../../../../db/schema/listings.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';

export type BookingKeys = { codes: readonly string[]; ids: readonly string[] };

const isBookingWithKey = (teamId: number, { codes, ids }: BookingKeys) =>
  and(eq(bookings.teamId, teamId), or(isAnyOf(bookings.confirmationCode, codes), isAnyOf(bookings.id, ids)));

export async function listListingsOfBookings(tx: Transaction, teamId: number, keys: BookingKeys) {
  const rows = await tx
    .selectDistinct({ listingId: bookings.listingId })
    .from(bookings)
    .where(isBookingWithKey(teamId, keys));
  return rows.map(({ listingId }) => listingId);
}

/**
 * The bookings that an import changes, and lapsed holds on the same units, by one statement in a fixed order,
 * which prevents deadlocks. Returns the ids of the holds, which the import may cancel.
 */
export async function lockBookingsAndHolds(
  tx: Transaction,
  teamId: number,
  keys: BookingKeys,
  { unitIds, now }: { unitIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const isLapsedHold = sql`(${bookings.status} = 'pending' and ${bookings.expiresAt} <= ${now.toISOString()})`;
  const lapsedOnUnits = tx
    .select({ id: occupancies.bookingId })
    .from(occupancies)
    .where(
      and(
        eq(occupancies.teamId, teamId),
        isAnyOf(occupancies.unitId, unitIds),
        lte(occupancies.expiresAt, now),
      ),
    );
  const isInTheWay = and(eq(bookings.teamId, teamId), isLapsedHold, inArray(bookings.id, lapsedOnUnits));
  const locked = tx.$with('locked').as(
    tx
      .select({ id: bookings.id, isLapsed: sql<boolean>`${isLapsedHold}`.as('is_lapsed') })
      .from(bookings)
      .where(or(isBookingWithKey(teamId, keys), isInTheWay))
      .orderBy(bookings.id)
      .for('no key update'),
  );
  const rows = await tx.with(locked).select({ id: locked.id }).from(locked).where(eq(locked.isLapsed, true));
  return new Set(rows.map(({ id }) => id));
}

/** An import may change how often they were redeemed. */
export async function lockCoupons(tx: Transaction, teamId: number): Promise<void> {
  await tx
    .select({ codeKey: coupons.codeKey })
    .from(coupons)
    .where(eq(coupons.teamId, teamId))
    .orderBy(coupons.codeKey)
    .for('no key update');
}

/** From the taken nights, because a unit may have left the booked building since. */
export async function listUnitsHeldByBookings(tx: Transaction, teamId: number, keys: BookingKeys) {
  const rows = await tx
    .selectDistinct({ unitId: occupancies.unitId })
    .from(occupancies)
    .innerJoin(bookings, and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId)))
    .where(isBookingWithKey(teamId, keys));
  return rows.map(({ unitId }) => unitId);
}

export const listBookingsOfErasedGuests = (tx: Transaction, teamId: number, keys: BookingKeys) =>
  tx
    .select({ id: bookings.id, confirmationCode: bookings.confirmationCode })
    .from(bookings)
    .innerJoin(guests, isGuestOfBooking)
    .where(and(isBookingWithKey(teamId, keys), isNotNull(guests.erasedAt)));

/** Emails in lower case. */
type GuestKeys = { emailKeys: readonly string[]; ids: readonly string[] };

/** Nobody else changes them before the import does. */
export function lockGuestsWithKeys(tx: Transaction, teamId: number, keys: GuestKeys) {
  return tx
    .select({ id: guests.id, emailKey: guests.emailKey })
    .from(guests)
    .where(isGuestWithKey(teamId, keys))
    .orderBy(guests.id)
    .for('no key update');
}

const isGuestWithKey = (teamId: number, { emailKeys, ids }: GuestKeys) =>
  and(eq(guests.teamId, teamId), or(isAnyOf(guests.emailKey, emailKeys), isAnyOf(guests.id, ids)));

export const loadGuestRecords = (tx: Transaction, teamId: number, keys: GuestKeys) =>
  tx.select().from(guests).where(isGuestWithKey(teamId, keys));

export const loadBookingRecords = (tx: Transaction, teamId: number, keys: BookingKeys) =>
  tx.select().from(bookings).where(isBookingWithKey(teamId, keys));

export const loadFolios = async (tx: Transaction, teamId: number, bookingIds: readonly string[]) => ({
  ...(await loadFoliosOfBookings(tx, teamId, bookingIds)),
  events: await loadBookingEvents(tx, teamId, bookingIds),
});

/** Sorted as in a team file. */
export const listBlocksWithNames = (tx: Transaction, teamId: number) =>
  tx
    .select({ block: blocks, listing: listings.slug, unit: units.name })
    .from(blocks)
    .innerJoin(listings, isListingOfBlock)
    .innerJoin(units, isUnitOfBlock)
    .where(eq(blocks.teamId, teamId))
    .orderBy(listings.slug, units.name, blocks.startDate);

export const listOccupancyRecords = (tx: Transaction, teamId: number, unitIds: readonly string[]) =>
  tx
    .select()
    .from(occupancies)
    .where(matches(occupancies, { teamId, unitId: unitIds }));

export const listBookingCodes = (tx: Transaction, teamId: number, ids: readonly string[]) =>
  tx
    .select({ id: bookings.id, code: bookings.confirmationCode })
    .from(bookings)
    .where(matches(bookings, { teamId, id: ids }));

type PartRow = { id: string; parentId: string };

/** The tables of parts, and the column that names their owner. */
const PART_TABLES = {
  photos: [photos, photos.listingId],
  payments: [payments, payments.bookingId],
  invoices: [invoices, invoices.bookingId],
  security_deposit: [securityDeposits, securityDeposits.bookingId],
  events: [teamEvents, teamEvents.bookingId],
} as const;

/** Ids of parts of other listings or bookings. */
export async function listPartIdsOfOtherParents(
  tx: Transaction,
  teamId: number,
  part: keyof typeof PART_TABLES,
  rows: readonly PartRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const [table, parent] = PART_TABLES[part];
  const parts = JSON.stringify(rows.map(({ id, parentId }) => ({ id, parent_id: parentId })));
  const partsOfOthers = await tx
    .select({ id: table.id })
    .from(table)
    .innerJoin(
      sql`jsonb_to_recordset(${parts}::jsonb) as part (id uuid, parent_id uuid)`,
      sql`part.id = ${table.id}`,
    )
    .where(and(eq(table.teamId, teamId), sql`${parent} is distinct from part.parent_id`));
  return partsOfOthers.map((row) => row.id);
}
