import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import { whyNoCluster } from './test/support/cluster.ts';
import usual from './vitest.config.ts';

if (whyNoCluster) process.stdout.write(`The tests on a Citus cluster are left out: ${whyNoCluster}.\n`);

/** The tests of a cluster alone, and those that hold on a cluster just as on one PostgreSQL. */
const ON_A_CLUSTER = ['test/citus/**/*.test.ts', 'test/http/**/*.test.ts', 'test/services/**/*.test.ts'];

/** Left out, with the reason. */
const NOT_ON_A_CLUSTER = [
  // It plants violations that a cluster does not let anybody write: rows that change their team, tables without keys.
  'test/http/bookings-invariants.test.ts',
  // It uses triggers, which tables of a cluster cannot have.
  'test/http/tried-again.test.ts',
];

export default mergeConfig(
  { ...usual, test: { ...usual.test, include: [], exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      include: whyNoCluster ? [] : ON_A_CLUSTER,
      exclude: NOT_ON_A_CLUSTER,
      passWithNoTests: whyNoCluster !== null,
      // A cluster answers several times as slowly, as all of its nodes share this machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      globalSetup: whyNoCluster ? [] : ['test/citus/setup.ts'],
      // What the faults show becomes a row of docs/reliability.md.
      setupFiles: ['test/reliability/forget-figures.ts'],
      env: { RELIABILITY_FIGURES: path.join(import.meta.dirname, '.data', 'reliability') },
    },
  }),
);
