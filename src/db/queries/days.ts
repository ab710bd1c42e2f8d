/** A team's day overrides, read and changed in bulk (contract, section 18). */
import { and, asc, count, eq, gt, gte, lte } from 'drizzle-orm';
import type { DayChange } from '../../domain/day-ranges.ts';
import { MAX_DAY_OVERRIDES } from '../../domain/limits.ts';
import type { StayDate } from '../../domain/stay.ts';
import type { Executor, Transaction } from '../client.ts';
import { inPieces } from '../in-pieces.ts';
import { dayOverrides, listings } from '../schema/listings.ts';
import { statement } from '../statement.ts';
import { anyOf } from './any-of.ts';
import type { DayOverrideRecord } from './team-file.ts';

/** A listing's day overrides from one date to another, both included. */
export const listDays = (
  db: Executor,
  teamId: number,
  listingId: string,
  { from, to }: { from: StayDate; to: StayDate },
): Promise<DayOverrideRecord[]> =>
  db
    .select()
    .from(dayOverrides)
    .where(
      and(
        eq(dayOverrides.teamId, teamId),
        eq(dayOverrides.listingId, listingId),
        gte(dayOverrides.date, from),
        lte(dayOverrides.date, to),
      ),
    )
    .orderBy(asc(dayOverrides.date));

/** The listings among these that belong to the team. */
export async function listKnownListings(
  db: Executor,
  teamId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), anyOf(listings.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

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
const COLUMNS = [
  'nightly_cents',
  'min_stay',
  'max_stay',
  'closed_for_arrival',
  'closed_for_departure',
  'closed',
];
const TYPES = ['bigint', 'integer', 'integer', 'boolean', 'boolean', 'boolean'];

/** The bit that marks a field as set by a change. */
const bitOf = (field: number): number => 1 << field;
const maskOf = (change: DayChange): number =>
  FIELDS.reduce((mask, field, index) => (change[field] === undefined ? mask : mask | bitOf(index)), 0);

/** PostgreSQL's notation of a list, whose values need no quotes. */
const listOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;

const given = `unnest($2::uuid[], $3::date[], $4::smallint[]`;
const resolved = COLUMNS.map((column, index) => {
  const value = `case when given.mask & ${bitOf(index)} > 0 then given.${column} else stored.${column} end`;
  return `${TYPES[index] === 'boolean' ? `coalesce(${value}, false)` : value} as ${column}`;
});

/** The parameters for the driver: a text for each list, because there may be a hundred thousand rows. */
type Lists = [teamId: number, ...lists: string[]];

const upsert = statement<Lists, WrittenDay>(`
  insert into day_overrides (team_id, listing_id, date, ${COLUMNS.join(', ')})
  select $1::bigint, listing_id, date, ${COLUMNS.join(', ')} from (
    select given.listing_id, given.date, ${resolved.join(', ')}
    from ${given}, ${TYPES.map((type, index) => `$${index + 5}::${type}[]`).join(', ')})
      as given (listing_id, date, mask, ${COLUMNS.join(', ')})
    left join day_overrides as stored on stored.team_id = $1::bigint
      and stored.listing_id = given.listing_id and stored.date = given.date) as resolved
  where num_nonnulls(nightly_cents, min_stay, max_stay) > 0 or closed_for_arrival or closed_for_departure or closed
  on conflict (team_id, listing_id, date) do update
    set ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
    where (${COLUMNS.map((column) => `day_overrides.${column}`).join(', ')})
      is distinct from (${COLUMNS.map((column) => `excluded.${column}`).join(', ')})
  returning listing_id as "listingId", date`);

const deleteEmpty = statement<Lists, WrittenDay>(`
  delete from day_overrides as stored using ${given}) as given (listing_id, date, mask)
  where stored.team_id = $1::bigint and stored.listing_id = given.listing_id and stored.date = given.date
    and not (${COLUMNS.map((column, index) => {
      const kept = `given.mask & ${bitOf(index)} = 0`;
      return TYPES[index] === 'boolean'
        ? `(${kept} and stored.${column})`
        : `(${kept} and stored.${column} is not null)`;
    }).join(' or ')})
  returning stored.listing_id as "listingId", stored.date`);

type Column = (write: DayWrite) => unknown;
const KEYS: readonly Column[] = [
  ({ listingId }) => listingId,
  ({ date }) => date,
  ({ change }) => maskOf(change),
];
const VALUES = FIELDS.map(
  (field): Column =>
    ({ change }) =>
      change[field],
);

/** The lists of some columns of many rows. Other requests run in between. */
async function listsOf(writes: readonly DayWrite[], columns: readonly Column[]): Promise<string[]> {
  const lists: string[] = [];
  for (const column of columns) {
    const values: unknown[] = [];
    await inPieces(writes, (write) => values.push(column(write)));
    lists.push(listOf(values));
  }
  return lists;
}

/** Each statement takes this many days, so that it ends within its deadline even on a busy machine. */
const DAYS_PER_STATEMENT = 25_000;

/** Changes days, each of which occurs once. Writes only days that differ, and returns them. */
export async function storeDays(
  tx: Transaction,
  teamId: number,
  writes: readonly DayWrite[],
): Promise<WrittenDay[]> {
  const written: WrittenDay[][] = [];
  for (let start = 0; start < writes.length; start += DAYS_PER_STATEMENT) {
    const some = writes.slice(start, start + DAYS_PER_STATEMENT);
    written.push(await upsert(tx, teamId, ...(await listsOf(some, [...KEYS, ...VALUES]))));
  }
  return written.flat();
}

/** Deletes overrides that have only nulls and falses after a change. Returns them. */
export const deleteEmptyDays = async (
  tx: Transaction,
  teamId: number,
  writes: readonly DayWrite[],
): Promise<WrittenDay[]> => deleteEmpty(tx, teamId, ...(await listsOf(writes, KEYS)));

/** The listings among these that have more overrides than allowed. */
export async function listOverfullListings(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: dayOverrides.listingId })
    .from(dayOverrides)
    .where(and(eq(dayOverrides.teamId, teamId), anyOf(dayOverrides.listingId, ids)))
    .groupBy(dayOverrides.listingId)
    .having(gt(count(), MAX_DAY_OVERRIDES));
  return new Set(rows.map(({ id }) => id));
}
