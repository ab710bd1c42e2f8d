/**
 * The leases under which processes work on rows of a table, such as webhooks and messages: no row is locked
 * during the work, and a row whose process was killed is free again after a minute (docs/rules.md, 17.4).
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { firstRow } from './statements.ts';

export type LeasedTable = PgTable & { lease: PgColumn; leasedUntil: PgColumn };

/** Leases are measured by the database's clock, which all processes share. */
export const LEASE_END = sql`now() + interval '60 seconds'`;
/** The columns of a row whose lease has been returned. */
export const NO_LEASE = { lease: null, leasedUntil: null } as const;

export const isLeaseFree = ({ leasedUntil }: LeasedTable): SQL =>
  sql`(${leasedUntil} is null or ${leasedUntil} < now())`;

/**
 * The statements of a table's leases. `isOpen` is the condition that a row may be worked on. `isRow` is the
 * condition that identifies a row, and `isHeld` the condition that it still has the caller's lease.
 */
export function createLeaseQueries<Table extends LeasedTable>(table: Table, isOpen: SQL) {
  type Row = Table['$inferSelect'];
  type Condition = SQL | undefined;
  const plainTable: PgTable = table;
  const first = async (rows: PromiseLike<Record<string, unknown>[]>): Promise<Row | null> => firstRow(rows);

  return {
    /**
     * Takes a lease, or returns null if another process was faster, or is changing the row, or if the row is
     * no longer open.
     */
    async take(tx: Transaction, isRow: Condition, lease: string): Promise<Row | null> {
      const isFree = and(isRow, isOpen, isLeaseFree(table));
      const row = await first(tx.select().from(plainTable).where(isFree).for('update', { skipLocked: true }));
      if (row) await tx.update(plainTable).set({ lease, leasedUntil: LEASE_END }).where(isRow);
      return row;
    },

    /** Reads a leased row as it is now, or returns null if the lease is lost. */
    find: (db: Executor, isHeld: Condition): Promise<Row | null> =>
      first(db.select().from(plainTable).where(isHeld)),

    /** Renews a lease and returns the row as it is now, or null if the lease is lost. */
    renew: (db: Executor, isHeld: Condition): Promise<Row | null> =>
      first(db.update(plainTable).set({ leasedUntil: LEASE_END }).where(isHeld).returning()),

    /** Locks a row and returns it as it is now, or null if the lease is lost. */
    lock: (tx: Transaction, isHeld: Condition): Promise<Row | null> =>
      first(tx.select().from(plainTable).where(isHeld).for('no key update')),

    /**
     * Returns a lease and stores the outcome of the work. Returns false if the lease was lost before the
     * outcome was stored.
     */
    async end(db: Executor, isHeld: Condition, changes: Partial<Row>): Promise<boolean> {
      const { rowCount } = await db
        .update(plainTable)
        .set({ ...changes, ...NO_LEASE })
        .where(isHeld);
      return (rowCount ?? 0) > 0;
    },
  };
}
