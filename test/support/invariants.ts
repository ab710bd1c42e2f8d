/**
 * The independent checker: what must hold of every row, in plain SQL that shares nothing with the service's code. It
 * has its own words and its own queries on purpose, so that a mistake in one place does not hide in the other.
 */
import pg from 'pg';

const CHECKS: Record<string, string> = {
  'overlapping occupancies of a unit': `
    select a.unit_id from occupancies a, occupancies b
    where a.ctid < b.ctid and a.team_id = b.team_id and a.unit_id = b.unit_id
      and greatest(a.start_date, b.start_date) < least(a.end_date, b.end_date)`,

  'a building and its units are sold for the same night': `
    select whole.id from bookings whole
      join listings type on type.building_id = whole.listing_id
      join bookings single on single.listing_id = type.id
    where whole.status <> 'cancelled' and single.status <> 'cancelled'
      and whole.check_in < single.check_out and single.check_in < whole.check_out`,

  'two live bookings of a unit for the same night': `
    select a.id from bookings a, bookings b
    where a.id < b.id and a.unit_id = b.unit_id and a.status <> 'cancelled' and b.status <> 'cancelled'
      and a.check_in < b.check_out and b.check_in < a.check_out`,

  'a stay without a night': `select id from bookings where check_out - check_in <= 0`,

  'a live booking without its occupancy': `
    select b.id from bookings b left join occupancies o on o.booking_id = b.id
    where b.status <> 'cancelled'
    group by b.team_id, b.id, b.check_in, b.check_out, b.preparation_days, b.whole_building
    having count(o.unit_id) = 0 or (not b.whole_building and count(o.unit_id) <> 1)
      or bool_or(o.start_date <> b.check_in or o.end_date <> b.check_out + b.preparation_days)`,

  'a booking in another unit than it says': `
    select b.id from bookings b join occupancies o on o.booking_id = b.id
    where b.unit_id is not null and b.unit_id <> o.unit_id`,

  'a block without its occupancy': `
    select b.id from blocks b left join occupancies o on o.block_id = b.id and o.unit_id = b.unit_id
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
      or coalesce(-sum(line."amountCents") filter (where line.type = 'discount'), 0) <> min(b.discount_total_cents)`,

  'a cancelled booking with something left': `
    select b.id from bookings b where b.status = 'cancelled' and (
      exists (select 1 from occupancies o where o.booking_id = b.id)
      or exists (select 1 from payments p where p.booking_id = b.id and p.status in ('scheduled', 'failed'))
      or exists (select 1 from invoices i where i.booking_id = b.id and i.status = 'open')
      or exists (select 1 from security_deposits d where d.booking_id = b.id and d.status in ('held', 'pending')))`,

  'a status without its time': `
    select id from bookings where (cancelled_at is null) = (status = 'cancelled')
      or (completed_at is null) = (status = 'completed')`,

  'a plan that does not fit its price': `
    select b.id from bookings b join payments p on p.booking_id = b.id where b.status <> 'cancelled'
    group by b.team_id, b.id, b.grand_total_cents
    having bool_or(p.status = 'scheduled') and not bool_or(p.status in ('failed', 'refunded'))
      and coalesce(sum(p.amount_cents) filter (where p.status = 'scheduled'), 0) <> greatest(0,
        b.grand_total_cents - coalesce(sum(p.amount_cents) filter (where p.status = 'paid'), 0))`,

  'a coupon that was redeemed too often': `
    select c.code from coupons c join bookings b on b.team_id = c.team_id and b.coupon_key = c.code_key
    where b.status <> 'cancelled' group by c.team_id, c.code, c.max_redemptions having count(*) > c.max_redemptions`,

  'two guests of a team with one email': `
    select min(email) from guests where email is not null group by team_id, lower(email) having count(*) > 1`,

  'events that are not numbered from 1 without a gap': `
    select booking_id::text from booking_events group by team_id, booking_id
    having min(number) <> 1 or max(number) <> count(*) or count(*) filter (where type = 'booking.created') > 1
      or count(*) filter (where type = 'booking.cancelled') > 1 or count(*) filter (where type = 'booking.completed') > 1`,

  'an answer under an idempotency key that was never written': `
    select idempotency_key from idempotency_records where response_status = 0`,

  ...teamsOf([
    ['bookings', 'listing_id', 'listings'],
    ['bookings', 'unit_id', 'units'],
    ['bookings', 'guest_id', 'guests'],
    ['occupancies', 'unit_id', 'units'],
    ['occupancies', 'booking_id', 'bookings'],
    ['occupancies', 'block_id', 'blocks'],
    ['blocks', 'unit_id', 'units'],
    ['payments', 'booking_id', 'bookings'],
    ['invoices', 'booking_id', 'bookings'],
    ['security_deposits', 'booking_id', 'bookings'],
    ['booking_events', 'booking_id', 'bookings'],
    ['units', 'listing_id', 'listings'],
    ['listings', 'building_id', 'listings'],
  ]),
};

/** That every row's team is its parent's. */
function teamsOf(links: [child: string, column: string, parent: string][]): Record<string, string> {
  return Object.fromEntries(
    links.map(([child, column, parent]) => [
      `${child}.${column} of another team`,
      `select c.${column} from ${child} c where c.${column} is not null
        and not exists (select 1 from ${parent} p where p.id = c.${column} and p.team_id = c.team_id)`,
    ]),
  );
}

/** Every violation in a database, in words; and the bookings that were acknowledged and are not there. */
export async function violationsIn(url: string, acknowledged: readonly string[] = []): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: string[] = [];
    for (const [name, query] of Object.entries(CHECKS)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) found.push(`${name}: ${rows.length}`);
    }
    const { rows } = await client.query<{ id: string }>('select id from bookings where id = any($1)', [
      [...acknowledged],
    ]);
    const missing = new Set(acknowledged).size - rows.length;
    if (missing > 0) found.push(`acknowledged bookings that are not there: ${missing}`);
    return found;
  } finally {
    await client.end();
  }
}

/** How many deadlocks PostgreSQL has resolved in a database, of connections that have ended. */
export async function deadlocksIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  } finally {
    await client.end();
  }
}
