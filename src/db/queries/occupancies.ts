import { and, asc, eq, gt, lt, or, type SQL } from 'drizzle-orm';
import type { NightSpan } from '../../domain/inventory.ts';
import type { Transaction } from '../client.ts';
import { occupancies } from '../schema/bookings.ts';
import { listings, units } from '../schema/listings.ts';
import { anyOf } from './any-of.ts';

export type LockedUnit = {
  id: string;
  name: string;
  active: boolean;
  listingId: string;
  /** The building that the unit's type is in. */
  buildingId: string | null;
};

/**
 * Locks the units that a listing sells, a building those of all its unit types, and some others, and answers them. One
 * statement and always the same order: nobody else gives their nights away meanwhile, and no two that lock wait for
 * each other crosswise.
 */
export function lockUnitsOfListing(
  tx: Transaction,
  teamId: number,
  listingId: string,
  alsoUnitIds: readonly string[] = [],
): Promise<LockedUnit[]> {
  return lockUnitsWhere(
    tx,
    teamId,
    or(
      and(eq(units.active, true), or(eq(listings.id, listingId), eq(listings.buildingId, listingId))),
      anyOf(units.id, alsoUnitIds),
    ),
  );
}

/** Locks these units, in the same way. */
export function lockUnits(
  tx: Transaction,
  teamId: number,
  unitIds: readonly string[],
): Promise<LockedUnit[]> {
  return lockUnitsWhere(tx, teamId, anyOf(units.id, unitIds));
}

function lockUnitsWhere(tx: Transaction, teamId: number, condition: SQL | undefined): Promise<LockedUnit[]> {
  return tx
    .select({
      id: units.id,
      name: units.name,
      active: units.active,
      listingId: units.listingId,
      buildingId: listings.buildingId,
    })
    .from(units)
    .innerJoin(listings, and(eq(listings.teamId, units.teamId), eq(listings.id, units.listingId)))
    .where(and(eq(units.teamId, teamId), condition))
    .orderBy(asc(units.id))
    .for('no key update', { of: units });
}

/** What takes these units on any night of the span. */
export function listOccupanciesOfUnits(
  tx: Transaction,
  teamId: number,
  unitIds: readonly string[],
  span: NightSpan,
) {
  return tx
    .select({
      unitId: occupancies.unitId,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: occupancies.bookingId,
    })
    .from(occupancies)
    .where(
      and(
        eq(occupancies.teamId, teamId),
        anyOf(occupancies.unitId, unitIds),
        lt(occupancies.startDate, span.endDate),
        gt(occupancies.endDate, span.startDate),
      ),
    );
}

/** Takes nights of units. Where somebody has them the exclusion constraint refuses all of it. */
export async function insertOccupancies(
  tx: Transaction,
  teamId: number,
  rows: readonly ({ unitId: string; bookingId: string | null; blockId: string | null } & NightSpan)[],
): Promise<void> {
  await tx.insert(occupancies).values(rows.map((row) => ({ teamId, ...row })));
}

export async function deleteOccupanciesOfBooking(
  tx: Transaction,
  teamId: number,
  bookingId: string,
): Promise<void> {
  await tx
    .delete(occupancies)
    .where(and(eq(occupancies.teamId, teamId), eq(occupancies.bookingId, bookingId)));
}

export async function deleteOccupanciesOfBlock(
  tx: Transaction,
  teamId: number,
  blockId: string,
): Promise<void> {
  await tx.delete(occupancies).where(and(eq(occupancies.teamId, teamId), eq(occupancies.blockId, blockId)));
}
