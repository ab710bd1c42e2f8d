import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onPaid, startCheckout } from '../../examples/client/src/checkout.ts';
import { createInnkeep } from '../../examples/client/src/innkeep.ts';
import { createProvider, readEvent } from '../../examples/client/src/provider.ts';
import { book, quote } from '../../examples/client/src/stays.ts';
import { addDays } from '../../src/domain/stay.ts';
import { openSharedApp } from '../support/app.ts';
import { openInn, rowCounts } from '../support/bookings.ts';
import { day } from '../support/factories.ts';

const FOLDER = path.resolve('examples/client');
const GENERATOR = path.join(FOLDER, 'node_modules/openapi-typescript');
const run = promisify(execFile);
const PROGRAMS = ['main', 'season', 'pay'];

const world = await openSharedApp();
const address = `http://127.0.0.1:${await world.listen()}`;

test('its types are made from that document', async () => {
  const text = await readFile(path.join(FOLDER, 'openapi.json'), 'utf8');
  const types = await readFile(path.join(FOLDER, 'src/api.d.ts'), 'utf8');
  expect(types).toContain(`SHA-256 of openapi.json: ${createHash('sha256').update(text).digest('hex')}\n`);
});

test.runIf(existsSync(GENERATOR))('the generator makes the same types again', async () => {
  const made = path.join(await mkdtemp(path.join(tmpdir(), 'innkeep-types-')), 'api.d.ts');
  await run(process.execPath, ['generate.js', made], { cwd: FOLDER });
  expect(await readFile(made, 'utf8')).toBe(await readFile(path.join(FOLDER, 'src/api.d.ts'), 'utf8'));
  await rm(path.dirname(made), { recursive: true });
});

test('its story runs against a server, from the first listing to the cancelled booking', async () => {
  const inn = await openInn(world, {
    team: { depositPpm: 300_000 },
    listing: { publicTitle: 'Dune House' },
  });
  // The example uses days around today.
  world.clock.set(new Date().toISOString());
  const { stdout, stderr } = await run(process.execPath, ['src/main.ts'], {
    cwd: FOLDER,
    env: { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: inn.token },
  });
  expect({ stderr, lines: stdout.trim().split('\n') }).toEqual({
    stderr: '',
    lines: [
      '1 listings, from Dune House to Dune House.',
      'Dune House costs €400.00 for 4 nights.',
      expect.stringMatching(/^Booked as [2-9A-Z]{8}, confirmed\.$/),
      'Now 5 nights for €500.00.',
      'Paid €150.00, €350.00 to come.',
      expect.stringMatching(/^The booking is cancelled since \d{4}-.*\+00:00\.$/),
    ],
  });
  const [booking] = (await inn.send('GET', '/bookings')).body.data;
  expect(booking).toMatchObject({ status: 'cancelled', nights: 5, grand_total: 50_000 });
  const [first] = (await inn.folio(booking.id)).payments;
  expect(first).toMatchObject({ amount: 15_000, status: 'paid' });
});

test('a season’s prices and minimum stay are set, and each day that changed is printed', async () => {
  const inn = await openInn(world, { listing: { publicTitle: 'Dune House', slug: 'dune-house' } });
  // The example uses days around today.
  const today = new Date().toISOString();
  world.clock.set(today);
  const days = `/listings/${inn.listing.id}/days`;
  const closed = addDays(today.slice(0, 10), 95);
  const closing = { start_date: closed, end_date: closed, closed: true, max_stay: 9 };
  await inn.data(inn.send('PUT', days, { ranges: [closing] }));
  const season = async (...slug: string[]) => {
    const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: inn.token };
    const { stdout, stderr } = await run(process.execPath, ['src/season.ts', ...slug], { cwd: FOLDER, env });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };

  const [head = '', ...lines] = await season();
  const [, start = '', end = ''] = /^Dune House, (\S+) to (\S+): 14 of 14 days changed\.$/.exec(head) ?? [];
  expect(end).toBe(addDays(start, 13));
  const dates = Array.from({ length: 14 }, (_, index) => addDays(start, index));
  const nameOf = (date: string) =>
    ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(date).getUTCDay()];
  const isWeekend = (date: string) => ['Fri', 'Sat'].includes(nameOf(date) ?? '');
  expect(lines).toEqual(
    dates.map((date) => {
      const price = isWeekend(date) ? '€150.00' : '€120.00';
      return `${nameOf(date)} ${date}: €100.00, at least 1 night → ${price}, at least 3 nights`;
    }),
  );
  expect(await inn.read(`${days}?start_date=${start}&end_date=${end}`)).toEqual(
    dates.map((date) => ({
      date,
      nightly: isWeekend(date) ? 15_000 : 12_000,
      min_stay: 3,
      max_stay: date === closed ? 9 : null,
      closed_for_arrival: false,
      closed_for_departure: false,
      closed: date === closed,
    })),
  );
  expect(await season('dune-house')).toEqual([expect.stringMatching(/: 0 of 14 days changed\.$/)]);
  await expect(season('no-such-house')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'No active listing has the slug no-such-house.\n',
  });
});

test('a checkout confirms what is paid in time, and books again or refunds what is paid too late', async () => {
  const inn = await openInn(world, {
    team: { depositPpm: 300_000 },
    listing: { publicTitle: 'Dune House' },
    units: ['A', 'B'],
  });
  // The example uses days around today.
  world.clock.set(new Date().toISOString());
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: inn.token };
  const { stdout, stderr } = await run(process.execPath, ['src/pay.ts'], { cwd: FOLDER, env });
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

test('a payment that comes after the hold has truly lapsed books the stay again', async () => {
  const inn = await openInn(world, { team: { depositPpm: 300_000 } });
  const innkeep = createInnkeep({ address, token: inn.token });
  const provider = createProvider({ webhook: address });
  const wanted = inn.newBooking() as Parameters<typeof book>[1];
  const { booking, payment } = await startCheckout(innkeep, provider, wanted);
  world.clock.set('2031-05-05T10:30:00Z');
  const outcome = await onPaid(innkeep, provider, payment);
  expect(outcome).toMatchObject({ kind: 'booked_again', booking: { status: 'confirmed' } });
  expect(await onPaid(innkeep, provider, payment)).toEqual(outcome);
  expect(await inn.read(`/bookings/${booking.id}`)).toMatchObject({ cancellation_reason: 'expired' });
  expect((await inn.read('/bookings?status=confirmed')).length).toBe(1);
});

test('only the provider can say that something is paid', () => {
  const { secret } = createProvider({ webhook: address });
  const body = JSON.stringify({ type: 'payment.paid', payment: {} });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  expect(readEvent(secret, body, signature)).toEqual(JSON.parse(body));
  for (const wrong of ['', 'undefined', signature.slice(1), signature.replace(/.$/, 'x')])
    expect(readEvent(secret, body, wrong)).toBeNull();
  expect(readEvent(secret, `${body} `, signature)).toBeNull();
});

test.each(PROGRAMS)('an invalid token ends %s.ts with the service’s message', async (program) => {
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: 'ink_none' };
  const told = await run(process.execPath, [`src/${program}.ts`], { cwd: FOLDER, env }).catch(
    (error) => error,
  );
  expect([told.code, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toMatch(/^401 Unauthenticated\.\n\{\}\nrequest [0-9a-f-]{36}\n$/);
});

test.each(
  PROGRAMS.flatMap((program) => [
    { program, lack: 'a token', settings: { INNKEEP_TOKEN: '' }, code: 2, line: 'Set INNKEEP_TOKEN to' },
    {
      program,
      lack: 'a service',
      settings: { INNKEEP_URL: 'http://127.0.0.1:1', INNKEEP_TOKEN: 'ink_x' },
      code: 1,
      line: 'Set INNKEEP_URL to',
    },
  ]),
)('without $lack, the program $program says what to set', async ({ program, settings, code, line }) => {
  const env = { ...process.env, ...settings };
  const said = await run(process.execPath, [`src/${program}.ts`], { cwd: FOLDER, env }).catch(
    (error) => error,
  );
  expect(said).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(line) });
  expect(said.stderr).not.toContain('    at ');
});

test('a booking whose answer is lost is requested again and made once', async () => {
  const inn = await openInn(world);
  const innkeep = createInnkeep({ address, token: inn.token });
  const before = (await inn.send('GET', '/bookings')).body.meta.total;
  let losses = 1;
  innkeep.use({
    onResponse({ request }) {
      if (request.method !== 'POST' || losses === 0) return undefined;
      losses -= 1;
      throw new Error('the answer is lost');
    },
  });
  const made = await book(innkeep, inn.newBooking() as Parameters<typeof book>[1]);
  expect(losses).toBe(0);
  const after = (await inn.send('GET', '/bookings')).body;
  expect([after.meta.total, after.data[0].id]).toEqual([before + 1, made.id]);
});

test('a refusal is reported with all its fields, without another attempt', async () => {
  const inn = await openInn(world);
  const innkeep = createInnkeep({ address, token: inn.token });
  const stay = { check_in: day(0), check_out: day(2), guests: 1 };
  expect(await quote(innkeep, inn.listing.id, stay)).toMatchObject({ available: true });
  await inn.book({ check_out: day(2) });
  const before = await rowCounts(world);
  const refused = book(innkeep, inn.newBooking() as Parameters<typeof book>[1]);
  await expect(refused).rejects.toMatchObject({
    name: 'InnkeepError',
    status: 422,
    errors: { availability: [expect.any(String)] },
    requestId: expect.any(String),
  });
  expect(await rowCounts(world)).toEqual(before);
});
