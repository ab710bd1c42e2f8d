/**
 * A search says of each place what a quote of it says, and the calendars of many listings are their own, whatever was
 * written before on whichever process: catalogues that are kept in memory never show.
 */
import { expect, test } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { propertyRuns } from '../../helpers/arbitraries.ts';
import { type Client, clientOf, type Json } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { type Random, randomOf, seed } from '../../helpers/random.ts';
import { buildDrawnTeam, DRAWN_DAYS } from '../drawn-team.ts';

const first = await openSharedApp();
const second = await openSharedApp({ url: first.url });

/** 10 and 5, or as many more as PROPERTY_RUNS says. In half of the first it is the turn of a change, in the others one is drawn. */
const ROUNDS = Math.ceil(propertyRuns / 100);
const WRITES = Math.ceil(propertyRuns / 200);
type Change = (random: Random, client: Client, listing: Json) => Promise<unknown>;

/** Changes of everything that a search depends on. A change that is refused changes nothing. */
const CHANGES: Record<string, Change> = {
  terms: (random, client, { id }) =>
    client.send('PUT', `/listings/${id}/rates`, {
      rates: { nightly: random.between(0, 30_000), min_stay: random.between(1, 3) },
    }),
  seasons: (random, client, { id }) =>
    client.send('PUT', `/listings/${id}/rates`, {
      seasons: [
        {
          name: 'S',
          start_date: day(random.between(0, 9)),
          end_date: day(20),
          nightly: random.between(0, 9_000),
        },
      ].slice(random.between(0, 1)),
    }),
  status: (random, client, { id }) =>
    client.send('PUT', `/listings/${id}`, { status: random.pick(['active', 'active', 'inactive']) }),
  place: (random, client, { id }) =>
    client.send('PUT', `/listings/${id}`, {
      max_guests: random.between(1, 4),
      timezone: random.pick(['Europe/Lisbon', 'Pacific/Auckland']),
      listed_on_site: random.share() < 0.7,
    }),
  days: (random, client, { id }) =>
    client.send('PUT', `/listings/${id}/days`, {
      ranges: [{ start_date: day(0), end_date: day(random.between(1, 9)), closed: random.share() < 0.3 }],
    }),
  newUnit: (_random, client, { id }) => client.send('POST', `/listings/${id}/units`, {}),
  async units(random, client, { id }) {
    const units = await client.read(`/listings/${id}/units`);
    for (const unit of units) await client.send('PUT', `/units/${unit.id}`, { active: random.share() < 0.6 });
  },
  team: (random, client) => client.send('PUT', '/team', { reseating: random.pick(['on', 'off']) }),
  newFee: (random, client, { slug }) =>
    client.send('POST', '/fees', {
      code: `f${random.between(1, 3)}`,
      name: 'Fee',
      basis: 'stay',
      amount: random.between(1, 999),
      listings: random.pick([null, [slug]]),
    }),
  fee: (random, client) =>
    client.send('PUT', `/fees/f${random.between(1, 3)}`, { amount: random.between(1, 999) }),
  noFee: (random, client) => client.send('DELETE', `/fees/f${random.between(1, 3)}`),
  tax: (random, client) =>
    client.send('POST', '/taxes', {
      code: `t${random.between(1, 9)}`,
      name: 'Tax',
      basis: 'percent',
      percent: random.between(1, 20),
      applies_to: ['accommodation'],
    }),
  discount: (random, client) =>
    client.send('POST', '/discounts', {
      code: `d${random.between(1, 9)}`,
      name: 'Week',
      kind: 'length_of_stay',
      min_nights: 2,
      percent: random.between(1, 20),
    }),
  newListing: (random, client) =>
    client.send('POST', '/listings', {
      kind: 'standalone',
      public_title: 'New',
      max_guests: 4,
      status: 'active',
      rates: { nightly: random.between(1, 9_000) },
    }),
  noListing: (_random, client, { id }) => client.send('DELETE', `/listings/${id}`),
  booking: (random, client, { id }) =>
    client.send('POST', '/bookings', {
      listing_id: id,
      ...drawnStay(random),
      number_of_guests: 1,
      guest: { name: 'Guest' },
      override_rules: true,
    }),
  async cancellation(_random, client) {
    const [booking] = await client.read('/bookings?status=confirmed,pending&per_page=1');
    if (booking) await client.send('POST', `/bookings/${booking.id}/cancel`);
  },
  block: (random, client, { id }) => {
    const { check_in, check_out } = drawnStay(random);
    return client.send('POST', '/blocks', { listing_id: id, start_date: check_in, end_date: check_out });
  },
};

function drawnStay(random: Random) {
  const checkIn = day(random.between(20, DRAWN_DAYS));
  return { check_in: checkIn, check_out: addDays(checkIn, random.between(1, 4)) };
}

/** What single requests say about each place that a search of the team looks through. */
async function listQuotes(client: Client, query: string): Promise<Record<string, Json>> {
  const listings: Json[] = await client.read('/listings?status=active&per_page=100');
  const quotes: Record<string, Json> = {};
  for (const { id, slug, kind, whole_building_bookable } of listings) {
    if (kind === 'building' && !whole_building_bookable) continue;
    const { extras: _, ...quote } = await client.read(`/availability/${id}?${query}`);
    quotes[slug] = quote;
  }
  return quotes;
}

async function listResults(client: Client, query: string): Promise<Record<string, Json>> {
  const results: Json[] = await client.read(`/search?${query}&available=all&per_page=50&sort=title`);
  return Object.fromEntries(results.map(({ listing, distance_km: _, ...quote }) => [listing.slug, quote]));
}

const MONTH = `start_date=${day(18)}&end_date=${day(45)}`;

/** What single requests say about the calendar of each listing, in the order of the list of listings. */
async function listOwnCalendars(client: Client): Promise<[slug: string, days: Json[]][]> {
  const listings: Json[] = await client.read('/listings?per_page=100');
  const calendars: [string, Json[]][] = [];
  for (const { id, slug } of listings)
    calendars.push([slug, await client.read(`/listings/${id}/calendar?${MONTH}`)]);
  return calendars;
}

async function listCalendars(client: Client): Promise<[slug: string, days: Json[]][]> {
  const calendars: Json[] = await client.read(`/calendars?${MONTH}&per_page=100`);
  return calendars.map(({ slug, days }) => [slug, days]);
}

test('searches and calendars on one process show what another one has written, also what it keeps in memory', async () => {
  const random = randomOf(seed, 7);
  const { token } = await buildDrawnTeam(first, random, 6);
  const clients = [clientOf(first, token), clientOf(second, token)] as const;
  const done: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const [writing, reading] = random.share() < 0.5 ? clients : [clients[1], clients[0]];
    const listings: Json[] = await writing.read('/listings?per_page=100');
    const name = Object.keys(CHANGES)[(seed + round) % Object.keys(CHANGES).length] ?? '';
    const change = random.share() < 0.5 ? name : random.pick(Object.keys(CHANGES));
    await CHANGES[change]?.(random, writing, random.pick(listings));
    done[change] = (done[change] ?? 0) + 1;
    const { check_in, check_out } = drawnStay(random);
    const query = `check_in=${check_in}&check_out=${check_out}&guests=${random.between(1, 2)}`;
    const quotes = await listQuotes(writing, query);
    expect({ change, results: await listResults(reading, query) }).toEqual({ change, results: quotes });
    // The process that wrote may have kept an older catalogue itself.
    expect({ change, results: await listResults(writing, query) }).toEqual({ change, results: quotes });
    const calendars = await listOwnCalendars(writing);
    expect({ change, calendars: await listCalendars(reading) }).toEqual({ change, calendars });
    expect({ change, calendars: await listCalendars(writing) }).toEqual({ change, calendars });
  }
}, 120_000);

test('searches while a team changes answer as before or after the change, and as after it once it is done', async () => {
  const random = randomOf(seed, 8);
  const { token } = await buildDrawnTeam(first, random, 4);
  const [writing, reading] = [clientOf(first, token), clientOf(second, token)];
  const query = `check_in=${day(25)}&check_out=${day(27)}`;
  for (let amount = 1; amount <= WRITES; amount += 1) {
    const before = await listResults(reading, query);
    const charge = { code: `g${amount}`, name: 'Fee', basis: 'stay', amount: 100 };
    const [written, ...during] = await Promise.all([
      writing.send('POST', '/fees', charge),
      listResults(reading, query),
      listResults(writing, query),
    ]);
    expect(written.status).toBe(201);
    const after = await listResults(reading, query);
    expect(after).toEqual(await listQuotes(writing, query));
    for (const results of during) expect([before, after]).toContainEqual(results);
  }
}, 120_000);
