/**
 * Ids of other systems (external references), which are unique in a team. External references of bookings are
 * unique together with the booking's source.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { bookings } from '../schema/bookings.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';
import { updateRows } from './bulk.ts';
import { isAnyOf } from './statements.ts';

const TABLES = { listings, units, guests, bookings };
/** The tables whose rows have external references. */
export type ReferencedThings = keyof typeof TABLES;
/**
 * A booking's external reference is found together with its source; other things have no source, which is
 * then null.
 */
export type ReferenceHolder = { id: string; externalReference: string | null; source: string | null };

const NO_SOURCE: SQL<null> = sql`null`;

/** Finds the listings, units, guests or bookings of a team that have one of some external references. */
export function listReferenceHolders(
  db: Executor,
  teamId: number,
  things: ReferencedThings,
  references: readonly string[],
): PromiseLike<ReferenceHolder[]> {
  const { id, externalReference, teamId: team } = TABLES[things];
  const source = things === 'bookings' ? bookings.source : NO_SOURCE;
  return db
    .select({ id, externalReference, source: sql<string | null>`${source}` })
    .from(TABLES[things] as PgTable)
    .where(and(eq(team, teamId), isAnyOf(externalReference, references)));
}

/**
 * Stores external references (ids of other systems) in some rows. The caller has checked that no other row
 * has one of the external references.
 */
export async function storeReferences(
  tx: Transaction,
  teamId: number,
  things: ReferencedThings,
  rows: readonly { id: string; externalReference: string | null }[],
): Promise<void> {
  if (rows.length > 0) await updateRows(tx, teamId, TABLES[things], { rows });
}
