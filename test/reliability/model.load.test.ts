/**
 * Compares the service with a model of it. The same random commands go to the service over HTTP and to a model in
 * memory that was written from the contract alone, and all answers are compared completely.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { verifyDatabase } from '../../src/services/verify.ts';
import { openSharedApp } from '../helpers/app.ts';
import { violationsIn } from '../helpers/invariants.ts';
import { seed } from '../helpers/random.ts';
import { isFull, reportFigures, sized } from './figures.ts';
import { PUBLIC_URL } from './model/answers.ts';
import { anyTeam } from './model/any-team.ts';
import { anyCommands } from './model/commands.ts';
import { neverMet, tableOf } from './model/coverage.ts';
import { beginRun, endRun, storyOf } from './model/runs.ts';
import { serviceOf } from './model/service.ts';

const RUNS = sized(200, 10);
/** A run has up to this many commands, half of it on average. */
const MOST_COMMANDS = sized(80, 50);
/** fast-check's time limit, including shrinking, so that its report appears before the test ends. */
const LIMIT_MS = sized(540_000, 40_000);

const app = await openSharedApp({ publicUrl: PUBLIC_URL });
const service = await serviceOf(app);
afterAll(async () => {
  service.close();
});

/**
 * The checkers find nothing, with one exception: units are opened and closed here, and a unit opened after its building
 * was sold can be sold on the same dates. The model knows which.
 */
async function expectSound(): Promise<void> {
  const found = await violationsIn(app.url);
  expect(found.filter((one) => !one.startsWith('a building and its units are sold'))).toEqual([]);
  expect((await verifyDatabase(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
}

it(`whatever happens, the service answers as the model does (${RUNS} runs)`, async () => {
  const outcomes = new Map<string, number>();
  let commandsRun = 0;
  const property = fc.asyncProperty(anyTeam, anyCommands(MOST_COMMANDS), async (draw, commands) => {
    const state = await beginRun(draw, service, outcomes);
    try {
      await fc.asyncModelRun(() => ({ model: state, real: service }), commands);
      await endRun(state, service);
    } catch (error) {
      throw new Error(storyOf(state, error), { cause: error });
    }
    commandsRun += state.commands;
  });
  // At the small size, a busy machine does fewer runs. At full size, it fails.
  const limits = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: isFull };
  await fc.assert(property, { seed, numRuns: RUNS, unbiased: true, ...limits });
  await expectSound();
  if (!isFull) return;
  process.stdout.write(tableOf(outcomes));
  expect(neverMet(outcomes)).toEqual([]);
  expect(commandsRun).toBeGreaterThan(RUNS * 35);
  reportFigures('model', {
    load: `${RUNS} runs, ${commandsRun.toLocaleString('en')} commands`,
    seen: `${outcomes.size} different outcomes of commands, each refusal that the contract knows for them among them.`,
  });
});
