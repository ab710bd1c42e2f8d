/** Ids of other systems, unique in a team; those of bookings together with their source. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { bookings } from '../schema/bookings.ts';
import { guests } from '../schema/guests.ts';
import { listings, units } from '../schema/listings.ts';
import { updateRows } from './bulk.ts';
import { isAnyOf } from './statements.ts';

const TABLES = { listings, units, guests, bookings };
export type ReferencedThings = keyof typeof TABLES;
/** `source` is null for everything but bookings. */
export type ReferenceHolder = { id: string; externalReference: string | null; source: string | null };

const NO_SOURCE: SQL<null> = sql`null`;

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

/** The caller has checked that no other row has one of the references. */
export async function storeReferences(
  tx: Transaction,
  teamId: number,
  things: ReferencedThings,
  rows: readonly { id: string; externalReference: string | null }[],
): Promise<void> {
  if (rows.length > 0) await updateRows(tx, teamId, TABLES[things], { rows });
}
