import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createInnkeep } from '../../examples/client/src/innkeep.ts';
import { book, quote } from '../../examples/client/src/stays.ts';
import { openSharedApp } from '../support/app.ts';
import { openInn, rowCounts } from '../support/bookings.ts';
import { day } from '../support/factories.ts';

const FOLDER = path.resolve('examples/client');
const GENERATOR = path.join(FOLDER, 'node_modules/openapi-typescript');
const run = promisify(execFile);

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
  // The story asks for days around today.
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

test('a token that is not good ends the story with what was said', async () => {
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: 'ink_none' };
  const told = await run(process.execPath, ['src/main.ts'], { cwd: FOLDER, env }).catch((error) => error);
  expect([told.code, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toMatch(/^401 Unauthenticated\.\n\{\}\nrequest [0-9a-f-]{36}\n$/);
});

test.each([
  ['without a token', { INNKEEP_TOKEN: '' }, 2, 'Set INNKEEP_TOKEN to'],
  [
    'without a service',
    { INNKEEP_URL: 'http://127.0.0.1:1', INNKEEP_TOKEN: 'ink_x' },
    1,
    'Set INNKEEP_URL to',
  ],
])('%s it says what to set', async (_case, settings, code, line) => {
  const env = { ...process.env, ...settings };
  const said = await run(process.execPath, ['src/main.ts'], { cwd: FOLDER, env }).catch((error) => error);
  expect(said).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(line) });
  expect(said.stderr).not.toContain('    at ');
});

test('a booking whose answer is lost is asked for again and made once', async () => {
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

test('a refusal is told with all its fields, at the first attempt', async () => {
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
