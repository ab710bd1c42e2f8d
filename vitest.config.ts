import './require-node.cjs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { whyNoCluster } from './test/citus/cluster.ts';

/** The seed of every random run: printed by vitest, and taken back as `SEED=… npm test`. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** What holds on a cluster just as on one PostgreSQL. */
const ON_A_CLUSTER = [
  'test/citus/**/*.test.ts',
  'test/between/**/*.test.ts',
  'test/{,options/*/}{plugins,routes,services,file}/**/*.test.ts',
  // Pages with statements of their own: they begin a team, count what it has, note cleaning, and ask for a new password.
  'test/web/account/begin.test.ts',
  'test/options/mail/web/forgotten-password.test.ts',
  'test/options/desk/web/{first-steps,today}.test.ts',
];
const NOT_ON_A_CLUSTER = [
  // It plants violations that a cluster does not let anybody write: rows that change their team, tables without keys.
  'test/routes/bookings/invariants.slow.test.ts',
  // It uses triggers, which tables of a cluster cannot have.
  'test/routes/bookings/tried-again.test.ts',
];

/** One more than usual, for tests that wait for other processes most of the time: servers, PostgreSQL, Chromium. */
const WORKERS_THAT_WAIT = availableParallelism() + 1;

// `npm test` leaves `*.slow.test.ts` out, and `npm run test:rest` runs these alone. They are not told apart by tags,
// because vitest would load every file, and make its database, to see that none of its tests is to run. No project that
// these commands run may have an `exclude` of its own: it would take the place of the command's.
export default defineConfig({
  test: {
    env: { SEED: String(seed) },
    globalSetup: ['test/global-setup.ts'],
    // Ten times what the longest takes: they are to catch what hangs, and no machine that is busy with other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Files share nothing that they change: each has a database of its own.
    isolate: false,
    // As the service is started, with more room for what is soon garbage: a tenth less CPU time.
    execArgv: ['--max-semi-space-size=64', '--import', new URL('src/preload.ts', import.meta.url).href],
    // By itself vitest takes one worker on a machine with two cores.
    maxWorkers: '100%',
    // Any order must do.
    sequence: { shuffle: true, seed },
    // One project after the other (`groupOrder`), because a worker that gets a file of another project is replaced, and
    // the new one loads the whole service again.
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          sequence: { groupOrder: 1 },
          include: ['test/*.test.ts', 'test/registers/**/*.test.ts', 'test/{,options/*/}domain/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'app',
          sequence: { groupOrder: 2 },
          include: [
            'test/between/**/*.test.ts',
            'test/{,options/*/}{plugins,routes,schemas,services,file,db,web}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          sequence: { groupOrder: 3 },
          maxWorkers: WORKERS_THAT_WAIT,
          include: [
            'test/{system,examples}/**/*.test.ts',
            'test/{,options/*/}{commands,demo}/**/*.test.ts',
            // `*.load.test.ts` puts a server under load for minutes, and runs in the project `reliability` alone.
            'test/reliability/**/!(*.load).test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // Beside the servers, because `npm test` has one file of it, for which a worker would wait.
          sequence: { groupOrder: 3 },
          maxWorkers: WORKERS_THAT_WAIT,
          include: ['test/browser/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'reliability',
          sequence: { groupOrder: 5 },
          include: ['test/reliability/**/*.test.ts'],
          env: { FULL_LOAD: 'true' },
          testTimeout: 600_000,
          // One after the other, so that what they measure is their own.
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'citus',
          sequence: { groupOrder: 6 },
          include: whyNoCluster ? [] : ON_A_CLUSTER,
          exclude: NOT_ON_A_CLUSTER,
          // Its faults have one size, and print their figures.
          env: { FULL_LOAD: 'true' },
          // A cluster answers several times as slowly, as all of its nodes share this machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: whyNoCluster ? [] : ['test/citus/setup.ts'],
        },
      },
    ],
  },
});
