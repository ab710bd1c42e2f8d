/**
 * The independent checker: what must hold for every row, in plain SQL that shares nothing with the service's code. It
 * has its own words and queries on purpose, so that a mistake in one place does not hide in the other.
 */
import { askEachNode, withClient } from './database.ts';

const CHECKS: Record<string, string> = {
  'overlapping occupancies of a unit': `
    select a.unit_id from occupancies a, occupancies b
    where a.ctid < b.ctid and a.team_id = b.team_id and a.unit_id = b.unit_id
      and greatest(a.start_date, b.start_date) < least(a.end_date, b.end_date)`,

  'a building and its units are sold for the same night': `
    select whole.id from bookings whole
      join listings type on type.team_id = whole.team_id and type.building_id = whole.listing_id
      join bookings single on single.team_id = type.team_id and single.listing_id = type.id
    where whole.status <> 'cancelled' and single.status <> 'cancelled'
      and whole.check_in < single.check_out and single.check_in < whole.check_out`,

  'two live bookings of a unit for the same night': `
    select a.id from bookings a, bookings b
    where a.id < b.id and a.team_id = b.team_id and a.unit_id = b.unit_id and a.status <> 'cancelled' and b.status <> 'cancelled'
      and a.check_in < b.check_out and b.check_in < a.check_out`,

  'a block of a feed of another unit': `
    select b.id from blocks b join calendar_feeds f on f.team_id = b.team_id and f.id = b.feed_id
    where f.unit_id <> b.unit_id or b.uid is null or b.source is null`,

  'a booking of a feed that is none of its team': `
    select b.id from bookings b where b.feed_id is not null
      and (b.feed_uid is null or (b.team_id, b.feed_id) not in (select team_id, id from calendar_feeds))`,

  'a stay without a night': `select id from bookings where check_out - check_in <= 0`,

  'a live booking without its occupancy': `
    select b.id from bookings b left join occupancies o on o.team_id = b.team_id and o.booking_id = b.id
    where b.status <> 'cancelled'
    group by b.team_id, b.id, b.check_in, b.check_out, b.preparation_days, b.whole_building
    having count(o.unit_id) = 0 or (not b.whole_building and count(o.unit_id) <> 1)
      or bool_or(o.start_date <> b.check_in or o.end_date <> b.check_out + b.preparation_days)`,

  'a booking in another unit than it says': `
    select b.id from bookings b join occupancies o on o.team_id = b.team_id and o.booking_id = b.id
    where b.unit_id is not null and b.unit_id <> o.unit_id`,

  'a stay in a unit of another listing': `
    select o.unit_id from occupancies o
      join units u on u.team_id = o.team_id and u.id = o.unit_id
      join listings l on l.team_id = u.team_id and l.id = u.listing_id
      left join bookings b on b.team_id = o.team_id and b.id = o.booking_id
      left join blocks k on k.team_id = o.team_id and k.id = o.block_id
    where coalesce(b.listing_id, k.listing_id) is distinct from case when b.whole_building then l.building_id else l.id end`,

  'a block without its occupancy': `
    select b.id from blocks b left join occupancies o on o.team_id = b.team_id and o.block_id = b.id and o.unit_id = b.unit_id
      and o.start_date = b.start_date and o.end_date = b.end_date where o.unit_id is null`,

  'totals that do not add up': `
    select id from bookings where grand_total_cents <>
      accommodation_total_cents + fees_total_cents + taxes_total_cents - discount_total_cents`,

  'lines that do not add up': `
    select b.id from bookings b left join lateral jsonb_to_recordset(b.price_lines)
      as line("amountCents" bigint, included boolean, type text) on true
    group by b.team_id, b.id
    having coalesce(sum(line."amountCents") filter (where not line.included), 0) <> min(b.grand_total_cents)
      or coalesce(sum(line."amountCents") filter (where line.type = 'accommodation'), 0) <> min(b.accommodation_total_cents)
      or coalesce(-sum(line."amountCents") filter (where line.type = 'discount'), 0) <> min(b.discount_total_cents)
      or coalesce(sum(line."amountCents") filter (where line.type = 'fee'), 0) <> min(b.fees_total_cents)
      or coalesce(sum(line."amountCents") filter (where line.type = 'tax' and not line.included), 0) <> min(b.taxes_total_cents)`,

  // What is said of charges since 2.0. A line without it may be of any base.
  'a percentage tax of another base than the lines say': `
    select b.id from bookings b cross join lateral jsonb_array_elements(b.price_lines) as tax
      cross join lateral (
        select coalesce(sum((fee->>'amountCents')::bigint) filter (where (fee->>'taxable')::boolean), 0) as taxable_cents,
          coalesce(bool_and(fee ? 'taxable'), true) as is_known
        from jsonb_array_elements(b.price_lines) as fee where fee->>'type' = 'fee') as fees
    where tax->>'type' = 'tax' and tax->>'basis' = 'percent' and tax ? 'appliesTo' and is_known
      and coalesce(tax->'unadjusted'->>'baseAmountCents', tax->>'baseAmountCents')::bigint <>
        case when tax->'appliesTo' ? 'accommodation' then b.accommodation_total_cents - b.discount_total_cents
          - (select coalesce(sum(least((line->>'amountCents')::bigint, 0)), 0) from jsonb_array_elements(b.adjustments) as line)
          else 0 end
        + case when tax->'appliesTo' ? 'fees' then taxable_cents else 0 end`,

  'a percentage tax that lines by hand have moved by another amount': `
    select b.id from bookings b cross join lateral jsonb_array_elements(b.price_lines) as tax
      cross join lateral (
        select coalesce(sum((line->>'amountCents')::bigint), 0) as moved_cents
        from jsonb_array_elements(b.adjustments) as line where (line->>'taxable')::boolean) as taxable
    where tax ? 'unadjusted' and (tax->>'baseAmountCents')::bigint <>
      greatest(0, (tax->'unadjusted'->>'baseAmountCents')::bigint + moved_cents)`,

  'a price for another number of nights': `
    select b.id from bookings b cross join lateral jsonb_to_recordset(b.price_lines) as line(code text, quantity int)
    where line.code = 'accommodation' and line.quantity <> b.check_out - b.check_in`,

  'a cancelled booking with something left': `
    select b.id from bookings b where b.status = 'cancelled' and (
      exists (select 1 from occupancies o where o.team_id = b.team_id and o.booking_id = b.id)
      or exists (select 1 from payments p where p.team_id = b.team_id and p.booking_id = b.id and p.status = 'failed')
      or (b.cancellation_fee_cents is null and exists (
        select 1 from invoices i where i.team_id = b.team_id and i.booking_id = b.id and i.status = 'open' and i.kind = 'invoice'))
      or exists (select 1 from security_deposits d where d.team_id = b.team_id and d.booking_id = b.id and d.status in ('held', 'pending')))`,

  // Bookings that were cancelled before 3.0 owe nothing of their fee.
  'a cancelled booking that owes more than its fee': `
    select b.id from bookings b join payments p on p.team_id = b.team_id and p.booking_id = b.id where b.status = 'cancelled'
    group by b.team_id, b.id, b.cancellation_fee_cents
    having coalesce(sum(p.amount_cents) filter (where p.status = 'scheduled'), 0) > greatest(0,
      coalesce(b.cancellation_fee_cents, 0) - coalesce(sum(p.amount_cents - p.refunded_cents) filter (where p.status = 'paid'), 0))`,

  'a hold whose nights are free at another moment': `
    select b.id from bookings b join occupancies o on o.team_id = b.team_id and o.booking_id = b.id
    where coalesce(b.expires_at, 'infinity') <> coalesce(o.expires_at, 'infinity')`,

  'a hold that somebody has confirmed': `
    select id from bookings where expires_at is not null and status in ('confirmed', 'completed')`,

  'a block that expires': `select block_id from occupancies where block_id is not null and expires_at is not null`,

  'a status without its time': `
    select id from bookings where (cancelled_at is null) = (status = 'cancelled')
      or (completed_at is null) = (status = 'completed')`,

  'a plan that does not fit its price': `
    select b.id from bookings b join payments p on p.team_id = b.team_id and p.booking_id = b.id where b.status <> 'cancelled'
    group by b.team_id, b.id, b.grand_total_cents
    having bool_or(p.status = 'scheduled') and not bool_or(p.status = 'failed' or p.refunded_cents > 0)
      and coalesce(sum(p.amount_cents) filter (where p.status = 'scheduled'), 0) <> greatest(0,
        b.grand_total_cents - coalesce(sum(p.amount_cents) filter (where p.status = 'paid'), 0))`,

  'a refund of what was not paid': `
    select id from payments where refunded_cents > amount_cents or (refunded_cents > 0 and status not in ('paid', 'refunded'))
      or (status = 'refunded' and refunded_cents <> amount_cents)
      or (status = 'paid' and refunded_cents = amount_cents and amount_cents > 0)`,

  'a fee without a cancellation, or above the price': `
    select id from bookings where cancellation_fee_cents is not null
      and (status <> 'cancelled' or cancellation_fee_cents not between 0 and grand_total_cents)`,

  'a coupon that was redeemed too often': `
    select c.code from coupons c join bookings b on b.team_id = c.team_id and b.coupon_key = c.code_key
    where b.status <> 'cancelled' 
    group by c.team_id, c.code, c.max_redemptions, c.redeemed_beyond
    having count(*) > c.max_redemptions + c.redeemed_beyond`,

  'two guests of a team with one email': `
    select min(email) from guests where email is not null group by team_id, lower(email) having count(*) > 1`,

  'events that are not numbered from 1 without a gap': `
    select booking_id::text from team_events where booking_id is not null group by team_id, booking_id
    having min(number) <> 1 or max(number) <> count(*) or count(*) filter (where type = 'booking.created') > 1
      or count(*) filter (where type in ('booking.cancelled', 'booking.expired')) > 1 or count(*) filter (where type = 'booking.completed') > 1`,

  'an answer under an idempotency key that was never written': `
    select idempotency_key from idempotency_records where response_status = 0`,
};

/** Every violation in a database, in words, and acknowledged bookings that are missing. */
export async function violationsIn(url: string, acknowledged: readonly string[] = []): Promise<string[]> {
  return withClient(url, async (client) => {
    const found: string[] = [];
    for (const [name, query] of Object.entries(CHECKS)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) found.push(`${name}: ${rows.length}`);
    }
    const there = await client.query('select from bookings where id = any($1)', [[...acknowledged]]);
    const missing = new Set(acknowledged).size - (there.rowCount ?? 0);
    if (missing > 0) found.push(`acknowledged bookings that are not there: ${missing}`);
    return found;
  });
}

/** A write that was answered with a success, as its booking's events describe it. */
export type AcknowledgedWrite = {
  booking: string;
  type: string;
  /** The part that no other write of the booking has: the notes that a change has set, or a step of the folio. */
  about?: string;
};

/**
 * Differences between the acknowledged writes of a team and the stored data: each has its event, there are no other
 * events, each change starts from the result of the previous one, and the last result is stored.
 */
export async function lostWritesIn(
  url: string,
  teamId: number,
  writes: readonly AcknowledgedWrite[],
): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ change: string; broken: boolean }>(
      `
    select concat_ws(' ', e.booking_id, e.type, case e.type
        when 'booking.changed' then e.details->'notes'->>1
        when 'booking.folio_changed' then concat(e.details->>'payment', e.details->>'security_deposit', ' ', e.details->'status'->>1)
      end) as change,
      e.type = 'booking.changed' and (
        e.details->'notes'->>0 is distinct from lag(e.details->'notes'->>1) over ofBooking
        or b.notes is distinct from last_value(e.details->'notes'->>1) over wholeBooking) as broken
    from team_events e join bookings b on b.team_id = e.team_id and b.id = e.booking_id
    where e.team_id = $1 and e.type <> 'booking.completed'
    window ofBooking as (partition by e.team_id, e.booking_id, e.type order by e.number),
      wholeBooking as (ofBooking rows between unbounded preceding and unbounded following)`,
      [teamId],
    ),
  );
  const stored = rows.map(({ change }) => change);
  const acknowledged = writes.map(({ booking, type, about }) =>
    [booking, type, about].filter((part) => part !== undefined).join(' '),
  );
  const found = {
    'acknowledged and not there': without(acknowledged, stored),
    'there and never acknowledged': without(stored, acknowledged),
    'a change that did not start where the one before it ended': rows.filter(({ broken }) => broken),
  };
  return Object.entries(found).flatMap(([what, list]) => (list.length > 0 ? `${what}: ${list.length}` : []));
}

/** The items that one list has, or has more often, than the other. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = counts.get(item) ?? 0;
    counts.set(item, left - 1);
    return left <= 0;
  });
}

/** How many deadlocks PostgreSQL has resolved in a database, counting connections that have ended. */
export async function deadlocksIn(url: string): Promise<number> {
  const counts = await askEachNode<{ deadlocks: string }>(
    url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return counts.reduce((sum, { deadlocks }) => sum + Number(deadlocks), 0);
}
