import type { Database } from '../db/client.ts';
import { hasPendingMigrations } from '../db/migrate.ts';
import { isUnavailable } from './errors.ts';

/** What a server needs to be of use; `unknown` where another thing stands in the way of finding out. */
export type Readiness = { database: 'ok' | 'failed'; migrations: 'ok' | 'pending' | 'unknown' };
export type HealthService = ReturnType<typeof createHealthService>;

/** How long the database may take: whoever asks wants to know soon, and no answer is one as well. */
const DEADLINE_MS = 1_000;
const UNREACHABLE: Readiness = { database: 'failed', migrations: 'unknown' };

/** Tells whether this server can do its work. */
export function createHealthService(db: Database) {
  let asking: Promise<Readiness> | undefined;

  async function ask(): Promise<Readiness> {
    try {
      return { database: 'ok', migrations: (await hasPendingMigrations(db)) ? 'pending' : 'ok' };
    } catch (error) {
      return isUnavailable(error) ? UNREACHABLE : { database: 'ok', migrations: 'unknown' };
    } finally {
      asking = undefined;
    }
  }

  return {
    /** The database is asked by one at a time, so that many who want to know do not take its connections. */
    async readiness(): Promise<Readiness> {
      asking ??= ask();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Readiness>((resolve) => {
        timer = setTimeout(resolve, DEADLINE_MS, UNREACHABLE);
      });
      return Promise.race([asking, late]).finally(() => clearTimeout(timer));
    },
  };
}
