/** The server in processes of its own, as in production but without limits on requests, which a load would exceed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { TEST_APP_KEY } from '../helpers/app.ts';
import { type Running, run, untilSaid } from '../helpers/process.ts';

export type Server = Running & { port: number };
export type Servers = Awaited<ReturnType<typeof openServers>>;

const WITHOUT_LIMITS = {
  RATE_LIMIT_PUBLIC: '0',
  RATE_LIMIT_TOKEN: '0',
  RATE_LIMIT_SIGN_IN: '0',
  RATE_LIMIT_SITE_BOOKINGS: '0',
};

/** Servers for all tests of a file, over one database. */
export async function openSharedServers(databaseUrl: string): Promise<Servers> {
  const servers = await openServers(databaseUrl);
  afterAll(() => servers.close());
  return servers;
}

/** Starts servers and other processes of Innkeep over one database. Remaining processes are killed at the end. */
export async function openServers(databaseUrl: string) {
  const cwd = await mkdtemp(path.join(tmpdir(), 'innkeep-reliability-'));
  const started: Running[] = [];
  const usual = { DATABASE_URL: databaseUrl, APP_KEY: TEST_APP_KEY.toString('base64') };
  type Args = { args?: string[]; nodeArgs?: string[] };
  const launch = (script: 'server' | 'cli', env: Record<string, string>, args: Args = {}) => {
    const running = run(script, { env: { ...usual, ...env }, ...args, cwd });
    started.push(running);
    return running;
  };
  return {
    async start(env: Record<string, string> = {}, nodeArgs: string[] = []): Promise<Server> {
      const running = launch('server', { ...WITHOUT_LIMITS, PORT: '0', ...env }, { nodeArgs });
      const [, port = ''] = await untilSaid(running, /listening at http:\/\/127\.0\.0\.1:(\d+)/i);
      return { ...running, port: Number(port) };
    },
    cli: (...args: string[]) => launch('cli', {}, { args }),
    async close() {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ finished }) => finished));
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
