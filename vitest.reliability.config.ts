import path from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import usual from './vitest.config.ts';

const figures = path.join(import.meta.dirname, '.data', 'reliability');
const fileOf = (row: string) => `test/reliability/${row}.test.ts`;

/** Rows whose answers nobody times: they need no machine of their own. */
const UNTIMED = [
  'cross-team-sweep',
  'canaries',
  'fuzz',
  'calendar-arithmetic',
  'model',
  'guards',
  'guard-places',
  'owasp-api-top-ten',
  'outgoing-requests',
].map(fileOf);

/** Tests of other directories that are larger in a reliability run. */
const OTHERS = ['test/demo/harbour-days.test.ts'];

/** The tests of test/reliability at full load; what they saw becomes docs/reliability.md. */
export default mergeConfig(
  { ...usual, test: { ...usual.test, include: [], exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      globalSetup: ['test/reliability/page.ts', 'test/global-setup.ts'],
      setupFiles: ['test/reliability/forget-figures.ts'],
      env: { RELIABILITY_FIGURES: figures },
      testTimeout: 600_000,
      // Of the runs without a guard, which are tests of one file.
      maxConcurrency: 2,
      projects: [
        {
          extends: true,
          // One after the other, so that what they measure is their own.
          test: {
            name: 'timed',
            include: [fileOf('*')],
            exclude: UNTIMED,
            maxWorkers: 1,
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: 'untimed',
            include: [...UNTIMED, ...OTHERS],
            maxWorkers: '100%',
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  }),
);
