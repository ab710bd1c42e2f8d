import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

let name: string;
let url: string;
let client: pg.Client;

beforeEach(async () => {
  const adminUrl = inject('adminUrl');
  name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  url = databaseUrl(adminUrl, name);
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await withClient(inject('adminUrl'), (admin) => dropDatabase(admin, name));
});

async function values(sql: string): Promise<unknown[]> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return rows.flat();
}

type Migration = { tag: string };

/** Applies the earlier migrations that `choose` returns of all migrations. */
async function migrateEarlier(
  choose: (all: Migration[]) => Migration[],
  announce?: (pending: number) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  await writeFile(journal, JSON.stringify({ ...rest, entries: choose(entries) }));
  await migrateDatabase(url, folder, announce);
  await rm(folder, { recursive: true });
}

/** Applies the migrations before the one whose name ends with a text. */
const migrateBefore = (end: string) =>
  migrateEarlier((all) =>
    all.slice(
      0,
      all.findIndex(({ tag }) => tag.endsWith(end)),
    ),
  );

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const migrationFiles = async () => (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
const appliedHashes = () => values('select hash from drizzle.__drizzle_migrations order by id');
const ourSchemas = () =>
  values(
    `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
const ourTables = () => values(`select tablename from pg_tables where schemaname in ('public', 'drizzle')`);

test('an empty database gets every migration once, and a second run has nothing to do', async () => {
  const count = (await migrationFiles()).length;
  expect(await migrateDatabase(url)).toBe(count);
  const hashes = await appliedHashes();
  expect(new Set(hashes).size).toBe(count);
  expect(await migrateDatabase(url)).toBe(0);
  expect(await appliedHashes()).toEqual(hashes);
});

test('an upgrade prints the number of its migrations, and a first start does not', async () => {
  const announced: number[] = [];
  const announce = (pending: number) => announced.push(pending);
  await migrateEarlier((all) => all.slice(0, -2), announce);
  expect(announced).toEqual([]);
  await migrateDatabase(url, undefined, announce);
  await migrateDatabase(url, undefined, announce);
  expect(announced).toEqual([2]);
});

test('an upgrade from before the site limits gives new limits to all teams but those whose sites already take bookings', async () => {
  await migrateBefore('_site_limits');
  const insert = (slug: string) =>
    client.query(
      `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
          site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
        values ($1, $1, 'EUR', 'Europe/Lisbon', false, 0, 0, $1, 60, 'off', 2, now(), now())`,
      [slug],
    );
  for (const setting of ['off', 'request', 'instant']) await insert(setting);
  await migrateDatabase(url);
  expect(
    await values(
      `select slug || ' ' || site_max_nights || ' ' || calendars_show_requests from teams order by id`,
    ),
  ).toEqual(['off 30 false', 'request 365 true', 'instant 365 true']);
  // An earlier version that still runs can create teams.
  await client.query(`update teams set slug = 'first' where slug = 'request'`);
  await insert('request');
  expect(
    await values(
      `select site_max_nights || ' ' || calendars_show_requests from teams where slug = 'request'`,
    ),
  ).toEqual(['30 false']);
});

test('after an upgrade, exactly those events are pending that a webhook had read and not yet delivered', async () => {
  await migrateBefore('_webhook_outbox');
  const uuid = (digit: number, nth: number) => `0198${digit}000-0000-7000-8000-00000000000${nth}`;
  await client.query(
    `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
        site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
      values ('inn', 'Inn', 'EUR', 'UTC', false, 0, 0, 'off', 60, 'off', 2, now(), now())`,
  );
  const types = [
    'guest.created',
    'guest.changed',
    'listing.changed',
    'guest.changed',
    'guest.created',
    'guest.changed',
  ];
  for (const [index, type] of types.entries())
    await client.query(
      `insert into team_events (team_id, id, type, position, in_feed, actor_type, data, created_at)
        values (1, $1, $2, $3, true, 'system', '{}', now())`,
      [uuid(1, index + 1), type, index + 1],
    );
  // One has delivered the second and the fifth event, and was killed. The other has read nothing yet.
  for (const [nth, position] of [1, 6].entries())
    await client.query(
      `insert into webhooks (team_id, id, url, types, status, ciphertext, key_id, position, round, created_at, updated_at)
        values (1, $1, 'https://hooks.example', '["guest.*"]', 'active', '', '', $2, 1, now(), now())`,
      [uuid(2, nth + 1), position],
    );
  for (const position of [2, 5])
    await client.query(
      `insert into webhook_deliveries (team_id, webhook_id, id, event_id, position, round, type, status, attempts, created_at)
        values (1, $1, $2, $3, $4, 1, 'guest.changed', 'delivered', 1, now())`,
      [uuid(2, 1), uuid(3, position), uuid(1, position), position],
    );
  await migrateDatabase(url);
  expect(
    await values(
      `select position || ' ' || status || ' ' || (next_attempt_at is not null) || ' ' || substr(id::text, 15, 1)
        from webhook_deliveries order by position`,
    ),
  ).toEqual(['2 delivered false 7', '4 pending true 7', '5 delivered false 7']);
  expect(
    await values(`select position || ' ' || (next_attempt_at is not null) from webhooks order by id`),
  ).toEqual(['5 true', '6 false']);
});

test('an upgrade keeps only the suppressions that an answer about the address has made, and none of members', async () => {
  await migrateBefore('_undeserved_suppressions');
  const uuid = (nth: number) => `01980000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}`;
  await client.query(
    `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
        site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
      values ('inn', 'Inn', 'EUR', 'UTC', false, 0, 0, 'off', 60, 'off', 2, now(), now())`,
  );
  await client.query(
    `insert into people (id, email, email_key, name, created_at, updated_at)
      values ($1, 'Ana@inn.example', 'ana@inn.example', 'Ana', now(), now())`,
    [uuid(90)],
  );
  await client.query(`insert into memberships (team_id, person_id, created_at) values (1, $1, now())`, [
    uuid(90),
  ]);
  const reasons = {
    'gone@x.example': 'Recipient command failed: 550 5.1.1 <gone@x.example>: User unknown',
    'gone-gmail@x.example':
      'Recipient command failed: 550-5.1.1 The email account does not exist. 550 5.1.1 Check',
    'new-code@x.example': 'Recipient command failed: 550 5.1.10 RecipientNotFound',
    'asked@x.example': 'Asked by phone.',
    'silent@x.example': null,
    'relay@x.example': 'Recipient command failed: 550 relay not permitted',
    'full@x.example': 'Recipient command failed: 552 5.2.2 Mailbox full',
    'once@x.example': 'Recipient command failed: 550 No such user here',
    'code-11@x.example': 'Recipient command failed: 550 5.1.11 Something',
    'ana@inn.example': 'Recipient command failed: 550 5.1.1 No such user',
  };
  for (const [index, [email, reason]] of Object.entries(reasons).entries())
    await client.query(
      `insert into mail_suppressions (team_id, id, email, email_key, reason, created_at)
        values (1, $1, $2, $2, $3, now())`,
      [uuid(index), email, reason],
    );
  await migrateDatabase(url);
  expect(await values('select email from mail_suppressions order by id')).toEqual([
    'gone@x.example',
    'gone-gmail@x.example',
    'new-code@x.example',
    'asked@x.example',
    'silent@x.example',
  ]);
});

test('an upgrade composes stored texts (NFC), except those that would become equal to others', async () => {
  await migrateBefore('_composed_texts');
  const uuid = (nth: number) => `01980000-0000-7000-8000-00000000000${nth}`;
  const moment = '2030-01-01T00:00:00Z';
  const [composed, apart] = ['Caf\u00e9', 'Cafe\u0301'];
  const insert = (table: string, row: Record<string, unknown>) =>
    client.query(
      `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify({ team_id: 1, created_at: moment, updated_at: moment, ...row })],
    );
  await client.query(
    `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
        site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
      values ('inn', $1, 'EUR', 'UTC', false, 0, 0, 'off', 60, 'off', 2, $2, $2)`,
    [apart, moment],
  );
  const listing = {
    id: uuid(1),
    slug: 'home',
    kind: 'standalone',
    whole_building_bookable: false,
    public_title: apart,
    status: 'active',
    listed_on_site: true,
    property_type: 'villa',
    max_guests: 2,
    bedrooms_count: 1,
    beds_count: 1,
    bathrooms_count: 1,
    bathrooms_half: false,
    currency: 'EUR',
    timezone: 'UTC',
    city: apart,
    check_in_time: '15:00',
    check_out_time: '11:00',
    nightly_cents: 1_000,
    weekend_days: [5],
    extra_guest_nightly_cents: 0,
    extra_child_nightly_cents: 0,
    preparation_days: 0,
    max_pets: 0,
    cancellation_policy: { name: apart, tiers: [] },
  };
  await insert('listings', listing);
  // Of the first two, one form is taken; the third is alone.
  for (const [nth, name] of [composed, apart, `2 ${apart}`].entries())
    await insert('units', { id: uuid(nth + 1), listing_id: uuid(1), name, active: true });
  await insert('guests', { id: uuid(1), name: apart, search_text: `${apart.toLowerCase()}\n` });
  for (const [key, percent] of [
    [composed, 1],
    [apart, 2],
    [`5${apart}`, 3],
  ] as const)
    await insert('coupons', {
      code_key: key.toLowerCase(),
      code: key,
      active: true,
      percent_ppm: percent,
      redeemed_beyond: 0,
    });
  const booking = {
    listing_id: uuid(1),
    unit_id: uuid(1),
    whole_building: false,
    guest_id: uuid(1),
    status: 'confirmed',
    source: 'api',
    check_in: '2030-05-01',
    check_out: '2030-05-03',
    number_of_guests: 1,
    preparation_days: 0,
    currency: 'EUR',
    accommodation_total_cents: 0,
    discount_total_cents: 0,
    fees_total_cents: 0,
    taxes_total_cents: 0,
    grand_total_cents: 0,
    confirmed_at: moment,
    children_ages: [],
    infants: 0,
    pets: 0,
    extras: [],
    unit_pinned: false,
    price_lines: [{ code: `coupon:5${apart}` }],
  };
  for (const [nth, key] of [composed, apart, `5${apart}`].entries())
    await insert('bookings', {
      ...booking,
      id: uuid(nth + 1),
      confirmation_code: key,
      coupon_key: key.toLowerCase(),
      notes: `${apart}\n\u0301`,
    });
  await migrateDatabase(url);

  expect(await values('select name from teams')).toEqual([composed]);
  expect(
    await values(`select public_title || city || (cancellation_policy ->> 'name') from listings`),
  ).toEqual([composed.repeat(3)]);
  expect(await values('select name from units order by id')).toEqual([composed, apart, `2 ${composed}`]);
  expect(await values('select code from coupons order by percent_ppm')).toEqual([
    composed,
    apart,
    `5${composed}`,
  ]);
  const keys = [composed, apart, `5${composed}`].map((key) => key.toLowerCase());
  expect(await values('select code_key from coupons order by percent_ppm')).toEqual(keys);
  expect(await values('select coupon_key from bookings order by id')).toEqual(keys);
  expect(await values('select confirmation_code from bookings order by id')).toEqual([
    composed,
    apart,
    `5${composed}`,
  ]);
  expect(new Set(await values('select notes from bookings'))).toEqual(new Set([`${composed}\n\u0301`]));
  expect(await values(`select distinct price_lines -> 0 ->> 'code' from bookings`)).toEqual([
    `coupon:5${composed}`,
  ]);
  expect(await values('select search_text from guests')).toEqual([`${composed.toLowerCase()}\n`]);
  for (const table of ['teams', 'listings', 'guests', 'bookings'])
    expect(await values(`select distinct updated_at = '${moment}' from ${table}`)).toEqual([true]);
});

test('a migration that fails leaves nothing behind, and says why', async () => {
  await client.query('create table units ()');
  await expect(migrateDatabase(url)).rejects.toMatchObject({ code: '42P07' });
  expect(await ourTables()).toEqual(['units']);
  expect(await ourSchemas()).toEqual(['public']);
});

test('a migration that was applied before is not compared again, whatever its position in the list', async () => {
  await migrateDatabase(url);
  const [first, ...rest] = await appliedHashes();
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const hash of [...rest, first])
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 0)', [hash]);
  expect(await migrateDatabase(url)).toBe(0);
});

// A failure hides whether the feed was suspicious before it.
const SUSPICIONS = [
  ['ok', false],
  ['suspicious', true],
  ['failing', true],
] as const;
test.each(SUSPICIONS)(
  'after an upgrade, a feed that is %s keeps the nights that it blocks, and frees vanished ones no sooner than before',
  async (status, isSuspicious) => {
    await migrateBefore('_channels_apart');
    const uuid = (digit: number) => `0198${digit}000-0000-7000-8000-000000000000`;
    const rows = async <Row>(statement: string) => (await client.query(statement)).rows as Row[];
    // Only the feed and its blocks matter here, so the unit that they refer to is not made.
    for (const table of ['calendar_feeds', 'blocks', 'calendar_addresses'])
      await client.query(`alter table ${table} drop constraint ${table}_unit_fk`);
    await client.query(
      `insert into calendar_feeds (team_id, id, unit_id, name, url, paused, ignore, status, failures, events, conflicts, missing,
        etag, taken_blocks, readings, next_reading_at, created_at, updated_at)
      values (1, $1, $2, 'Airbnb', 'https://calendars.example', false, '[]', $4, 0, 2, '[]', $3, '"1"', 2, 1, now(), now(), now())`,
      [uuid(1), uuid(2), JSON.stringify({ [uuid(5)]: '2031-05-05T10:00:00.000Z' }), status],
    );
    const nights = [
      [uuid(3), '2090-05-01', '2090-05-04', 'a'],
      [uuid(4), '2090-05-04', '2090-05-06', 'b'],
      [uuid(5), '2090-06-01', '2090-06-03', 'gone'],
      [uuid(6), '2020-01-01', '2020-01-03', 'past'],
    ];
    for (const [id, start, end, uid] of nights)
      await client.query(
        `insert into blocks (team_id, id, listing_id, unit_id, start_date, end_date, source, uid, recurrence, feed_id, created_at)
        values (1, $1, $2, $2, $3, $4, 'Airbnb', $5, null, $6, now())`,
        [id, uuid(2), start, end, uid, uuid(1)],
      );
    await client.query(
      `insert into calendar_addresses (team_id, unit_id, secret_hash, ciphertext, key_id, created_at) values (1, $1, 'h', 'c', 'k', now())`,
      [uuid(2)],
    );
    const blocks = 'select id, start_date::text, end_date::text, uid from blocks order by id';
    const before = await rows(blocks);
    await migrateDatabase(url);
    expect(await rows(blocks)).toEqual(before);
    expect(
      await rows(
        'select reported, wanted::text, leaving, left_out, etag, shown from calendar_feeds, calendar_addresses',
      ),
    ).toEqual([
      {
        reported: [
          { uid: 'a', startDate: '2090-05-01', endDate: '2090-05-04' },
          { uid: 'b', startDate: '2090-05-04', endDate: '2090-05-06' },
        ],
        wanted: '{[2090-05-01,2090-05-06)}',
        leaving: [
          {
            since: '2031-05-05T10:00:00.000Z',
            isSuspicious,
            startDate: '2090-06-01',
            endDate: '2090-06-03',
          },
        ],
        left_out: 0,
        etag: null,
        shown: [],
      },
    ]);
  },
);
