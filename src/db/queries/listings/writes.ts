import { and, asc, eq, inArray, like, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { wholeTeam } from '../../limited.ts';
import { accessListings } from '../../schema/access.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../schema/charges.ts';
import { dayOverrides, listings, photos, seasons, sellableDays, units } from '../../schema/listings.ts';
import { insertRows, type RowDifference, storeRowDifference } from '../bulk.ts';
import { raiseCatalogueVersion } from '../catalogue/versions.ts';
import { buildEmptyRow, firstRow, matches } from '../statements.ts';
import type { ListingRecord, PhotoRecord } from './listings.ts';
import { storeSellableDays } from './sellable-days.ts';

export type UnitRecord = typeof units.$inferSelect;

/** Waits for requests that are booking the listing, and makes later ones wait. */
export const lockListingForDeletion = (tx: Transaction, teamId: number, id: string) =>
  tx.select({ id: listings.id }).from(listings).where(matches(listings, { teamId, id })).for('update');

export const listUnitTypeRecords = (tx: Transaction, teamId: number, buildingId: string) =>
  tx.select().from(listings).where(matches(listings, { teamId, buildingId })).orderBy(asc(listings.id));

export async function listSlugsLike(db: Executor, teamId: number, start: string): Promise<string[]> {
  const rows = await wholeTeam(db)
    .select({ slug: listings.slug })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), like(listings.slug, `${start}%`)));
  return rows.map(({ slug }) => slug);
}

export async function insertListing(tx: Transaction, listing: ListingRecord): Promise<void> {
  await raiseCatalogueVersion(tx, listing.teamId);
  await insertRows(tx, listings, [listing]);
}

/** What prevents deleting a listing or changing its kind. */
export async function countUsesOfListing(tx: Transaction, teamId: number, id: string) {
  const countOwnRows = <Table extends typeof bookings | typeof blocks | typeof units>(table: Table) =>
    tx.$count(table, and(eq(table.teamId, teamId), eq(table.listingId, id)));
  return {
    bookings: await countOwnRows(bookings),
    blocks: await countOwnRows(blocks),
    units: await countOwnRows(units),
    unitTypes: await tx.$count(listings, matches(listings, { teamId, buildingId: id })),
  };
}

/** As a booking does, so that nobody can book the unit before the transaction ends. */
export const lockUnitRecord = (tx: Transaction, teamId: number, id: string) =>
  firstRow(tx.select().from(units).where(matches(units, { teamId, id })).for('no key update'));

/** No booking or block can be stored for locked units. */
export const lockUnitsForDeletion = (
  tx: Transaction,
  teamId: number,
  of: { listingId: string } | { id: string },
) =>
  tx
    .select()
    .from(units)
    .where(matches(units, { teamId, ...of }))
    .orderBy(asc(units.id))
    .for('update');

/** Whether any of the units has taken nights, or is named by a booking or block. */
export async function areUnitsUsed(tx: Executor, teamId: number, unitIds: readonly string[]) {
  const uses = (table: typeof bookings | typeof blocks | typeof occupancies) =>
    tx.$count(table, matches(table, { teamId, unitId: unitIds }));
  return (await uses(occupancies)) + (await uses(bookings)) + (await uses(blocks)) > 0;
}

/**
 * By something that no longer takes it: a deleted block, a booking that was moved away, or a whole-building
 * booking that was cancelled after `since`.
 */
export async function wasUnitTaken(tx: Executor, { teamId, id, listingId }: UnitRecord, since: Date) {
  const {
    rows: [row],
  } = await wholeTeam(tx).execute<{ taken: boolean }>(sql`
    select exists (
      select from team_events where team_id = ${teamId} and booking_id is null and type = 'block.created'
        and data ->> 'unit_id' = ${id})
    or exists (
      select from bookings b join team_events e on e.team_id = b.team_id and e.booking_id = b.id
      where b.team_id = ${teamId} and b.listing_id = ${listingId} and e.data ->> 'previous_unit_id' = ${id})
    or exists (
      select from team_events e join listings l on l.team_id = e.team_id and l.id = ${listingId}
      where e.team_id = ${teamId} and e.type = 'booking.changed' and (
        (e.data ->> 'previous_listing_id' = ${listingId} and e.data ->> 'previous_unit_id' = ${id})
        or (e.data ->> 'previous_listing_id' = l.building_id::text and e.created_at >= ${since.toISOString()})))
    or exists (
      select from listings l join bookings b on b.team_id = l.team_id and b.listing_id = l.building_id
        join team_events e on e.team_id = b.team_id and e.booking_id = b.id
      where l.team_id = ${teamId} and l.id = ${listingId} and b.whole_building and b.status = 'cancelled'
        and e.type in ('booking.created', 'booking.changed') and e.created_at >= ${since.toISOString()}) as taken`);
  return row?.taken ?? false;
}

const TABLES_WITH_LISTING_IDS = [fees, taxes, discounts, coupons];

/**
 * Deletes a listing without bookings and blocks, with all that belongs to it. A charge that applied to it
 * alone then applies to no listing.
 */
export async function deleteListing(tx: Transaction, teamId: number, id: string): Promise<void> {
  await raiseCatalogueVersion(tx, teamId);
  for (const charges of TABLES_WITH_LISTING_IDS) {
    await wholeTeam(tx)
      .update(charges)
      .set({ listingIds: sql`array_remove(${charges.listingIds}, ${id}::uuid)` })
      .where(and(eq(charges.teamId, teamId), sql`${id}::uuid = any(${charges.listingIds})`));
  }
  const unitIds = tx
    .select({ id: units.id })
    .from(units)
    .where(matches(units, { teamId, listingId: id }));
  await tx
    .delete(sellableDays)
    .where(and(eq(sellableDays.teamId, teamId), inArray(sellableDays.unitId, unitIds)));
  for (const parts of [photos, seasons, dayOverrides, units, accessListings])
    await tx.delete(parts).where(and(eq(parts.teamId, teamId), eq(parts.listingId, id)));
  await tx.delete(listings).where(matches(listings, { teamId, id }));
}

export const listUnitRecords = (db: Executor, teamId: number, listingId: string) =>
  db.select().from(units).where(matches(units, { teamId, listingId })).orderBy(asc(units.name));

export const findUnitRecord = (db: Executor, teamId: number, id: string) =>
  firstRow(db.select().from(units).where(matches(units, { teamId, id })));

/** Columns that are null unless the caller sets them. */
export const EMPTY_UNIT = buildEmptyRow(units);

/** The units are of one team, and could not be sold before. */
export async function insertUnits(tx: Transaction, rows: readonly UnitRecord[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await raiseCatalogueVersion(tx, first.teamId);
  await insertRows(tx, units, rows);
  await storeSellableDays(
    tx,
    first.teamId,
    rows.map(({ id }) => ({ unitId: id, days: [] })),
  );
}

export async function updateUnit(tx: Transaction, { teamId, id, ...columns }: UnitRecord): Promise<void> {
  await raiseCatalogueVersion(tx, teamId);
  await tx.update(units).set(columns).where(matches(units, { teamId, id }));
}

/** The unit was never booked or blocked. */
export async function deleteUnit(tx: Transaction, teamId: number, id: string): Promise<void> {
  await raiseCatalogueVersion(tx, teamId);
  await tx.delete(sellableDays).where(matches(sellableDays, { teamId, unitId: id }));
  await tx.delete(units).where(matches(units, { teamId, id }));
}

export const listPhotoRecords = (db: Executor, teamId: number, listingId: string) =>
  db
    .select()
    .from(photos)
    .where(matches(photos, { teamId, listingId }))
    .orderBy(asc(photos.sortOrder), asc(photos.id));

export const storePhotoDifference = (tx: Transaction, difference: RowDifference<PhotoRecord>) =>
  storeRowDifference(tx, photos, difference);

/** Also called after a change of the listing's units. */
export async function touchListing(tx: Transaction, teamId: number, id: string, now: Date): Promise<void> {
  await tx.update(listings).set({ updatedAt: now }).where(matches(listings, { teamId, id }));
}
