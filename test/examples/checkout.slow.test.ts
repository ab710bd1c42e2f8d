import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onPaid, startCheckout } from '../../examples/checkout/checkout.ts';
import { createInnkeep } from '../../examples/checkout/innkeep.ts';
import { createProvider, readEvent } from '../../examples/checkout/provider.ts';
import { book, isAvailable } from '../../examples/checkout/stays.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn, rowCounts } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';

const FOLDER = path.resolve('examples/checkout');
const run = promisify(execFile);

const world = await openSharedApp();
const address = `http://127.0.0.1:${await world.listen()}`;

test('the example checkout confirms a booking that is paid in time, and books again or refunds one that is paid too late', async () => {
  const inn = await openInn(world, {
    team: { depositPpm: 300_000 },
    listing: { publicTitle: 'Dune House' },
    units: ['A', 'B'],
  });
  // The example uses days around today.
  world.clock.set(new Date().toISOString());
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: inn.token };
  const { stdout, stderr } = await run(process.execPath, ['main.ts'], { cwd: FOLDER, env });
  expect({ stderr, lines: stdout.trim().split('\n') }).toEqual({
    stderr: '',
    lines: [
      expect.stringMatching(/^Dune House is held as [2-9A-Z]{8} until \d{4}-.*\+00:00\.$/),
      'The provider asks the guest for €120.00.',
      expect.stringMatching(/^The guest has paid: [2-9A-Z]{8} is confirmed\.$/),
      'Told once more, it is confirmed as before.',
      expect.stringMatching(/The stay was still free: it is booked again as [2-9A-Z]{8}\.$/),
      'A third paid too late, and the nights were taken: €120.00 went back.',
    ],
  });
  const bookings: { id: string; status: string }[] = await inn.read('/bookings?per_page=100');
  expect(bookings.map(({ status }) => status)).toEqual(bookings.map(() => 'cancelled'));
  const paid = [];
  for (const { id } of bookings)
    for (const { amount, status, reference } of (await inn.folio(id)).payments)
      if (status === 'paid') paid.push({ amount, reference });
  // The repeated message has recorded nothing twice.
  const payment = { amount: 12_000, reference: expect.stringMatching(/^pay_/) };
  expect(paid).toEqual([payment, payment]);
});

test('in the example checkout, a payment after the hold has lapsed books the stay again', async () => {
  const inn = await openInn(world, { team: { depositPpm: 300_000 } });
  const innkeep = createInnkeep({ address, token: inn.token });
  const provider = createProvider({ webhook: address });
  const newBooking = inn.newBooking() as Parameters<typeof book>[1];
  const { booking, payment } = await startCheckout(innkeep, provider, newBooking);
  world.clock.set('2031-05-05T10:30:00Z');
  const outcome = await onPaid(innkeep, provider, payment);
  expect(outcome).toMatchObject({ kind: 'booked_again', booking: { status: 'confirmed' } });
  expect(await onPaid(innkeep, provider, payment)).toEqual(outcome);
  expect(await inn.read(`/bookings/${booking.id}`)).toMatchObject({ cancellation_reason: 'expired' });
  expect((await inn.read('/bookings?status=confirmed')).length).toBe(1);
});

test('in the example checkout, only the payment provider can report a payment', () => {
  const { secret } = createProvider({ webhook: address });
  const body = JSON.stringify({ type: 'payment.paid', payment: {} });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  expect(readEvent(secret, body, signature)).toEqual(JSON.parse(body));
  for (const wrong of ['', 'undefined', signature.slice(1), signature.replace(/.$/, 'x')])
    expect(readEvent(secret, body, wrong)).toBeNull();
  expect(readEvent(secret, `${body} `, signature)).toBeNull();
});

test('the example checkout ends with the service’s message if its token is invalid', async () => {
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: 'ink_none' };
  const failure = await run(process.execPath, ['main.ts'], { cwd: FOLDER, env }).catch((error) => error);
  expect([failure.code, failure.stdout]).toEqual([1, '']);
  expect(failure.stderr).toMatch(/^401 Unauthenticated\.\n\{\}\nrequest [0-9a-f-]{36}\n$/);
});

test.each([
  { lack: 'a token', settings: { INNKEEP_TOKEN: '' }, code: 2, line: 'Set INNKEEP_TOKEN to' },
  {
    lack: 'a service',
    settings: { INNKEEP_URL: 'http://127.0.0.1:1', INNKEEP_TOKEN: 'ink_x' },
    code: 1,
    line: 'Set INNKEEP_URL to',
  },
])('the example checkout without $lack says what to set', async ({ settings, code, line }) => {
  const env = { ...process.env, ...settings };
  const said = await run(process.execPath, ['main.ts'], { cwd: FOLDER, env }).catch((error) => error);
  expect(said).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(line) });
  expect(said.stderr).not.toContain('    at ');
});

test('the example checkout sends a booking again whose answer was lost, and it is made once', async () => {
  const inn = await openInn(world);
  const before = (await inn.send('GET', '/bookings')).body.meta.total;
  let losses = 1;
  const innkeep = createInnkeep({ address, token: inn.token }, async (...request) => {
    const answer = await fetch(...request);
    if (losses === 0) return answer;
    losses -= 1;
    throw new Error('the answer is lost');
  });
  const made = await book(innkeep, inn.newBooking() as Parameters<typeof book>[1]);
  expect(losses).toBe(0);
  const after = (await inn.send('GET', '/bookings')).body;
  expect([after.meta.total, after.data[0].id]).toEqual([before + 1, made.id]);
});

test('the example checkout reports a refusal with all its fields, and does not try again', async () => {
  const inn = await openInn(world);
  const innkeep = createInnkeep({ address, token: inn.token });
  const stay = { check_in: day(0), check_out: day(2), guests: 1 };
  expect(await isAvailable(innkeep, inn.listing.id, stay)).toBe(true);
  await inn.book({ check_out: day(2) });
  const before = await rowCounts(world);
  const refused = book(innkeep, inn.newBooking() as Parameters<typeof book>[1]);
  await expect(refused).rejects.toMatchObject({
    name: 'InnkeepError',
    status: 422,
    errors: { availability: [expect.any(String)] },
    codes: { availability: ['rule'] },
    requestId: expect.any(String),
  });
  expect(await rowCounts(world)).toEqual(before);
});
