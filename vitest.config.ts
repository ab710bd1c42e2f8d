import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/long-files-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Ten times what the longest takes: they are to catch what hangs, and no machine that is busy with other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share nothing that they change: each has a database of its own.
    isolate: false,
    // By itself vitest takes one worker on a machine with two cores.
    maxWorkers: '100%',
    // Any order must do; the seed of a run is printed so that an order can be had again.
    sequence: { shuffle: true, sequencer: LongFilesFirst },
  },
});
