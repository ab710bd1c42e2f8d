import type { Database } from '../db/client.ts';
import { hasPendingMigrations } from '../db/migrate.ts';
import { isUnavailable } from './errors.ts';
import type { WriteRefusal, WriteRefusals } from './writing/write-refusals.ts';

/** By part of the server. A part is `unknown` if the failure of another prevents its check. */
export type Readiness = {
  database: 'ok' | 'failed';
  migrations: 'ok' | 'pending' | 'unknown';
  /** `writes` says why, and is set only while the database refuses writes. */
  writes?: WriteRefusal;
};
export type HealthService = ReturnType<typeof createHealthService>;

/** For the database's answer, because a missing answer counts as a failure. */
const DEADLINE_MS = 1_000;
const UNREACHABLE: Readiness = { database: 'failed', migrations: 'unknown' };

export function createHealthService(db: Database, writeRefusals: WriteRefusals) {
  let current: Promise<Readiness> | undefined;
  let isDraining = false;

  async function check(): Promise<Readiness> {
    try {
      const isPending = await hasPendingMigrations(db);
      const refusal = writeRefusals.findLast();
      return {
        database: 'ok',
        migrations: isPending ? 'pending' : 'ok',
        ...(refusal ? { writes: refusal } : {}),
      };
    } catch (error) {
      return isUnavailable(error) ? UNREACHABLE : { database: 'ok', migrations: 'unknown' };
    } finally {
      current = undefined;
    }
  }

  return {
    /** Health checks then fail, so that a proxy sends new requests elsewhere. The server still answers. */
    startDraining(): void {
      isDraining = true;
    },
    isDraining: (): boolean => isDraining,

    /** Checks at once share one query, so that they do not use up the connections. */
    async readiness(): Promise<Readiness> {
      current ??= check();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Readiness>((resolve) => {
        timer = setTimeout(resolve, DEADLINE_MS, UNREACHABLE);
      });
      return Promise.race([current, late]).finally(() => clearTimeout(timer));
    },
  };
}
