/** The way back to a moment, by the commands in docs/operations.md. */
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { addDays, todayInZone } from '../../../src/domain/dates/dates.ts';
import { TEST_APP_KEY } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { freePort, openSharedFolder, run, untilSaid } from '../../helpers/process.ts';
import { execute, readRecipe } from './page.ts';

/** The folder with all of PostgreSQL's programs, or null: the npm packages bring only the server. */
async function findPostgresPrograms(): Promise<string | null> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const folders = versions
    .sort()
    .reverse()
    .map((version) => path.join(debian, version, 'bin'));
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(path.delimiter)]) {
    const names: string[] = await readdir(folder).catch(() => []);
    if (
      ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_verifybackup', 'pg_archivecleanup'].every((name) =>
        names.includes(name),
      )
    )
      return folder;
  }
  return null;
}

const programs = await findPostgresPrograms();
const cwd = await openSharedFolder('innkeep-point-in-time-');
const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-point-'));
const port = await freePort();
const data = path.join(folder, 'data');
const backups = path.join(folder, 'backups');
const url = `postgresql://postgres@127.0.0.1:${port}/innkeep`;
const env = { DATABASE_URL: url, APP_KEY: TEST_APP_KEY.toString('base64') };

/** Runs commands in a shell as a user who may run PostgreSQL, which root may not. */
async function runAsPostgres(commands: string): Promise<string> {
  const shell = ['bash', '-euo', 'pipefail', '-c', commands];
  const [program = '', ...args] =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...shell]
      : shell;
  const { stdout } = await execute(program, args, {
    cwd: folder,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      LC_ALL: 'C',
      PGHOST: folder,
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGDATA: data,
      BACKUPS: backups,
    },
  });
  return stdout;
}

afterAll(async () => {
  if (programs) await runAsPostgres('pg_ctl stop --mode=immediate || true');
  await rm(folder, { recursive: true, force: true });
});

/** Runs `work` while a server answers. */
async function withServer<Result>(
  demo: boolean,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const server = run('server', { env: { ...env, PORT: '0', DEMO: String(demo) }, cwd });
  try {
    const [, address = ''] = await untilSaid(server, /listening at (http:[^"]+)"/);
    return await work(address);
  } finally {
    server.child.kill();
    await server.finished;
  }
}

const runCli = (...args: string[]) => run('cli', { args, env, cwd }).finished;

test.skipIf(programs === null)(
  'by the page’s commands a booking of before a moment is there again, and one of after it is not',
  { timeout: 300_000 },
  async () => {
    await mkdir(backups);
    await chmod(folder, 0o777);
    await chmod(backups, 0o777);
    await runAsPostgres(
      `initdb --username=postgres --auth=trust --encoding=UTF8 --locale=C > /dev/null
       printf "port = ${port}\\nlisten_addresses = '127.0.0.1'\\nunix_socket_directories = '${folder}'\\n" >> "$PGDATA/postgresql.conf"
       pg_ctl start --wait --silent --log="$BACKUPS/postgresql.log"
       createdb innkeep`,
    );
    await runAsPostgres(readRecipe('archive'));

    let token = '';
    const bookings: string[] = [];
    const check_in = addDays(todayInZone('Europe/Lisbon', new Date()), 130);
    let moment = '';
    await withServer(true, async (address) => {
      const { stdout } = await runCli('token', 'create', '--team', 'harbour', '--name', 'Test');
      token = stdout.trim();
      // As every week: the second copy takes the place of the first, and the log before it goes.
      await runAsPostgres(readRecipe('base'));
      const pieces = await readdir(path.join(backups, 'wal'));
      await runAsPostgres(readRecipe('base'));
      expect((await readdir(backups)).sort()).toEqual(['base', 'postgresql.log', 'wal']);
      expect(await readdir(path.join(backups, 'wal'))).not.toEqual(expect.arrayContaining(pieces));
      for (const name of ['Before', 'After']) {
        const answer = await fetch(`${address}/v1/bookings`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            listing_id: '2dffb0a9-4510-834b-afca-cde1273d64f7',
            number_of_guests: 2,
            override_rules: true,
            check_in,
            check_out: addDays(check_in, 3),
            guest: { name, email: `${name}@example.com` },
          }),
        });
        expect(answer.status).toBe(201);
        bookings.push(((await answer.json()) as Json).data.id);
        await sleep(1_500);
        if (name === 'Before')
          moment = await withClient(url, async (client) => {
            const { rows } = await client.query<{ now: string }>('select now()::text as now');
            return rows[0]?.now ?? '';
          });
        await sleep(1_500);
      }
    });

    const startedAt = Date.now();
    await runAsPostgres(readRecipe('restore', { '2027-04-19 14:05:00+00': moment }));
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    process.stderr.write(`Back to a moment in ${seconds} s.\n`);

    expect(await runCli('verify')).toMatchObject({ code: 0 });
    await withServer(false, async (address) => {
      const statuses = [];
      for (const id of bookings)
        statuses.push(
          (await fetch(`${address}/v1/bookings/${id}`, { headers: { authorization: `Bearer ${token}` } }))
            .status,
        );
      expect(statuses).toEqual([200, 404]);
    });
  },
);
