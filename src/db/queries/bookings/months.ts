/** The reads of the monthly report (docs/rules.md, 24). */
import { type SQL, sql } from 'drizzle-orm';
import { addDays, type StayDate } from '../../../domain/dates/dates.ts';
import type { SoldNights } from '../../../domain/dates/months.ts';
import type { Executor } from '../../client.ts';
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

/** For a query that has `months`. */
const JOIN_BOOKINGS =
  sql.raw(`join bookings as booking on booking.team_id = night.team_id and booking.id = night.booking_id
  join months as month on month.first < booking.check_out and month.next > booking.check_in`);

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
      : sql`bool_and(booking.listing_id = ${listingId}::uuid or listing.building_id = ${listingId}::uuid)`;
  const [from, to] = [
    sql`greatest(booking.check_in, month.first)`,
    sql`least(booking.check_out, month.next)`,
  ];
  const totals = TOTALS.map(
    ([name, total]) => sql`case when ${hasTotals} then ${total} else 0 end as ${sql.identifier(name)}`,
  );
  const sums = TOTALS.map(([name]) => {
    const total = sql`stay.${sql.identifier(name)}`;
    const [before, until] = [sql`stay.night_from`, sql`stay.night_to`].map((n) =>
      buildFirstNightsSql(total, n),
    );
    return sql`sum(${until} - ${before})::float8 as ${sql.identifier(name)}`;
  });
  const { rows } = await db.execute<SoldNights>(sql`
    with months as materialized (select first, next from ${buildMonthsSql(scope)})
    select to_char(stay.month, 'YYYY-MM') as month, stay.currency,
      sum((stay.night_to - stay.night_from) * stay.units)::float8 as "nightsSold",
      sum((stay.night_to - stay.night_from) * stay.priced_units)::float8 as "nightsPriced",
      sum(stay.beside)::float8 as "nightsBeside", ${sql.join(sums, sql`, `)}
    from (
      select month.first as month, booking.currency, booking.check_out - booking.check_in as nights,
        ${from} - booking.check_in as night_from, ${to} - booking.check_in as night_to, ${sql.join(totals, sql`, `)},
        count(*) as units, case when ${hasTotals} then count(*) else 0 end as priced_units,
        sum(${to} - ${from} - ${countDaysSql(SELLABLE_DAYS, from, to)}) as beside
      ${buildTakenSql(teamId, scope, JOIN_BOOKINGS)}
        and booking.status in ('confirmed', 'completed')
      group by booking.team_id, booking.id, month.first, month.next) as stay
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

/** For a query in which a block is one of `blocks`. */
const JOIN_BLOCKS = sql.raw('join blocks on blocks.team_id = night.team_id and blocks.id = night.block_id');

/** The nights that blocks take of units that could be sold, without stays of channels. */
export async function listBlockedNights(db: Executor, teamId: number, scope: ReportScope) {
  const { rows } = await db.execute<Nights>(sql`
    select to_char(month.first, 'YYYY-MM') as month, blocked.currency,
      sum(${countDaysSql(
        sql`blocked.days`,
        sql`greatest(blocked.start_date, month.first)`,
        sql`least(blocked.end_date, month.next)`,
      )})::int as nights
    from (select listing.currency, night.start_date, night.end_date, ${SELLABLE_DAYS} as days
      ${buildTakenSql(teamId, scope, JOIN_BLOCKS)} and not ${isChannelStay}) as blocked
    join ${buildMonthsSql(scope)} on month.first < blocked.end_date and month.next > blocked.start_date
    group by 1, 2`);
  return rows;
}

/** The nights that channels have sold. `beside` counts those on which the unit could not be sold. */
export async function listChannelNights(db: Executor, teamId: number, scope: ReportScope) {
  const [from, to] = [sql`greatest(stay.start_date, month.first)`, sql`least(stay.end_date, month.next)`];
  const { rows } = await db.execute<Nights & { beside: number }>(sql`
    select to_char(month.first, 'YYYY-MM') as month, stay.currency, sum(${to} - ${from})::int as nights,
      sum(${to} - ${from} - ${countDaysSql(sql`stay.days`, from, to)})::int as beside
    from (select listing.currency, night.start_date, night.end_date, ${SELLABLE_DAYS} as days
      ${buildTakenSql(teamId, scope, JOIN_BLOCKS)} and ${isChannelStay}) as stay
    join ${buildMonthsSql(scope)} on month.first < stay.end_date and month.next > stay.start_date
    group by 1, 2`);
  return rows;
}

/**
 * Payments, refunds and cancellation fees by day in the listing's time zone, for bookings in any status. No
 * time zone is more than a day from UTC, so an index finds all moments that can be in the period.
 */
export async function listMoneyByMonth(db: Executor, teamId: number, scope: ReportScope) {
  const { from, end, listingId } = scope;
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
  const { rows } = await db.execute<{
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
