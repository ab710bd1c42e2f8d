import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const START_DEADLINE_MS = 10_000;

export type PgBouncer = {
  /** The same database, through PgBouncer. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
};

/** The path of the program, or null if it is not installed. */
export function findPgBouncer(): string | null {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const candidates = directories.map((directory) => path.join(directory, 'pgbouncer'));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * PgBouncer in transaction mode before the server at `adminUrl`, with `poolSize` connections to each database. It refuses
 * what it does not know at the start of a connection, unless that is `ignored`.
 */
export async function startPgBouncer(
  program: string,
  adminUrl: string,
  { poolSize, ignored = [] }: { poolSize: number; ignored?: string[] },
): Promise<PgBouncer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-pgbouncer-'));
  await chmod(directory, 0o755);
  const target = new URL(adminUrl);
  const port = await freePort();
  const file = path.join(directory, 'pgbouncer.ini');
  const quoted = (text: string) => `'${decodeURIComponent(text).replaceAll("'", "''")}'`;
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port || 5432} user=${quoted(target.username)} password=${quoted(target.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
ignore_startup_parameters = ${ignored.join(', ')}
`,
  );
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true });
  };
  try {
    await untilAnswered(child, urlOf(adminUrl));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urlOf, stop };
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (const endsAt = Date.now() + START_DEADLINE_MS; Date.now() < endsAt; await sleep(50)) {
    if (child.exitCode !== null) break;
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      // It is not ready yet.
    }
  }
  throw new Error(`PgBouncer does not answer:\n${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
