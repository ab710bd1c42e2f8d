import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The administrator's database, on the server or on each node of a cluster, the coordinator first. */
    nodeUrls: readonly [string, ...string[]];
  }
}

export type TestDatabase = { url: string; drop(): Promise<void> };
type Admin = { query(statement: string): Promise<unknown> };

const ATTEMPTS = 50;
const BETWEEN_ATTEMPTS_MS = 100;

/** A new database: a clone of the run's migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const nodeUrls = inject('nodeUrls');
  const templateName = inject('templateName');
  // Begins with the template's name, so that the end of the run finds databases of failed tests.
  const name = `${templateName}_${randomBytes(6).toString('hex')}`;
  // With the same name on every node, so that the clones of a cluster's databases belong together.
  const onEachNode = async (work: (admin: Admin) => Promise<void>) => {
    await Promise.all(nodeUrls.map((url) => work(openAdmin(url))));
  };
  await onEachNode((admin) => cloneDatabase(admin, templateName, name));
  return {
    url: databaseUrl(nodeUrls[0], name),
    drop: () => onEachNode((admin) => dropDatabase(admin, name)),
  };
}

/** For all files of a worker, because a connection costs half as much as a clone. */
const admins = new Map<string, pg.Pool>();

function openAdmin(url: string): Admin {
  const opened = admins.get(url);
  if (opened) return opened;
  const admin = new pg.Pool({
    connectionString: toSocketUrl(url),
    application_name: 'innkeep-tests',
    max: 2,
    allowExitOnIdle: true,
  });
  admin.on('error', () => {}); // The next query connects again.
  admins.set(url, admin);
  return admin;
}

export async function cloneDatabase(admin: Admin, templateName: string, name: string): Promise<void> {
  // Without fsync its checkpoints cost little: 25 ms a clone, and half of the other strategy's time for several at
  // once.
  const statement = `create database ${name} template ${templateName} strategy file_copy`;
  // Nobody may connect to the template, but a vacuum worker counts as a user too.
  await insist(admin, statement, ['55006']);
}

export async function dropDatabase(admin: Admin, name: string): Promise<void> {
  // Not everybody may end a vacuum worker, but it ends by itself.
  await insist(admin, `drop database if exists ${name} with (force)`, ['42501', '55006']);
}

/** Runs a statement, again and again while the database answers with one of these codes. */
async function insist(admin: Admin, statement: string, codes: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.query(statement);
      return;
    } catch (error) {
      const isPassing = error instanceof pg.DatabaseError && codes.includes(error.code ?? '');
      if (!isPassing || attempt === ATTEMPTS) throw error;
      await sleep(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Connects to a database. The caller ends the connection. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'innkeep-tests' });
  client.on('error', () => {}); // The running query rejects with the same error.
  await client.connect();
  return client;
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url);
  return work(client).finally(() => client.end());
}

/** A connection for all tests of a file, to this database or to a new one of the file. */
export async function openSharedClient(url?: string): Promise<{ url: string; client: pg.Client }> {
  const own = url === undefined ? await createTestDatabase() : null;
  const opened = url ?? own?.url ?? '';
  const client = await openClient(opened);
  afterAll(async () => {
    await client.end();
    await own?.drop();
  });
  return { url: opened, client };
}

/** A query about the database at `url`, on its server or on every node of its cluster, for example about locks. */
export async function askEachNode<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const { host, pathname } = new URL(url);
  const nodeUrls = inject('nodeUrls');
  // A test may have a server of its own.
  const urls =
    new URL(nodeUrls[0]).host === host ? nodeUrls.map((node) => databaseUrl(node, pathname.slice(1))) : [url];
  const answers = await Promise.all(
    urls.map((each) => withClient(each, (client) => client.query<Row>(text))),
  );
  return answers.flatMap(({ rows }) => rows);
}

/**
 * The same database over the Unix socket of the run's server, if it has one: a statement takes a third less CPU time than
 * over TCP. Another server's address, such as a proxy's, stays as it is.
 */
export function toSocketUrl(url: string): string {
  const socketUrl = new URL(url);
  const socketDir = inject('socketDir');
  if (!socketDir || socketUrl.host !== new URL(inject('nodeUrls')[0]).host) return url;
  socketUrl.searchParams.set('host', socketDir);
  return socketUrl.href;
}

/** The same server and user, another database. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
