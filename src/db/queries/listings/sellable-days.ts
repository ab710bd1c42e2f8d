/** The days on which units could be sold (docs/rules.md, 24.11). */
import { sql } from 'drizzle-orm';
import type { DaySpan } from '../../../domain/dates/day-spans.ts';
import type { Transaction } from '../../client.ts';
import { sellableDays } from '../../schema/listings.ts';

/** The unit, its listing and the listing's building are active. */
const IS_SOLD = sql.raw(
  `(unit.active and listing.status = 'active' and (building.id is null or building.status = 'active'))`,
);

/** The row `history` may be missing. */
export const SELLABLE_DAYS = sql`coalesce(history.days, case when ${IS_SOLD} then '{(,)}' else '{}' end::datemultirange)`;

/** Since when a unit without a history counts: its first booking, or its listing's creation. */
const buildSince = (teamId: number) => sql`least((listing.created_at at time zone listing.timezone)::date,
  (select min(night.start_date) from occupancies as night
    where night.team_id = ${teamId} and night.unit_id = unit.id and night.booking_id is not null))`;

/**
 * Each table is restricted to the team by itself, because Citus sends a statement to one machine only then.
 */
const buildUnitsWithHistories = (teamId: number) => sql`units as unit
  join listings as listing on listing.team_id = ${teamId} and listing.id = unit.listing_id
  left join listings as building on building.team_id = ${teamId} and building.id = listing.building_id
  left join sellable_days as history on history.team_id = ${teamId} and history.unit_id = unit.id`;

/**
 * Brings the history of a listing's units (of all unit types for a building), or of all units of the team, up
 * to date: from today on, by the listing's clock, each counts as it is now. Call it after every write that
 * may change what is sold, with the team locked.
 */
export async function recordSellableDays(
  tx: Transaction,
  teamId: number,
  { listingId, now }: { listingId: string | null; now: Date },
): Promise<void> {
  const isAsked =
    listingId === null
      ? sql`true`
      : sql`(listing.id = ${listingId}::uuid or listing.building_id = ${listingId}::uuid)`;
  const days = sql`coalesce(history.days, datemultirange(daterange(${buildSince(teamId)}, null))) * datemultirange(daterange(null, today))
        + case when ${IS_SOLD} then datemultirange(daterange(today, null)) else '{}' end`;
  // A cluster sends a select of one team to one machine, but an insert that selects from tables to all.
  const { rows } = await tx.execute<DaysOfUnit>(sql`
    select unit.id as unit_id, (${days})::text as days
    from ${buildUnitsWithHistories(teamId)}
    cross join lateral (select (${now.toISOString()}::timestamptz at time zone listing.timezone)::date) as of_zone (today)
    where unit.team_id = ${teamId} and ${isAsked}
      and (history.days is null or upper_inf(history.days) <> upper_inf(${days}))`);
  await upsertDays(tx, teamId, rows);
}

/**
 * For units without a history. One that is sold now counts as sold since its first booking or its listing's
 * creation, whichever is earlier.
 */
export async function beginSellableDays(tx: Transaction, teamId: number): Promise<void> {
  const { rows } = await tx.execute<DaysOfUnit>(sql`
    select unit.id as unit_id,
      (case when ${IS_SOLD} then datemultirange(daterange(${buildSince(teamId)}, null)) else '{}' end)::text as days
    from ${buildUnitsWithHistories(teamId)}
    where unit.team_id = ${teamId} and history.days is null`);
  await upsertDays(tx, teamId, rows);
}

type SellableDays = { unitId: string; days: DaySpan[] };

export async function storeSellableDays(
  tx: Transaction,
  teamId: number,
  rows: readonly SellableDays[],
): Promise<void> {
  await upsertDays(
    tx,
    teamId,
    rows.map(({ unitId, days }) => ({
      unit_id: unitId,
      days: String(sellableDays.days.mapToDriverValue(days)),
    })),
  );
}

/** `days` is the text of a multirange. */
type DaysOfUnit = { unit_id: string; days: string };

async function upsertDays(tx: Transaction, teamId: number, rows: readonly DaysOfUnit[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into sellable_days as stored (team_id, unit_id, days)
    select ${teamId}, given.unit_id, given.days::datemultirange
    from unnest(${sql.param(rows.map((row) => row.unit_id))}::uuid[], ${sql.param(rows.map((row) => row.days))}::text[])
      as given (unit_id, days)
    on conflict (team_id, unit_id) do update set days = excluded.days
    where stored.days <> excluded.days`);
}
