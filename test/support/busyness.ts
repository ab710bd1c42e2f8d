import { availableParallelism, loadavg } from 'node:os';

/** How many times as long as on an idle machine anything may take: as many as want to run for each processor there is. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
