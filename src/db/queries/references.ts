/** The references of other systems, which are unique in a team: for bookings, together with their source. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { bookings } from '../schema/bookings.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';
import { updateRows } from './bulk.ts';
import { isAnyOf } from './statements.ts';

const TABLES = { listings, units, guests, bookings };
/** The things that have references, by the names of their tables. */
export type ReferencedThings = keyof typeof TABLES;
/** A booking's reference has a `source`, which is null for all other things. */
export type ReferenceHolder = { id: string; externalReference: string | null; source: string | null };

const NO_SOURCE: SQL<null> = sql`null`;

/** The listings, units, guests or bookings of a team that have one of some references. */
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

/** Stores references of other systems, none of which belongs to anything else any more. */
export async function storeReferences(
  tx: Transaction,
  teamId: number,
  things: ReferencedThings,
  rows: readonly { id: string; externalReference: string | null }[],
): Promise<void> {
  if (rows.length > 0) await updateRows(tx, teamId, TABLES[things], { rows });
}
