/**
 * A lease lets one process at a time work on a row without holding a lock. That of a killed process ends
 * after a minute.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { firstRow } from './statements.ts';

type LeasedTable = PgTable & { lease: PgColumn; leasedUntil: PgColumn };

/** By the database's clock, which all processes share. */
export const LEASE_END = sql`now() + interval '60 seconds'`;
export const NO_LEASE = { lease: null, leasedUntil: null } as const;

export const isLeaseFree = ({ leasedUntil }: LeasedTable): SQL =>
  sql`(${leasedUntil} is null or ${leasedUntil} < now())`;

/**
 * `isOpen` is the condition that a row still has work to do, `isRow` finds a row by its key, and `isHeld`
 * says that this process still has its lease.
 */
export function createLeaseQueries<Table extends LeasedTable>(table: Table, isOpen: SQL) {
  type Row = Table['$inferSelect'];
  type Condition = SQL | undefined;
  const plainTable: PgTable = table;
  const first = async (rows: PromiseLike<Record<string, unknown>[]>): Promise<Row | null> => firstRow(rows);

  return {
    /**
     * Returns null if another process has the lease or is changing the row, or if there is nothing left to
     * do.
     */
    async take(tx: Transaction, isRow: Condition, lease: string): Promise<Row | null> {
      const isFree = and(isRow, isOpen, isLeaseFree(table));
      const row = await first(tx.select().from(plainTable).where(isFree).for('update', { skipLocked: true }));
      if (row) await tx.update(plainTable).set({ lease, leasedUntil: LEASE_END }).where(isRow);
      return row;
    },

    /** Returns null if the lease is lost. */
    find: (db: Executor, isHeld: Condition): Promise<Row | null> =>
      first(db.select().from(plainTable).where(isHeld)),

    /** Returns the present row, or null if the lease is lost. */
    renew: (db: Executor, isHeld: Condition): Promise<Row | null> =>
      first(db.update(plainTable).set({ leasedUntil: LEASE_END }).where(isHeld).returning()),

    /** Returns the present row, or null if the lease is lost. */
    lock: (tx: Transaction, isHeld: Condition): Promise<Row | null> =>
      first(tx.select().from(plainTable).where(isHeld).for('no key update')),

    /** Stores the outcome of the work. Returns false if the lease was lost before. */
    async end(db: Executor, isHeld: Condition, changes: Partial<Row>): Promise<boolean> {
      const { rowCount } = await db
        .update(plainTable)
        .set({ ...changes, ...NO_LEASE })
        .where(isHeld);
      return (rowCount ?? 0) > 0;
    },
  };
}
