import type { Config } from './config.ts';
import { createDatabase, type DatabaseHandle, holdsNamedStatements, isBehindPooler } from './db/client.ts';
import { EmbeddedError } from './db/embedded/error.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './db/embedded.ts';
import { classifyDatabaseError, describeErrorForLog } from './db/errors.ts';
import { compareMigrations, migrateDatabase } from './db/migrate.ts';
import { listTokenKeyIdsOfAnyTeam } from './db/queries/teams/tokens.ts';
import { DistributeError, distributeDatabase } from './db/spreading/distribute.ts';
import { createInstallation } from './installation.ts';
import type { Metrics } from './metrics.ts';
import { OperatorError } from './operator-error.ts';
import type { OpenOption } from './option.ts';
import { OPTIONS } from './options.ts';
import { readServerAddress } from './own-address.ts';
import { OwnKeysError, readOwnKeys, renewOwnKey } from './own-keys.ts';
import { fieldMarks } from './schemas/fields/field-marks.ts';
import { systemClock } from './services/clock.ts';
import { createKeyring, type Keyring } from './services/keys/keyring.ts';
import { FACTOR_SECRETS } from './services/keys/rotate-factors.ts';
import type { Services } from './services/services.ts';

/** Of an installation without `APP_KEY`. */
export type OwnKeys = {
  /** Until the process ends. Returns false if another process is already the server on the data directory. */
  claim(): Promise<boolean>;
  read(): Promise<Keyring>;
  renew(): Promise<Keyring>;
};

export type Runtime = {
  database: DatabaseHandle;
  keyring: Keyring;
  /** Null if `APP_KEY` is set. */
  ownKeys: OwnKeys | null;
  services: Services;
  options: readonly OpenOption[];
  /** For links: `PUBLIC_URL`, or else the address on this machine. */
  address: string;
  /** Goes around a pooler. Returns how many tables were spread. */
  distribute(report: (line: string) => void): Promise<number>;
  /** By this start. */
  migrated: number;
  close(): Promise<void>;
};

export type RuntimeOptions = {
  /**
   * A `server` has time limits for the database, and its data directory for itself. A `command` has neither.
   */
  role: 'server' | 'command';
  log: (line: string) => void;
  onError: (error: unknown) => void;
  /** While it is being opened: it outlives the process if nobody closes it. */
  onPostgres?: (opening: Promise<EmbeddedPostgres>) => void;
  metrics?: Metrics | null;
};

/**
 * Opens what every process needs: the database (configured or embedded) with the newest schema, the keys and
 * the services. Throws an `OperatorError` if the service cannot run with this configuration.
 */
export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const { metrics = null } = options;
  const embeddedDatabase = config.DATABASE_URL === undefined ? await openOwnDatabase(config, options) : null;
  try {
    const url = config.DATABASE_URL ?? embeddedDatabase?.url ?? '';
    const directUrl = config.DATABASE_URL_DIRECT ?? url;
    const migrationCount = config.MIGRATE ? await migrateAt(directUrl, directUrl !== url, options.log) : 0;
    const { APP_KEY, APP_KEY_PREVIOUS } = config;
    // With an external database, the key can only be changed in the configuration, because other processes
    // may use it, too.
    const ownKeys = APP_KEY || !embeddedDatabase ? null : openOwnKeys(config, embeddedDatabase);
    const keyring = APP_KEY
      ? createKeyring(APP_KEY, APP_KEY_PREVIOUS)
      : await readKeyring(config, (dataDir) =>
          readOwnKeys(dataDir, (file) => {
            if (config.DATABASE_URL) options.log(buildKeyMadeLine(file));
          }),
        );
    const database = await openDatabase(config, url, options);
    await requireKeysOfTokens(database, keyring).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    if (options.role === 'server') await reportOtherSchema(database, options.log);
    const installation = createInstallation({
      db: database.db,
      clock: systemClock,
      keyring,
      fieldMarks,
      onBackgroundError: options.onError,
      outbound: { allow: config.OUTBOUND_ALLOW },
      publicUrl: config.PUBLIC_URL,
      settings: config,
      metrics: metrics?.registry ?? null,
      ...(metrics ? { onBookingOutcome: metrics.onBookingOutcome } : {}),
    });
    const listening = embeddedDatabase && (await readServerAddress(config.DATA_DIR));
    const address = config.PUBLIC_URL ?? listening ?? buildPublicAddress(config);
    const close = async () => {
      await installation.close();
      await database.close();
      await embeddedDatabase?.close();
    };
    return {
      database,
      keyring,
      ownKeys,
      services: installation.services,
      options: installation.options,
      address,
      distribute: (report) => distributeAt(directUrl, report),
      migrated: migrationCount,
      close,
    };
  } catch (error) {
    await embeddedDatabase?.close();
    throw error;
  }
}

/** `PUBLIC_URL`, or else the address on this machine. */
export function buildPublicAddress(config: {
  HOST: string;
  PORT: number;
  PUBLIC_URL: string | null;
}): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const isAnywhere = config.HOST === '0.0.0.0' || config.HOST === '::';
  const host = isAnywhere ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
}

async function openOwnDatabase(
  config: Config,
  { role, log, onPostgres = () => {} }: RuntimeOptions,
): Promise<EmbeddedPostgres> {
  try {
    const opening = openEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
    onPostgres(opening);
    const embedded = await opening;
    if (role === 'server' && !(await embedded.claimServer())) {
      await embedded.close();
      throw new OperatorError(
        `Innkeep already runs on ${config.DATA_DIR}: stop it first, or set DATA_DIR to another directory.`,
      );
    }
    return embedded;
  } catch (error) {
    if (error instanceof EmbeddedError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

const buildKeyMadeLine = (file: string): string =>
  `No APP_KEY is given, so one was made: ${file}. Keep a copy of it apart from the back-ups. Without it, no stored token can be used.`;

function openOwnKeys(config: Config, embedded: EmbeddedPostgres): OwnKeys {
  return {
    claim: () => embedded.claimServer(),
    read: () => readKeyring(config, readOwnKeys),
    renew: () => readKeyring(config, renewOwnKey),
  };
}

/** Also those of `APP_KEY_PREVIOUS`. */
async function readKeyring(
  { DATA_DIR, APP_KEY_PREVIOUS }: Config,
  readFile: (dataDir: string) => ReturnType<typeof readOwnKeys>,
): Promise<Keyring> {
  try {
    const [current, ...previous] = await readFile(DATA_DIR);
    return createKeyring(current, [...previous, ...APP_KEY_PREVIOUS]);
  } catch (error) {
    throw error instanceof OwnKeysError ? new OperatorError(error.message, { cause: error }) : error;
  }
}

/**
 * Behind a pooler in transaction mode, each transaction sets its own time limits, and statements have names
 * only if the pooler can hold them. A test finds that out, unless the configuration says that statements have
 * no names.
 */
async function openDatabase(config: Config, url: string, options: RuntimeOptions): Promise<DatabaseHandle> {
  const openPool = (pooled: boolean, prepare: boolean) =>
    createDatabase({
      url,
      applicationName: `innkeep-${options.role}`,
      poolMax: config.DATABASE_POOL_MAX,
      deadlines: options.role === 'server',
      pooled,
      prepare,
      onError: options.onError,
    });
  // Commands run each statement only once.
  if (options.role === 'command') return openPool(false, false);
  if (!config.DATABASE_PREPARE) return openPool(true, false);
  const direct = openPool(false, true);
  if (!(await isBehindPooler(direct))) return direct;
  await direct.close();
  const pooled = openPool(true, true);
  const isPrepared = await holdsNamedStatements(pooled);
  options.log(
    `DATABASE_URL goes through a pooler: deadlines are set in each transaction, and statements have ${isPrepared ? 'names, which it can hold' : 'no names'}.`,
  );
  if (isPrepared) return pooled;
  await pooled.close();
  return openPool(true, false);
}

/** A wrong key would otherwise refuse every token. */
async function requireKeysOfTokens({ db }: DatabaseHandle, keyring: Keyring): Promise<void> {
  const stored = await tryDatabase(async () => [
    ...(await listTokenKeyIdsOfAnyTeam(db)),
    ...(await FACTOR_SECRETS.listKeyIdsOfAnyTeam(db)),
    ...(await Promise.all(OPTIONS.map(({ secrets }) => secrets?.listKeyIdsOfAnyTeam(db) ?? []))).flat(),
  ]);
  if (stored.every((keyId) => keyring.keyIds.includes(keyId))) return;
  throw new OperatorError(
    'APP_KEY is not the key that the stored tokens were encrypted with; an earlier key belongs in APP_KEY_PREVIOUS.',
  );
}

async function migrateAt(url: string, isDirect: boolean, log: (line: string) => void): Promise<number> {
  const onUpgrade = (pending: number) =>
    log(`Migrations to apply: ${pending}. In a large database this may take minutes.`);
  const name = isDirect ? 'DATABASE_URL_DIRECT' : 'DATABASE_URL';
  return await tryDatabase(() => migrateDatabase(url, undefined, onUpgrade), name);
}

/**
 * The service starts all the same: a later version's migrations may only add, and pending ones may be applied
 * meanwhile.
 */
async function reportOtherSchema({ pool }: DatabaseHandle, log: (line: string) => void): Promise<void> {
  const { pending, unknown } = await tryDatabase(() => compareMigrations(pool));
  if (pending > 0)
    log(`Migrations are pending: ${pending}. Until the command "migrate" has run, /readyz answers 503.`);
  if (unknown > 0)
    log(
      `The database has ${unknown} ${unknown === 1 ? 'migration' : 'migrations'} of a later version. This version works with it only if the changelog of that version calls all of them additions.`,
    );
}

async function distributeAt(url: string, report: (line: string) => void): Promise<number> {
  try {
    return await distributeDatabase(url, report);
  } catch (error) {
    throw error instanceof DistributeError ? new OperatorError(error.message, { cause: error }) : error;
  }
}

/** Reports in one line if the database cannot be used. */
async function tryDatabase<Result>(work: () => Promise<Result>, name = 'DATABASE_URL'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message, code } = describeErrorForLog(error);
    const isOurs = classifyDatabaseError(error) !== 'unavailable' && !/^(42P01|42501)$/.test(code ?? '');
    if (isOurs) throw error;
    const unusable = `${name}: the database cannot be used: ${(message || code) ?? 'no answer'}.`;
    const advice: Record<string, string> = {
      '42P01': 'The database has no tables yet: run the command "migrate" first, or leave MIGRATE at true.',
      '42501': `${unusable} Its role must own the database, or be allowed to create in it and in its schema public.`,
    };
    throw new OperatorError(advice[code ?? ''] ?? unusable, { cause: error });
  }
}
