/** What must be true of every row, in plain SQL that shares no code with the service that writes the rows. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../client.ts';
import { EVENT_INVARIANTS } from './events/invariants.ts';

export type Invariants = {
  /** Those of the core and of options are checked by rising position. */
  position: number;
  /** By what they say. Each counts the rows that violate it. */
  queries: Record<string, string>;
};

const BOOKING_INVARIANTS: Record<string, string> = {
  'no two stays or blocks of a unit overlap': `
    select count(*) from occupancies a join occupancies b
      on a.team_id = b.team_id and a.unit_id = b.unit_id and a.start_date < b.start_date and b.start_date < a.end_date`,

  'a live booking of a unit occupies its nights and preparation nights there': `
    select count(*) from bookings b
    where b.status <> 'cancelled' and not b.whole_building and not exists (
      select from occupancies o where o.team_id = b.team_id and o.booking_id = b.id and o.unit_id = b.unit_id
        and o.start_date = b.check_in and o.end_date = b.check_out + b.preparation_days)`,

  'a booking of a unit occupies nothing else': `
    select count(*) from occupancies o join bookings b on b.team_id = o.team_id and b.id = o.booking_id
    where not b.whole_building and o.unit_id <> b.unit_id`,

  'a live booking of a whole building occupies units of its unit types for all of its nights': `
    select count(*) from bookings b
    where b.status <> 'cancelled' and b.whole_building and (
      not exists (select from occupancies o where o.team_id = b.team_id and o.booking_id = b.id)
      or exists (select from occupancies o
        join units u on u.team_id = o.team_id and u.id = o.unit_id
        join listings l on l.team_id = u.team_id and l.id = u.listing_id
        where o.team_id = b.team_id and o.booking_id = b.id
          and (l.building_id is distinct from b.listing_id or o.start_date <> b.check_in
            or o.end_date <> b.check_out + b.preparation_days)))`,

  'an active unit of a building is taken on the nights of a stay that takes the building as a whole': `
    select count(*) from bookings b
      join listings l on l.team_id = b.team_id and l.building_id = b.listing_id
      join units u on u.team_id = l.team_id and u.listing_id = l.id and u.active
    where b.whole_building and b.status <> 'cancelled' and b.expires_at is null
      and b.check_out + b.preparation_days > greatest(u.updated_at::date + 1, current_date) and not exists (
        select from occupancies o where o.team_id = u.team_id and o.unit_id = u.id
          and o.start_date < b.check_out + b.preparation_days and o.end_date > b.check_in)`,

  'a cancelled booking occupies no nights': `
    select count(*) from occupancies o join bookings b on b.team_id = o.team_id and b.id = o.booking_id
    where b.status = 'cancelled'`,

  'the nights of a hold are free when it lapses, and only a pending or cancelled booking was a hold': `
    select count(*) from bookings b left join occupancies o on o.team_id = b.team_id and o.booking_id = b.id
    where (b.expires_at is not null and b.status not in ('pending', 'cancelled'))
      or (o.unit_id is not null and o.expires_at is distinct from b.expires_at)`,

  'the address of a request from the booking site is kept only while it is pending': `
    select count(*) from bookings where ip_hash is not null and (status <> 'pending' or source <> 'booking_site')`,

  'a block occupies its nights': `
    select count(*) from blocks b where not exists (
      select from occupancies o where o.team_id = b.team_id and o.block_id = b.id and o.unit_id = b.unit_id
        and o.start_date = b.start_date and o.end_date = b.end_date)`,

  'a unit counts as sellable from now on if it, its listing and its building are active': `
    select count(*) from sellable_days s
      join units u on u.team_id = s.team_id and u.id = s.unit_id
      join listings l on l.team_id = u.team_id and l.id = u.listing_id
      left join listings b on b.team_id = l.team_id and b.id = l.building_id
    where upper_inf(s.days) <> (u.active and l.status = 'active' and (b.id is null or b.status = 'active'))`,

  'a stay has at least one night': `select count(*) from bookings where check_out <= check_in`,

  'a grand total is accommodation - discount + fees + taxes': `
    select count(*) from bookings where grand_total_cents <>
      accommodation_total_cents - discount_total_cents + fees_total_cents + taxes_total_cents`,

  'a grand total is the sum of its lines': `
    select count(*) from bookings b where b.grand_total_cents <> (
      select coalesce(sum((line->>'amountCents')::bigint), 0) from jsonb_array_elements(b.price_lines) line
      where not (line->>'included')::boolean)`,

  'what was paid of a booking is the sum of its payments': `
    select count(*) from bookings b where b.paid_cents <> (
      select coalesce(sum(amount_cents - refunded_cents), 0) from payments p
      where p.team_id = b.team_id and p.booking_id = b.id and p.status = 'paid')`,

  'a cancelled booking has no more scheduled than its fee leaves owed': `
    select count(*) from bookings b where b.status = 'cancelled' and (
      select coalesce(sum(amount_cents) filter (where status = 'scheduled'), 0)
        - greatest(0, coalesce(b.cancellation_fee_cents, 0)
          - coalesce(sum(amount_cents - refunded_cents) filter (where status = 'paid'), 0))
      from payments p where p.team_id = b.team_id and p.booking_id = b.id) > 0`,
  'an invoice has a number once it is issued': `
    select count(*) from invoices where (issued_at is null) <> (number is null)`,

  'no consecutive number of an invoice is used twice': `
    select count(*) from (
      select from invoices where serial_number is not null group by team_id, number having count(*) > 1) twice`,

  'consecutive numbers of invoices have no gap since their counter was last raised': `
    select count(*) from (
      select c.team_id, s.series, s.gapless_from, s.next_number from invoice_counters c
      cross join lateral (values
        ('invoices', c.invoice_gapless_from, c.invoice_next_number),
        ('credit_notes', c.credit_note_gapless_from, c.credit_note_next_number)) as s (series, gapless_from, next_number)) c
    where c.next_number - c.gapless_from <> (
      select count(*) from invoices i
      where i.team_id = c.team_id and i.series = c.series and i.serial_number between c.gapless_from and c.next_number - 1)`,

  'no consecutive number of an invoice is beyond its counter': `
    select count(*) from invoices i left join invoice_counters c on c.team_id = i.team_id
    where i.serial_number >= coalesce(
      case i.series when 'invoices' then c.invoice_next_number else c.credit_note_next_number end, 1)`,

  'open invoices of a cancelled booking add up to at most what paid ones leave of its fee': `
    select count(*) from bookings b cross join lateral (
      select bool_or(status = 'open') as any_open, bool_or(status = 'open' and kind = 'invoice') as any_open_invoice,
        coalesce(sum(amount_cents) filter (where status in ('open', 'issued')
          or (status = 'void' and kind = 'credit_note')), 0) as open_cents,
        coalesce(sum(amount_cents) filter (where status = 'paid'), 0) as paid_cents
      from invoices i where i.team_id = b.team_id and i.booking_id = b.id) i
    where b.status = 'cancelled' and case when b.cancellation_fee_cents is null then i.any_open_invoice
      else i.any_open and i.open_cents > greatest(0, b.cancellation_fee_cents - i.paid_cents) end`,
  'a cancelled booking has no held deposit': `
    select count(*) from security_deposits d join bookings b on b.team_id = d.team_id and b.id = d.booking_id
    where b.status = 'cancelled' and d.status = 'held'`,

  'a fee is for a cancelled booking, and not more than its grand total': `
    select count(*) from bookings
    where cancellation_fee_cents is not null and (status <> 'cancelled' or cancellation_fee_cents > grand_total_cents)`,

  'a refund is of a paid payment, which is refunded if all of it is': `
    select count(*) from payments
    where (refunded_cents > 0 and status not in ('paid', 'refunded')) or (status = 'refunded' and refunded_cents <> amount_cents)
      or (status = 'paid' and refunded_cents = amount_cents and amount_cents > 0)`,

  'a status has its time': `
    select count(*) from bookings
    where (status = 'cancelled') <> (cancelled_at is not null) or (status = 'completed') <> (completed_at is not null)
      or (status = 'confirmed' and confirmed_at is null) or (status = 'pending' and confirmed_at is not null)`,

  'a coupon is not redeemed more often than allowed': `
    select count(*) from coupons c where c.max_redemptions + c.redeemed_beyond < (
      select count(*) from bookings b
      where b.team_id = c.team_id and b.coupon_key = c.code_key and b.status <> 'cancelled')`,
};

const LISTING_INVARIANTS: Record<string, string> = {
  'at most one photo of a listing is featured': `
    select count(*) from (select from photos where is_featured group by team_id, listing_id having count(*) > 1) several`,

  'a building has no units of its own': `
    select count(*) from units u join listings l on l.team_id = u.team_id and l.id = u.listing_id
    where l.kind = 'building'`,

  'a unit type is in a building, in its time zone and currency': `
    select count(*) from listings t join listings b on b.team_id = t.team_id and b.id = t.building_id
    where b.kind <> 'building' or b.timezone <> t.timezone or b.currency <> t.currency`,

  'a charge names listings of its own team': `
    select count(*) from (
      select team_id, unnest(listing_ids) as listing_id from fees
      union all select team_id, unnest(listing_ids) from taxes
      union all select team_id, unnest(listing_ids) from discounts
      union all select team_id, unnest(listing_ids) from coupons) named
    where not exists (select from listings l where l.team_id = named.team_id and l.id = named.listing_id)`,
};

const ACCESS_INVARIANTS: Record<string, string> = {
  'a listing to which somebody is limited is that of a limited member or live token': `
    select count(*) from access_listings a
    where not exists (select from memberships m where m.team_id = a.team_id and m.id = a.holder_id and m.is_limited)
      and not exists (select from tokens t
        where t.team_id = a.team_id and t.id = a.holder_id and t.is_limited and t.revoked_at is null)`,

  'nobody is limited to a unit type': `
    select count(*) from access_listings a join listings l on l.team_id = a.team_id and l.id = a.listing_id
    where l.kind = 'unit_type'`,
};

export const CORE_INVARIANTS: readonly Invariants[] = [
  { position: 10, queries: BOOKING_INVARIANTS },
  { position: 30, queries: LISTING_INVARIANTS },
  { position: 50, queries: EVENT_INVARIANTS },
  { position: 60, queries: ACCESS_INVARIANTS },
];

export async function countViolationsOfAnyTeam(db: Executor, query: string): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql.raw(query));
  if (!rows[0]) throw new Error('An invariant has no count.');
  return Number(rows[0].count);
}
