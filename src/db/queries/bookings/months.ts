/** The reads from which a team's monthly report is calculated (docs/rules.md, 24). */
import { sql } from 'drizzle-orm';
import type { StayDate } from '../../../domain/dates.ts';
import type { SoldStay } from '../../../domain/months.ts';
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

export async function listReportCurrencies(
  db: Executor,
  teamId: number,
  listingId: string | null,
): Promise<string[]> {
  const { rows } = await db.execute<{ currency: string }>(sql`
    select distinct listing.currency from listings as listing
    where listing.team_id = ${teamId} and ${isAskedFor('listing', listingId)}`);
  return rows.map(({ currency }) => currency);
}

/** The ids of confirmed and completed bookings with a night in the period, a page at a time. */
export async function listSoldStays(
  db: Executor,
  teamId: number,
  { from, end, listingId }: ReportScope,
  { after, limit }: { after: string | null; limit: number },
) {
  const { rows } = await db.execute<Record<keyof SoldStay | 'id', unknown>>(sql`
    select booking.id, booking.check_in::text as "checkIn", booking.check_out::text as "checkOut", booking.currency,
      booking.accommodation_total_cents::float8 as "accommodationTotalCents",
      booking.discount_total_cents::float8 as "discountTotalCents",
      booking.fees_total_cents::float8 as "feesTotalCents", booking.taxes_total_cents::float8 as "taxesTotalCents",
      booking.grand_total_cents::float8 as "grandTotalCents",
      taken.units, taken.beside as "unitsBeside"
    from bookings as booking
    join listings as asked on asked.team_id = booking.team_id and asked.id = booking.listing_id
    cross join lateral (
      select count(*)::int as units, (count(*) filter (where not (${IS_OFFERED})))::int as beside
      from occupancies as night
      join ${UNIT_WITH_LISTINGS} on true
      where night.team_id = booking.team_id and night.booking_id = booking.id
        and unit.team_id = night.team_id and unit.id = night.unit_id) as taken
    where booking.team_id = ${teamId} and booking.status in ('confirmed', 'completed')
      and booking.check_in < ${end} and booking.check_out > ${from}
      and ${isAskedFor('asked', listingId)}
      and (${after}::uuid is null or booking.id > ${after}::uuid)
    order by booking.id limit ${limit}`);
  return rows as unknown as (SoldStay & { id: string })[];
}

/** For each month, the nights of the units that count as available, minus the nights that a block takes. */
export async function listAvailableNights(
  db: Executor,
  teamId: number,
  { from, end, listingId }: ReportScope,
) {
  const { rows } = await db.execute<{ month: string; currency: string; nights: number }>(sql`
    with offered as (
      select unit.id, listing.currency from ${UNIT_WITH_LISTINGS}
      where unit.team_id = ${teamId} and ${IS_OFFERED} and ${isAskedFor('listing', listingId)}),
    months as (
      select first::date as first, (first + interval '1 month')::date as next
      from generate_series(${from}::date::timestamp, ${end}::date::timestamp - interval '1 day', interval '1 month') as first)
    select to_char(months.first, 'YYYY-MM') as month, offered.currency,
      sum(months.next - months.first - coalesce(blocked.nights, 0))::int as nights
    from months cross join offered
    left join lateral (
      select sum(least(night.end_date, months.next) - greatest(night.start_date, months.first)) as nights
      from occupancies as night
      where night.team_id = ${teamId} and night.unit_id = offered.id and night.block_id is not null
        and night.start_date < months.next and night.end_date > months.first) as blocked on true
    group by 1, 2`);
  return rows;
}

/**
 * The money that was paid and refunded on each day in the listing's time zone, for bookings in any status.
 */
export async function listMoneyByMonth(db: Executor, teamId: number, { from, end, listingId }: ReportScope) {
  const { rows } = await db.execute<{ month: string; currency: string; paid: number; refunded: number }>(sql`
    select to_char(moved.day, 'YYYY-MM') as month, booking.currency,
      sum(moved.paid)::float8 as paid, sum(moved.refunded)::float8 as refunded
    from payments as payment
    join bookings as booking on booking.team_id = payment.team_id and booking.id = payment.booking_id
    join listings as listing on listing.team_id = booking.team_id and listing.id = booking.listing_id
    cross join lateral (
      values ((payment.paid_at at time zone listing.timezone)::date, payment.amount_cents, 0::bigint),
        ((coalesce(payment.refunded_at, payment.paid_at) at time zone listing.timezone)::date, 0::bigint, payment.refunded_cents)
    ) as moved (day, paid, refunded)
    where payment.team_id = ${teamId} and payment.status in ('paid', 'refunded')
      and moved.day >= ${from}::date and moved.day < ${end}::date and ${isAskedFor('listing', listingId)}
    group by 1, 2`);
  return rows;
}
