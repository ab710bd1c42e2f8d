import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Files share nothing that they change: each has a database of its own.
    isolate: false,
    // By itself vitest takes one worker on a machine with two cores.
    maxWorkers: '100%',
    // Any order must do; the seed of a run is printed so that an order can be had again.
    sequence: { shuffle: true },
  },
});
