/** The reads from which a team's monthly report is calculated (docs/rules.md, 24). */
import { type SQL, sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates/dates.ts';
import type { SoldStay, StaysSums } from '../../../domain/dates/months.ts';
import type { Executor } from '../../client.ts';

/** The period of the report (its end is not included), and its listing, or null for all listings. */
export type ReportScope = { from: StayDate; end: StayDate; listingId: string | null };

/** A report of a building includes the building's unit types. */
const isAskedFor = (listing: string, listingId: string | null) =>
  listingId === null
    ? sql`true`
    : sql`(${sql.raw(listing)}.id = ${listingId} or ${sql.raw(listing)}.building_id = ${listingId})`;

/**
 * SQL for whether a unit counts as available: the unit, its listing and the listing's building are active.
 */
const IS_OFFERED = sql.raw(
  `unit.active and listing.status = 'active' and (building.id is null or building.status = 'active')`,
);
const UNIT_WITH_LISTINGS = sql.raw(`units as unit
  join listings as listing on listing.team_id = unit.team_id and listing.id = unit.listing_id
  left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id`);

/** SQL for whether a stay's listing is one that the report is about, or the building of the unit type that it is about. */
const buildStayConditions = (teamId: number, listingId: string) => ({
  isAsked: sql`booking.listing_id in (select listing.id from listings as listing
    where listing.team_id = ${teamId} and ${isAskedFor('listing', listingId)})`,
  isOfBuilding: sql`booking.listing_id = (select type.building_id from listings as type
    where type.team_id = ${teamId} and type.id = ${listingId})`,
});

const TOTALS = ['accommodation', 'discount', 'fees', 'taxes', 'grand'].map((name) =>
  sql.raw(`${name}_total_cents`),
);

/**
 * SQL for the confirmed and completed stays with a night in the period, and the number of units that each of them takes.
 * A stay of a whole building sells nights of each unit type in it, but its totals stand once: in the report of a unit
 * type they are 0. The units are joined and not counted by a query of their own, because the number of rows of such a
 * query is not known when the statement is planned.
 */
function buildSoldStaysSql(teamId: number, { from, end, listingId }: ReportScope, condition: SQL) {
  const stays = listingId === null ? null : buildStayConditions(teamId, listingId);
  const totals = TOTALS.map((column) =>
    stays
      ? sql`case when ${stays.isAsked} then booking.${column} else 0 end as ${column}`
      : sql`booking.${column}`,
  );
  const isUnitAsked = isAskedFor('listing', listingId);
  return sql`
  select booking.id, booking.check_in, booking.check_out, booking.currency, ${sql.join(totals, sql`, `)},
    (count(night.unit_id) filter (where ${isUnitAsked}))::int as units,
    (count(night.unit_id) filter (where ${isUnitAsked} and not (${IS_OFFERED})))::int as beside
  from bookings as booking
  left join occupancies as night on night.team_id = booking.team_id and night.booking_id = booking.id
  left join units as unit on unit.team_id = night.team_id and unit.id = night.unit_id
  left join listings as listing on listing.team_id = unit.team_id and listing.id = unit.listing_id
  left join listings as building on building.team_id = listing.team_id and building.id = listing.building_id
  where booking.team_id = ${teamId} and booking.status in ('confirmed', 'completed')
    and booking.check_in < ${end} and booking.check_out > ${from}
    and ${stays ? sql`(${stays.isAsked} or ${stays.isOfBuilding})` : sql`true`} and ${condition}
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
      sum((stay.check_out - stay.check_in) * stay.beside)::float8 as "nightsAvailable",
      sum(stay.accommodation_total_cents)::float8 as "accommodationTotalCents",
      sum(stay.discount_total_cents)::float8 as "discountTotalCents",
      sum(stay.fees_total_cents)::float8 as "feesTotalCents", sum(stay.taxes_total_cents)::float8 as "taxesTotalCents"
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
      stay.taxes_total_cents::float8 as "taxesTotalCents", stay.grand_total_cents::float8 as "grandTotalCents",
      stay.units, stay.beside as "unitsBeside"
    from (${buildSoldStaysSql(teamId, scope, isNext)}) as stay
    order by stay.id limit ${limit}`);
  return rows as unknown as (SoldStay & { id: string })[];
}

/**
 * For each month and each currency of the listings, the nights of the units that count as available, minus the nights that
 * a block takes.
 */
export async function listAvailableNights(
  db: Executor,
  teamId: number,
  { from, end, listingId }: ReportScope,
) {
  const { rows } = await db.execute<{ month: string; currency: string; nights: number }>(sql`
    with offered as (
      select unit.id, listing.currency from ${UNIT_WITH_LISTINGS}
      where unit.team_id = ${teamId} and ${IS_OFFERED} and ${isAskedFor('listing', listingId)}),
    blocked as (
      select offered.currency, night.start_date, night.end_date
      from occupancies as night join offered on offered.id = night.unit_id
      where night.team_id = ${teamId} and night.block_id is not null
        and night.start_date < ${end} and night.end_date > ${from}),
    months as (
      select first::date as first, (first + interval '1 month')::date as next
      from generate_series(${from}::date::timestamp, ${end}::date::timestamp - interval '1 day', interval '1 month') as first)
    select to_char(months.first, 'YYYY-MM') as month, used.currency,
      ((months.next - months.first) * used.units - coalesce((
        select sum(least(blocked.end_date, months.next) - greatest(blocked.start_date, months.first))
        from blocked
        where blocked.currency = used.currency
          and blocked.start_date < months.next and blocked.end_date > months.first), 0))::int as nights
    from months
    cross join (
      select listing.currency,
        (select count(*) from offered where offered.currency = listing.currency) as units
      from listings as listing
      where listing.team_id = ${teamId} and ${isAskedFor('listing', listingId)}
      group by listing.currency) as used`);
  return rows;
}

/**
 * The money that was paid and refunded on each day in the listing's time zone, for bookings in any status.
 */
export async function listMoneyByMonth(db: Executor, teamId: number, { from, end, listingId }: ReportScope) {
  const received = sql`
      from payments as payment
      join bookings as booking on booking.team_id = payment.team_id and booking.id = payment.booking_id
      join listings as listing on listing.team_id = booking.team_id and listing.id = booking.listing_id
      where payment.team_id = ${teamId} and payment.status in ('paid', 'refunded')
        and ${isAskedFor('listing', listingId)}`;
  const { rows } = await db.execute<{ month: string; currency: string; paid: number; refunded: number }>(sql`
    select to_char(moved.day, 'YYYY-MM') as month, moved.currency,
      sum(moved.paid)::float8 as paid, sum(moved.refunded)::float8 as refunded
    from (
      select (payment.paid_at at time zone listing.timezone)::date as day, booking.currency,
        sum(payment.amount_cents) as paid, 0 as refunded
      ${received} group by 1, 2
      union all
      select (coalesce(payment.refunded_at, payment.paid_at) at time zone listing.timezone)::date, booking.currency,
        0, sum(payment.refunded_cents)
      ${received} and payment.refunded_cents > 0 group by 1, 2) as moved
    where moved.day >= ${from}::date and moved.day < ${end}::date
    group by 1, 2`);
  return rows;
}
