import type { Database } from '../db/client.ts';
import { hasPendingMigrations } from '../db/migrate.ts';
import { isUnavailable } from './errors.ts';
import type { WriteRefusal, WriteRefusals } from './writing/write-refusals.ts';

/**
 * The health of a server: the state of each part that it needs, such as the database. A part is `unknown` if
 * the failure of another part prevents its check.
 */
export type Readiness = {
  database: 'ok' | 'failed';
  migrations: 'ok' | 'pending' | 'unknown';
  /** `writes` is set only while the database refuses writes, and says why. */
  writes?: WriteRefusal;
};
export type HealthService = ReturnType<typeof createHealthService>;

/**
 * How long the database may take to answer a health check. A health check needs an answer soon, and counts a
 * missing one as a failure.
 */
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
    /**
     * Makes health checks fail because the process is about to stop. A server that is about to stop still
     * answers requests, but a proxy sends new ones elsewhere.
     */
    startDraining(): void {
      isDraining = true;
    },
    isDraining: (): boolean => isDraining,

    /** Simultaneous health checks share one query, so that they do not use up the connections. */
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
