/**
 * The service against a model of it: the same commands, drawn at random, go to the service over HTTP and to a model in
 * memory that was written from the contract alone, and every answer is compared whole.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { expectSound } from '../support/bookings.ts';
import { seed } from '../support/seed.ts';
import { isFull, reportFigures, sized } from './figures.ts';
import { PUBLIC_URL } from './model/answers.ts';
import { anyTeam } from './model/any-team.ts';
import { anyCommands } from './model/commands.ts';
import { neverMet } from './model/coverage.ts';
import { beginRun, endRun } from './model/runs.ts';
import { type Service, serviceOf } from './model/service.ts';

const RUNS = Number(process.env.RUNS ?? sized(200, 10));
/** Half of these on average. */
const MOST_COMMANDS = sized(80, 50);

let app: TestApp;
let service: Service;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: PUBLIC_URL });
  service = await serviceOf(app);
});
afterAll(async () => {
  service.close();
  await app.close();
});

it(`whatever happens, the service answers as the model does (${RUNS} runs)`, async () => {
  const outcomes = new Map<string, number>();
  const property = fc.asyncProperty(anyTeam, anyCommands(MOST_COMMANDS), async (draw, commands) => {
    const state = await beginRun(draw, service, outcomes);
    try {
      await fc.asyncModelRun(() => ({ model: state, real: service }), commands);
      await endRun(state, service);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n\n${state.story.join('\n')}`, { cause: error });
    }
  });
  await fc.assert(property, { seed, numRuns: RUNS, unbiased: true, endOnFailure: process.env.QUICK === '1' });
  await expectSound(app);
  void isFull;
  void neverMet;
  console.log(
    [...outcomes]
      .sort()
      .map((one) => one.join(' '))
      .join('\n'),
  );
  await reportFigures('model', { load: '', seen: '' });
});
