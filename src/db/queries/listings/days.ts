/** A team's day overrides, read and changed in bulk (docs/rules.md, 16.3). */
import { and, asc, count, gt, gte, lte, sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates.ts';
import type { DayChange } from '../../../domain/day-ranges.ts';
import { MAX_DAY_OVERRIDES } from '../../../domain/limits.ts';
import { eachWithPauses } from '../../../pauses.ts';
import type { Executor, Transaction } from '../../client.ts';
import { dayOverrides } from '../../schema/listings.ts';
import { matches } from '../statements.ts';

/** A listing's day overrides from one date to another, both included. */
export const listDays = (
  db: Executor,
  teamId: number,
  listingId: string,
  { from, to }: { from: StayDate; to: StayDate },
) => {
  const { date } = dayOverrides;
  return db
    .select()
    .from(dayOverrides)
    .where(and(matches(dayOverrides, { teamId, listingId }), gte(date, from), lte(date, to)))
    .orderBy(asc(date));
};

/** A change of a day: some fields are set, and all others keep their stored values. */
export type DayWrite = { listingId: string; date: StayDate; change: DayChange };
export type WrittenDay = { listingId: string; date: StayDate };

const FIELDS = [
  'nightlyCents',
  'minStay',
  'maxStay',
  'closedForArrival',
  'closedForDeparture',
  'closed',
] as const;
const COLUMNS = FIELDS.map((field) => dayOverrides[field].name);
const COLUMN_SQL_TYPES = FIELDS.map((field) => dayOverrides[field].getSQLType());

/** The bit that marks a field as set by a change. */
const fieldBit = (field: number): number => 1 << field;
const buildFieldMask = (change: DayChange): number =>
  FIELDS.reduce((mask, field, index) => (change[field] === undefined ? mask : mask | fieldBit(index)), 0);

/** An array literal of PostgreSQL. Its values need no quotes. */
const buildArrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;

const columnListSql = sql.raw(COLUMNS.join(', '));

/** Lists as rows. Each list is one parameter, an array literal, because there may be a hundred thousand rows. */
const buildUnnestSql = (lists: readonly string[], types: readonly string[]) =>
  sql`unnest(${sql.join(
    lists.map((list, index) => sql`${list}::${sql.raw(types[index] ?? '')}[]`),
    sql`, `,
  )})`;
const KEY_SQL_TYPES = ['uuid', 'date', 'smallint'];

/** Each column's value after the change: that of the change if it sets the field, else the stored one. */
const resolvedColumnsSql = COLUMNS.map((column, index) => {
  const value = `case when change.mask & ${fieldBit(index)} > 0 then change.${column} else stored.${column} end`;
  return `${COLUMN_SQL_TYPES[index] === 'boolean' ? `coalesce(${value}, false)` : value} as ${column}`;
});

const buildUpsertSql = (teamId: number, lists: readonly string[]) => sql`
  insert into ${dayOverrides} (team_id, listing_id, date, ${columnListSql})
  select ${teamId}::bigint, listing_id, date, ${columnListSql} from (
    select change.listing_id, change.date, ${sql.raw(resolvedColumnsSql.join(', '))}
    from ${buildUnnestSql(lists, [...KEY_SQL_TYPES, ...COLUMN_SQL_TYPES])} as change (listing_id, date, mask, ${columnListSql})
    left join ${dayOverrides} as stored on stored.team_id = ${teamId}::bigint
      and stored.listing_id = change.listing_id and stored.date = change.date) as resolved
  where num_nonnulls(nightly_cents, min_stay, max_stay) > 0 or closed_for_arrival or closed_for_departure or closed
  on conflict (team_id, listing_id, date) do update
    set ${sql.raw(COLUMNS.map((column) => `${column} = excluded.${column}`).join(', '))}
    where (${sql.raw(COLUMNS.map((column) => `day_overrides.${column}`).join(', '))})
      is distinct from (${sql.raw(COLUMNS.map((column) => `excluded.${column}`).join(', '))})
  returning listing_id as "listingId", date`;

/** For each column, whether the stored row still has a value there after the change. */
const hasValueAfter = COLUMNS.map((column, index) => {
  const kept = `change.mask & ${fieldBit(index)} = 0`;
  return COLUMN_SQL_TYPES[index] === 'boolean'
    ? `(${kept} and stored.${column})`
    : `(${kept} and stored.${column} is not null)`;
});

const deleteEmpty = (teamId: number, lists: readonly string[]) => sql`
  delete from ${dayOverrides} as stored using ${buildUnnestSql(lists, KEY_SQL_TYPES)} as change (listing_id, date, mask)
  where stored.team_id = ${teamId}::bigint and stored.listing_id = change.listing_id and stored.date = change.date
    and not (${sql.raw(hasValueAfter.join(' or '))})
  returning stored.listing_id as "listingId", stored.date`;

type Column = (write: DayWrite) => unknown;
const KEYS: readonly Column[] = [
  ({ listingId }) => listingId,
  ({ date }) => date,
  ({ change }) => buildFieldMask(change),
];
const VALUES = FIELDS.map(
  (field): Column =>
    ({ change }) =>
      change[field],
);

/** An array literal for each column of many rows. Other requests run in between. */
async function listsOf(writes: readonly DayWrite[], columns: readonly Column[]): Promise<string[]> {
  const lists: string[] = [];
  for (const column of columns) {
    const values: unknown[] = [];
    await eachWithPauses(writes, (write) => values.push(column(write)));
    lists.push(buildArrayLiteral(values));
  }
  return lists;
}

/** Each statement takes this many days, so that it ends within its deadline even on a busy machine. */
const DAYS_PER_STATEMENT = 25_000;

/** Changes days, each of which occurs once. Writes only days that differ, and returns them. */
export async function storeDays(tx: Transaction, teamId: number, writes: readonly DayWrite[]) {
  const written: WrittenDay[][] = [];
  for (let start = 0; start < writes.length; start += DAYS_PER_STATEMENT) {
    const some = writes.slice(start, start + DAYS_PER_STATEMENT);
    const lists = await listsOf(some, [...KEYS, ...VALUES]);
    written.push((await tx.execute<WrittenDay>(buildUpsertSql(teamId, lists))).rows);
  }
  return written.flat();
}

/** Deletes overrides that have only nulls and falses after a change. Returns them. */
export async function deleteEmptyDays(tx: Transaction, teamId: number, writes: readonly DayWrite[]) {
  const lists = await listsOf(writes, KEYS);
  return (await tx.execute<WrittenDay>(deleteEmpty(teamId, lists))).rows;
}

/** The listings among these that have more overrides than allowed. */
export async function listOverfullListings(tx: Transaction, teamId: number, ids: readonly string[]) {
  const rows = await tx
    .select({ id: dayOverrides.listingId })
    .from(dayOverrides)
    .where(matches(dayOverrides, { teamId, listingId: ids }))
    .groupBy(dayOverrides.listingId)
    .having(gt(count(), MAX_DAY_OVERRIDES));
  return new Set(rows.map(({ id }) => id));
}
