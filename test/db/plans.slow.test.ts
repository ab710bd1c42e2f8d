/**
 * Every statement of the measured routes and of every list finds its rows by an index, as planned on many teams' data.
 */

import { expect, test } from 'vitest';
import { idOf, tokenOf } from '../../bench/dataset.ts';
import { ROUTES } from '../../bench/routes.ts';
import { listLapsedHoldsOfAnyTeam } from '../../src/db/queries/bookings/holds.ts';
import { listBookingsBySearchKeys } from '../../src/db/queries/bookings/search.ts';
import { countPendingSiteBookings } from '../../src/db/queries/bookings/site-bookings.ts';
import { listBookingsToComplete } from '../../src/db/queries/bookings/writes.ts';
import { countCouponRedemptions, isCouponUsed } from '../../src/db/queries/listings/charges.ts';
import { findTokensByHash } from '../../src/db/queries/teams/tokens.ts';
import { addDays } from '../../src/domain/dates/dates.ts';
import { listsOf, REGISTERS } from '../registers/all.ts';
import type { PlanRegister } from '../registers/registers.ts';
import { KINDS, largeSorts, openPlans, SIZE, wholeReads } from './plans.ts';

const { recorder, planOf, textOf } = await openPlans();
const headers = { authorization: `Bearer ${tokenOf(2, 0)}` };

test('eight tokens that are looked up together are found by an index', async () => {
  const hashes = Array.from({ length: 8 }, (_, n) => `hash-${n}`);
  const text = await textOf((db) => findTokensByHash(db, hashes));
  expect(wholeReads(await planOf({ text, values: [hashes] }, 'generic'))).toEqual([]);
});

const NOW = new Date();
const TODAY = NOW.toISOString().slice(0, 10);
const ofPartialIndexes: PlanRegister[] = [
  ...REGISTERS.flatMap(({ plans = [] }) => plans),
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
