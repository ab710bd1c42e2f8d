import { expect, it } from 'vitest';
import { openSharedApp, openTestApp } from '../../helpers/app.ts';
import { expectSound, tally, times } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
const units = times(30, (n) => `Unit ${n}`);
const guest = (n: number | string) => ({ guest: { name: 'Bea', email: `guest-${n}@example.com` } });

it('a guest may have two requests waiting, whatever the case of the email', async () => {
  const site = await openSite(world, { units });
  const first = await site.requested(guest('A'));
  await site.requested(guest('a'));
  const { status, body, headers } = await site.request(guest('A'));
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '60', 'no-store']);
  expect(body).toEqual({ message: expect.any(String) });
  expect((await site.request(guest('b'))).status).toBe(201);
  expect((await site.withdraw(first.confirmation_code, first.key)).status).toBe(200);
  expect((await site.request(guest('a'))).status).toBe(201);
  expect((await site.request(guest('a'))).status).toBe(429);
  // What is wrong with its fields comes before the limit.
  const unknown = await site.request({ ...guest('a'), listing: 'nowhere' });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['listing']]);
  for (const {
    id,
    guest: { email },
  } of await site.read('/bookings?status=pending'))
    if (/^guest-a/i.test(email)) await site.data(site.confirm(id));
  expect((await site.request(guest('a'))).status).toBe(201);
  await expectSound(world);
});

it('a request that has lapsed no longer counts as waiting, from that second on', async () => {
  const site = await openSite(world, { units, team: { siteHoldMinutes: 10 } });
  await site.requested(guest('a'));
  await site.requested(guest('a'));
  world.clock.set('2031-05-05T10:09:59Z');
  expect((await site.request(guest('a'))).status).toBe(429);
  world.clock.set('2031-05-05T10:10:00Z');
  expect((await site.request(guest('a'))).status).toBe(201);
});

it('confirmed bookings do not count towards the requests that may wait', async () => {
  const site = await openSite(world, { units, team: { siteBookings: 'instant' } });
  expect(tally(await Promise.all(times(5, () => site.request(guest('a')))))).toEqual({ 201: 5 });
});

it('200 requests of one site may wait', async () => {
  const site = await openSite(world, { units });
  const { id: listingId } = site.listing;
  await world.db.execute(`
    insert into guests (team_id, id, name, email, email_key, search_text, created_at, updated_at)
      select ${site.teamId}, gen_random_uuid(), 'G', 'x' || n || '@example.com', 'x' || n || '@example.com', '', now(), now()
      from generate_series(1, 199) as n`);
  await world.db.execute(`
    insert into bookings (team_id, id, confirmation_code, listing_id, unit_id, whole_building, guest_id, status, source,
        check_in, check_out, number_of_guests, preparation_days, currency, accommodation_total_cents, discount_total_cents,
        fees_total_cents, taxes_total_cents, grand_total_cents, price_lines, unit_pinned, created_at, updated_at)
      select ${site.teamId}, id, 'X' || n, '${listingId}', '${site.units[0]?.id}', false, id, 'pending', 'booking_site',
        date '2040-01-01' + n, date '2040-01-02' + n, 1, 0, 'EUR', 0, 0, 0, 0, 0, '[]', false, now(), now()
      from (select id, row_number() over ()::int as n from guests where team_id = ${site.teamId}) as numbered`);
  await world.db.execute(`
    insert into occupancies (team_id, unit_id, start_date, end_date, booking_id)
      select team_id, unit_id, check_in, check_out, id from bookings where team_id = ${site.teamId}`);
  const answers = [await site.request(guest(1)), await site.request(guest(2))];
  expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
    [201, undefined],
    [429, '60'],
  ]);
  const other = await openSite(world);
  expect((await other.request()).status).toBe(201);
  // They are no whole bookings, which the checker of other tests would find.
  for (const table of ['occupancies', 'bookings'])
    await world.db.execute(`delete from ${table} where team_id = ${site.teamId} and ${table === 'bookings' ? 'id' : 'booking_id'}
      in (select id from bookings where team_id = ${site.teamId} and grand_total_cents = 0)`);
});

it('the limits of waiting requests hold exactly over two processes', async () => {
  const site = await openSite(world, { units });
  const second = await openTestApp({ url: world.url });
  const racers = times(24, (n) =>
    site.request(
      { ...guest(n % 3), check_in: day(n), check_out: day(n + 4) },
      {},
      n % 2 ? world.app : second.app,
    ),
  );
  const answers = await Promise.all(racers);
  expect(tally(answers)).toEqual({ 201: 6, 429: 18 });
  await second.close();
  await expectSound(world);
});

it('one address may book only so often a minute, which nothing else counts towards', async () => {
  const limited = await openTestApp({
    url: world.url,
    limits: { public: 0, token: 0, signIn: 0, siteBookings: 3 },
  });
  const site = await openSite(world, { units });
  const off = await openSite(world, { team: { siteBookings: 'off' } });
  const made = await site.requested(guest('x'));
  const statuses = [];
  const from = '203.0.113.7';
  for (let n = 0; n < 2; n += 1) {
    statuses.push((await site.request(guest(n), {}, limited.app, from)).status);
    const headers = { 'booking-key': made.key };
    const look = await site.visit('GET', `/bookings/${made.confirmation_code}`, {
      headers,
      app: limited.app,
      from,
    });
    expect([look.status, look.headers['ratelimit-limit']]).toEqual([200, undefined]);
    expect((await off.request({}, {}, limited.app, from)).status).toBe(404);
  }
  expect((await site.request({ check_in: 'x' }, {}, limited.app, from)).headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
  });
  const beyond = await site.request(guest('y'), {}, limited.app, from);
  expect([beyond.status, statuses, beyond.headers['ratelimit-remaining']]).toEqual([429, [201, 201], '0']);
  expect(beyond.headers['retry-after']).toMatch(/^(60|5\d)$/);
  const headers = { 'booking-key': made.key };
  const withdrawn = await site.visit('POST', `/bookings/${made.confirmation_code}/cancel`, {
    headers,
    app: limited.app,
    from,
  });
  expect(withdrawn.status).toBe(200);
  await limited.close();
});
