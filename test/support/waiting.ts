import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { askEachNode } from './database.ts';

/** Waits until a statement waits for a lock, in the database of a world with spare connections. */
export const untilSomebodyWaits = ({ url }: Pick<TestApp, 'url'>) =>
  expect
    .poll(
      async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await askEachNode(url, waiting)).length;
      },
      { message: 'nobody waits for a lock' },
    )
    .toBe(1);
