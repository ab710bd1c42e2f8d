import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { type clientOf, openInn } from '../helpers/bookings.ts';
import { openSeaLoft } from './sea-loft-team.ts';

const LISTINGS = '/v1/public/harbour/listings';
const LOFT = `${LISTINGS}/sea-loft`;
const CALENDAR = `${LOFT}/calendar?start_date=2027-04-01&end_date=2027-04-30`;
const QUOTE = `${LOFT}/availability?check_in=2027-04-01&check_out=2027-04-04&guests=3`;
/** Of so many days that it is sent as bytes. */
const YEAR = `${LOFT}/calendar?start_date=2027-04-01&end_date=2028-03-31`;
const ALL = [LISTINGS, LOFT, CALENDAR, YEAR, QUOTE];

let site: TestApp;

/** The team of the worked price, on its own day. */
async function openSite() {
  const opened = await openTestApp();
  opened.clock.set('2026-12-01T10:00:00Z');
  return { opened, ...(await openSeaLoft(opened)) };
}

async function etagOf(url: string) {
  const answer = await site.get(url);
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return String(answer.headers.etag);
}

describe('repeated requests of a booking site', () => {
  let client: ReturnType<typeof clientOf>;
  let loftId: string;

  beforeEach(async () => {
    const { opened, ...made } = await openSite();
    site = opened;
    ({ client, loftId } = made);
    return () => site.close();
  });

  /** Each address with the status of a repeated request that names its former `ETag`. */
  const askAgain = async (etags: Map<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        [...etags].map(async ([url, etag]) => {
          const answer = await site.get(url, null, { 'if-none-match': etag });
          // A client with the current answer gets a 304, and any other client gets the whole present answer.
          const fresh = await site.get(url);
          expect(answer.body).toBe(answer.statusCode === 304 ? '' : fresh.body);
          expect(answer.headers.etag).toBe(fresh.headers.etag);
          return [url, answer.statusCode] as const;
        }),
      ),
    );
  const etagsOf = async (urls: readonly string[]) =>
    new Map(await Promise.all(urls.map(async (url) => [url, await etagOf(url)] as const)));
  const book = (overrides = {}) =>
    client.data(
      client.send('POST', '/bookings', {
        listing_id: loftId,
        check_in: '2027-04-01',
        check_out: '2027-04-04',
        number_of_guests: 2,
        guest: { name: 'Bea Lind' },
        ...overrides,
      }),
      201,
    );

  test('a booking site’s answers that have not changed are a 304, for every client', async () => {
    const etags = await etagsOf(ALL);
    expect(new Set(etags.values()).size).toBe(ALL.length);
    for (let round = 0; round < 2; round += 1)
      expect(await askAgain(etags)).toEqual(Object.fromEntries(ALL.map((url) => [url, 304])));
  });

  test('a booking, its change and its cancellation are visible on the booking site at once, and change only the answers concerned', async () => {
    const kept = await etagsOf(ALL);
    const seen = { [LISTINGS]: 304, [LOFT]: 304, [CALENDAR]: 200, [YEAR]: 200, [QUOTE]: 200 };
    const booking = await book();
    expect(await askAgain(kept)).toEqual(seen);
    const withBooking = await etagsOf(ALL);
    await client.data(client.change(booking.id, { check_out: '2027-04-05' }));
    expect(await askAgain(withBooking)).toEqual({ ...seen, [QUOTE]: 304 });
    await client.data(client.cancel(booking.id));
    // Everything is as before, and so are the tags.
    expect(await askAgain(kept)).toEqual(Object.fromEntries(ALL.map((url) => [url, 304])));
    expect((await site.get(QUOTE)).json().data.units_left).toBe(2);
  });

  test('new rates are visible on the booking site at once', async () => {
    const kept = await etagsOf(ALL);
    await client.data(client.send('PUT', `/listings/${loftId}/rates`, { rates: { nightly: 13_000 } }));
    expect(await askAgain(kept)).toEqual({
      [LISTINGS]: 304,
      [LOFT]: 304,
      [CALENDAR]: 200,
      [YEAR]: 200,
      [QUOTE]: 200,
    });
    expect((await site.get(CALENDAR)).json().data[0].day_rate).toBe(13_000);
  });

  test('a listing’s new title is visible on the booking site at once, and a listing taken off the site is gone at once', async () => {
    const kept = await etagsOf([LISTINGS, LOFT]);
    const change = (body: object) => client.data(client.send('PUT', `/listings/${loftId}`, body));
    await change({ public_title: 'Sky Loft' });
    expect(await askAgain(kept)).toEqual({ [LISTINGS]: 200, [LOFT]: 200 });
    await change({ listed_on_site: false });
    for (const condition of ['*', kept.get(LOFT) ?? '']) {
      const answer = await site.get(LOFT, null, { 'if-none-match': condition });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  test('when a day passes, a booking site’s cached answers change', async () => {
    const kept = await etagsOf([CALENDAR, YEAR]);
    site.clock.set('2027-04-02T10:00:00Z');
    expect(await askAgain(kept)).toEqual({ [CALENDAR]: 200, [YEAR]: 200 });
  });
});

describe('conditional requests of a booking site', () => {
  beforeAll(async () => {
    site = (await openSite()).opened;
  });
  afterAll(() => site.close());

  test.each([
    ['the name', (etag: string) => etag, 304],
    ['a weak name, as a proxy that compresses makes it', (etag: string) => `W/${etag}`, 304],
    ['one of several', (etag: string) => `"a,b", W/"c" ,${etag}`, 304],
    ['anything', () => '*', 304],
    ['another name', () => '"other"', 200],
    ['the name in no quotes', (etag: string) => etag.slice(1, -1), 200],
    ['a part of the name', (etag: string) => `"${etag.slice(2)}`, 200],
    ['nothing', () => '', 200],
  ])('If-None-Match with %s is compared with the ETag', async (_what, conditionOn, status) => {
    const condition = conditionOn(await etagOf(CALENDAR));
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'if-none-match': condition };
      const answer = await site.app.inject({ method, url: CALENDAR, headers });
      expect([method, answer.statusCode]).toEqual([method, status]);
    }
  });

  test('a 304 carries the headers that the answer would have, and no body', async () => {
    const get = await site.get(LISTINGS, null, { 'x-request-id': 'first' });
    const same = await site.get(LISTINGS, null, {
      'if-none-match': String(get.headers.etag),
      'x-request-id': 'second',
    });
    const { 'content-type': type, 'content-length': length, date: _date, ...rest } = get.headers;
    expect([type, Number(length)]).toEqual(['application/json; charset=utf-8', Buffer.byteLength(get.body)]);
    const { date: _later, ...got } = same.headers;
    expect(got).toEqual({ ...rest, 'x-request-id': 'second' });
    expect([same.statusCode, same.body]).toEqual([304, '']);
  });

  test('a token sent to a booking site’s endpoints is ignored, also for a 304', async () => {
    const { token } = await openInn(site);
    for (const url of ALL) {
      const answer = await site.get(url, token, { 'if-none-match': await etagOf(url) });
      expect(answer.statusCode).toBe(304);
    }
  });

  test('cached answers are kept apart by the address with which their links begin', async () => {
    expect((await site.get(LISTINGS)).headers.vary).toBe('X-Forwarded-Host, X-Forwarded-Proto');
    const fixed = await openTestApp({ url: site.url, publicUrl: 'https://stay.example.com' });
    expect((await fixed.get(LISTINGS)).headers.vary).toBeUndefined();
    await fixed.close();
  });
});
