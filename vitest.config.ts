import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';

/** What every random run starts from: printed by vitest, and taken back as `SEED=… npm test`. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

export default defineConfig({
  test: {
    env: { SEED: String(seed) },
    include: ['test/**/*.test.ts'],
    // Taking every guard out is for a reliability run alone, a cluster for `npm run test:citus`.
    exclude: ['test/reliability/guards.test.ts', 'test/citus/**'],
    globalSetup: ['test/global-setup.ts'],
    // Ten times what the longest takes: they are to catch what hangs, and no machine that is busy with other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share nothing that they change: each has a database of its own.
    isolate: false,
    // By itself vitest takes one worker on a machine with two cores.
    maxWorkers: '100%',
    // Any order must do.
    sequence: { shuffle: true, seed, sequencer: LongFilesFirst },
  },
});
