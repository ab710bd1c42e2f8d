import { availableParallelism, loadavg } from 'node:os';

/** How much slower than an idle machine this one may be: by the number of waiting processes per processor. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
