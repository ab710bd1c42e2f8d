/** Terms of single days of listings, changed in bulk (docs/rules.md, 16.3). */
import { and, asc, count, gt, gte, lte, sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates/dates.ts';
import type { DayOverrideChange } from '../../../domain/dates/day-ranges.ts';
import { MAX_DAY_OVERRIDES_OF_LISTING } from '../../../domain/limits.ts';
import type { Executor, Transaction } from '../../client.ts';
import { dayOverrides } from '../../schema/listings.ts';
import { columnsExcept, matches } from '../statements.ts';

export type DayOverrideRecord = typeof dayOverrides.$inferSelect;

/** `to` is included. */
export const listDayOverrides = (
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

/** Fields that a change does not mention keep their stored values. */
export type DayWrite = { listingId: string; date: StayDate; change: DayOverrideChange };
export type StoredDay = { listingId: string; date: StayDate };

const DAY_OVERRIDE_FIELDS = Object.entries(columnsExcept(dayOverrides, 'teamId', 'listingId', 'date')).map(
  ([key, column]) => ({ key, name: column.name, type: column.getSQLType() }),
);
const joinFields = (build: (field: (typeof DAY_OVERRIDE_FIELDS)[number]) => string, separator = ', ') =>
  sql.raw(DAY_OVERRIDE_FIELDS.map(build).join(separator));

const fieldNamesSql = joinFields(({ name }) => name);
/** The new value if the change sets the field, or else the stored one. */
const fieldsAfterSql = joinFields(({ key, name, type }) => {
  const value = `case when fields ? '${key}' then (fields ->> '${key}')::${type} else stored.${name} end`;
  return `${type === 'boolean' ? `coalesce(${value}, false)` : value} as ${name}`;
});
/** Whether a day still sets anything after a change. */
const hasValueAfterSql = joinFields(
  ({ key, name, type }) =>
    `(not fields ? '${key}' and stored.${name} ${type === 'boolean' ? '' : 'is not null'})`,
  ' or ',
);

/** Rows of one JSON parameter, because there may be thousands. */
function buildDayChangesSql(writes: readonly DayWrite[]) {
  const rows = writes.map(({ listingId, date, change }) => ({ listing_id: listingId, date, fields: change }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (listing_id uuid, date date, fields jsonb)`;
}

/** A day may occur only once. Writes and returns only days whose values really change. */
export async function storeDayOverrides(tx: Transaction, teamId: number, writes: readonly DayWrite[]) {
  const { rows } = await tx.execute<StoredDay>(sql`
    insert into ${dayOverrides} (team_id, listing_id, date, ${fieldNamesSql})
    select ${teamId}::bigint, listing_id, date, ${fieldNamesSql} from (
      select change.listing_id, change.date, ${fieldsAfterSql} from ${buildDayChangesSql(writes)}
      left join ${dayOverrides} as stored on stored.team_id = ${teamId}::bigint
        and stored.listing_id = change.listing_id and stored.date = change.date) as after
    where num_nonnulls(nightly_cents, min_stay, max_stay) > 0 or closed_for_arrival or closed_for_departure or closed
    on conflict (team_id, listing_id, date) do update set ${joinFields(({ name }) => `${name} = excluded.${name}`)}
      where (${joinFields(({ name }) => `day_overrides.${name}`)})
        is distinct from (${joinFields(({ name }) => `excluded.${name}`)})
    returning listing_id as "listingId", date`);
  return rows;
}

/** Days that set nothing any more after a change. Returns them. */
export async function deleteEmptyDayOverrides(tx: Transaction, teamId: number, writes: readonly DayWrite[]) {
  const { rows } = await tx.execute<StoredDay>(sql`
    delete from ${dayOverrides} as stored using ${buildDayChangesSql(writes)}
    where stored.team_id = ${teamId}::bigint and stored.listing_id = change.listing_id and stored.date = change.date
      and not (${hasValueAfterSql})
    returning stored.listing_id as "listingId", stored.date`);
  return rows;
}

export async function listListingsOverDayLimit(tx: Transaction, teamId: number, ids: readonly string[]) {
  const rows = await tx
    .select({ id: dayOverrides.listingId })
    .from(dayOverrides)
    .where(matches(dayOverrides, { teamId, listingId: ids }))
    .groupBy(dayOverrides.listingId)
    .having(gt(count(), MAX_DAY_OVERRIDES_OF_LISTING));
  return new Set(rows.map(({ id }) => id));
}
