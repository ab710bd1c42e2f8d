import type { Config } from './config.ts';
import { createDatabase, type DatabaseHandle, isBehindPooler } from './db/client.ts';
import { EmbeddedError } from './db/embedded/error.ts';
import { type Embedded, openEmbedded } from './db/embedded.ts';
import { databaseTroubleOf, describeError } from './db/errors.ts';
import { migrate } from './db/migrate.ts';
import { listKeyIdsOfAnyTeam } from './db/queries/tokens.ts';
import { OwnKeysError, readOwnKeys, renewOwnKey } from './own-keys.ts';
import type { OnBookingOutcome } from './services/bookings/reporting.ts';
import { systemClock } from './services/clock.ts';
import { createKeyring, type Keyring } from './services/keyring.ts';
import { createServices, type Services } from './services/services.ts';

/** Trouble that the person who starts Innkeep can mend: one line says it all, and no stack trace is due. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The keys of an installation that was given none. */
export type OwnKeys = {
  /** Claims to be the one server on the data directory, until the process ends; false where another is. */
  claim(): Promise<boolean>;
  read(): Promise<Keyring>;
  /** Puts a new key before the current one. */
  renew(): Promise<Keyring>;
};

export type Runtime = {
  database: DatabaseHandle;
  keyring: Keyring;
  /** The keys beside the data; null where `APP_KEY` is given. */
  ownKeys: OwnKeys | null;
  services: Services;
  /** Where the service is reached, for links: by `PUBLIC_URL`, else on this machine. */
  address: string;
  /** How many migrations were pending and have been applied. */
  migrated: number;
  close(): Promise<void>;
};

export type RuntimeOptions = {
  /** `server` answers somebody who waits and may be only one on a data directory; `command` may take its time. */
  role: 'server' | 'command';
  log: (line: string) => void;
  onError: (error: unknown) => void;
  /** Told what was booked, refused and cancelled. */
  onBookingOutcome?: OnBookingOutcome;
};

/**
 * Opens what every process of Innkeep works with: the database that is configured, or the one that comes with Innkeep,
 * at its newest schema; the keys; the services. Throws a `StartError` where the configuration does not work.
 */
export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const embedded = config.DATABASE_URL === undefined ? await openOwnDatabase(config, options) : null;
  try {
    const url = config.DATABASE_URL ?? embedded?.url ?? '';
    const migrated = config.MIGRATE ? await migrateAt(config.DATABASE_URL_DIRECT, url) : 0;
    const { APP_KEY, APP_KEY_PREVIOUS } = config;
    const ownKeys = APP_KEY ? null : openOwnKeys(config, embedded);
    const keyring = APP_KEY ? createKeyring(APP_KEY, APP_KEY_PREVIOUS) : await readKeys(config, readOwnKeys);
    const database = await openDatabase(config, url, options);
    const services = createServices({
      db: database.db,
      clock: systemClock,
      keyring,
      onBackgroundError: options.onError,
      ...(options.onBookingOutcome ? { onBookingOutcome: options.onBookingOutcome } : {}),
    });
    const close = async () => {
      await services.close();
      await database.close();
      await embedded?.close();
    };
    await checkKeys(database, keyring).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    return { database, keyring, ownKeys, services, address: addressOf(config), migrated, close };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}

/** Where the service will be reached, before it listens: by `PUBLIC_URL`, else on this machine. */
export function addressOf(config: { HOST: string; PORT: number; PUBLIC_URL: string | null }): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const isAnywhere = config.HOST === '0.0.0.0' || config.HOST === '::';
  const host = isAnywhere ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
}

async function openOwnDatabase(config: Config, { role, log }: RuntimeOptions): Promise<Embedded> {
  try {
    const embedded = await openEmbedded({ dataDir: config.DATA_DIR, log });
    if (role === 'server' && !(await embedded.claimServer())) {
      await embedded.close();
      throw new StartError(
        `Innkeep already runs on ${config.DATA_DIR}: stop it first, or set DATA_DIR to another directory.`,
      );
    }
    return embedded;
  } catch (error) {
    if (error instanceof EmbeddedError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

function openOwnKeys(config: Config, embedded: Embedded | null): OwnKeys {
  return {
    claim: async () => (await embedded?.claimServer()) ?? false,
    read: () => readKeys(config, readOwnKeys),
    renew: () => readKeys(config, renewOwnKey),
  };
}

/** The keys in the file beside the data, before those that the configuration gives to read with. */
async function readKeys(
  { DATA_DIR, APP_KEY_PREVIOUS }: Config,
  readFile: typeof readOwnKeys,
): Promise<Keyring> {
  try {
    const [current, ...previous] = await readFile(DATA_DIR);
    return createKeyring(current, [...previous, ...APP_KEY_PREVIOUS]);
  } catch (error) {
    throw error instanceof OwnKeysError ? new StartError(error.message, { cause: error }) : error;
  }
}

/**
 * Opens the pool. A pooler in transaction mode takes no deadlines as a connection starts; where the configuration does
 * not tell of one it is found by that, and is not expected to hold named statements.
 */
async function openDatabase(config: Config, url: string, options: RuntimeOptions): Promise<DatabaseHandle> {
  const open = (pooled: boolean, prepare: boolean) =>
    createDatabase({
      url,
      applicationName: `innkeep-${options.role}`,
      poolMax: config.DATABASE_POOL_MAX,
      deadlines: options.role === 'server',
      pooled,
      // A command asks each thing once, and cannot tell a pooler by its refusal: it has no deadlines to be refused.
      prepare: prepare && options.role === 'server',
      onError: options.onError,
    });
  const isKnownToBePooled = !config.DATABASE_PREPARE || config.DATABASE_URL_DIRECT !== undefined;
  const database = open(isKnownToBePooled, config.DATABASE_PREPARE);
  if (isKnownToBePooled || !(await isBehindPooler(database))) return database;
  await database.close();
  options.log(
    'DATABASE_URL goes through a pooler: deadlines are set in each transaction, and statements have no names.',
  );
  return open(true, false);
}

/** A key that opens none of what is stored would refuse every token, so it stops the start instead. */
async function checkKeys({ db }: DatabaseHandle, keyring: Keyring): Promise<void> {
  const stored = await atDatabase(() => listKeyIdsOfAnyTeam(db));
  if (stored.every((keyId) => keyring.keyIds.includes(keyId))) return;
  throw new StartError(
    'APP_KEY is not the key that the stored tokens were encrypted with; an earlier key belongs into APP_KEY_PREVIOUS.',
  );
}

function migrateAt(directUrl: string | undefined, url: string): Promise<number> {
  return atDatabase(() => migrate(directUrl ?? url), directUrl ? 'DATABASE_URL_DIRECT' : 'DATABASE_URL');
}

/** Runs the first things that are asked of the database, and says it plainly where it cannot be asked. */
async function atDatabase<Result>(work: () => Promise<Result>, name = 'DATABASE_URL'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message, code } = describeError(error);
    const isOurs = databaseTroubleOf(error) !== 'unavailable' && !/^(28|3D|42P01)/.test(code ?? '');
    if (isOurs) throw error;
    throw new StartError(
      code === '42P01'
        ? 'The database has no tables yet: run the command "migrate" first, or leave MIGRATE at true.'
        : `${name}: the database cannot be used: ${(message || code) ?? 'no answer'}.`,
      { cause: error },
    );
  }
}
