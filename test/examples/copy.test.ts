import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../helpers/app.ts';
import { type Json, openInn } from '../helpers/bookings.ts';
import { buildToken, day } from '../helpers/factories.ts';

const PROGRAM = path.resolve('examples/copy/main.ts');
const run = promisify(execFile);

const world = await openSharedApp();
const address = `http://127.0.0.1:${await world.listen()}`;
const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-copy-'));
afterAll(() => rm(folder, { recursive: true }));

/** Brings the copy up to date, compares it with the lists, and returns what the program says. */
async function check(token: string, file = 'copy.json'): Promise<string[]> {
  const env = { ...process.env, INNKEEP_URL: address, INNKEEP_TOKEN: token, COPY_FILE: file };
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, 'check'], { cwd: folder, env });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('the example keeps a copy that equals the lists, and sees when it does not', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const first = await inn.book();
  const [block] = await inn.data(
    inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(20), end_date: day(22) }),
    201,
  );
  expect(await check(inn.token)).toEqual([
    'listings: 1',
    'units: 2',
    'guests: 1',
    'bookings: 1',
    'blocks: 2',
  ]);
  await inn.send('DELETE', `/blocks/${block.id}`);
  await inn.cancel(first.id, {});
  await inn.data(inn.send('POST', `/guests/${first.guest_id}/erase`));
  await inn.book({ check_in: day(8), check_out: day(10) });
  await inn.data(inn.send('PUT', `/units/${inn.units[0]?.id}`, { name: 'Attic' }));
  expect(await check(inn.token)).toEqual([
    'listings: 1',
    'units: 2',
    'guests: 2',
    'bookings: 2',
    'blocks: 1',
  ]);
  const { slug } = await inn.read('/team');
  const guests = [{ name: 'Imported', email: 'imported@example.com' }];
  expect((await importTeamFile(world.services, { team: { slug }, guests } as Json)).ok).toBe(true);
  expect(await check(inn.token)).toEqual([
    'listings: 1',
    'units: 2',
    'guests: 3',
    'bookings: 2',
    'blocks: 1',
  ]);

  const file = path.join(folder, 'copy.json');
  const copy = JSON.parse(await readFile(file, 'utf8'));
  copy.bookings.things[first.id].status = 'confirmed';
  await writeFile(file, JSON.stringify(copy));
  await expect(check(inn.token)).rejects.toThrow(`The copy of bookings is wrong about ${first.id}.`);
});

test('the example begins anew if the database was replaced by an older one, and drops what that does not have', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const { id } = await inn.book();
  const counts = ['listings: 1', 'units: 2', 'guests: 1', 'bookings: 1', 'blocks: 0'];
  expect(await check(inn.token, 'older.json')).toEqual(counts);

  const file = path.join(folder, 'older.json');
  const copy = JSON.parse(await readFile(file, 'utf8'));
  const lost = '0198f2c4-0000-7000-8000-000000000000';
  for (const kept of Object.values<Json>(copy)) kept.next = '99999999';
  copy.bookings.things[lost] = { ...copy.bookings.things[id], id: lost };
  await writeFile(file, JSON.stringify(copy));
  expect(await check(inn.token, 'older.json')).toEqual(counts);
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).bookings.things)).toEqual([id]);
});

test('the example says which list the token may not read, and copies the others', async () => {
  const inn = await openInn(world, { role: 'owner' });
  await inn.book();
  const permissions = ['bookings:read', 'listings:read', 'calendar:read'];
  await inn.data(inn.send('POST', '/roles', { code: 'figures', name: 'Figures', permissions }), 201);
  const token = await buildToken(world, { teamId: inn.teamId, role: 'figures' });
  expect(await check(token, 'figures.json')).toEqual([
    'listings: 1',
    'units: 1',
    'guests: not copied, because the token lacks guests:read',
    'bookings: 1',
    'blocks: 0',
  ]);
});
