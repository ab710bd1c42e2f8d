import { beforeAll, describe, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { type Inn, openInn } from '../helpers/bookings.ts';
import { type AskOptions, askCompressed, expectCompressed, FORMS } from './compressed.ts';

const TEXT = 'A night by the sea. ';
const world = await openSharedApp({
  extend: (app) => {
    const config = { limit: 'none: it is a test’s own' } as const;
    for (const length of [1_023, 1_024, 65_536, 65_537])
      app.get(`/text/${length}`, { config }, (_request, reply) =>
        reply.type('text/plain').send(TEXT.repeat(length).slice(0, length)),
      );
  },
});

let inn: Inn;
beforeAll(async () => {
  inn = await openInn(world, { team: { slug: 'inn' } });
});

const ask = (url: string, encoding: string, more: AskOptions = {}) =>
  askCompressed(world, url, encoding, { token: inn.token, ...more });
const WITHOUT_VOLATILE = { date: '', 'x-request-id': '' };
const CALENDAR = 'calendar?start_date=2031-06-01&end_date=2031-07-31';
const YEAR = 'calendar?start_date=2031-06-01&end_date=2032-05-31';
const publicCalendar = () => `/v1/public/inn/listings/${inn.listing.slug}/${CALENDAR}`;

test.each([
  ['an answer to a token', () => `/v1/listings/${inn.listing.id}/${CALENDAR}`],
  ['an answer to anyone', publicCalendar],
  ['a long answer to anyone, which may be kept', () => `/v1/public/inn/listings/${inn.listing.slug}/${YEAR}`],
  ['a page', () => '/app/sign-in'],
  ['the page of an unknown path', () => '/app/nothing'],
  [
    'a refusal',
    () => `/v1/bookings?${Array.from({ length: 30 }, (_, index) => `unknown_${index}=1`).join('&')}`,
  ],
  ['the OpenAPI document', () => '/openapi.json'],
  ['a text of 1 KiB', () => '/text/1024'],
  ['the longest that is compressed at once', () => '/text/65536'],
  ['one that another thread compresses', () => '/text/65537'],
])('%s is compressed for clients that accept it', async (_what, urlOf) => {
  await expectCompressed(world, urlOf(), inn.token);
});

test('short answers, and answers without a body, are not compressed', async () => {
  const nights = { start_date: '2032-01-01', end_date: '2032-01-02' };
  const { body: made } = await inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...nights });
  const removed = await world.app.inject({
    method: 'DELETE',
    url: `/v1/blocks/${made.data[0].id}`,
    headers: { authorization: `Bearer ${inn.token}`, 'accept-encoding': 'br' },
  });
  expect(removed.statusCode).toBe(204);
  const short = await ask('/text/1023', 'br');
  for (const answer of [short, removed, await ask('/v1/me', 'br')]) {
    const { 'content-encoding': encoding, vary } = answer.headers;
    expect([encoding, vary]).toEqual([undefined, undefined]);
  }
  expect(short.body).toHaveLength(1_023);
});

describe('a compressed answer that may be cached', () => {
  test('an answer that may be cached has the same ETag in every encoding, also for HEAD and 304', async () => {
    const tags = new Set<string>();
    for (const [accepted] of FORMS) {
      const get = await ask(publicCalendar(), accepted);
      expect(get.headers.vary).toBe('X-Forwarded-Host, X-Forwarded-Proto, Accept-Encoding');
      tags.add(String(get.headers.etag));
      const head = await ask(publicCalendar(), accepted, { method: 'HEAD' });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect({ ...head.headers, ...WITHOUT_VOLATILE }).toEqual({ ...get.headers, ...WITHOUT_VOLATILE });
    }
    const [kept = ''] = tags;
    expect(tags.size).toBe(1);

    for (const [accepted] of FORMS)
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await ask(publicCalendar(), accepted, { method, condition: `"other", W/${kept}` });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', kept]);
        expect(again.headers.vary).toMatch(/Accept-Encoding$/);
        if (method === 'GET') expect(again.headers).not.toHaveProperty('content-encoding');
      }
    for (const condition of ['*', `"other",${kept}`])
      expect((await ask(publicCalendar(), 'gzip', { condition })).statusCode).toBe(304);
  });
});
