/** The answer to a write that makes something says where it is, and which version was made. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { clientOf, type Inn, type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';
import { MAKERS } from '../registers/all.ts';

const world = await openSharedApp();
const document: Json = (await world.get('/openapi.json')).json();
let inn: Inn;
beforeEach(async () => {
  inn = await openInn(world, { units: ['A', 'B'], role: 'owner' });
});

const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    operation,
  })),
);
const makers = operations.filter(({ operation }) => '201' in operation.responses);

it('the tests of what is made have a request for every 201 of the reference', () => {
  const missing = makers.filter(({ name }) => !(name in MAKERS));
  expect(missing.map(({ name }) => `Add to \`makers\` of a register: '${name}'`)).toEqual([]);
  expect(Object.keys(MAKERS)).toHaveLength(makers.length);
});

describe.each(Object.entries(MAKERS))('%s', (name, make) => {
  it('names the path of what it made, and its ETag if a GET has one, also under its key again', async () => {
    const { send, locate } = await make(inn, world);
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
