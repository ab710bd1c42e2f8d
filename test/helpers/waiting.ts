import { setTimeout as sleep } from 'node:timers/promises';
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

/** How often other work that was waiting had its turn before this work was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await work().finally(() => {
    isOver = true;
  });
  return turns;
}

export async function until(condition: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const endsAt = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error('This takes too long.');
    await sleep(20);
  }
}
