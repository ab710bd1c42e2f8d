import { and, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { isAnyOf } from './statements.ts';

type TeamTable = PgTable & { teamId: PgColumn };
type Row<Table extends TeamTable> = Table['$inferSelect'];

/** A team's whole rows of one table. */
export const listRows = <Table extends TeamTable>(
  db: Executor,
  teamId: number,
  table: Table,
  { where, orderBy = [] }: { where?: SQL | undefined; orderBy?: readonly (PgColumn | SQL)[] } = {},
): Promise<Row<Table>[]> =>
  db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.teamId, teamId), where))
    .orderBy(...orderBy);

/** A team's rows whose `column` is one of `values`. */
export const listRowsBy = <Table extends TeamTable>(
  db: Executor,
  teamId: number,
  table: Table,
  {
    column,
    values,
    orderBy = [],
  }: { column: PgColumn; values: readonly string[]; orderBy?: readonly PgColumn[] },
): Promise<Row<Table>[]> => listRows(db, teamId, table, { where: isAnyOf(column, values), orderBy });
