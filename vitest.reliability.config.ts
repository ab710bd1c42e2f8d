import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import usual from './vitest.config.ts';

const figures = path.join(import.meta.dirname, '.data', 'reliability');

/** The tests of test/reliability at full load, one after the other; what they saw becomes docs/reliability.md. */
export default mergeConfig(
  { ...usual, test: { ...usual.test, include: [], globalSetup: [] } },
  defineConfig({
    test: {
      include: ['test/reliability/**/*.test.ts'],
      globalSetup: ['test/reliability/page.ts', 'test/global-setup.ts'],
      env: { RELIABILITY_FIGURES: figures },
      // Alone on the machine, so that what they measure is their own.
      fileParallelism: false,
      testTimeout: 600_000,
    },
  }),
);
