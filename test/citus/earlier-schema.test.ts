/** A cluster that was spread and filled by an earlier version, and is migrated by this one. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { distributeDatabase } from '../../src/db/spreading/distribute.ts';
import { listTablesToSpread, spreadTables } from '../../src/db/spreading/tables.ts';
import { askEachNode, createTestDatabase, withClient } from '../helpers/database.ts';
import { violationsIn } from '../helpers/invariants.ts';
import { REGISTERS } from '../registers/all.ts';
import { idOf, TIMES } from '../registers/earlier-rows.ts';
import type { EarlierRows } from '../registers/registers.ts';
import { createClusterDatabase, dropOnEachNode } from './cluster.ts';

const nodeUrls = inject('nodeUrls');
const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
const TEAMS = 20;
/** The first version that could be spread. */
const FIRST = 3;

afterAll(() => dropOnEachNode(nodeUrls, name));

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

async function countMigrations(): Promise<number> {
  const { entries } = JSON.parse(await readFile(new URL('meta/_journal.json', MIGRATIONS), 'utf8'));
  return entries.length;
}

/** Applies the migrations up to one of them. Returns how many that were. */
async function migrateUpTo(url: string, last: number): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-migrations-'));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const journal = path.join(folder, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
    const kept = entries.filter(({ idx }: { idx: number }) => idx <= last);
    await writeFile(journal, JSON.stringify({ ...rest, entries: kept }));
    return await migrateDatabase(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What every team has at first. */
const FIRST_ROWS: EarlierRows = [
  [
    'teams',
    [
      `{"currency": "EUR", "timezone": "UTC", "name": "T", "enforce_token_scope": false, "deposit_ppm": 300000, "balance_due_days": 30, ${TIMES}}`,
    ],
  ],
  [
    'listings',
    [
      `{"id": ${idOf(1)}, "slug": "home", "kind": "standalone", "whole_building_bookable": false, "public_title": "Home", "status": "active",
      "listed_on_site": true, "property_type": "villa", "max_guests": 2, "bedrooms_count": 1, "beds_count": 1, "bathrooms_count": 1,
      "bathrooms_half": false, "currency": "EUR", "timezone": "UTC", "check_in_time": "15:00", "check_out_time": "11:00",
      "nightly_cents": 1000, "weekend_days": [5], "extra_guest_nightly_cents": 0, "preparation_days": 0, ${TIMES}}`,
    ],
  ],
  ['units', [`{"id": ${idOf(2)}, "listing_id": ${idOf(1)}, "name": "A", "active": true}`]],
  ['guests', [`{"id": ${idOf(3)}, "name": "G", "search_text": "g", ${TIMES}}`]],
  [
    'coupons',
    [`{"code_key": "five", "code": "FIVE", "active": true, "percent_ppm": 50000, "max_redemptions": 0}`],
  ],
  [
    'bookings',
    [
      `{"id": ${idOf(4)}, "confirmation_code": "AAAAAAAA", "listing_id": ${idOf(1)}, "unit_id": ${idOf(2)}, "whole_building": false,
      "guest_id": ${idOf(3)}, "status": "confirmed", "source": "api", "check_in": "2030-05-01", "check_out": "2030-05-03",
      "number_of_guests": 1, "preparation_days": 0, "currency": "EUR", "coupon_key": "five", "accommodation_total_cents": 2000,
      "discount_total_cents": 100, "fees_total_cents": 0, "taxes_total_cents": 0, "grand_total_cents": 1900, "confirmed_at": "2030-01-01T00:00:00Z",
      "price_lines": [
        {"type": "accommodation", "code": "accommodation", "name": "Stay", "quantity": 2, "amountCents": 2000, "included": false},
        {"type": "discount", "code": "coupon:FIVE", "name": "FIVE", "quantity": 1, "amountCents": -100, "included": false}], ${TIMES}}`,
    ],
  ],
  [
    'occupancies',
    [
      `{"unit_id": ${idOf(2)}, "booking_id": ${idOf(4)}, "start_date": "2030-05-01", "end_date": "2030-05-03"}`,
    ],
  ],
  [
    'payments',
    // Of one day: the balance has the lower id, and the deposit of 30 % comes first.
    [
      `{"id": ${idOf(5)}, "booking_id": ${idOf(4)}, "amount_cents": 1330, "status": "scheduled", "due_on": "2030-01-01"}`,
      `{"id": ${idOf(6)}, "booking_id": ${idOf(4)}, "amount_cents": 570, "status": "scheduled", "due_on": "2030-01-01"}`,
    ],
  ],
  [
    'idempotency_records',
    [
      `{"idempotency_key": "k", "request_hash": "h", "response_status": 201, "response_body": "{\\"ü\\": 1}", "created_at": "2030-01-01T00:00:00Z"}`,
    ],
  ],
  [
    'booking_events',
    // Later than the other rows, which older versions wrote without events.
    [
      `{"id": ${idOf(7)}, "booking_id": ${idOf(4)}, "number": 1, "type": "booking.confirmed", "actor_type": "token",
      "actor_name": "Desk", "data": {"status": ["pending", "confirmed"]}, "created_at": "2030-01-02T00:00:00Z"}`,
    ],
  ],
];
async function write(client: pg.Client, rows: EarlierRows): Promise<void> {
  for (const [table, texts] of rows)
    for (const row of texts) {
      const own = table === 'teams' ? `'id', n, 'slug', 'team-' || n` : `'team_id', n`;
      await client.query(
        `insert into ${table} overriding system value
        select copy.* from generate_series(1, ${TEAMS}) as n,
          jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object(${own})) as copy`,
        [row],
      );
    }
}

/** The indexes and constraints of every table and shard on every node, without the numbers of the shards. */
const definitionsOf = (url: string) =>
  askEachNode(
    url,
    `select regexp_replace(definition, '_\\d{6,}\\y', '', 'g') as text, count(*)::int, bool_and(valid) as valid
    from (
      select pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
      where (select relnamespace from pg_class where oid = indexrelid) = 'public'::regnamespace
      union all
      select conname || ' of ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid), convalidated from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
    ) as each
    group by 1 order by 1`,
  );

it('a cluster with an earlier schema is migrated step by step, and ends with the same rows and keys as one PostgreSQL', async () => {
  const url = await createClusterDatabase(nodeUrls, name);
  await migrateUpTo(url, FIRST);
  await withClient(url, async (client) => {
    await write(client, FIRST_ROWS);
    await client.query('begin');
    await spreadTables(client);
    await client.query('commit');
    const count = await countMigrations();
    for (let last = FIRST + 1; last < count; last += 1) {
      expect(await migrateUpTo(url, last)).toBe(1);
      expect(await listTablesToSpread(client)).toEqual([]);
      for (const { earlierRows } of REGISTERS) await write(client, earlierRows?.[last] ?? []);
    }
    expect(await migrateDatabase(url)).toBe(0);
    expect(await distributeDatabase(url, () => {})).toBe(0);
    const { rows } = await client.query(
      `select p.amount_cents::int as amount, p.position, c.redeemed_beyond as beyond,
        convert_from(r.response_body, 'UTF8') as answer, e.last_position::int as events, count(*)::int as teams
      from payments p join coupons c using (team_id) join idempotency_records r using (team_id) join event_counters e using (team_id)
      group by 1, 2, 3, 4, 5 order by 2`,
    );
    const everywhere = { beyond: 1, answer: '{"ü": 1}', events: 1, teams: TEAMS };
    expect(rows).toEqual([
      { amount: 570, position: 0, ...everywhere },
      { amount: 1330, position: 1, ...everywhere },
    ]);
    const counts = await client.query(
      `select (select count(*)::int from webhook_deliveries) as deliveries, (select count(*)::int from calendar_feeds where ignore = '[]') as feeds`,
    );
    expect(counts.rows).toEqual([{ deliveries: TEAMS, feeds: TEAMS }]);
  });
  expect(await violationsIn(url)).toEqual([]);
  const fresh = await createTestDatabase();
  expect(await definitionsOf(url)).toEqual(await definitionsOf(fresh.url));
  await fresh.drop();
});
