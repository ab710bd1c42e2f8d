import { type SQL, sql } from 'drizzle-orm';

/** A query's rows as one JSON list, so that several queries need one round trip. Dates stay texts. */
export const jsonList = <Row>(query: SQL) =>
  sql<Row[]>`(select coalesce(json_agg(row), '[]') from (${query}) as row)`;

/** The source row of a statement that consists of such lists only. */
export const oneRow = sql`(values (1)) as one`;
