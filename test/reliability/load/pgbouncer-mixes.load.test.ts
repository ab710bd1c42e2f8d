/** Every mix of the variables that say how the database is reached, with PgBouncer in transaction mode. */
import { expect, inject, test } from 'vitest';
import { openSharedApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { openSharedFolder, run, untilSaid } from '../../helpers/process.ts';
import { findPgBouncer, startPgBouncer } from '../../system/pgbouncer.ts';
import { reportFigures } from '../figures.ts';

const REQUESTS = 1_000;
const AT_ONCE = 20;
const IGNORED = ['extra_float_digits', 'options', 'statement_timeout', 'lock_timeout'];

const world = await openSharedApp();
const folder = await openSharedFolder('innkeep-mixes-');
const program = findPgBouncer();

const MIXES = ['pooled', 'direct'].flatMap((url) =>
  ['unset', 'pooled', 'direct'].flatMap((direct) =>
    ['unset', 'true', 'false'].map((prepare) => ({ url, direct, prepare })),
  ),
);

test.skipIf(program === null).each([{ ignored: [] }, { ignored: IGNORED }])(
  'no mix of variables brings an error behind PgBouncer with ignore_startup_parameters $ignored',
  { timeout: 1_800_000 },
  async ({ ignored }) => {
    const { token, listing } = await openInn(world);
    const bouncer = await startPgBouncer(program ?? '', inject('adminUrl'), { poolSize: 5, ignored });
    try {
      const urls: Record<string, string> = { pooled: bouncer.urlOf(world.url), direct: world.url };
      for (const { url, direct, prepare } of MIXES) {
        const env: Record<string, string> = {
          DATABASE_URL: urls[url] ?? '',
          APP_KEY: TEST_APP_KEY.toString('base64'),
          PORT: '0',
          RATE_LIMIT_PUBLIC: '0',
          RATE_LIMIT_TOKEN: '0',
          ...(direct === 'unset' ? {} : { DATABASE_URL_DIRECT: urls[direct] ?? '' }),
          ...(prepare === 'unset' ? {} : { DATABASE_PREPARE: prepare }),
        };
        const server = run('server', { env, cwd: folder });
        try {
          const [, address = ''] = await untilSaid(server, /listening at (http:[^"]+)"/);
          const statuses = await askMany(address, token, listing.id);
          // On a busy machine, background work may not get a connection in time, and tries again.
          const errors = server.said.stdout
            .split('\n')
            .filter((line) => /"level":[56]0/.test(line) && !line.includes('timeout exceeded when trying'));
          expect([url, direct, prepare, errors]).toEqual([url, direct, prepare, []]);
          expect(statuses).toEqual({ 200: REQUESTS * 0.8, 201: REQUESTS * 0.2 });
        } finally {
          server.child.kill();
          await server.finished;
        }
      }
    } finally {
      await bouncer.stop();
    }
    reportFigures('pgbouncer-mixes', {
      load: `${MIXES.length} mixes of variables, ${REQUESTS} requests each, ${AT_ONCE} at once; PgBouncer ignores ${ignored.length} parameters`,
      acknowledged: MIXES.length * REQUESTS * 0.2,
      refused: 0,
      seen: 'Every request succeeded, and no error is in the log.',
    });
  },
);

/** Every fifth request is a write. */
async function askMany(address: string, token: string, listing: string): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const statuses: Record<string, number> = {};
  let requestCount = 0;
  async function keepAsking(): Promise<void> {
    while (requestCount < REQUESTS) {
      requestCount += 1;
      const body = requestCount % 5 === 0 ? JSON.stringify({ name: `Guest ${requestCount}` }) : null;
      const path = body ? '/v1/guests' : requestCount % 2 === 0 ? '/v1/me' : `/v1/listings/${listing}`;
      const answer = await fetch(address + path, { method: body ? 'POST' : 'GET', headers, body });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepAsking));
  return statuses;
}
