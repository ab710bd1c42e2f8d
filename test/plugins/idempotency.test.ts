import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotencyRecords } from '../../src/db/schema/idempotency.ts';
import { MAX_BODY_LEVELS } from '../../src/domain/limits.ts';
import { openSharedApp } from '../helpers/app.ts';
import { at, expectSound, type Inn, openInn, rowCounts, times } from '../helpers/bookings.ts';
import { buildBlock, buildGuest, day } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';

const world = await openSharedApp();

const keyed = (key: string) => ({ 'idempotency-key': key });

type Call = [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];

/** Every write, each on an entity of its own. */
const WRITES: Record<string, (inn: Inn) => Promise<Call>> = {
  'POST /bookings': async (inn) => ['POST', '/bookings', inn.newBooking({ guest: { name: 'Bea' } })],
  'PUT /bookings/:id': async (inn) => ['PUT', `/bookings/${(await inn.book()).id}`, { check_out: day(6) }],
  'POST /bookings/:id/confirm': async (inn) => [
    'POST',
    `/bookings/${(await inn.book({ status: 'pending' })).id}/confirm`,
  ],
  'POST /bookings/:id/cancel': async (inn) => ['POST', `/bookings/${(await inn.book()).id}/cancel`],
  'PUT /bookings/:id/payments/:id': async (inn) => {
    const { id } = await inn.book();
    const payment = at((await inn.folio(id)).payments as { id: string }[], 0);
    return ['PUT', `/bookings/${id}/payments/${payment.id}`, { status: 'paid' }];
  },
  'PUT /bookings/:id/invoices/:id': async (inn) => {
    const { id } = await inn.book();
    const invoice = at((await inn.folio(id)).invoices as { id: string }[], 0);
    return ['PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'void' }];
  },
  'PUT /bookings/:id/security-deposit': async (inn) => [
    'PUT',
    `/bookings/${(await inn.book()).id}/security-deposit`,
    { status: 'held' },
  ],
  'POST /blocks': async (inn) => [
    'POST',
    '/blocks',
    { listing_id: inn.listing.id, start_date: day(20), end_date: day(22) },
  ],
  'DELETE /blocks/:id': async ({ teamId }) => [
    'DELETE',
    `/blocks/${(await buildBlock(world, { teamId })).id}`,
  ],
  'POST /guests': async () => ['POST', '/guests', { name: 'Bea', email: 'once@example.com' }],
  'PUT /guests/:id': async ({ teamId }) => [
    'PUT',
    `/guests/${(await buildGuest(world, { teamId })).id}`,
    { name: 'Béa' },
  ],
};

const openLodge = () => openInn(world, { listing: { securityDepositCents: 10_000 }, units: ['A', 'B'] });

describe('a repeated request', () => {
  it.each(Object.keys(WRITES))('%s answers the same under the same idempotency key', async (name) => {
    const inn = await openLodge();
    const [method, path, body] = (await WRITES[name]?.(inn)) ?? ['POST', '/'];
    const first = await inn.send(method, path, body, keyed(name.replaceAll(' ', '_')));
    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotent-replay');
    const before = await rowCounts(world);
    world.clock.set('2031-05-05T12:00:00Z');
    const again = await inn.send(method, path, body, keyed(name.replaceAll(' ', '_')));
    expect(again.headers['idempotent-replay']).toBe('true');
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      first.status,
      first.text,
      first.headers['content-type'],
    ]);
    expect(await rowCounts(world)).toEqual(before);
    // Without the key it is another request, which finds the result of the first.
    expect((await inn.send(method, path, body)).headers).not.toHaveProperty('idempotent-replay');
    await expectSound(world);
  });

  it('a repeated request may have its body’s keys in another order', async () => {
    const inn = await openInn(world);
    const body = inn.newBooking({ guest: { name: 'Bea', email: null, phone: '1' } });
    const turned = Object.fromEntries(
      Object.entries({ ...body, guest: { phone: '1', email: null, name: 'Bea' } }).reverse(),
    );
    const first = await inn.send('POST', '/bookings', body, keyed('k'));
    const again = await inn.send('POST', '/bookings', turned, keyed('k'));
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['idempotent-replay']).toBe('true');
  });

  it('for a repeated request, an absent body, an empty one and {} are the same', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const first = await inn.send('POST', `/bookings/${id}/cancel`, undefined, keyed('k'));
    for (const body of ['', '{}', ' { } ']) {
      const again = await inn.send('POST', `/bookings/${id}/cancel`, body, keyed('k'));
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
  });
});

describe('another request under the same key', () => {
  it('an idempotency key that is used again with another body, path or method is a 409', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const { data } = (await inn.send('POST', '/bookings', inn.newBooking(), keyed('k'))).body;
    const before = await rowCounts(world);
    const others: Call[] = [
      ['POST', '/bookings', inn.newBooking({ notes: 'Else.' })],
      ['POST', '/bookings', { ...inn.newBooking(), unknown: {} }],
      ['POST', '/guests', { name: 'Bea' }],
      ['PUT', `/bookings/${data.id}`, inn.newBooking()],
      ['POST', `/bookings/${data.id}/cancel`],
    ];
    for (const [method, path, body] of others) {
      const { status, body: answer } = await inn.send(method, path, body, keyed('k'));
      expect({ status, answer }).toEqual({
        status: 409,
        answer: { message: expect.any(String), code: 'key_reused' },
      });
    }
    expect(await rowCounts(world)).toEqual(before);
  });

  it('an idempotency key that is used again with another query is a 409, also at the booking site, which ignores unknown parameters', async () => {
    const site = await openSite(world, { units: ['A', 'B'] });
    const ask = (query: string) =>
      site.visit('POST', `/bookings${query}`, { body: site.wish(), headers: keyed('k') });
    expect((await ask('?from=mail')).status).toBe(201);
    expect((await ask('?from=mail')).headers['idempotent-replay']).toBe('true');
    for (const query of ['', '?from=page'])
      expect(await ask(query)).toMatchObject({ status: 409, body: { code: 'key_reused' } });
  });

  it('for a repeated request, an empty list is not an empty object, and a number is not a text', async () => {
    const inn = await openInn(world);
    const send = (x: unknown) => inn.send('POST', '/guests', { name: 'Bea', x }, keyed('k'));
    expect((await send({})).status).toBe(201);
    for (const x of [[], null, '', 0]) expect((await send(x)).status).toBe(409);
    expect((await send({})).status).toBe(201);
    const other = (x: unknown) => inn.send('POST', '/guests', { name: 'Bea', x }, keyed('l'));
    expect((await other({ a: 1 })).status).toBe(201);
    for (const x of [[['a', 1]], { a: '1' }, ['a', 1]]) expect((await other(x)).status).toBe(409);
  });

  it('a body as deep as it may be is hashed like any other for its idempotency key', async () => {
    const inn = await openInn(world);
    // The body itself is the first level.
    const depth = MAX_BODY_LEVELS - 1;
    const body = (fill: string) => `{"name":"Deep","x":${'['.repeat(depth)}${fill}${']'.repeat(depth)}}`;
    expect((await inn.send('POST', '/guests', body('1'), keyed('k'))).status).toBe(201);
    expect((await inn.send('POST', '/guests', body('1'), keyed('k'))).headers['idempotent-replay']).toBe(
      'true',
    );
    expect((await inn.send('POST', '/guests', body('2'), keyed('k'))).status).toBe(409);
  });
});

describe('a refused request', () => {
  it('a refused request leaves its idempotency key free, whatever the reason', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const refused: Call[] = [
      ['POST', '/bookings', inn.newBooking()],
      ['POST', '/bookings', { listing_id: 'x' }],
      ['PUT', `/bookings/${inn.teamId}`, {}],
      ['PUT', `/bookings/${id}`, { guest: { email: 'no' } }],
      ['POST', `/bookings/${id}/confirm`],
      ['PUT', `/bookings/${id}/security-deposit`, { status: 'held' }],
    ];
    for (const [method, path, body] of refused) {
      expect((await inn.send(method, path, body, keyed('k'))).status).toBeGreaterThan(400);
    }
    await inn.data(inn.cancel(id));
    const free = await inn.send('POST', '/bookings', inn.newBooking(), keyed('k'));
    expect(free.status).toBe(201);
    expect(free.headers).not.toHaveProperty('idempotent-replay');
  });

  it('a write that is refused because the booking is due for completion completes it and leaves its idempotency key free', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    world.clock.set('2031-06-06T12:00:00Z');
    expect((await inn.change(id, { check_out: day(6) }, keyed('k'))).status).toBe(422);
    expect((await inn.read(`/bookings/${id}`)).status).toBe('completed');
    expect((await inn.send('POST', '/guests', { name: 'Bea' }, keyed('k'))).status).toBe(201);
  });
});

describe('an idempotency key', () => {
  it('another team may use the same idempotency key', async () => {
    const [one, other] = [await openInn(world), await openInn(world)];
    const first = await one.send('POST', '/guests', { name: 'Bea' }, keyed('shared'));
    const second = await other.send('POST', '/guests', { name: 'Bea' }, keyed('shared'));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it('an idempotency key is kept for 24 hours, to the second', async () => {
    const inn = await openInn(world);
    const send = () => inn.send('POST', '/guests', { name: 'Bea' }, keyed('day'));
    const first = await send();
    world.clock.set('2031-05-06T09:59:59Z');
    expect((await send()).text).toBe(first.text);
    world.clock.set('2031-05-06T10:00:00Z');
    const fresh = await send();
    expect([fresh.status, fresh.headers['idempotent-replay']]).toEqual([201, undefined]);
    expect(fresh.body.data.id).not.toBe(first.body.data.id);
    world.clock.set('2031-05-07T09:59:59Z');
    expect((await send()).text).toBe(fresh.text);
    world.clock.set('2031-05-07T10:00:00Z');
    expect((await inn.send('POST', '/guests', { name: 'Other' }, keyed('day'))).status).toBe(201);
  });

  it('an idempotency key is 1 to 255 visible ASCII characters', async () => {
    const inn = await openInn(world);
    const send = (key: string) => inn.send('POST', '/guests', { name: 'Bea' }, keyed(key));
    for (const key of ['k', '!~', 'k'.repeat(255)]) expect((await send(key)).status).toBe(201);
    for (const key of ['', 'k'.repeat(256), 'two words', 'é', 'tab\tbed', '\u007f']) {
      const { status, body } = await send(key);
      expect({ status, fields: Object.keys(body.errors) }).toEqual({
        status: 422,
        fields: ['idempotency_key'],
      });
    }
  });

  it('an idempotency key on a GET is ignored', async () => {
    const inn = await openInn(world);
    const { headers } = await inn.send('GET', '/bookings', undefined, keyed('k'));
    expect(headers).not.toHaveProperty('idempotent-replay');
    expect((await inn.send('POST', '/guests', { name: 'Bea' }, keyed('k'))).status).toBe(201);
  });
});

describe('stored answers', () => {
  const storedOf = (teamId: number) =>
    world.db
      .select({ key: idempotencyRecords.idempotencyKey, body: idempotencyRecords.responseBody })
      .from(idempotencyRecords)
      .where(eq(idempotencyRecords.teamId, teamId))
      .orderBy(idempotencyRecords.idempotencyKey);
  const addGuest = (inn: Inn, key: string, notes: string) =>
    inn.send('POST', '/guests', { name: 'Béa', notes }, keyed(key));

  it('a long answer is stored compressed under its idempotency key, and repeated to the byte', async () => {
    const inn = await openInn(world);
    const long = JSON.stringify(Array.from({ length: 500 }, (_, n) => `${n}: \u{1f3e0} "é"`));
    for (const [key, notes] of Object.entries({ a: long, b: 'short' })) {
      const first = await addGuest(inn, key, notes);
      const again = await addGuest(inn, key, notes);
      expect([again.status, again.text, again.headers['idempotent-replay']]).toEqual([
        201,
        first.text,
        'true',
      ]);
    }
    const [compressed, plain] = (await storedOf(inn.teamId)).map(({ body }) => body ?? Buffer.of());
    expect(plain?.toString()).toMatch(/^\{"data":/);
    expect(compressed?.length).toBeLessThan(long.length / 4);
  });

  it('an answer that was stored uncompressed by an earlier version is repeated as it is', async () => {
    const inn = await openInn(world);
    await addGuest(inn, 'k', 'x'.repeat(5_000));
    const body = `{"data":"${'x'.repeat(5_000)}"}`;
    await world.db
      .update(idempotencyRecords)
      .set({ responseBody: Buffer.from(body) })
      .where(eq(idempotencyRecords.teamId, inn.teamId));
    expect((await addGuest(inn, 'k', 'x'.repeat(5_000))).text).toBe(body);
  });

  it('an answer over 256 KiB is not stored, but its idempotency key still keeps the request from running twice', async () => {
    const inn = await openInn(world, { units: times(80, (n) => `Unit ${n}`) });
    const nights = { start_date: day(0), end_date: day(2) };
    const block = (reason: string, key: string) =>
      inn.send('POST', '/blocks', { listing_id: inn.listing.id, ...nights, reason }, keyed(key));
    const long = '🌊'.repeat(1_000);
    const first = await block(long, 'long');
    expect(first.status).toBe(201);
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(262_144);
    const before = await rowCounts(world);
    const again = await block(long, 'long');
    expect([again.status, again.body]).toEqual([
      409,
      {
        message: 'This idempotency key was used, and its answer is no longer stored.',
        code: 'key_without_answer',
      },
    ]);
    expect((await block('Other.', 'long')).status).toBe(409);
    expect(await rowCounts(world)).toEqual(before);
  });
});

it('a change is answered again under its idempotency key even after the booking was cancelled', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const first = await inn.change(id, { notes: 'Late.' }, keyed('k'));
  await inn.data(inn.cancel(id));
  const again = await inn.change(id, { notes: 'Late.' }, keyed('k'));
  expect([again.status, again.text]).toEqual([200, first.text]);
});
