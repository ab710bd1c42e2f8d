import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../../src/services/keys/keyring.ts';
import { openSharedApp, openTestApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { expectSound } from '../../helpers/bookings.ts';
import { buildGuest, day } from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
const NO_BOOKING = '{"message":"There is no such booking."}';

/** Every row of the database as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await world.db.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const rows = [];
  for (const { name } of tables)
    rows.push(
      await world.db.execute(
        `select t::text as row, encode(${name === 'idempotency_records' ? 'response_body' : "''::bytea"}, 'escape') as body from ${name} as t`,
      ),
    );
  return JSON.stringify(rows);
}

/** What its guest reads of a booking beside what the first answer had, for the usual one of four nights. */
const BESIDE = {
  cancelled_at: null,
  paid_total: 0,
  balance_due: 40_000,
  cancellation_fee: null,
  security_deposit: null,
  payments: [],
  payment_instructions: null,
  payment_link: null,
  arrival_instructions: null,
  calendar: { uid: expect.stringMatching(/^[0-9a-f-]{36}@innkeep$/), sequence: expect.any(Number) },
  timezone: 'Europe/Lisbon',
  check_in_time: '15:00',
  check_out_time: '11:00',
  address: null,
};

describe('the key of a booking', () => {
  it('the key of a booking shows the booking again, without the key', async () => {
    const site = await openSite(world);
    const { key, ...made } = await site.requested();
    const { status, body, headers } = await site.look(made.confirmation_code, key);
    expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(body).toEqual({ data: { ...made, ...BESIDE } });
    await site.confirm((await site.read('/bookings'))[0].id);
    expect((await site.look(made.confirmation_code, key)).body.data).toEqual({
      ...made,
      status: 'confirmed',
      expires_at: null,
      ...BESIDE,
      payments: [{ amount: 40_000, due_on: day(0), status: 'scheduled' }],
      address: expect.objectContaining({ street: null }),
    });
  });

  it('the key of a booking shows what is paid and due, the deposit, the hours, and the full address once the booking is confirmed', async () => {
    const address = {
      street: '1 Quay',
      city: 'Porto',
      state: null,
      postcode: '4000',
      country: 'PT',
      latitude: '41.1',
      longitude: '-8.6',
    };
    const site = await openSite(world, { listing: { ...address, securityDepositCents: 20_000 } });
    await site.data(
      site.send('PUT', `/listings/${site.listing.id}`, { check_in_time: '16:30', check_out_time: '10:00' }),
    );
    const { key, confirmation_code: code } = await site.requested();
    const look = async () => (await site.look(code, key)).body.data;
    const hours = { check_in_time: '16:30', check_out_time: '10:00', timezone: 'Europe/Lisbon' };
    expect(await look()).toMatchObject({ ...hours, address: null });
    const [{ id }] = await site.read('/bookings');
    await site.data(site.confirm(id));
    const paid = { amount: 15_000, paid_at: '2031-05-05T10:00:00Z' };
    await site.data(site.send('POST', `/bookings/${id}/payments`, paid), 201);
    await site.data(site.send('PUT', `/bookings/${id}/security-deposit`, { status: 'held' }));
    expect(await look()).toMatchObject({
      ...hours,
      paid_total: 15_000,
      balance_due: 25_000,
      cancellation_fee: null,
      address,
    });
    expect((await look()).security_deposit).toEqual({ amount: 20_000, status: 'held' });
    await site.data(site.cancel(id, { fee: 5_000 }));
    expect(await look()).toMatchObject({
      paid_total: 15_000,
      balance_due: 0,
      cancellation_fee: 5_000,
      security_deposit: { amount: 20_000, status: 'returned' },
      address: null,
    });
  });

  it('the key of a booking can withdraw it as long as it is pending', async () => {
    const site = await openSite(world);
    const { key, ...made } = await site.requested();
    world.clock.set('2031-05-05T11:00:00Z');
    // A reason is not taken from guests, and alone it is a body of which nothing is known.
    const reason = 'Not read.';
    expect((await site.withdraw(made.confirmation_code, key, {}, { reason })).body.codes).toEqual({
      reason: ['unknown'],
    });
    const answer = await site.withdraw(made.confirmation_code, key, {}, { reason, expected_fee: null });
    const after = {
      ...made,
      ...BESIDE,
      balance_due: 0,
      status: 'cancelled',
      cancelled_at: '2031-05-05T11:00:00+00:00',
    };
    expect([answer.status, answer.body]).toEqual([200, { data: after }]);
    expect((await site.look(made.confirmation_code, key)).body).toEqual({ data: after });
    const [booking] = await site.read('/bookings');
    expect(booking).toMatchObject({ status: 'cancelled', cancellation_reason: null });
    expect((await site.events(booking.id)).at(-1)).toMatchObject({
      type: 'booking.cancelled',
      actor: { type: 'site', name: null },
    });
    const again = await site.withdraw(made.confirmation_code, key);
    expect([again.status, again.body]).toEqual([
      422,
      { success: false, message: expect.any(String), errors: {} },
    ]);
    expect((await site.request()).status).toBe(201);
    await expectSound(world);
  });

  it('the key of a booking cannot withdraw it after it is confirmed', async () => {
    const site = await openSite(world, { team: { siteBookings: 'instant' } });
    const { key, confirmation_code } = await site.requested();
    const { status, body } = await site.withdraw(confirmation_code, key);
    expect([status, body]).toEqual([422, { success: false, message: expect.any(String), errors: {} }]);
    expect((await site.look(confirmation_code, key)).body.data.status).toBe('confirmed');
  });

  it('the key of a booking still shows a request that has lapsed, and cannot withdraw it', async () => {
    const site = await openSite(world);
    const { key, ...made } = await site.requested();
    world.clock.set('2031-05-06T10:00:00Z');
    expect((await site.look(made.confirmation_code, key)).body.data).toEqual({ ...made, ...BESIDE });
    const refused = await site.withdraw(made.confirmation_code, key);
    const refusal = { success: false, message: expect.any(String), errors: {} };
    expect([refused.status, refused.body]).toEqual([422, refusal]);
    const after = { ...made, ...BESIDE, balance_due: 0, status: 'cancelled', cancelled_at: made.expires_at };
    expect((await site.look(made.confirmation_code, key)).body.data).toEqual(after);
    expect((await site.read('/bookings'))[0].cancellation_reason).toBe('expired');
    await expectSound(world);
  });

  it('the key of a booking works with the code in either case, and of two codes that differ only in case the exact one is meant', async () => {
    const site = await openSite(world, { units: ['A', 'B'] });
    const { key, ...made } = await site.requested();
    const small = made.confirmation_code.toLowerCase();
    expect((await site.look(small, key)).body.data).toEqual({ ...made, ...BESIDE });
    const other = await site.requested();
    await world.db.execute(
      `update bookings set confirmation_code = '${small}' where confirmation_code = '${other.confirmation_code}'`,
    );
    expect((await site.look(small, key)).status).toBe(404);
    expect((await site.look(small, other.key)).status).toBe(200);
    expect((await site.look(made.confirmation_code, key)).status).toBe(200);
    expect((await site.withdraw(small, other.key)).status).toBe(200);
    const found = async (code: string) =>
      (await site.read(`/bookings?confirmation_code=${code}`)).map(
        (booking: { confirmation_code: string }) => booking.confirmation_code,
      );
    expect(await found(small)).toEqual([small]);
    expect(await found(made.confirmation_code)).toEqual([made.confirmation_code]);
  });

  it('without the key of a booking, everything is the same 404 after the same statements', async () => {
    const site = await openSite(world, { units: ['A', 'B'] });
    const other = await openSite(world);
    const mine = await site.requested();
    const second = await site.requested();
    const foreign = await other.requested();
    const code = mine.confirmation_code;
    const attempts: [string, string | undefined][] = [
      [code, undefined],
      [code, ''],
      [code, 'x'],
      [code, second.key],
      [code, foreign.key],
      [code, mine.key.toLowerCase()],
      [code, `${mine.key}x`],
      [code, mine.key.slice(0, 31)],
      [second.confirmation_code, mine.key],
      [foreign.confirmation_code, foreign.key],
      ['ZZZZZZZZ', mine.key],
    ];
    const right = await world.statements.during(() => site.look(code, mine.key));
    expect(right.result.status).toBe(200);
    for (const [named, key] of attempts) {
      const looked = await world.statements.during(() => site.look(named, key));
      expect([looked.result.status, looked.result.text]).toEqual([404, NO_BOOKING]);
      expect(looked.statements).toEqual(right.statements);
      const withdrawn = await world.statements.during(() =>
        site.withdraw(named, key, { 'idempotency-key': 'k' }),
      );
      expect([withdrawn.result.status, withdrawn.result.text]).toEqual([404, NO_BOOKING]);
      expect(withdrawn.statements).toEqual(right.statements);
    }
    for (const path of [`/bookings/${'x'.repeat(41)}`, '/bookings/%00', '/bookings/%20'])
      expect((await site.visit('GET', path, { headers: { 'booking-key': mine.key } })).text).toBe(NO_BOOKING);
    expect((await site.look(code, mine.key)).body.data.status).toBe('pending');
  });

  it('the key of a booking is not accepted as a token', async () => {
    const site = await openSite(world);
    const { key } = await site.requested();
    const answer = await world.app.inject({
      url: '/v1/bookings',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe('a visitor’s idempotency key', () => {
  it('a visitor’s idempotency key repeats the answer with the booking’s key, which is not stored', async () => {
    const site = await openSite(world);
    const keyed = { 'idempotency-key': 'once' };
    const first = await site.request({}, keyed);
    const before = await everything();
    const again = await site.request({}, keyed);
    expect(first.status).toBe(201);
    expect([again.status, again.text, again.headers['idempotent-replay']]).toEqual([201, first.text, 'true']);
    expect(before).toContain(first.body.data.confirmation_code);
    expect(before).not.toContain(first.body.data.key);
    expect(before).not.toContain(Buffer.from(first.body.data.key).toString('hex'));
    expect((await site.request({ number_of_guests: 1 }, keyed)).status).toBe(409);
    expect(world.log.join()).not.toContain(first.body.data.key);
  });

  it('a visitor’s idempotency key also repeats a long answer', async () => {
    const site = await openSite(world, { listing: { maxStay: null } });
    for (let n = 0; n < 30; n += 1)
      await world.db.execute(
        `insert into fees (team_id, code, name, basis, amount_cents, taxable, listing_ids) values (${site.teamId}, 'fee-${n}', 'A fee with a name ${n}', 'stay', 100, false, null)`,
      );
    const keyed = { 'idempotency-key': 'long' };
    const first = await site.request({ expected_total: 43_000 }, keyed);
    expect(first.text.length).toBeGreaterThan(2_048);
    expect((await site.request({ expected_total: 43_000 }, keyed)).text).toBe(first.text);
  });

  it('a visitor’s idempotency key is separate from the same one of the team', async () => {
    const site = await openSite(world);
    const keyed = { 'idempotency-key': 'shared' };
    const token = await site.send('POST', '/guests', { name: 'Bea' }, keyed);
    const visitor = await site.request({}, keyed);
    expect([token.status, visitor.status]).toEqual([201, 201]);
    const withdrawn = await site.withdraw(visitor.body.data.confirmation_code, visitor.body.data.key, {
      'idempotency-key': 'other',
    });
    const replayed = await site.withdraw(visitor.body.data.confirmation_code, visitor.body.data.key, {
      'idempotency-key': 'other',
    });
    expect([replayed.status, replayed.text, replayed.headers['idempotent-replay']]).toEqual([
      200,
      withdrawn.text,
      'true',
    ]);
    const bad = await site.request({ expected_total: null }, { 'idempotency-key': 'not visible' });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['expected_total', 'idempotency_key']]);
  });
});

it('erasing a guest after a withdrawal leaves none of their data, also not under idempotency keys', async () => {
  const site = await openSite(world);
  const mark = 'Zebedee';
  const guest = { name: `${mark} Lind`, email: `${mark}@example.com`, phone: `+46 ${mark}` };
  const request = { guest, special_requests: `Wish of ${mark}` };
  const keyed = { 'idempotency-key': 'erased' };
  const first = await site.request(request, keyed);
  const { confirmation_code: code, key } = first.body.data;
  await site.withdraw(code, key, { 'idempotency-key': 'withdrawn' });
  expect(await everything()).toContain(mark);
  const [{ guest_id }] = await site.read(`/bookings?confirmation_code=${code}`);
  await site.data(site.send('POST', `/guests/${guest_id}/erase`));
  expect((await everything()).toLowerCase()).not.toContain(mark.toLowerCase());
  expect((await site.look(code, key)).status).toBe(200);
  expect((await site.request(request, keyed)).text).toBe(first.text);
});

describe('after a new APP_KEY', () => {
  it('after APP_KEY changed, keys of earlier bookings still work, and idempotency keys repeat the same answers', async () => {
    const site = await openSite(world);
    const keyed = { 'idempotency-key': 'before' };
    const first = await site.request({}, keyed);
    const { confirmation_code: code, key } = first.body.data;
    const fresh = randomBytes(32);
    const rotated = await openTestApp({ url: world.url, keyring: createKeyring(fresh, [TEST_APP_KEY]) });
    const headers = { 'booking-key': key };
    expect((await site.visit('GET', `/bookings/${code}`, { headers, app: rotated.app })).status).toBe(200);
    expect((await site.request({}, keyed, rotated.app)).text).toBe(first.text);
    await rotated.close();
    const without = await openTestApp({ url: world.url, keyring: createKeyring(fresh) });
    expect((await site.visit('GET', `/bookings/${code}`, { headers, app: without.app })).status).toBe(404);
    const replayed = (await site.request({}, keyed, without.app)).body.data;
    expect(replayed.key).not.toBe(key);
    const anew = { 'booking-key': replayed.key };
    expect((await site.visit('GET', `/bookings/${code}`, { headers: anew, app: without.app })).status).toBe(
      200,
    );
    await without.close();
  });
});

it('a request by a known guest and by an unknown one take the same statements and get the same answer', async () => {
  const site = await openSite(world, { units: ['A', 'B', 'C'] });
  await buildGuest(world, { teamId: site.teamId, email: 'known@example.com', name: 'Someone', phone: '5' });
  await site.requested({ guest: { name: 'First', email: 'first@example.com' } });
  const requestBy = async (email: string) => {
    const { result, statements } = await world.statements.during(() =>
      site.request({ guest: { name: 'Bea', email } }),
    );
    const { key, confirmation_code, ...data } = result.body.data;
    return { status: result.status, data, statements, headers: Object.keys(result.headers) };
  };
  const known = await requestBy('Known@example.com');
  const unknown = await requestBy('unknown@example.com');
  expect(known).toEqual(unknown);
  expect(known.status).toBe(201);
  expect(JSON.stringify(known)).not.toMatch(/Someone|known@/);
});

it.each(['[]', 'null', '1', '"a"'])(
  'the body %s is not an object, and is refused for a request and for its withdrawal',
  async (body) => {
    const site = await openSite(world);
    const { key, confirmation_code } = await site.requested();
    const refusal = [422, { message: 'The body must be an object.', errors: {}, codes: {} }];
    for (const answer of [
      await site.visit('POST', '/bookings', { body }),
      await site.withdraw(confirmation_code, key, {}, body),
    ])
      expect([answer.status, answer.body]).toEqual(refusal);
    expect((await site.look(confirmation_code, key)).body.data.status).toBe('pending');
  },
);
