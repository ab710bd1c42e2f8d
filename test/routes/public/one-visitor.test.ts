/** What one visitor can take of a house from its booking site. */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expireLapsedHolds } from '../../../src/services/jobs/ended-bookings.ts';
import { createKeyring } from '../../../src/services/keys/keyring.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { expectSound, type Json, tally, times } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { openSite, type Site } from '../../helpers/site.ts';

const world = await openSharedApp();
const units = times(30, (n) => `Unit ${n}`);
const VISITOR = '203.0.113.7';
let guests = 0;

/** A request of a new guest from an address. */
function ask(site: Site, from = VISITOR, overrides: object = {}, app = world.app) {
  guests += 1;
  return site.request(
    { guest: { name: 'Bea', email: `bea-${guests}@example.com` }, ...overrides },
    {},
    app,
    from,
  );
}
async function requestStay(site: Site, from?: string): Promise<Json> {
  const { status, body } = await ask(site, from);
  expect(status).toBe(201);
  return body.data;
}
const nights = (n: number) => ({ check_out: day(n), expected_total: 10_000 * n });
const idOf = async (site: Site, code: string) =>
  (await site.read(`/bookings?confirmation_code=${code}`))[0].id;
/** The kept hashes of a team's bookings, in the order in which they were made. */
const hashesOf = async ({ teamId }: Site) =>
  (
    await world.db.execute<{ ip_hash: string | null }>(
      `select ip_hash from bookings where team_id = ${teamId} order by created_at, id`,
    )
  ).rows.map((row) => row.ip_hash);

describe('the longest stay on the booking site', () => {
  it('a request on the booking site may have 30 nights unless the team sets another limit', async () => {
    const site = await openSite(world, { units });
    for (const site_bookings of ['request', 'instant']) {
      await site.data(site.send('PUT', '/team', { site_bookings }));
      expect((await ask(site, VISITOR, nights(30))).status).toBe(201);
      const { status, body } = await ask(site, VISITOR, nights(31));
      const message = 'The check out field must be at most 30 nights after check in.';
      expect([status, body]).toEqual([
        422,
        { message, errors: { check_out: [message] }, codes: { check_out: ['too_large'] } },
      ]);
    }
    await site.data(site.send('PUT', '/team', { site_max_nights: 365 }));
    expect((await ask(site, VISITOR, nights(365))).status).toBe(201);
    await site.data(site.send('PUT', '/team', { site_max_nights: 1 }));
    expect((await ask(site, VISITOR, nights(2))).body.errors).toEqual({
      check_out: ['The check out field must be at most 1 night after check in.'],
    });
    expect((await ask(site, VISITOR, nights(1))).status).toBe(201);
  });

  it('the limit of nights on the booking site is reported beside other rules, and does not limit quotes or the team', async () => {
    const site = await openSite(world, { units: ['A'] });
    const both = await ask(site, VISITOR, { ...nights(31), number_of_guests: 9 });
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['number_of_guests', 'check_out']]);
    const path = `/listings/${site.listing.slug}/availability?check_in=${day(0)}&check_out=${day(31)}`;
    expect((await site.visit('GET', path)).body.data).toMatchObject({ available: true, reasons: [] });
    await site.book({ check_out: day(31) });
  });
});

describe('waiting requests of one address', () => {
  it('three requests of one address may wait, until the team or the visitor ends one', async () => {
    const site = await openSite(world, { units });
    const ends: ((made: Json) => Promise<{ status: number }>)[] = [
      async ({ confirmation_code: code }) => site.confirm(await idOf(site, code)),
      async ({ confirmation_code: code }) => site.cancel(await idOf(site, code)),
      ({ confirmation_code: code, key }) => site.withdraw(code, key),
    ];
    const made = [await requestStay(site), await requestStay(site), await requestStay(site)];
    for (const [index, end] of ends.entries()) {
      const { status, body, headers } = await ask(site);
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '60', 'no-store']);
      expect(body).toEqual({ message: expect.any(String) });
      await requestStay(site, `198.51.100.${index}`);
      expect((await end(made[index])).status).toBe(200);
      await requestStay(site);
    }
    expect((await ask(site)).status).toBe(429);
    await expectSound(world);
  });

  it('requests of one address no longer wait from the second at which they lapse', async () => {
    const site = await openSite(world, { units, team: { siteHoldMinutes: 10 } });
    for (let n = 0; n < 3; n += 1) await requestStay(site);
    world.clock.set('2031-05-05T10:09:59Z');
    expect((await ask(site)).status).toBe(429);
    world.clock.set('2031-05-05T10:10:00Z');
    for (let n = 0; n < 3; n += 1) await requestStay(site);
    expect((await ask(site)).status).toBe(429);
  });

  it('three requests of one address may wait even if many arrive at once at two processes', async () => {
    const site = await openSite(world, { units });
    const second = await openTestApp({ url: world.url });
    const racers = times(10, (n) => ask(site, VISITOR, {}, n % 2 ? world.app : second.app));
    expect(tally(await Promise.all(racers))).toEqual({ 201: 3, 429: 7 });
    await second.close();
    await expectSound(world);
  });

  it('an IPv6 network of 64 bits counts as one address, and an IPv4 address counts however it is written', async () => {
    const site = await openSite(world, { units });
    for (const host of [':1', ':2', 'ffff:ffff:ffff:ffff']) await requestStay(site, `2001:db8:0:1:${host}`);
    expect((await ask(site, '2001:db8:0:1::9')).status).toBe(429);
    await requestStay(site, '2001:db8:0:2::9');
    for (const from of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1']) await requestStay(site, from);
    expect((await ask(site, '::ffff:192.0.2.1')).status).toBe(429);
    await requestStay(site, '::ffff:192.0.2.2');
  });

  it('requests of one address are counted for each team separately', async () => {
    const [site, other] = [await openSite(world, { units }), await openSite(world, { units })];
    for (const one of [site, other]) for (let n = 0; n < 3; n += 1) await requestStay(one);
    expect((await ask(other)).status).toBe(429);
    const [own, others] = [new Set(await hashesOf(site)), new Set(await hashesOf(other))];
    expect([own.size, others.size, own.union(others).size]).toEqual([1, 1, 2]);
  });

  it('behind a trusted proxy, requests are counted by the address that it names', async () => {
    const site = await openSite(world, { units });
    const behind = await openTestApp({ url: world.url, trustProxy: '10.0.0.0/8' });
    const forwarded = (address: string, from: string) => {
      guests += 1;
      const guest = { name: 'Bea', email: `bea-${guests}@example.com` };
      return site.request({ guest }, { 'x-forwarded-for': address }, behind.app, from);
    };
    const statuses = [];
    for (const address of ['9.9.9.1', '9.9.9.2', '9.9.9.3', '9.9.9.4'])
      statuses.push((await forwarded(address, '10.0.0.1')).status);
    // Others can write the header as they like.
    for (const address of ['9.9.9.5', '9.9.9.6', '9.9.9.7', '9.9.9.8'])
      statuses.push((await forwarded(address, VISITOR)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 429]);
    await behind.close();
  });

  it('requests of one address still count after APP_KEY changed, as long as the earlier key is known', async () => {
    const site = await openSite(world, { units });
    for (let n = 0; n < 3; n += 1) await requestStay(site);
    const fresh = randomBytes(32);
    const rotated = await openTestApp({ url: world.url, keyring: createKeyring(fresh, [TEST_APP_KEY]) });
    expect((await ask(site, VISITOR, {}, rotated.app)).status).toBe(429);
    const without = await openTestApp({ url: world.url, keyring: createKeyring(fresh) });
    expect((await ask(site, VISITOR, {}, without.app)).status).toBe(201);
    for (const app of [rotated, without]) await app.close();
  });
});

describe('a visitor’s address', () => {
  it('a visitor’s address is stored as a keyed hash only while the booking is pending, and is in no answer or log', async () => {
    const site = await openSite(world, { units });
    const from = '198.51.100.77';
    for (let n = 0; n < 3; n += 1) await requestStay(site, from);
    const [hash] = await hashesOf(site);
    expect(await hashesOf(site)).toEqual([hash, hash, hash]);
    expect(hash).toMatch(/^[\w-]{43}$/);
    const {
      rows: [kept],
    } = await world.db.execute<{ text: string }>(`
      select (select string_agg(b::text, '') from bookings b where team_id = ${site.teamId})
        || (select string_agg(e::text, '') from team_events e where team_id = ${site.teamId}) as text`);
    expect(kept?.text).not.toContain(from);
    for (const text of [JSON.stringify(await site.read('/bookings')), world.log.join('')])
      expect(text).not.toContain(hash);
    const [first, second, third] = await site.read('/bookings?per_page=100');
    await site.data(site.confirm(first.id));
    await site.data(site.cancel(second.id));
    // A change that leaves it pending keeps it.
    await site.data(site.change(third.id, { notes: 'Call back' }));
    expect((await hashesOf(site)).filter((kept) => kept !== null)).toEqual([hash]);
    world.clock.set('2031-05-06T10:00:00Z');
    expect(await expireLapsedHolds(world.services)).toBeGreaterThan(0);
    expect(await hashesOf(site)).toEqual([null, null, null]);
    await expectSound(world);
  });

  it('a visitor’s address is not stored for a booking that is confirmed at once', async () => {
    const site = await openSite(world, { units, team: { siteBookings: 'instant' } });
    await requestStay(site);
    expect(await hashesOf(site)).toEqual([null]);
  });

  it('the hash of a visitor’s address is removed when another booking takes the nights of the lapsed request', async () => {
    const site = await openSite(world, { units: ['A'], team: { siteHoldMinutes: 10 } });
    await requestStay(site);
    world.clock.set('2031-05-05T10:10:00Z');
    await site.book();
    expect(await hashesOf(site)).toEqual([null, null]);
  });
});

describe('the bookings of one address in a day', () => {
  const PLENTY = times(60, (n) => `Unit ${n}`);
  const countsOf = async ({ teamId }: Site) =>
    (
      await world.db.execute<{ address_hash: string; made_at: string[] }>(
        `select address_hash, array_to_json(made_at) as made_at from site_booking_counts where team_id = ${teamId}`,
      )
    ).rows;
  /** As if an address had made so many bookings of a site ten seconds after its last one. */
  const fill = ({ teamId }: Site, count: number) =>
    world.db.execute(
      `update site_booking_counts set made_at = made_at || array_fill(made_at[1] + interval '10 seconds', array[${count}])
        where team_id = ${teamId}`,
    );

  it('one address may make 50 bookings on a site a day, withdrawn ones included, and more a day after the oldest', async () => {
    const site = await openSite(world, { units: PLENTY });
    const requestAndWithdraw = async () => {
      const { confirmation_code, key } = await requestStay(site);
      expect((await site.withdraw(confirmation_code, key)).status).toBe(200);
    };
    await requestAndWithdraw();
    await fill(site, 47);
    world.clock.set('2031-05-05T10:00:20Z');
    for (let n = 0; n < 2; n += 1) await requestAndWithdraw();
    world.clock.set('2031-05-05T11:00:00Z');
    const refused = await ask(site);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(23 * 3_600)]);
    expect(refused.body).toEqual({ message: expect.stringContaining('in one day') });
    expect((await ask(site, '203.0.113.8')).status).toBe(201);
    expect((await ask(await openSite(world))).status).toBe(201);
    world.clock.set('2031-05-06T09:59:59Z');
    expect((await ask(site)).headers['retry-after']).toBe('1');
    world.clock.set('2031-05-06T10:00:00Z');
    expect((await ask(site)).status).toBe(201);
    expect((await ask(site)).headers['retry-after']).toBe('10');
    expect((await countsOf(site)).map(({ made_at }) => made_at.length).sort()).toEqual([1, 51]);
    await expectSound(world);
  });

  it('the limit of 50 bookings a day holds for callers at once, also if bookings are confirmed at once', async () => {
    for (const siteBookings of ['instant', 'request'] as const) {
      const site = await openSite(world, { units: PLENTY, team: { siteBookings } });
      await requestStay(site);
      await fill(site, 48);
      const racers = await Promise.all(times(5, () => ask(site)));
      expect(tally(racers)).toEqual({ 201: 1, 429: 4 });
    }
  });

  it('refused and repeated requests do not count towards the bookings of an address in a day, and an IPv6 network counts as one address', async () => {
    const site = await openSite(world, { units: PLENTY, team: { siteBookings: 'instant' } });
    const [one, other] = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2'];
    const body = { guest: { name: 'Bea', email: 'bea@example.com' } };
    for (let n = 0; n < 3; n += 1)
      expect((await site.request(body, { 'idempotency-key': 'k' }, world.app, one)).status).toBe(201);
    expect((await ask(site, one, { expected_total: 1 })).status).toBe(409);
    expect((await ask(site, one, { listing: 'nothing' })).status).toBe(422);
    expect((await ask(site, one, { check_in: day(-100), check_out: day(-99) })).status).toBe(422);
    expect((await countsOf(site)).map(({ made_at }) => made_at.length)).toEqual([1]);
    await fill(site, 48);
    expect((await ask(site, other)).status).toBe(201);
    expect((await ask(site, one)).status).toBe(429);
    expect((await countsOf(site)).map(({ made_at }) => made_at.length)).toEqual([50]);
    const [count] = await countsOf(site);
    expect(count?.address_hash).not.toContain('2001');
  });

  it('the bookings of an address in a day still count after APP_KEY changed', async () => {
    const site = await openSite(world, { units: PLENTY, team: { siteBookings: 'instant' } });
    await requestStay(site);
    await fill(site, 49);
    const keyring = createKeyring(randomBytes(32), [TEST_APP_KEY]);
    const later = await openTestApp({ url: world.url, keyring });
    later.clock.set(world.clock.now().toISOString());
    expect((await ask(site, VISITOR, {}, later.app)).status).toBe(429);
    await later.close();
  });
});
