/** What is due of bookings: payments that are scheduled or have failed (docs/rules.md, 12.19). */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { addDays, type StayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import type { BookingStatus, PaymentStatus } from '../../../../domain/vocabulary.ts';

export type Due = {
  bookingId: string;
  confirmationCode: string;
  bookingStatus: BookingStatus;
  guestName: string;
  listingTitle: string;
  buildingTitle: string | null;
  currency: string;
  /** By the date at the place. What is late of a booking, and what is not, are two rows. */
  isLate: boolean;
  /** Failed if one of the payments has. */
  status: PaymentStatus;
  amountCents: number;
  payments: number;
  /** Of the first of them. */
  dueOn: StayDate;
};
/** Of all bookings, also of those that are not listed. */
export type DueTotal = { isLate: boolean; currency: string; bookings: number; amountCents: number };

/**
 * What is late, and what is due today or within some days, in the order of what is due first: at most `limit` rows of
 * each, with the totals of all. Of bookings that are not fully paid, and what is scheduled of cancellation fees.
 */
export async function listDues(
  db: Executor,
  teamId: number,
  { now, withinDays, limit }: { now: Date; withinDays: number; limit: number },
): Promise<{ dues: Due[]; totals: DueTotal[] }> {
  // No place is more than a day ahead of UTC.
  const until = addDays(todayInZone('UTC', now), withinDays + 1);
  const { rows } = await db.execute<Due & { totals: DueTotal[] }>(sql`
    with payment as materialized (
      select booking_id, status, amount_cents, due_on from payments
      where team_id = ${teamId} and status in ('scheduled', 'failed') and due_on <= ${until}
    ), paid as (
      select booking_id,
        coalesce(sum(amount_cents - refunded_cents) filter (where status = 'paid'), 0) as received,
        coalesce(sum(amount_cents) filter (where status = 'scheduled'), 0) as scheduled
      from payments
      where team_id = ${teamId} and booking_id in (select booking_id from payment)
      group by booking_id
    ), owed as (
      select booking.id, booking.currency, payment.status, payment.amount_cents, payment.due_on, place.today,
        booking.grand_total_cents - received - scheduled as unscheduled
      from payment
      join paid on paid.booking_id = payment.booking_id
      join bookings as booking on booking.team_id = ${teamId} and booking.id = payment.booking_id
      join listings as listing on listing.team_id = ${teamId} and listing.id = booking.listing_id
      cross join lateral (select (${now.toISOString()}::timestamptz at time zone listing.timezone)::date) as place (today)
      where booking.status <> 'pending'
        and (booking.status = 'cancelled' or booking.grand_total_cents > received)
    ), due as materialized (
      select id, currency, due_on < today as is_late,
        coalesce(sum(amount_cents) filter (where status = 'scheduled'), 0)
          + least(coalesce(sum(amount_cents) filter (where status = 'failed'), 0), greatest(max(unscheduled), 0)) as cents,
        count(*)::int as payments,
        min(due_on) as due_on,
        bool_or(status = 'failed') as has_failed
      from owed
      -- What a failed payment asks for may be scheduled again. What a cancelled booking owes of its fee is scheduled.
      where due_on <= today + ${withinDays}::int and (status = 'scheduled' or unscheduled > 0)
      group by id, currency, is_late
    ), total as (
      select is_late, currency, count(*) as bookings, sum(cents) as cents from due group by is_late, currency
    ), line as (
      select due.*, row_number() over (partition by is_late order by due_on, id) as place from due
    )
    select line.id as "bookingId", booking.confirmation_code as "confirmationCode",
      booking.status as "bookingStatus", guest.name as "guestName", listing.public_title as "listingTitle",
      building.public_title as "buildingTitle", line.currency, line.is_late as "isLate",
      case when line.has_failed then 'failed' else 'scheduled' end as status,
      line.cents::float8 as "amountCents", line.payments, line.due_on::text as "dueOn",
      (select json_agg(json_build_object('isLate', is_late, 'currency', currency, 'bookings', bookings,
        'amountCents', cents) order by currency) from total) as totals
    from line
    join bookings as booking on booking.team_id = ${teamId} and booking.id = line.id
    join guests as guest on guest.team_id = ${teamId} and guest.id = booking.guest_id
    join listings as listing on listing.team_id = ${teamId} and listing.id = booking.listing_id
    left join listings as building on building.team_id = ${teamId} and building.id = listing.building_id
    where line.place <= ${limit}
    order by line.is_late desc, line.place`);
  return { dues: rows.map(({ totals: _, ...due }) => due), totals: rows[0]?.totals ?? [] };
}
