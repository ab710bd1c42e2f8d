/** The drill: a backup is restored elsewhere, and nothing differs. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { exportTeamFile } from '../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { createKeyring } from '../../src/services/keys/keyring.ts';
import { listTokens } from '../../src/services/tokens/tokens.ts';
import { openSharedApp, openTestApp, type TestApp } from '../helpers/app.ts';
import { expectSound, openInn } from '../helpers/bookings.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';
import { day } from '../helpers/factories.ts';
import { rowsOf } from '../helpers/rows.ts';
import { exampleFile } from '../options/team-file/file/example.ts';
import { execute, findDumpPrograms } from './postgres-programs.ts';

/** The routes that show a team's data to a client. */
const ROUTES = ['/v1/listings', '/v1/guests', '/v1/bookings?per_page=100', '/v1/blocks'];

type Team = { id: number; slug: string; token: string };

const world = await openSharedApp();
const file = exampleFile();
const imported = await importTeamFile(world.services, JSON.parse(JSON.stringify(file)));
if (!imported.ok) throw new Error(imported.problems.join('\n'));
const inn = await openInn(world, { team: { slug: 'worked-with' }, units: ['A', 'B'] });
const kept = await inn.book();
const cancelled = await inn.book({ check_in: day(10), check_out: day(12) });
await inn.data(inn.cancel(cancelled.id, { reason: 'The ferry does not sail.' }));
await inn.data(inn.change(kept.id, { number_of_guests: 3 }));
/** One team that was imported, and one that has been changed over the API. */
// The factories make units without the days on which they could be sold, which an import would give them.
await world.db.execute(`insert into sellable_days (team_id, unit_id, days)
  select team_id, id, datemultirange(daterange('2021-01-05', null)) from units
  where not exists (select from sellable_days made where made.team_id = units.team_id and made.unit_id = units.id)`);
const teams = [
  { id: imported.teamId, slug: file.team.slug, token: file.tokens[0]?.token ?? '' },
  { id: inn.teamId, slug: 'worked-with', token: inn.token },
];

/** All answers that the team's token can get. */
async function answersTo({ token }: Team, { get }: TestApp): Promise<unknown[]> {
  const answers = [];
  const bodies = await Promise.all(ROUTES.map((route) => get(route, token)));
  for (const { statusCode, body } of bodies) answers.push([statusCode, body]);
  for (const { id } of bodies[2]?.json().data ?? []) {
    for (const part of ['', '/folio', '/events'])
      answers.push((await get(`/v1/bookings/${id}${part}`, token)).body);
  }
  return answers;
}

async function exported({ services }: TestApp, slug: string): Promise<string> {
  let text = '';
  const write = async (piece: string) => {
    text += piece;
  };
  expect(await exportTeamFile(services, slug, { secrets: true, write })).toBe(true);
  return text;
}

async function expectTheSame(restored: TestApp): Promise<void> {
  for (const team of teams) {
    const expected = await answersTo(team, world);
    expect(expected.length).toBeGreaterThan(ROUTES.length);
    expect(expected[0]).toEqual([200, expect.any(String)]);
    expect(await answersTo(team, restored)).toEqual(expected);
    expect(await exported(restored, team.slug)).toBe(await exported(world, team.slug));
  }
  await expectSound(restored);
}

async function everyRow(url: string): Promise<Record<string, string[]>> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    return await rowsOf(pool);
  } finally {
    await pool.end();
  }
}

test('a dump of the database restores every row, and every token works with the same APP_KEY', async (context) => {
  const version = await withClient(inject('adminUrl'), (admin) => admin.query('show server_version_num'));
  const major = Math.floor(Number(version.rows[0]?.server_version_num) / 10_000);
  const programs = await findDumpPrograms(major);
  if (!programs) {
    process.stderr.write(`There is no pg_dump for PostgreSQL ${major}: the drill with a dump is left out.\n`);
    return context.skip();
  }

  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-drill-'));
  const file = path.join(directory, 'innkeep.dump');
  const adminUrl = inject('adminUrl');
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(adminUrl, name);
  try {
    await execute(path.join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, world.url]);
    await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
    await execute(path.join(programs, 'pg_restore'), [
      '--exit-on-error',
      '--no-owner',
      `--dbname=${url}`,
      file,
    ]);
    const restored = await openTestApp({ url });
    try {
      expect(await everyRow(url)).toEqual(await everyRow(world.url));
      for (const { id, token } of teams) {
        expect(await listTokens({ db: restored.services.db, teamId: id })).toEqual(
          await listTokens({ db: world.services.db, teamId: id }),
        );
        expect((await restored.get('/v1/me', token)).json().data.team).toEqual(
          (await world.get('/v1/me', token)).json().data.team,
        );
      }
      await expectTheSame(restored);
    } finally {
      await restored.close();
    }
  } finally {
    await withClient(adminUrl, (admin) => dropDatabase(admin, name));
    await rm(directory, { recursive: true });
  }
});

test('team files with secrets restore every team under any APP_KEY', async () => {
  const restored = await openTestApp({ keyring: createKeyring(randomBytes(32)) });
  try {
    for (const { slug } of teams) {
      const file = JSON.parse(await exported(world, slug));
      expect(await importTeamFile(restored.services, file)).toMatchObject({ ok: true });
    }
    await expectTheSame(restored);
  } finally {
    await restored.close();
  }
});
