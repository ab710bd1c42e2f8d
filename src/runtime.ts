import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import { createDatabase, type DatabaseHandle } from './db/client.ts';
import { EmbeddedError } from './db/embedded/error.ts';
import { type Embedded, openEmbedded } from './db/embedded.ts';
import { databaseTroubleOf, describeError } from './db/errors.ts';
import { migrate } from './db/migrate.ts';
import { listKeyIdsOfAnyTeam } from './db/queries/tokens.ts';
import { systemClock } from './services/clock.ts';
import { createKeyring, type Keyring } from './services/keyring.ts';
import { createServices, type Services } from './services/services.ts';

/** Trouble that the person who starts Innkeep can mend: one line says it all, and no stack trace is due. */
export class StartError extends Error {
  override name = 'StartError';
}

export type Runtime = {
  database: DatabaseHandle;
  keyring: Keyring;
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
};

/**
 * Opens what every process of Innkeep works with: the database that is configured, or the one that comes with Innkeep,
 * at its newest schema; the keys; the services. Throws a `StartError` where the configuration does not work.
 */
export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const embedded = config.DATABASE_URL === undefined ? await openOwnDatabase(config, options) : null;
  try {
    const url = config.DATABASE_URL ?? embedded?.url ?? '';
    const migrated = config.MIGRATE ? await atDatabase(() => migrate(config.DATABASE_URL_DIRECT ?? url)) : 0;
    const keyring = createKeyring(config.APP_KEY ?? (await ownKey(config.DATA_DIR)), config.APP_KEY_PREVIOUS);
    const database = createDatabase({
      url,
      applicationName: `innkeep-${options.role}`,
      poolMax: config.DATABASE_POOL_MAX,
      deadlines: options.role === 'server',
      directConnection: config.DATABASE_PREPARE ?? true,
      onError: options.onError,
    });
    const services = createServices({
      db: database.db,
      clock: systemClock,
      keyring,
      onBackgroundError: options.onError,
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
    return { database, keyring, services, address: addressOf(config), migrated, close };
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

/** The key of an installation that was given none: made at its first start and kept beside its data. */
async function ownKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'app-key');
  await mkdir(dataDir, { recursive: true });
  const fresh = randomBytes(32).toString('base64');
  // Whoever comes second finds the first one's key; it is never written over.
  await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new StartError(`DATA_DIR: cannot write ${file}.`, { cause: error });
  });
  await chmod(file, 0o600).catch(() => {});
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length !== 32) throw new StartError(`DATA_DIR: ${file} does not hold a key of 32 bytes in base64.`);
  return key;
}

/** A key that opens none of what is stored would refuse every token, so it stops the start instead. */
async function checkKeys({ db }: DatabaseHandle, keyring: Keyring): Promise<void> {
  const stored = await atDatabase(() => listKeyIdsOfAnyTeam(db));
  if (stored.every((keyId) => keyring.keyIds.includes(keyId))) return;
  throw new StartError(
    'APP_KEY is not the key that the stored tokens were encrypted with; an earlier key belongs into APP_KEY_PREVIOUS.',
  );
}

/** Runs the first things that are asked of the database, and says it plainly where it cannot be asked. */
async function atDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message, code } = describeError(error);
    const isOurs = databaseTroubleOf(error) !== 'unavailable' && !/^(28|3D|42P01)/.test(code ?? '');
    if (isOurs) throw error;
    throw new StartError(
      code === '42P01'
        ? 'The database has no tables yet: run the command "migrate" first, or leave MIGRATE at true.'
        : `DATABASE_URL: the database cannot be used: ${(message || code) ?? 'no answer'}.`,
      { cause: error },
    );
  }
}
