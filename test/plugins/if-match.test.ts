import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';
import { TAGGED } from '../registers/all.ts';
import { collectRoutes, type ExistingRoute } from '../registers/existing-routes.ts';

let inn: Inn;
const routes: ExistingRoute[] = [];
const world = await openSharedApp({ extend: (app) => collectRoutes(app, routes) });
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world, { role: 'owner' });
});

const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const MESSAGE = { message: 'This has changed since you read it. Read it again, then decide.' };

it('a register has one of each thing whose ETag a change may name', async () => {
  const paths = await Promise.all(Object.values(TAGGED).map(async (make) => (await make(inn, world)).path));
  const urls = routes
    .filter(({ options }) => options.config?.etag && options.method === 'GET')
    .map(({ options }) => options.url)
    .filter((url) => routes.some(({ name }) => name === `PUT ${url}`));
  const isMade = (url: string) => {
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
    return paths.some((path) => pattern.test(`/v1${path}`));
  };
  expect(urls.length).toBeGreaterThan(9);
  expect(urls.filter((url) => !isMade(url)).map((url) => `Add to \`tagged\` of a register: ${url}`)).toEqual(
    [],
  );
});

describe.each(Object.entries(TAGGED))('a %s', (_name, make) => {
  it('has an ETag that changes with it, and is a 304 for clients that have it', async () => {
    const { path, one } = await make(inn, world);
    const { etag } = (await inn.send('GET', path)).headers;
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await inn.send('GET', path, undefined, { 'if-none-match': String(etag) });
    expect(again).toMatchObject({ status: 304, text: '', headers: { 'cache-control': 'no-store', etag } });
    expect((await inn.send('PUT', path, one)).status).toBe(200);
    expect((await inn.send('GET', path)).headers.etag).not.toBe(etag);
  });

  it('can only be changed with the ETag of its present state', async () => {
    const { path, one, other, bad } = await make(inn, world);
    const etag = String((await inn.send('GET', path)).headers.etag);
    const put = async (body: object, condition: string) => {
      const answer = await inn.send('PUT', path, body, { 'if-match': condition });
      return answer.status === 412 ? answer.body : answer.status;
    };
    const stale = ['"else"', 'W/"else"', `${etag.slice(0, -1)}-else"`, `"${etag.slice(2)}`];
    for (const condition of stale) expect(await put(one, condition)).toEqual(MESSAGE);
    const malformed = ['else', etag.slice(1, -1), `${etag} else`, `${etag}, *`, '', ',', '"', `w/${etag}`];
    for (const condition of malformed)
      expect([condition, await put(one, condition)]).toEqual([condition, 400]);
    expect(await put(one, `"else", ,${etag}`)).toBe(200);
    const before = await inn.read(path);
    expect(await put(other, etag)).toEqual(MESSAGE);
    // Fields are checked first.
    expect(await put(bad, etag)).toBe(422);
    expect(await inn.read(path)).toEqual(before);
    expect(await put(other, '*')).toBe(200);
    expect((await inn.send('PUT', path.replace(/[^/]+$/, NOBODY), other, { 'if-match': '*' })).status).toBe(
      404,
    );
  });

  it.each([
    ['weak', (etag: string) => `W/${etag}`],
    ['with the name of a compression', (etag: string) => etag.replace(/"$/, '-gzip"')],
    ['with the name of another', (etag: string) => etag.replace(/"$/, '-br"')],
    ['both, in a list', (etag: string) => `"else", W/${etag.replace(/"$/, '-gzip"')} `],
  ])('can be changed with its ETag as a proxy rewrites it: %s', async (_name, change) => {
    const { path, one, other } = await make(inn, world);
    const etag = String((await inn.send('GET', path)).headers.etag);
    const condition = { 'if-match': change(etag) };
    expect((await inn.send('PUT', path, one, condition)).status).toBe(200);
    expect((await inn.send('PUT', path, other, condition)).status).toBe(412);
    const changed = String((await inn.send('GET', path)).headers.etag);
    const again = await inn.send('GET', path, undefined, { 'if-none-match': change(changed) });
    expect(again.status).toBe(304);
  });

  it('can be changed by only one of two callers who have read the same state', async () => {
    const { path, one, other } = await make(inn, world);
    const condition = { 'if-match': String((await inn.send('GET', path)).headers.etag) };
    const answers = await Promise.all([one, other].map((body) => inn.send('PUT', path, body, condition)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('a write on something without an ETag', () => {
  const UNCHECKED = {
    message: 'If-Match cannot be checked here, because this has no ETag. Nothing was written.',
  };
  const blockOf = () => ({ listing_id: inn.listing.id, start_date: day(20), end_date: day(21) });
  const range = { start_date: day(0), end_date: day(1), nightly: 1 };
  const WRITES: Record<string, () => Promise<['PUT' | 'POST' | 'DELETE', string, object?]>> = {
    days: async () => ['PUT', `/listings/${inn.listing.id}/days`, { ranges: [range] }],
    'days of many listings': async () => [
      'POST',
      '/days',
      { updates: [{ listing_id: inn.listing.id, ranges: [range] }] },
    ],
    booking: async () => ['POST', '/bookings', inn.newBooking()],
    guest: async () => ['POST', '/guests', { name: 'Bea' }],
    block: async () => {
      const [block] = await inn.data(inn.send('POST', '/blocks', blockOf()), 201);
      return ['DELETE', `/blocks/${block.id}`];
    },
  };

  it.each(Object.entries(WRITES))(
    'a write with If-Match on something without an ETag is a 412, and writes nothing: %s',
    async (_name, make) => {
      const [method, path, body] = await make();
      const events = async () => (await inn.send('GET', '/events?limit=500')).body.data.length;
      const before = await events();
      for (const condition of ['"else"', '"a", "b"', 'W/"a"'])
        expect(await inn.send(method, path, body, { 'if-match': condition })).toMatchObject({
          status: 412,
          body: UNCHECKED,
        });
      expect(await events()).toBe(before);
      // `*` asks for anything that exists.
      expect((await inn.send(method, path, body, { 'if-match': '*' })).status).toBeLessThan(300);
      expect(await events()).toBeGreaterThan(before);
    },
  );

  it('a visitor’s booking and its cancellation on the site are refused under an If-Match', async () => {
    const site = await openSite(world);
    const stale = { 'if-match': '"else"' };
    expect(await site.request({}, stale)).toMatchObject({ status: 412, body: UNCHECKED });
    expect(await site.read('/bookings')).toEqual([]);
    const { confirmation_code, key } = await site.requested();
    expect(await site.withdraw(confirmation_code, key, stale)).toMatchObject({
      status: 412,
      body: UNCHECKED,
    });
    expect((await site.look(confirmation_code, key)).body.data.status).toBe('pending');
    expect((await site.withdraw(confirmation_code, key, { 'if-match': '*' })).status).toBe(200);
  });

  it('If-Match on something without an ETag is refused only after a 404 and after invalid fields', async () => {
    const condition = { 'if-match': '"else"' };
    const days = (id: string, body: object) => inn.send('PUT', `/listings/${id}/days`, body, condition);
    expect((await days(NOBODY, { ranges: [range] })).status).toBe(404);
    expect((await days(String(inn.listing.id), { ranges: 1 })).status).toBe(422);
  });

  it('If-Match on something without an ETag is refused before the state of things and ids in the body are looked at', async () => {
    await inn.book();
    const refused: ['PUT' | 'POST', string, object][] = [
      // The nights are taken.
      ['POST', '/blocks', { ...blockOf(), start_date: day(0), end_date: day(2) }],
      ['POST', '/bookings', inn.newBooking()],
      ['POST', '/days', { updates: [{ listing_id: NOBODY, ranges: [range] }] }],
    ];
    for (const [method, path, body] of refused) {
      expect((await inn.send(method, path, body)).status).toBe(422);
      expect(await inn.send(method, path, body, { 'if-match': '"else"' })).toMatchObject({
        status: 412,
        body: UNCHECKED,
      });
    }
    const answer = await inn.send('DELETE', `/blocks/${NOBODY}`, undefined, { 'if-match': '"else"' });
    expect(answer.status).toBe(404);
  });
});

describe('a malformed If-Match', () => {
  it('a malformed If-Match is a 400, before invalid fields and unknown ids', async () => {
    const malformed = { 'if-match': 'else' };
    const answer = await inn.send('PUT', `/bookings/${NOBODY}`, { notes: 1 }, malformed);
    const message = 'If-Match must be * or a list of entity tags, such as "abc".';
    expect(answer).toMatchObject({ status: 400, body: { message } });
    for (const path of ['/days', '/bookings', `/bookings/${NOBODY}/cancel`])
      expect((await inn.send('POST', path, {}, malformed)).status).toBe(400);
    // A path that does not exist stays a 404.
    expect((await inn.send('POST', '/nothing', {}, malformed)).status).toBe(404);
  });
});

describe('an If-Match that does not hold', () => {
  const stale = { 'if-match': '"else"' };
  const refused = { status: 412, body: MESSAGE };

  it('an If-Match that does not hold is a 412 before the booking’s status is looked at', async () => {
    const { id } = await inn.book();
    await inn.data(inn.cancel(id));
    expect(await inn.change(id, { number_of_guests: 3 }, stale)).toMatchObject(refused);
    expect((await inn.change(id, { number_of_guests: 3 }, { 'if-match': '*' })).status).toBe(422);
  });

  it('an If-Match that does not hold is a 412 before a lapsed hold is cancelled', async () => {
    const hold = async () => {
      world.clock.set(TEST_NOW);
      const { id } = await inn.book({ status: 'pending', expires_in: 10 });
      const etag = String((await inn.send('GET', `/bookings/${id}`)).headers.etag);
      world.clock.set('2031-05-05T10:10:00Z');
      return { id, etag };
    };
    const first = await hold();
    const preview = await inn.send('POST', `/bookings/${first.id}/preview`, { notes: 'Late' }, stale);
    expect(preview).toMatchObject(refused);
    expect(await inn.change(first.id, { notes: 'Late' }, stale)).toMatchObject(refused);
    expect((await inn.read(`/bookings/${first.id}`)).status).toBe('cancelled');
    const second = await hold();
    const lapsed = await inn.change(second.id, { number_of_guests: 3 }, { 'if-match': second.etag });
    expect([lapsed.status, Object.keys(lapsed.body.errors)]).toEqual([422, ['status']]);
    world.clock.set(TEST_NOW);
  });

  it('an If-Match that does not hold is a 412 before the availability of new dates is checked', async () => {
    const { id } = await inn.book();
    await inn.book({ check_in: day(4), check_out: day(6) });
    const longer = { check_out: day(5) };
    expect(await inn.change(id, longer, stale)).toMatchObject(refused);
    expect((await inn.change(id, longer, { 'if-match': '*' })).status).toBe(422);
  });

  it('an If-Match that does not hold is a 412 before ids in the body are looked up', async () => {
    const { id } = await inn.book();
    await inn.data(inn.send('POST', '/fees', { code: 'one', name: 'One', basis: 'stay', amount: 1 }), 201);
    const unknown: [string, object][] = [
      [`/bookings/${id}`, { unit_id: NOBODY }],
      [`/listings/${inn.listing.id}`, { building_id: NOBODY }],
      ['/fees/one', { listings: ['nowhere'] }],
    ];
    for (const [path, body] of unknown) {
      expect(await inn.send('PUT', path, body, stale)).toMatchObject(refused);
      expect((await inn.send('PUT', path, body, { 'if-match': '*' })).status).toBe(422);
    }
  });

  it('an If-Match that does not hold is a 412 before the reasons that forbid a deletion', async () => {
    const coupon = { code: 'one', percent: 5 };
    await inn.data(inn.send('POST', '/coupons', coupon), 201);
    await inn.book({ coupon_code: 'one' });
    for (const path of [`/units/${inn.units[0]?.id}`, `/listings/${inn.listing.id}`, '/coupons/one']) {
      expect(await inn.send('DELETE', path, undefined, stale)).toMatchObject(refused);
      const current = { 'if-match': String((await inn.send('GET', path)).headers.etag) };
      expect((await inn.send('DELETE', path, undefined, current)).status).toBe(422);
    }
  });

  it('a deletion under an If-Match that does not hold deletes nothing, and one with the present ETag does', async () => {
    const unit = await inn.data(inn.send('POST', `/listings/${inn.listing.id}/units`, { name: 'B' }), 201);
    const made = { kind: 'standalone', public_title: 'New', max_guests: 2, rates: { nightly: 1 } };
    const listing = await inn.data(inn.send('POST', '/listings', made), 201);
    await inn.data(inn.send('POST', '/fees', { code: 'one', name: 'One', basis: 'stay', amount: 1 }), 201);
    for (const path of [`/units/${unit.id}`, `/listings/${listing.id}`, '/fees/one']) {
      expect(await inn.send('DELETE', path, undefined, stale)).toMatchObject(refused);
      const current = { 'if-match': String((await inn.send('GET', path)).headers.etag) };
      expect((await inn.send('DELETE', path, undefined, current)).status).toBe(204);
      expect((await inn.send('GET', path)).status).toBe(404);
    }
  });
});
