/**
 * A catalogue and an answer, read by one statement as parts: rows with a JSON text, parsed one after the
 * other, so that other requests need not wait while a large team is read.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';

export type PartKind = 'version' | 'charges' | 'listing' | 'units' | 'seasons' | 'nights' | 'days';

/** Parts of one kind are in the order of their places. */
export type Part = { kind: PartKind; place: number; text: string };

const ROWS_OF_PART = 500;

type PartSource = { text: SQL; place?: SQL; from: SQLWrapper };

export const selectParts = (kind: PartKind, { text, place = sql`0`, from }: PartSource): SQL =>
  sql`select ${sql.raw(`'${kind}'`)} as kind, (${place})::int as place, (${text})::text as text from ${from}`;

/** Each part is a JSON list of arrays of the columns. */
export const selectPartsOfRows = (kind: PartKind, columns: readonly SQLWrapper[], from: SQL): SQL =>
  selectParts(kind, {
    place: sql`place`,
    text: sql`json_agg(cells)`,
    from: sql`(select json_build_array(${sql.join([...columns], sql`, `)}) as cells,
      row_number() over () / ${sql.raw(String(ROWS_OF_PART))} as place from ${from}) as rows group by place`,
  });

/** From one snapshot. */
export const queryParts = (db: Executor, selections: readonly SQL[]) =>
  db
    .select({ kind: sql<PartKind>`kind`, place: sql<number>`place`, text: sql<string>`text` })
    .from(sql`(${sql.join([...selections], sql` union all `)}) as parts`);
