/** The reads from which a team's monthly report is calculated (docs/rules.md, 24). */
import { type SQL, sql } from 'drizzle-orm';
import { addDays, type StayDate } from '../../../domain/dates/dates.ts';
import type { SoldStay, StaysSums } from '../../../domain/dates/months.ts';
import type { Executor } from '../../client.ts';
import { SELLABLE_DAYS } from '../listings/sellable-days.ts';
import { isChannelStay } from './channel-stays.ts';

/** The period of the report (its end is not included), and its listing, or null for all listings. */
export type ReportScope = { from: StayDate; end: StayDate; listingId: string | null };

/** A report of a building includes the building's unit types. */
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

/** SQL for how many days of a span are among some days. Most spans are whole, which is found out fast. */
const countDaysSql = (days: SQL, from: SQL, to: SQL) => sql`(
  case when ${days} @> daterange(${from}, ${to}) then ${to} - ${from} else (
    select coalesce(sum(upper(span) - lower(span)), 0)
    from unnest(${days} * datemultirange(daterange(${from}, ${to}))) as span) end)`;

/** SQL for the nights that bookings or blocks take of the units that the report is about, in its period. */
const buildTakenSql = (teamId: number, { from, end, listingId }: ReportScope, taker: SQL) => sql`
  from occupancies as night ${taker}
  join units as unit on unit.team_id = night.team_id and unit.id = night.unit_id
  join listings as listing on listing.team_id = unit.team_id and listing.id = unit.listing_id
  left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id
  ${HISTORY}
  where night.team_id = ${teamId} and daterange(night.start_date, night.end_date, '[)') && daterange(${from}, ${end}, '[)')
    and ${isAskedFor(listingId)}`;

/** The confirmed and completed stays with a night in the period, one row for each of their units. */
const buildSoldNightsSql = (teamId: number, scope: ReportScope) => sql`
  ${buildTakenSql(teamId, scope, sql.raw('join bookings as booking on booking.team_id = night.team_id and booking.id = night.booking_id'))}
    and booking.status in ('confirmed', 'completed')
    and booking.check_in < ${scope.end} and booking.check_out > ${scope.from}`;

const TOTALS = ['accommodation', 'discount', 'fees', 'taxes'].map((name) => sql.raw(`${name}_total_cents`));
const TAXES_INCLUDED = sql.raw(`case when booking.price_lines @> '[{"type": "tax", "included": true}]' then (
  select coalesce(sum((line ->> 'amountCents')::bigint), 0) from jsonb_array_elements(booking.price_lines) as line
  where line ->> 'type' = 'tax' and (line ->> 'included')::boolean) else 0 end`);

/**
 * SQL for the stays of the period and the number of units that each of them takes. A stay of a whole building sells
 * nights of each unit type in it, but its totals stand once: in the report of a unit type they are 0.
 */
function buildSoldStaysSql(teamId: number, scope: ReportScope, condition: SQL) {
  const { listingId } = scope;
  const hasTotals =
    listingId === null
      ? sql`true`
      : sql`bool_and(booking.listing_id = ${listingId}::uuid or listing.building_id = ${listingId}::uuid)`;
  const totals = TOTALS.map(
    (column) => sql`case when ${hasTotals} then booking.${column} else 0 end as ${column}`,
  );
  return sql`
  select booking.id, booking.check_in, booking.check_out, booking.currency, ${sql.join(totals, sql`, `)},
    case when ${hasTotals} then ${TAXES_INCLUDED} else 0 end as taxes_included_total_cents,
    count(*)::int as units, (case when ${hasTotals} then count(*) else 0 end)::int as priced_units
  ${buildSoldNightsSql(teamId, scope)} and ${condition}
  group by booking.team_id, booking.id`;
}

const FIRST_MONTH = `date_trunc('month', booking.check_in::timestamp)`;
const LAST_MONTH = `date_trunc('month', (booking.check_out - 1)::timestamp)`;
/**
 * SQL for whether all nights of a stay are in one month. PostgreSQL would expect two equal months in one stay of 200, and
 * join the few that it expects one by one, so the months are compared by their order.
 */
const IS_IN_ONE_MONTH = sql.raw(`${FIRST_MONTH} >= ${LAST_MONTH}`);
const IS_OVER_MONTHS = sql.raw(`${FIRST_MONTH} < ${LAST_MONTH}`);

/**
 * The sums of the stays whose nights are all in one month, for each month. They are most stays of a team, so they are
 * added up by PostgreSQL.
 */
export async function listStaysSumsByMonth(db: Executor, teamId: number, scope: ReportScope) {
  const { rows } = await db.execute<StaysSums>(sql`
    select to_char(stay.check_in, 'YYYY-MM') as month, stay.currency,
      sum((stay.check_out - stay.check_in) * stay.units)::float8 as "nightsSold",
      sum((stay.check_out - stay.check_in) * stay.priced_units)::float8 as "nightsPriced",
      sum(stay.accommodation_total_cents)::float8 as "accommodationTotalCents",
      sum(stay.discount_total_cents)::float8 as "discountTotalCents",
      sum(stay.fees_total_cents)::float8 as "feesTotalCents", sum(stay.taxes_total_cents)::float8 as "taxesTotalCents",
      sum(stay.taxes_included_total_cents)::float8 as "taxesIncludedTotalCents"
    from (${buildSoldStaysSql(teamId, scope, IS_IN_ONE_MONTH)}) as stay
    group by 1, 2`);
  return rows;
}

/** The stays with nights in several months, of which some are in the period, in the order of their ids. */
export async function listStaysOverMonths(
  db: Executor,
  teamId: number,
  scope: ReportScope,
  { after, limit }: { after: string | null; limit: number },
) {
  const isNext = sql`${IS_OVER_MONTHS} and (${after}::uuid is null or booking.id > ${after}::uuid)`;
  const { rows } = await db.execute<Record<keyof SoldStay | 'id', unknown>>(sql`
    select stay.id, stay.check_in::text as "checkIn", stay.check_out::text as "checkOut", stay.currency,
      stay.accommodation_total_cents::float8 as "accommodationTotalCents",
      stay.discount_total_cents::float8 as "discountTotalCents", stay.fees_total_cents::float8 as "feesTotalCents",
      stay.taxes_total_cents::float8 as "taxesTotalCents",
      stay.taxes_included_total_cents::float8 as "taxesIncludedTotalCents",
      stay.units, stay.priced_units as "pricedUnits"
    from (${buildSoldStaysSql(teamId, scope, isNext)}) as stay
    order by stay.id limit ${limit}`);
  return rows as unknown as (SoldStay & { id: string })[];
}

type Nights = { month: string; currency: string; nights: number };

/** For each month and each currency of the listings, the nights on which units could be sold. */
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

/** Blocks that are stays of channels, in a query in which a block is one of `blocks`. */
const JOIN_BLOCKS = sql.raw('join blocks on blocks.team_id = night.team_id and blocks.id = night.block_id');

/** The nights, on which units could be sold, that a block takes, without the stays that channels have sold. */
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

/** The nights of the stays that channels have sold, and how many of them are on days on which the unit could not be sold. */
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

/** The nights that were sold although their units could not be sold on them, such as those of a unit that is closed. */
export async function listNightsSoldBeside(db: Executor, teamId: number, scope: ReportScope) {
  const [from, to] = [sql`greatest(beside.check_in, month.first)`, sql`least(beside.check_out, month.next)`];
  const { rows } = await db.execute<Nights>(sql`
    select to_char(month.first, 'YYYY-MM') as month, beside.currency,
      sum(${to} - ${from} - ${countDaysSql(sql`beside.days`, from, to)})::int as nights
    from (select booking.currency, booking.check_in, booking.check_out, ${SELLABLE_DAYS} as days
      ${buildSoldNightsSql(teamId, scope)}
        and not ${SELLABLE_DAYS} @> daterange(booking.check_in, booking.check_out)) as beside
    join ${buildMonthsSql(scope)} on month.first < beside.check_out and month.next > beside.check_in
    group by 1, 2`);
  return rows;
}

/**
 * The money that was paid and refunded, and the fees of cancelled bookings, on each day in the listing's time zone, for
 * bookings in any status. An index finds all moments that can be in the period, because no time zone is more than a day
 * from UTC.
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
  // The last refund of a payment is the one by which an index finds it.
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
