/** The reads of the monthly report (docs/rules.md, 24.11). */
import { type SQL, sql } from 'drizzle-orm';
import { addDays, type StayDate } from '../../../domain/dates/dates.ts';
import type { SoldNights } from '../../../domain/dates/months.ts';
import type { Executor, Transaction } from '../../client.ts';
import { SELLABLE_DAYS } from '../listings/sellable-days.ts';
import { isChannelStay } from './channel-stays.ts';

/** `end` is not included. Without a listing, the report is about all. */
export type ReportScope = { from: StayDate; end: StayDate; listingId: string | null };

/** A report of a building includes its unit types. */
const isAskedFor = (listingId: string | null) =>
  listingId === null
    ? sql`true`
    : sql`(listing.id = ${listingId}::uuid or listing.building_id = ${listingId}::uuid)`;

const HISTORY = sql.raw(
  'left join sellable_days as history on history.team_id = unit.team_id and history.unit_id = unit.id',
);

const buildMonthsSql = ({ from, end }: ReportScope) => sql`(
  select first::date as first, (first + interval '1 month')::date as next
  from generate_series(${from}::date::timestamp, ${end}::date::timestamp - interval '1 day', interval '1 month') as first)
  as month`;

/** Most spans are whole, which is found out fast. */
const countDaysSql = (days: SQL, from: SQL, to: SQL) => sql`(
  case when ${days} @> daterange(${from}, ${to}) then ${to} - ${from} else (
    select coalesce(sum(upper(span) - lower(span)), 0)
    from unnest(${days} * datemultirange(daterange(${from}, ${to}))) as span) end)`;

const JOIN_BOOKINGS = sql.raw(
  'join bookings as booking on booking.team_id = night.team_id and booking.id = night.booking_id',
);

const buildTakenSql = (teamId: number, { from, end, listingId }: ReportScope, taker: SQL) => sql`
  from occupancies as night ${taker}
  join units as unit on unit.team_id = night.team_id and unit.id = night.unit_id
  join listings as listing on listing.team_id = unit.team_id and listing.id = unit.listing_id
  left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id
  ${HISTORY}
  where night.team_id = ${teamId} and daterange(night.start_date, night.end_date, '[)') && daterange(${from}, ${end}, '[)')
    and ${isAskedFor(listingId)}`;

const TAXES_INCLUDED = sql.raw(`case when booking.price_lines @> '[{"type": "tax", "included": true}]' then (
  select coalesce(sum((line ->> 'amountCents')::bigint), 0) from jsonb_array_elements(booking.price_lines) as line
  where line ->> 'type' = 'tax' and (line ->> 'included')::boolean) else 0 end`);
/** Split over a stay's nights, with their names in the report. */
const TOTALS = [
  ['accommodationTotalCents', sql.raw('booking.accommodation_total_cents')],
  ['discountTotalCents', sql.raw('booking.discount_total_cents')],
  ['feesTotalCents', sql.raw('booking.fees_total_cents')],
  ['taxesTotalCents', sql.raw('booking.taxes_total_cents')],
  ['taxesIncludedTotalCents', TAXES_INCLUDED],
] as const;

/**
 * What the first nights of a stay cost together: each the same, and the cents that remain belong to the first
 * ones.
 */
const buildFirstNightsSql = (
  total: SQL,
  nights: SQL,
) => sql`(floor(${total}::float8 / stay.nights) * ${nights}
  + least(${nights}, ${total} - floor(${total}::float8 / stay.nights) * stay.nights))`;

/**
 * The nights and money of the stays in each month. Nights may be sold although their unit could not be sold
 * on them, because it is closed, for example. A stay of a whole building sells nights of each unit type, but
 * its totals stand once: in the report of a unit type they are 0.
 */
export async function listSoldNights(db: Executor, teamId: number, scope: ReportScope) {
  const { listingId } = scope;
  const hasTotals =
    listingId === null
      ? sql`true`
      : sql`(booking.listing_id = ${listingId}::uuid or listing.building_id = ${listingId}::uuid)`;
  const totals = TOTALS.map(
    ([name, total]) => sql`case when ${hasTotals} then ${total} else 0 end as ${sql.identifier(name)}`,
  );
  const names = sql.join(
    TOTALS.map(([name]) => sql`night.${sql.identifier(name)}`),
    sql`, `,
  );
  const [from, to] = [sql`greatest(night.check_in, month.first)`, sql`least(night.check_out, month.next)`];
  const sums = TOTALS.map(([name]) => {
    const total = sql`stay.${sql.identifier(name)}`;
    const [before, until] = [sql`stay.night_from`, sql`stay.night_to`].map((n) =>
      buildFirstNightsSql(total, n),
    );
    return sql`sum(${until} - ${before})::float8 as ${sql.identifier(name)}`;
  });
  // The price lines are wide. They are read before the stays are sorted by months, so that only sums are sorted.
  const { rows } = await db.execute<SoldNights>(sql`
    with nights as materialized (
      select booking.id, booking.currency, booking.check_in, booking.check_out, ${hasTotals} as has_totals,
        ${SELLABLE_DAYS} as days, ${sql.join(totals, sql`, `)}
      ${buildTakenSql(teamId, scope, JOIN_BOOKINGS)} and booking.status in ('confirmed', 'completed'))
    select to_char(stay.month, 'YYYY-MM') as month, stay.currency,
      sum((stay.night_to - stay.night_from) * stay.units)::float8 as "nightsSold",
      sum(case when stay.has_totals then (stay.night_to - stay.night_from) * stay.units else 0 end)::float8 as "nightsPriced",
      sum(stay.beside)::float8 as "nightsBeside", ${sql.join(sums, sql`, `)}
    from (
      select month.first as month, night.currency, night.has_totals, ${names}, count(*) as units,
        night.check_out - night.check_in as nights,
        ${from} - night.check_in as night_from, ${to} - night.check_in as night_to,
        sum(${to} - ${from} - ${countDaysSql(sql`night.days`, from, to)}) as beside
      from nights as night
      join ${buildMonthsSql(scope)} on month.first < night.check_out and month.next > night.check_in
      group by night.id, month.first, month.next, night.currency, night.check_in, night.check_out, night.has_totals, ${names}
    ) as stay
    group by 1, 2`);
  return rows;
}

type Nights = { month: string; currency: string; nights: number };

/** The nights on which units could be sold, for each month and each currency. */
export async function listSellableNights(db: Executor, teamId: number, scope: ReportScope) {
  // Units with the same history, which are most units of a listing, are counted together.
  const { rows } = await db.execute<Nights>(sql`
    select to_char(month.first, 'YYYY-MM') as month, alike.currency,
      sum(alike.units * ${countDaysSql(sql`alike.days`, sql`month.first`, sql`month.next`)})::int as nights
    from ${buildMonthsSql(scope)}
    cross join (
      select listing.currency, ${SELLABLE_DAYS} as days, count(unit.id) as units
      from listings as listing
      left join units as unit on unit.team_id = listing.team_id and unit.listing_id = listing.id
      left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id
      ${HISTORY}
      where listing.team_id = ${teamId} and ${isAskedFor(scope.listingId)}
      group by 1, 2) as alike
    group by 1, 2`);
  return rows;
}

/** The nights of stays that channels have sold and of other blocks. `sellable` counts those on which the unit could be sold. */
export async function listBlockedNights(db: Executor, teamId: number, scope: ReportScope) {
  const joinBlocks = sql`join blocks on blocks.team_id = night.team_id and blocks.id = night.block_id`;
  const [from, to] = [
    sql`greatest(blocked.start_date, month.first)`,
    sql`least(blocked.end_date, month.next)`,
  ];
  const { rows } = await db.execute<Nights & { isChannelStay: boolean; sellable: number }>(sql`
    select to_char(month.first, 'YYYY-MM') as month, blocked.currency, blocked.is_channel_stay as "isChannelStay",
      sum(${to} - ${from})::int as nights, sum(${countDaysSql(sql`blocked.days`, from, to)})::int as sellable
    from (select listing.currency, night.start_date, night.end_date, ${isChannelStay} as is_channel_stay,
        ${SELLABLE_DAYS} as days
      ${buildTakenSql(teamId, scope, joinBlocks)}) as blocked
    join ${buildMonthsSql(scope)} on month.first < blocked.end_date and month.next > blocked.start_date
    group by 1, 2, 3`);
  return rows;
}

/**
 * Payments, refunds and cancellation fees by day in the listing's time zone, for bookings in any status. No
 * time zone is more than a day from UTC, so an index finds all moments that can be in the period.
 */
export async function listMoneyByMonth(tx: Transaction, teamId: number, scope: ReportScope) {
  const { from, end, listingId } = scope;
  // Of a month, few bookings are looked up, and of a year most are read: one plan for both takes half as long again.
  await tx.execute(sql`set local plan_cache_mode to 'force_custom_plan'`);
  const listed = sql`join listings as listing on listing.team_id = booking.team_id and listing.id = booking.listing_id`;
  const buildReceivedSql = (join: SQL) => sql`
      from payments as payment
      join bookings as booking on booking.team_id = payment.team_id and booking.id = payment.booking_id ${listed} ${join}
      where payment.team_id = ${teamId} and payment.status in ('paid', 'refunded') and ${isAskedFor(listingId)}`;
  const utc = (day: StayDate) => sql`${day}::timestamp at time zone 'UTC'`;
  const isNear = (at: SQL) => sql`${at} >= ${utc(addDays(from, -1))} and ${at} < ${utc(addDays(end, 1))}`;
  const refunds = sql`
      cross join lateral jsonb_to_recordset(payment.refunds) as refund("amountCents" bigint, "refundedAt" timestamptz)`;
  // An index finds a payment by its last refund.
  const refundedAt = sql`coalesce(refund."refundedAt", payment.paid_at)`;
  const { rows } = await tx.execute<{
    month: string;
    currency: string;
    paid: number;
    refunded: number;
    fees: number;
  }>(sql`
    select to_char(moved.day, 'YYYY-MM') as month, moved.currency,
      sum(moved.paid)::float8 as paid, sum(moved.refunded)::float8 as refunded, sum(moved.fees)::float8 as fees
    from (
      select (payment.paid_at at time zone listing.timezone)::date as day, booking.currency,
        payment.amount_cents as paid, 0 as refunded, 0 as fees
      ${buildReceivedSql(sql``)} and ${isNear(sql`payment.paid_at`)}
      union all
      select (${refundedAt} at time zone listing.timezone)::date, booking.currency, 0, refund."amountCents", 0
      ${buildReceivedSql(refunds)} and payment.refunded_cents > 0 and ${isNear(refundedAt)}
        and coalesce(payment.refunded_at, payment.paid_at) >= ${utc(addDays(from, -1))}
      union all
      select (booking.cancelled_at at time zone listing.timezone)::date, booking.currency, 0, 0, booking.cancellation_fee_cents
      from bookings as booking ${listed}
      where booking.team_id = ${teamId} and booking.cancellation_fee_cents > 0
        and ${isNear(sql`booking.cancelled_at`)} and ${isAskedFor(listingId)}) as moved
    where moved.day >= ${from}::date and moved.day < ${end}::date
    group by 1, 2`);
  return rows;
}
