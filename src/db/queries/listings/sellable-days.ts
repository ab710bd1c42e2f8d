/** The days on which units could be sold (docs/rules.md, 24.11). */
import { sql } from 'drizzle-orm';
import type { DaySpan } from '../../../domain/dates/day-spans.ts';
import type { Transaction } from '../../client.ts';
import { sellableDays } from '../../schema/listings.ts';

/** SQL for whether a unit can be sold: the unit, its listing and the listing's building are active. */
export const IS_SOLD = sql.raw(
  `(unit.active and listing.status = 'active' and (building.id is null or building.status = 'active'))`,
);
export const UNITS_WITH_LISTINGS = sql.raw(`units as unit
  join listings as listing on listing.team_id = unit.team_id and listing.id = unit.listing_id
  left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id`);

/** SQL for the days of a unit, whose row `history` may be missing. */
export const SELLABLE_DAYS = sql`coalesce(history.days, case when ${IS_SOLD} then '{(,)}' else '{}' end::datemultirange)`;

/** SQL for the day since which a unit without a history counts: of its first booking, or of its listing's creation. */
const SINCE = sql.raw(`least((listing.created_at at time zone listing.timezone)::date,
  (select min(night.start_date) from occupancies as night
    where night.team_id = unit.team_id and night.unit_id = unit.id and night.booking_id is not null))`);

/**
 * Brings the history of a listing's units, or of all units of a team, up to date: from today on, by the clocks of the
 * listing, each counts as it is now. Call it after every write that may change what is sold, with the team locked. The
 * units of a building are those of its unit types.
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
  await tx.execute(sql`
    insert into sellable_days as stored (team_id, unit_id, days)
    select unit.team_id, unit.id,
      coalesce(history.days, datemultirange(daterange(${SINCE}, null))) * datemultirange(daterange(null, today))
        + case when ${IS_SOLD} then datemultirange(daterange(today, null)) else '{}' end
    from ${UNITS_WITH_LISTINGS}
    left join sellable_days as history on history.team_id = unit.team_id and history.unit_id = unit.id
    cross join lateral (select (${now.toISOString()}::timestamptz at time zone listing.timezone)::date) as of_zone (today)
    where unit.team_id = ${teamId} and ${isAsked}
    on conflict (team_id, unit_id) do update set days = excluded.days
    where upper_inf(stored.days) <> upper_inf(excluded.days)`);
}

/**
 * Begins the history of units that have none. A unit that is sold now counts as sold since its first booking or its
 * listing was made, whichever is earlier.
 */
export async function beginSellableDays(tx: Transaction, teamId: number): Promise<void> {
  await tx.execute(sql`
    insert into sellable_days (team_id, unit_id, days)
    select unit.team_id, unit.id, case when ${IS_SOLD} then datemultirange(daterange(${SINCE}, null)) else '{}' end
    from ${UNITS_WITH_LISTINGS}
    where unit.team_id = ${teamId}
    on conflict do nothing`);
}

export type SellableDays = { unitId: string; days: DaySpan[] };

/** Replaces the histories of some units. */
export async function storeSellableDays(
  tx: Transaction,
  teamId: number,
  rows: readonly SellableDays[],
): Promise<void> {
  const unitIds = rows.map(({ unitId }) => unitId);
  const days = rows.map((row) => sellableDays.days.mapToDriverValue(row.days));
  await tx.execute(sql`
    insert into sellable_days as stored (team_id, unit_id, days)
    select ${teamId}, given.unit_id, given.days::datemultirange
    from unnest(${sql.param(unitIds)}::uuid[], ${sql.param(days)}::text[]) as given (unit_id, days)
    on conflict (team_id, unit_id) do update set days = excluded.days
    where stored.days <> excluded.days`);
}
