/** Two service processes that share a PgBouncer in transaction mode: they must behave like one. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { addDays, todayInZone } from '../../src/domain/dates/dates.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { revokeToken } from '../../src/services/tokens/tokens.ts';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../helpers/app.ts';
import { at, expectSound, openInn, tally, times } from '../helpers/bookings.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';
import { buildToken } from '../helpers/factories.ts';
import { type Running, run, untilSaid } from '../helpers/process.ts';
import { findPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const POOL_SIZE = 3;
const APP_KEY = TEST_APP_KEY.toString('base64');
const program = findPgBouncer();
if (!program) {
  process.stderr.write(
    'PgBouncer is not installed: the tests of scaling out are left out (apt-get install pgbouncer).\n',
  );
}

type Server = Running & { address: string };

describe.skipIf(program === null)('two processes behind PgBouncer', () => {
  let cwd: string;
  let name: string;
  let url: string;
  let bouncer: PgBouncer;
  let servers: Server[] = [];
  /** The same database without PgBouncer, for the tests' own queries and preparation. */
  let world: TestApp;

  const start = async (env: Record<string, string>): Promise<Server> => {
    const server = run('server', {
      env: { APP_KEY, PORT: '0', DATABASE_URL: bouncer.urlOf(url), ...env },
      cwd,
    });
    const [, address = ''] = await untilSaid(server, /listening at (http:\/\/127\.0\.0\.1:\d+)/);
    return { ...server, address };
  };

  beforeAll(async () => {
    const adminUrl = inject('adminUrl');
    cwd = await mkdtemp(path.join(tmpdir(), 'innkeep-scaling-'));
    name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
    url = databaseUrl(adminUrl, name);
    await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
    bouncer = await startPgBouncer(program ?? '', adminUrl, { poolSize: POOL_SIZE });
    // Both start on an empty database at once: one is configured for the pooler, the other has to recognise it.
    servers = await Promise.all([start({ DATABASE_URL_DIRECT: url, DATABASE_PREPARE: 'false' }), start({})]);
    world = await openTestApp({ url });
  });
  afterAll(async () => {
    await world?.close();
    for (const { child } of servers) child.kill('SIGTERM');
    const ends = await Promise.all(servers.map(({ finished }) => finished));
    await bouncer?.stop();
    if (name) await withClient(inject('adminUrl'), (admin) => dropDatabase(admin, name));
    await rm(cwd, { recursive: true, force: true });
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      servers.map(() => ({ code: 0, stderr: '' })),
    );
  });

  const server = (index: number) => at(servers, index % servers.length);
  const ask = (index: number, token: string, route: string, init: RequestInit = {}) =>
    fetch(`${server(index).address}/v1${route}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });

  /** Books with the process of this number, again after a 503. */
  async function book(
    index: number,
    token: string,
    body: object,
  ): Promise<{ status: number; body: unknown }> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(index, token, '/bookings', { method: 'POST', body: JSON.stringify(body) });
      if (answer.status !== 503 || attempt === 10)
        return { status: answer.status, body: await answer.json() };
      await sleep(500);
    }
  }

  /** Future dates, because these processes use the clock of the machine. */
  const stay = (offset: number) => {
    const check_in = addDays(todayInZone('Europe/Lisbon', new Date()), 30 + offset);
    return { check_in, check_out: addDays(check_in, 3) };
  };

  // Whatever a test did, it leaves nothing on the shared connections.
  afterEach(async () => {
    // As many transactions at once as there are connections, so each connection is checked.
    const clients = times(POOL_SIZE, () => new pg.Client({ connectionString: bouncer.urlOf(url) }));
    await Promise.all(clients.map((client) => client.connect()));
    try {
      await Promise.all(clients.map((client) => client.query('begin')));
      const seen = await Promise.all(
        clients.map(async (client) => {
          const { rows } = await client.query(`select pg_backend_pid() as pid,
            current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle,
            (select count(*)::int from pg_prepared_statements) as prepared,
            (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
            (select count(*)::int from pg_listening_channels()) as channels`);
          return rows[0];
        }),
      );
      expect(new Set(seen.map(({ pid }) => pid)).size).toBe(POOL_SIZE);
      for (const { pid, ...state } of seen) {
        expect(state).toEqual({ statement: '0', lock: '0', idle: '0', prepared: 0, locks: 0, channels: 0 });
      }
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  test('two processes behind PgBouncer start, and every migration is applied once', async () => {
    const files = await readdir(new URL('../../migrations', import.meta.url));
    const { rows } = await world.db.execute('select hash from drizzle.__drizzle_migrations');
    expect(rows).toHaveLength(files.filter((file) => file.endsWith('.sql')).length);
    expect(servers.map(({ said }) => said.stdout.includes('goes through a pooler'))).toEqual([false, true]);
    const token = await buildToken(world);
    for (const index of [0, 1]) expect((await ask(index, token, '/me')).status).toBe(200);
  });

  test('a revoked token is refused by two processes behind PgBouncer from then on', async () => {
    const { teamId } = await openInn(world);
    for (let round = 0; round < 10; round += 1) {
      const token = await buildToken(world, { teamId, name: `Till ${round}` });
      let isRevoked = false;
      const startedAfter: number[] = [];
      const asking = times(8, async (index) => {
        for (let more = 2; more > 0; ) {
          const isLate = isRevoked;
          const { status } = await ask(index, token, '/me');
          if (isLate) startedAfter.push(status);
          else expect([200, 401]).toContain(status);
          if (isLate) more -= 1;
        }
      });
      await sleep(round);
      await revokeToken(createSystemScope(world.services, teamId), `Till ${round}`);
      isRevoked = true;
      await Promise.all(asking);
      expect(startedAfter).toEqual(times(16, () => 401));
    }
  });

  test('if two processes behind PgBouncer book the same dates at once, exactly one booking is made', async () => {
    const inn = await openInn(world);
    const answers = await Promise.all(times(60, (index) => book(index, inn.token, inn.newBooking(stay(0)))));
    expect(tally(answers)).toEqual({ 201: 1, 422: 59 });
    for (const { status, body } of answers) {
      if (status === 422)
        expect(body).toEqual({
          message: expect.any(String),
          errors: { availability: [expect.any(String)] },
          codes: { availability: ['rule'] },
          reasons: [expect.objectContaining({ code: 'dates_unavailable' })],
        });
    }
    const several = await Promise.all(
      times(40, (index) => book(index, inn.token, inn.newBooking(stay(10 + (index % 20))))),
    );
    const taken = several.flatMap(({ status, body }) =>
      status === 201 ? [(body as { data: { id: string } }).data.id] : [],
    );
    expect(taken.length).toBeGreaterThan(3);
    await expectSound(world, taken);
  });

  test('behind PgBouncer, a request that waits for a locked unit is answered in time, and leaves nobody waiting in the database', async () => {
    const inn = await openInn(world);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from units where team_id = $1 for update', [inn.teamId]);
      const answers = await Promise.all(
        [0, 1].map((index) =>
          ask(index, inn.token, '/bookings', {
            method: 'POST',
            body: JSON.stringify(inn.newBooking(stay(0))),
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([503, 503]);
      // The database itself has ended the wait. With only our own deadline, it would wait as long as the lock is held.
      const { rows } = await world.db.execute(
        `select query from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([]);
    } finally {
      await holder.end();
    }
    expect((await book(0, inn.token, inn.newBooking(stay(0)))).status).toBe(201);
  });

  test('a pooler that cannot keep named statements is recognised by a process with a direct address, even if it ignores deadlines', async () => {
    const { token } = await openInn(world);
    const ignored = ['options', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    const lenient = await startPgBouncer(program ?? '', inject('adminUrl'), { poolSize: POOL_SIZE, ignored });
    for (const pooled of [bouncer, lenient]) {
      const process = await start({ DATABASE_URL: pooled.urlOf(url), DATABASE_URL_DIRECT: url });
      const answers = await Promise.all(
        times(100, () =>
          fetch(`${process.address}/v1/bookings`, { headers: { authorization: `Bearer ${token}` } }),
        ),
      );
      process.child.kill('SIGTERM');
      const { stdout } = await process.finished;
      expect(tally(answers)).toEqual({ 200: 100 });
      expect(stdout).toContain('goes through a pooler');
      expect(stdout).toContain('statements have no names');
    }
    await lenient.stop();
  });

  test('commands work through PgBouncer too', async () => {
    const inn = await openInn(world);
    const { slug } = at(
      (await world.db.execute<{ slug: string }>(`select slug from teams where id = ${inn.teamId}`)).rows,
      0,
    );
    const env = { DATABASE_URL: bouncer.urlOf(url), APP_KEY };
    const made = await run('cli', { args: ['token', 'create', '--team', slug, '--name', 'Till'], env, cwd })
      .finished;
    expect(made).toMatchObject({ code: 0, stderr: '' });
    for (const index of [0, 1]) expect((await ask(index, made.stdout.trim(), '/me')).status).toBe(200);
  });
});
