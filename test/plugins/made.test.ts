/** The answer to a write that makes something says where it is, and which version was made. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PICTURE_EXAMPLES } from '../../src/plugins/openapi/example-values.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { type Answer, clientOf, type Inn, type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';

const world = await openSharedApp();
const document: Json = (await world.get('/openapi.json')).json();
let inn: Inn;
beforeEach(async () => {
  inn = await openInn(world, { units: ['A', 'B'] });
});

type Headers = Record<string, string>;
type Made = { send: (headers: Headers) => Promise<Answer>; locate: (data: Json) => string };

const post =
  (path: string, body: object = {}) =>
  (headers: Headers) =>
    inn.send('POST', path, body, headers);
const makeCharge = (kind: string, fields: object): [string, () => Promise<Made>] => [
  `POST /v1/${kind}`,
  async () => ({
    send: post(`/${kind}`, { code: 'a b/ü', name: 'One', ...fields }),
    locate: () => `/v1/${kind}/a%20b%2F%C3%BC`,
  }),
];
const feedBody = () => ({ unit_id: inn.units[0]?.id, name: 'Channel', url: 'https://1.1.1.1/' });

/** A booking whose invoice is issued. */
async function bookIssued(): Promise<{ id: string; invoice: string }> {
  const { id } = await inn.book();
  const [invoice] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'issued' }));
  return { id, invoice: invoice.id };
}

/** A request for every operation of the reference that answers with a 201. */
const MAKERS: Record<string, () => Promise<Made>> = {
  'POST /v1/bookings': async () => ({
    send: post('/bookings', inn.newBooking()),
    locate: ({ id }) => `/v1/bookings/${id}`,
  }),
  'POST /v1/bookings/{booking}/payments': async () => {
    const { id } = await inn.book();
    return {
      send: post(`/bookings/${id}/payments`, { amount: 1 }),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/{booking}/payments/{payment}/refunds': async () => {
    const { id } = await inn.book();
    const { payments } = await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 2 }), 201);
    const paid = payments.find(({ status }: Json) => status === 'paid');
    return {
      send: post(`/bookings/${id}/payments/${paid.id}/refunds`, { amount: 1 }),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/{booking}/invoices/{invoice}/credit': async () => {
    const { id, invoice } = await bookIssued();
    return {
      send: post(`/bookings/${id}/invoices/${invoice}/credit`),
      locate: () => `/v1/bookings/${id}/folio`,
    };
  },
  'POST /v1/bookings/{booking}/invoices': async () => {
    const { id, invoice } = await bookIssued();
    await inn.data(inn.send('POST', `/bookings/${id}/invoices/${invoice}/credit`), 201);
    return { send: post(`/bookings/${id}/invoices`), locate: () => `/v1/bookings/${id}/folio` };
  },
  'POST /v1/guests': async () => ({
    send: post('/guests', { name: 'Bea' }),
    locate: ({ id }) => `/v1/guests/${id}`,
  }),
  'POST /v1/listings': async () => ({
    send: post('/listings', {
      kind: 'standalone',
      public_title: 'New',
      max_guests: 2,
      rates: { nightly: 1 },
    }),
    locate: ({ id }) => `/v1/listings/${id}`,
  }),
  'POST /v1/listings/{listing}/units': async () => ({
    send: post(`/listings/${inn.listing.id}/units`, { name: 'C' }),
    locate: ({ id }) => `/v1/units/${id}`,
  }),
  'POST /v1/listings/{listing}/photos': async () => ({
    async send(headers) {
      const answer = await world.app.inject({
        method: 'POST',
        url: `/v1/listings/${inn.listing.id}/photos`,
        headers: { authorization: `Bearer ${inn.token}`, 'content-type': 'image/png', ...headers },
        payload: Buffer.from(PICTURE_EXAMPLES['image/png'] ?? '', 'base64'),
      });
      return {
        status: answer.statusCode,
        body: answer.json(),
        headers: answer.headers,
        text: answer.body,
      };
    },
    locate: ({ id }) => `/v1/listings/${inn.listing.id}/photos/${id}`,
  }),
  ...Object.fromEntries([
    makeCharge('fees', { basis: 'stay', amount: 1 }),
    makeCharge('taxes', { basis: 'percent', percent: 5 }),
    makeCharge('discounts', { kind: 'early_bird', days_before: 30, percent: 5 }),
    makeCharge('coupons', { percent: 5 }),
  ]),
  'POST /v1/blocks': async () => ({
    send: post('/blocks', {
      listing_id: inn.listing.id,
      unit_id: inn.units[0]?.id,
      start_date: day(0),
      end_date: day(1),
    }),
    locate: ([{ id }]) => `/v1/blocks/${id}`,
  }),
  'POST /v1/blocks/{block}/booking': async () => {
    const feed = await inn.data(inn.send('POST', '/calendar-feeds', feedBody()), 201);
    const nights = { start_date: day(20), end_date: day(22) };
    const unit = { listing_id: inn.listing.id, unit_id: inn.units[0]?.id };
    const [block] = await inn.data(inn.send('POST', '/blocks', { ...unit, ...nights }), 201);
    await world.db.execute(
      `update blocks set feed_id = '${feed.id}', source = 'Channel', uid = 'a', event_start_date = start_date,
        event_end_date = end_date where id = '${block.id}'`,
    );
    return {
      send: post(`/blocks/${block.id}/booking`, { guest: { name: 'Zoe Quill' } }),
      locate: ({ id }) => `/v1/bookings/${id}`,
    };
  },
  'POST /v1/webhooks': async () => ({
    send: post('/webhooks', { url: 'https://1.1.1.1/' }),
    locate: ({ id }) => `/v1/webhooks/${id}`,
  }),
  'POST /v1/mail-suppressions': async () => ({
    send: post('/mail-suppressions', { email: 'nobody@example.com' }),
    locate: ({ id }) => `/v1/mail-suppressions/${id}`,
  }),
  'POST /v1/calendar-feeds': async () => ({
    send: post('/calendar-feeds', feedBody()),
    locate: ({ id }) => `/v1/calendar-feeds/${id}`,
  }),
  'POST /v1/units/{unit}/calendar': async () => ({
    send: post(`/units/${inn.units[0]?.id}/calendar`),
    locate: () => `/v1/units/${inn.units[0]?.id}/calendar`,
  }),
  'POST /v1/calendar-feeds/{feed}/calendar': async () => {
    const { id } = await inn.data(inn.send('POST', '/calendar-feeds', feedBody()), 201);
    return {
      send: post(`/calendar-feeds/${id}/calendar`),
      locate: () => `/v1/calendar-feeds/${id}/calendar`,
    };
  },
  'POST /v1/public/{teamSlug}/bookings': async () => {
    const site = await openSite(world);
    return {
      send: (headers) => site.request({}, headers),
      locate: ({ confirmation_code: code }) => `${site.at}/bookings/${code}`,
    };
  },
};

const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);
const makers = operations.filter(({ operation }) => '201' in operation.responses);

it('the tests of what is made have a request for every 201 of the reference', () => {
  expect(Object.keys(MAKERS).sort()).toEqual(makers.map(({ name }) => name).sort());
});

describe.each(Object.entries(MAKERS))('%s', (name, make) => {
  it('names the path of what it made, and its ETag if a GET has one, also under its key again', async () => {
    const { send, locate } = await make();
    const headers = { 'idempotency-key': 'once' };
    const { status, body, headers: made } = await send(headers);
    expect([status, made.location]).toEqual([201, locate(body.data)]);
    const read = await world.get(String(made.location), inn.token);
    expect(made.etag).toBe(read.statusCode === 200 ? read.headers.etag : undefined);
    const again = await send(headers);
    expect([again.status, again.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect([again.headers.location, again.headers.etag]).toEqual([made.location, made.etag]);
    const declared = Object.keys(
      makers.find((maker) => maker.name === name)?.operation.responses[201].headers,
    );
    expect(declared).toContain('Location');
    expect(declared.includes('ETag')).toBe(made.etag !== undefined);
  });
});

it('a booking can be cancelled under the ETag that its 201 had', async () => {
  const made = await inn.tryBook();
  const tag = { 'if-match': String(made.headers.etag) };
  expect((await inn.send('POST', `/bookings/${made.body.data.id}/cancel`, {}, tag)).status).toBe(200);
});

it('the answer under a key again has the ETag of the version that was made, although it has changed since', async () => {
  const key = { 'idempotency-key': 'once' };
  const made = await inn.tryBook({}, key);
  await inn.data(inn.change(made.body.data.id, { notes: 'Late' }));
  const again = await inn.tryBook({}, key);
  expect(again.headers.etag).toBe(made.headers.etag);
  const tag = { 'if-match': String(again.headers.etag) };
  expect((await inn.send('POST', `/bookings/${made.body.data.id}/cancel`, {}, tag)).status).toBe(412);
});

it('several blocks that were made at once have no path', async () => {
  const body = { listing_id: inn.listing.id, start_date: day(0), end_date: day(1) };
  const { status, body: answer, headers } = await inn.send('POST', '/blocks', body);
  expect([status, answer.data.length, headers.location]).toEqual([201, 2, undefined]);
});

it('a refused write and a preview name no path', async () => {
  const refused = await inn.tryBook({ number_of_guests: 0 });
  const preview = await inn.send('POST', '/bookings/preview', inn.newBooking());
  for (const { headers } of [refused, preview])
    expect([headers.location, headers.etag]).toEqual([undefined, undefined]);
});

it('the path of what was made begins with the path of PUBLIC_URL, which a proxy takes away', async () => {
  const behind = await openTestApp({ url: world.url, publicUrl: 'https://example.com/inn' });
  const { body, headers } = await clientOf(behind, inn.token).send('POST', '/guests', { name: 'Bea' });
  expect(headers.location).toBe(`/inn/v1/guests/${body.data.id}`);
  await behind.close();
});

it('a page on another site can read the path of what a visitor made', async () => {
  const site = await openSite(world);
  const { headers } = await site.request({}, { origin: 'https://other.example' });
  expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(
    expect.arrayContaining(['Location', 'ETag']),
  );
});
