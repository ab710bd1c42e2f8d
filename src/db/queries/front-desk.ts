/** What a team's front desk looks at: who comes, stays and goes, what waits for an answer, and what is due. */
import type { NightSpan } from '../../domain/inventory.ts';
import type { StayDate } from '../../domain/stay.ts';
import type { BookingSource, BookingStatus, PaymentStatus } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { statement } from '../statement.ts';

/** A booking as a line of the day. Moments are in milliseconds since 1970. */
export type DeskStay = {
  id: string;
  confirmationCode: string;
  status: BookingStatus;
  source: BookingSource;
  checkIn: StayDate;
  checkOut: StayDate;
  numberOfGuests: number;
  guestName: string;
  /** Null for a whole building. */
  unitName: string | null;
  listingTitle: string;
  timezone: string;
  checkInTime: string;
  checkOutTime: string;
  expiresAtMs: number | null;
  createdAtMs: number;
  grandTotalCents: number;
  /** The sum of the payments that are scheduled or have failed, but never more than what is owed. */
  dueCents: number;
  currency: string;
  hasRequests: boolean;
};

export type DuePayment = {
  id: string;
  bookingId: string;
  confirmationCode: string;
  guestName: string;
  listingTitle: string;
  timezone: string;
  status: PaymentStatus;
  amountCents: number;
  currency: string;
  dueOn: StayDate;
};

/** A currency's amounts are integers, so they are read as JSON numbers, which are exact up to 2^53. */
const stayColumns = `
  b.id, b.confirmation_code as "confirmationCode", b.status, b.source, b.check_in as "checkIn",
  b.check_out as "checkOut", b.number_of_guests as "numberOfGuests", guests.name as "guestName",
  units.name as "unitName", listings.public_title as "listingTitle", listings.timezone,
  listings.check_in_time as "checkInTime", listings.check_out_time as "checkOutTime",
  (extract(epoch from b.expires_at) * 1000)::float8 as "expiresAtMs",
  (extract(epoch from b.created_at) * 1000)::float8 as "createdAtMs",
  b.grand_total_cents::float8 as "grandTotalCents", b.currency,
  b.special_requests is not null as "hasRequests",
  (select greatest(0, least(
      coalesce(sum(amount_cents) filter (where payments.status in ('scheduled', 'failed')), 0),
      b.grand_total_cents - coalesce(sum(amount_cents - refunded_cents) filter (where payments.status = 'paid'), 0)))
    from payments where payments.team_id = $1 and payments.booking_id = b.id)::float8 as "dueCents"`;

const joined = `
  join guests on guests.team_id = $1 and guests.id = b.guest_id
  join listings on listings.team_id = $1 and listings.id = b.listing_id
  left join units on units.team_id = $1 and units.id = b.unit_id`;

// A team may have thousands of stays in the house, or requests that wait. So the rows to show are chosen first, and only
// these are joined with their guests.

/** A hold whose time has passed counts as cancelled, even before the sweep has come. */
const notLapsed = (now: string) =>
  `(b.status <> 'pending' or b.expires_at is null or b.expires_at > to_timestamp(${now}::float8 / 1000))`;

const staysOn = statement<
  [teamId: number, startDate: StayDate, endDate: StayDate, nowMs: number, limit: number],
  DeskStay
>(`
  select ${stayColumns}
  from bookings as b ${joined}
  where b.team_id = $1 and b.id = any(array(
    select b.id
    from bookings as b
    join listings on listings.team_id = $1 and listings.id = b.listing_id
    left join units on units.team_id = $1 and units.id = b.unit_id
    where b.team_id = $1 and b.status <> 'cancelled' and ${notLapsed('$4')}
      and b.id = any(array(
        select distinct booking_id from occupancies
        where team_id = $1 and booking_id is not null
          and daterange(start_date, end_date, '[)') && daterange($2, $3, '[)')))
    order by listings.public_title, units.name, b.check_in, b.id
    limit $5))
  order by listings.public_title, units.name, b.check_in, b.id`);

/** The bookings that take a unit on any night of the span, by listing and unit. */
export const listStaysOn = (
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<DeskStay[]> => staysOn(db, teamId, startDate, endDate, nowMs, limit);

/** Pending bookings that have not lapsed: those that expire first, then the oldest. */
export const listWaiting = statement<[teamId: number, nowMs: number, limit: number], DeskStay>(`
  select ${stayColumns}
  from bookings as b ${joined}
  where b.team_id = $1 and b.id = any(array(
    select b.id from bookings as b
    where b.team_id = $1 and b.status = 'pending' and ${notLapsed('$2')}
    order by b.expires_at nulls last, b.created_at, b.id
    limit $3))
  order by b.expires_at nulls last, b.created_at, b.id`);

/**
 * Payments that are due by a date and not paid, of bookings that are not cancelled and of which something is owed. The
 * oldest first.
 */
export const listDuePayments = statement<
  [teamId: number, until: StayDate, nowMs: number, limit: number],
  DuePayment
>(`
  select payments.id, b.id as "bookingId", b.confirmation_code as "confirmationCode",
    guests.name as "guestName", listings.public_title as "listingTitle", listings.timezone, payments.status,
    payments.amount_cents::float8 as "amountCents", b.currency, payments.due_on as "dueOn"
  from payments
  join bookings as b on b.team_id = $1 and b.id = payments.booking_id
  join guests on guests.team_id = $1 and guests.id = b.guest_id
  join listings on listings.team_id = $1 and listings.id = b.listing_id
  where payments.team_id = $1 and payments.status in ('scheduled', 'failed') and payments.due_on <= $2
    and b.status <> 'cancelled' and ${notLapsed('$3')}
    and b.grand_total_cents > (select coalesce(sum(amount_cents - refunded_cents), 0) from payments as received
      where received.team_id = $1 and received.booking_id = b.id and received.status = 'paid')
  order by payments.due_on, b.confirmation_code, payments.position, payments.id
  limit $4`);

export type DeskZone = { timezone: string; listings: number };

/** The time zones of the team's listings, that of most of them first. */
export const listDeskZones = statement<[teamId: number], DeskZone>(`
  select timezone, count(*)::int as listings
  from listings where team_id = $1
  group by timezone order by count(*) desc, timezone`);

export type FeedProblem = {
  id: string;
  name: string;
  unitName: string;
  listingTitle: string;
  lastError: string | null;
  isFailing: boolean;
  conflicts: number;
};

/** The calendar feeds that fail, or whose nights are taken by something else. */
export const listFeedProblems = statement<[teamId: number], FeedProblem>(`
  select f.id, f.name, u.name as "unitName", l.public_title as "listingTitle", f.last_error as "lastError",
    f.status in ('failing', 'suspicious') as "isFailing", jsonb_array_length(f.conflicts) as conflicts
  from calendar_feeds as f
  join units as u on u.team_id = $1 and u.id = f.unit_id
  join listings as l on l.team_id = $1 and l.id = u.listing_id
  where f.team_id = $1 and not f.paused and (f.conflicts <> '[]' or f.status in ('failing', 'suspicious'))
  order by l.public_title, u.name, f.name, f.id limit 20`);

/** The webhooks that get no events any more, because they failed for too long or were switched off by the service. */
export const listDisabledWebhooks = statement<
  [teamId: number],
  { id: string; url: string; disabledReason: string | null }
>(`
  select id, url, disabled_reason as "disabledReason" from webhooks
  where team_id = $1 and status = 'disabled' order by created_at, id limit 20`);
