/** A monitor of the process: the answers of `/livez` and `/readyz` all the time, and how long they took. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf, type Heard } from '../caller.ts';

const EVERY_MS = 100;

export function watchHealth(port: number) {
  const heard: Record<'/livez' | '/readyz', Heard[]> = { '/livez': [], '/readyz': [] };
  let isOver = false;
  const watching = Promise.all(
    (['/livez', '/readyz'] as const).map(async (path) => {
      const caller = callerOf(port);
      for (; !isOver; await sleep(EVERY_MS)) heard[path].push(await caller.ask({ method: 'GET', path }));
      caller.close();
    }),
  );
  const slowest = (path: '/livez' | '/readyz') => Math.max(...heard[path].map(({ ms }) => ms));
  return {
    /** Stops, and returns the statuses and the time of the slowest answer. */
    async stop() {
      isOver = true;
      await watching;
      return {
        livez: [...new Set(heard['/livez'].map(({ status }) => status))],
        readyz: [...new Set(heard['/readyz'].map(({ status }) => status))].sort(),
        slowestLivezMs: slowest('/livez'),
        slowestReadyzMs: slowest('/readyz'),
      };
    },
  };
}
