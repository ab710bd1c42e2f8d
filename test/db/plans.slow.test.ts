/**
 * Every statement of the measured routes and of every list finds its rows by an index, as planned on many teams' data.
 */

import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { idOf, SIZES, tokenOf } from '../../bench/dataset.ts';
import { loadData } from '../../bench/load-data.ts';
import { openRecorder, type Statement } from '../../bench/recorder.ts';
import { ROUTES } from '../../bench/routes.ts';
import { createDatabase, type Database } from '../../src/db/client.ts';
import { listLapsedHoldsOfAnyTeam } from '../../src/db/queries/bookings/holds.ts';
import { listBookingsBySearchKeys } from '../../src/db/queries/bookings/search.ts';
import { countPendingSiteBookings } from '../../src/db/queries/bookings/site-bookings.ts';
import { listBookingsToComplete } from '../../src/db/queries/bookings/writes.ts';
import { countCouponRedemptions, isCouponUsed } from '../../src/db/queries/listings/charges.ts';
import { findTokensByHash } from '../../src/db/queries/teams/tokens.ts';
import { addDays } from '../../src/domain/dates/dates.ts';
import { listPendingBookings } from '../../src/options/desk/db/queries/front-desk.ts';
import { addBacklogToWebhook, type WebhookRow } from '../../src/options/webhooks/db/queries/webhooks.ts';
import { openSharedClient } from '../helpers/database.ts';
import { words } from '../helpers/words.ts';
import { listsOf } from './lists.ts';

const SIZE = SIZES.tiny;
const headers = { authorization: `Bearer ${tokenOf(2, 0)}` };
/** Tables that grow with a team's activity. Teams and their charges are few. */
const BIG_TABLES = words(`
  bookings day_overrides guests idempotency_records invoices listings occupancies
  payments photos team_events tokens units`);

/** The largest page. A list may sort this many rows, and must read all others in the order of an index. */
const PAGE = 100;
const LISTED_TABLES = words('blocks bookings guests invoices listings payments team_events');

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};
/** A plan for some values, or for any. PostgreSQL keeps one for any values unless it looks dearer. */
const KINDS = ['custom', 'generic'] as const;
type Kind = (typeof KINDS)[number];

const { url, client } = await openSharedClient();
await loadData(url, SIZE);
const recorder = openRecorder(url);
await client.query('set random_page_cost = 1.1');
afterAll(() => recorder.close());

/** PostgreSQL's plan for a statement with these values, planned for them or for any. Only reads are executed. */
async function planOf({ text, values }: Statement, kind: Kind): Promise<Plan[]> {
  const analyze = /^\s*(select|with)/i.test(text) && !/ for (no key )?update|insert into/i.test(text);
  await client.query(`set plan_cache_mode = 'force_${kind}_plan'; begin`);
  try {
    await client.query(`prepare explained as ${text}`);
    const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
    const { rows } = await client.query(
      `explain (format json, analyze ${analyze}) execute explained${given}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
    return nodesOf(plan);
  } finally {
    await client.query('rollback; deallocate all');
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const literalOf = (value: unknown): string =>
  value === null ? 'null' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));

const wholeReads = (nodes: readonly Plan[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => BIG_TABLES.includes(table));

/** Sorts of more of a list's own rows than fit on a page. */
const largeSorts = (nodes: readonly Plan[]) =>
  nodes.flatMap((node) => {
    if (!node['Node Type'].includes('Sort')) return [];
    const [input] = node.Plans ?? [];
    const rows = (input?.['Actual Rows'] ?? 0) * (input?.['Actual Loops'] ?? 0);
    const isListed = nodesOf(node).some((part) => LISTED_TABLES.includes(part['Relation Name'] ?? ''));
    return isListed && rows > PAGE ? [`${node['Node Type']} of ${rows} rows`] : [];
  });

/** The text of the first statement that a query makes. */
async function textOf(query: (db: Database) => PromiseLike<unknown>): Promise<string> {
  let text = '';
  const { db, close } = createDatabase({
    url,
    applicationName: 'innkeep-tests',
    onStatement: (statement) => {
      text ||= statement;
    },
  });
  await Promise.resolve(query(db)).finally(close);
  return text;
}

test('eight tokens that are looked up together are found by an index', async () => {
  const hashes = Array.from({ length: 8 }, (_, n) => `hash-${n}`);
  const text = await textOf((db) => findTokensByHash(db, hashes));
  expect(wholeReads(await planOf({ text, values: [hashes] }, 'generic'))).toEqual([]);
});

test('counting a webhook’s pending events does not read the events before its position', async () => {
  const webhook = { teamId: 2, id: idOf('booking', 2, 0), position: SIZE.bookings - 10, types: null };
  const text = await textOf((db) => addBacklogToWebhook(db, webhook as WebhookRow).catch(() => null));
  const values = [2, 2, 2, JSON.stringify([webhook])];
  const nodes = await planOf({ text, values }, 'generic');
  const events = nodes.filter((node) => node['Relation Name'] === 'team_events');
  expect(events.map((node) => node['Actual Rows'])).toEqual([10, 0]);
  expect(events.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0, 0]);
});

const NOW = new Date();
const TODAY = NOW.toISOString().slice(0, 10);
const ofPartialIndexes: [string, string, (db: Database) => PromiseLike<unknown>, unknown[], Kind?][] = [
  [
    'bookings to complete',
    'bookings_due_idx',
    (db) => listBookingsToComplete(db, TODAY, null, 10),
    ['confirmed', TODAY, 10],
    'custom',
  ],
  [
    'holds that have lapsed',
    'bookings_lapse_idx',
    (db) => listLapsedHoldsOfAnyTeam(db, NOW, null, 10),
    ['pending', NOW.toISOString(), 10],
    'custom',
  ],
  [
    'bookings with some coupons',
    'bookings_coupon_idx',
    (db) => countCouponRedemptions(db, 2, ['spring15'], NOW),
    [2, ['spring15'], 'cancelled', NOW.toISOString()],
  ],
  [
    'a booking with a coupon, in any status',
    'bookings_coupon_idx',
    (db) => isCouponUsed(db, 2, 'spring15'),
    [2, 'spring15', 1],
  ],
  [
    'requests from the booking site that wait',
    'bookings_site_waiting_idx',
    (db) =>
      countPendingSiteBookings(db, 2, { emailKey: 'guest-1@team-2.example', ipHashes: ['hash'], now: NOW }),
    [
      ...[2, NOW.toISOString(), 200, 2, NOW.toISOString(), 2, 'guest-1@team-2.example', 2],
      ...[2, NOW.toISOString(), ['hash'], 3, 2],
    ],
  ],
  [
    'bookings that wait, in the order of the day page,',
    'bookings_pending_idx',
    (db) => listPendingBookings(db, 2, NOW.getTime(), 100),
    [300, 2, 2, 2, NOW.toISOString(), 100],
  ],
];
test.each(ofPartialIndexes)('%s are found by their own index', async (...row) => {
  const [, index, query, values, kind = 'generic'] = row;
  const nodes = await planOf({ text: await textOf(query), values }, kind);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
});

const hot = ROUTES.map(async ({ name, sample }) => [name, await sample(SIZE, 0, recorder.send)] as const);
test('a text search for bookings finds codes, guests and listings by indexes', async () => {
  const names = { codes: ['B0000007'], guestIds: [idOf('guest', 2, 7)], listingIds: [idOf('listing', 2, 3)] };
  const text = await textOf((db) =>
    listBookingsBySearchKeys(db, 2, { named: names }, { page: 1, perPage: 25 }),
  );
  const values = [2, names.codes, 2, names.guestIds, 2, names.listingIds, 25, 0];
  for (const kind of KINDS) {
    const nodes = await planOf({ text, values }, kind);
    expect(wholeReads(nodes)).toEqual([]);
    const indexes = nodes.map((node) => node['Index Name']);
    for (const index of ['bookings_confirmation_code_key', 'bookings_guest_idx', 'bookings_listing_idx'])
      expect(indexes).toContain(index);
  }
});

/** Of some of a team's listings, for which there are other statements than for all of them. */
const ofSome = [
  `calendars?start_date=${TODAY}&end_date=${addDays(TODAY, 30)}&kind=unit_type`,
  `occupancies?from=${TODAY}&to=${addDays(TODAY, 31)}&listing_id=${idOf('listing', 2, 3)}`,
];
const REQUESTS = [
  ...(await Promise.all(hot)),
  ...[...listsOf(2), ...ofSome].map(
    (list) => [`GET /v1/${list}`, { method: 'GET', path: `/v1/${list}`, headers }] as const,
  ),
];

test.each(REQUESTS)(
  '%s reads no big table from end to end and sorts no more than a page',
  async (_name, sample) => {
    const { statements } = await recorder.record(sample);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      for (const kind of KINDS) {
        if (kind === 'generic' && statement.isPlannedByValues) continue;
        const nodes = await planOf(statement, kind);
        expect
          .soft([...wholeReads(nodes), ...largeSorts(nodes)], `${kind} plan of: ${statement.text}`)
          .toEqual([]);
      }
    }
  },
);
