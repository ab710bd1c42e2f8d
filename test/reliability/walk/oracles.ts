/** What must hold after each step of a random walk, in SQL that shares nothing with the service. */
import { expect } from 'vitest';
import type { Json } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { INCIDENTAL_TABLES } from '../../helpers/incidental-tables.ts';
import { PASSWORD } from '../../helpers/pages.ts';
import { mergeRegisters, TABLES } from '../../registers/all.ts';
import type { House } from './house.ts';

type Rows = Json[];
const ask = (house: House, text: string, values: unknown[] = []): Promise<Rows> =>
  withClient(house.world.url, async (client) => (await client.query(text, values)).rows);

/** Figures of each month, added up night by night. */
const MONTHS = `
  with nights as (
    select b.*, (select coalesce(sum((line->>'amountCents')::bigint), 0) from jsonb_array_elements(b.price_lines) line
        where (line->>'included')::boolean) as taxes_included_cents, night::date as night, b.check_out - b.check_in as n, night::date - b.check_in as nth,
      (select count(*) from occupancies o where o.team_id = b.team_id and o.booking_id = b.id) as units
    from bookings b, generate_series(b.check_in, b.check_out - 1, interval '1 day') as night
    where b.team_id = $1 and b.status in ('confirmed', 'completed')),
  sold as (
    select to_char(night, 'YYYY-MM') as month, sum(units) as nights_sold,
      sum(accommodation_total_cents / n + (nth < accommodation_total_cents % n)::int) as accommodation_total,
      sum(discount_total_cents / n + (nth < discount_total_cents % n)::int) as discount_total,
      sum(fees_total_cents / n + (nth < fees_total_cents % n)::int) as fees_total,
      sum(taxes_total_cents / n + (nth < taxes_total_cents % n)::int) as taxes_total,
      sum(taxes_included_cents / n + (nth < taxes_included_cents % n)::int) as taxes_included_total
    from nights group by 1),
  free as (
    select to_char(night, 'YYYY-MM') as month, count(*) as nights_available
    from units u join listings l on l.team_id = u.team_id and l.id = u.listing_id
      cross join generate_series(date '2031-01-01', date '2031-12-31', interval '1 day') as night
    where u.team_id = $1 and not exists (
      select from occupancies o join blocks k on k.team_id = o.team_id and k.id = o.block_id
      where o.team_id = u.team_id and o.unit_id = u.id and k.event_start_date is null
        and night >= o.start_date and night < o.end_date)
    group by 1),
  channels as (
    select to_char(night, 'YYYY-MM') as month, count(*) as nights_by_channels
    from blocks k join occupancies o on o.team_id = k.team_id and o.block_id = k.id,
      generate_series(o.start_date, o.end_date - 1, interval '1 day') as night
    where k.team_id = $1 and k.event_start_date is not null group by 1),
  paid as (
    select to_char(paid_at at time zone 'Europe/Lisbon', 'YYYY-MM') as month, sum(amount_cents) as paid_total
    from payments where team_id = $1 and paid_at is not null and status in ('paid', 'refunded') group by 1),
  kept as (
    select to_char(cancelled_at at time zone 'Europe/Lisbon', 'YYYY-MM') as month,
      sum(cancellation_fee_cents) as cancellation_fees_total
    from bookings where team_id = $1 and status = 'cancelled' group by 1),
  refunded as (
    select to_char(refunded_at at time zone 'Europe/Lisbon', 'YYYY-MM') as month, sum(refunded_cents) as refunded_total
    from payments where team_id = $1 and refunded_at is not null group by 1)
  select month, coalesce(nights_sold, 0)::int as nights_sold, nights_available::int,
    coalesce(accommodation_total, 0)::int as accommodation_total, coalesce(discount_total, 0)::int as discount_total,
    coalesce(fees_total, 0)::int as fees_total, coalesce(taxes_total, 0)::int as taxes_total,
    coalesce(taxes_included_total, 0)::int as taxes_included_total,
    coalesce(cancellation_fees_total, 0)::int as cancellation_fees_total,
    coalesce(paid_total, 0)::int as paid_total, coalesce(refunded_total, 0)::int as refunded_total,
    coalesce(nights_by_channels, 0)::int as nights_by_channels
  from free left join sold using (month) left join kept using (month) left join paid using (month) left join refunded using (month) left join channels using (month) order by month`;

/** The months of the report are the sums of their nights, of what came in and of what was given back. */
export async function expectMonthsAddUp(house: House): Promise<void> {
  const { body } = await house.send('GET', '/reports/months?from=2031-01&to=2031-12');
  const months = body.data.map(
    ({ currency: _c, occupancy_percent: _o, average_nightly: _a, grand_total, ...month }: Json) => {
      expect(grand_total).toBe(
        month.accommodation_total - month.discount_total + month.fees_total + month.taxes_total,
      );
      return month;
    },
  );
  expect(months).toEqual(await ask(house, MONTHS, [house.teamId]));
}

/** The list of taken nights is what live bookings and blocks take, and nothing else. */
export async function expectNightsAgree(house: House, from: string, to: string): Promise<void> {
  const { body } = await house.send('GET', `/occupancies?from=${from}&to=${to}&per_page=100`);
  expect(body.meta?.total ?? body.data.length).toBeLessThanOrEqual(100);
  const listed = body.data.map(({ unit_id, start_date, end_date, booking, block }: Json) =>
    [unit_id, start_date, end_date, booking?.id ?? block?.id].join(' '),
  );
  const rows = await ask(
    house,
    `select concat_ws(' ', o.unit_id, o.start_date, o.end_date, coalesce(o.booking_id, o.block_id)) as one
     from occupancies o left join bookings b on b.team_id = o.team_id and b.id = o.booking_id
     where o.team_id = $1 and o.start_date < $3 and o.end_date > $2 and coalesce(b.expires_at, 'infinity') > $4`,
    [house.teamId, from, to, house.world.clock.now()],
  );
  expect(listed.toSorted()).toEqual(rows.map(({ one }) => one).toSorted());
}

/** The folio of a booking is the sum of its payments, and its total the sum of its lines. */
export async function expectFolioAddsUp(house: House, id: string): Promise<void> {
  const booking = await house.read(`/bookings/${id}`);
  const folio = await house.folio(id);
  const sum = (list: Json[], of: (one: Json) => number) => list.reduce((all, one) => all + of(one), 0);
  const lines = booking.price_breakdown.filter(({ included }: Json) => !included);
  expect(sum(lines, ({ amount }) => amount)).toBe(booking.grand_total);
  const came = folio.payments.filter(({ status }: Json) => status === 'paid' || status === 'refunded');
  const paid = sum(came, ({ amount, refunded_amount }) => amount - refunded_amount);
  // A cancelled booking owes what was not paid of its fee, until its guest is erased (docs/rules.md, 11.6 and 19.3).
  const fee = house.erasedGuests.has(booking.guest_id) ? 0 : (booking.cancellation_fee ?? 0);
  const owed = booking.status === 'cancelled' ? Math.max(0, fee - paid) : booking.grand_total - paid;
  expect(folio).toMatchObject({ grand_total: booking.grand_total, paid_total: paid, balance_due: owed });
  for (const { amount, refunded_amount } of folio.payments) {
    expect(amount).toBeGreaterThanOrEqual(0);
    expect(refunded_amount).toBeLessThanOrEqual(amount);
  }
}

/** All rows of both teams, as one text for each table. */
export async function stateOf(house: House): Promise<Json> {
  const parts = Object.keys(TABLES)
    .filter((table) => !INCIDENTAL_TABLES.includes(table))
    .map(
      (table) =>
        `(select md5(coalesce(string_agg(one::text, ';' order by one::text), '')) from ${table} one) as ${table}`,
    );
  return (await ask(house, `select ${parts.join(', ')}`))[0];
}

export type EventsAndMails = { events: Json[]; mails: Json[] };

/** The events and messages of a team, in their order. */
export async function readEventsAndMails(house: House): Promise<EventsAndMails> {
  const [events, mails] = await Promise.all([
    ask(
      house,
      `select e.id, e.type, e.booking_id, e.data, e.details, e.actor_type from team_events e where team_id = $1 order by e.id`,
      [house.teamId],
    ),
    ask(house, `select id, kind, status, booking_id, on_date, to_email from mails where team_id = $1`, [
      house.teamId,
    ]),
  ]);
  return { events, mails };
}

/** Rows of one team that name a row of another, by the plain ids that no foreign key guards. */
const ID_TABLES = new Map(Object.values(mergeRegisters('events')).flatMap((ids) => Object.entries(ids)));
const ACROSS = [
  ...Object.entries(TABLES).flatMap(([table, { names = {} }]) =>
    Object.entries(names).map(([column, named]) => {
      const isNamed = column.endsWith('_ids') ? `any (one.${column})` : `one.${column}`;
      return `select '${table}.${column}' as what from ${table} one join ${named} on ${named}.id = ${isNamed} where ${named}.team_id <> one.team_id`;
    }),
  ),
  ...[...ID_TABLES].map(
    ([id, named]) =>
      `select 'event data ${id}' from team_events e join ${named} on ${named}.id::text = e.data->>'${id}' where ${named}.team_id <> e.team_id`,
  ),
].join(' union all ');

export const expectNothingAcross = async (house: House): Promise<void> =>
  expect(await ask(house, ACROSS)).toEqual([]);

/** Tokens, keys of guests, sessions and passwords are in no line of the log, at any level, and in no row. */
export async function expectSecretsKept(house: House): Promise<void> {
  const { log, url } = house.world;
  const secrets = [
    house.token,
    PASSWORD,
    ...house.keys.map(({ key }) => key),
    ...house.visitor.cookies.values(),
  ];
  const lines = log.join('\n');
  expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
  expect(
    ['site@', 'bea@example', 'kai@example'].filter((email) => lines.toLowerCase().includes(email)),
  ).toEqual([]);
  await withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { table_name: table } of tables) {
      const { rows } = await client.query(
        `select secret from unnest($1::text[]) as secret where exists (select from "${table}" one where position(secret in one::text) > 0)`,
        [secrets],
      );
      expect({ table, secrets: rows }).toEqual({ table, secrets: [] });
    }
  });
}
