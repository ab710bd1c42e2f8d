/** Promises 11 and 12 of docs/rules.md: after any history, a folio and its documents say what an own model of them says. */
import { it } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { expectSound } from '../helpers/bookings.ts';
import { randomOf, seed } from '../helpers/random.ts';
import { reportFigures, sized } from './figures.ts';
import { runHistory } from './folio-histories.ts';

/** `STEPS` in the environment is another size, in histories of 25 steps. */
const STEPS = Number(process.env.STEPS ?? sized(100_000, 25));
const STEPS_OF_HISTORY = 25;
/** The number of the first history, to repeat one that failed. */
const FIRST = Number(process.env.FIRST ?? 0);
const world = await openSharedApp();

it('what a folio says after any history is what a model of it says', { timeout: 7_200_000 }, async () => {
  const counts: Record<string, number> = {};
  for (let nth = FIRST; nth < FIRST + STEPS / STEPS_OF_HISTORY; nth += 1) {
    const taken = await runHistory(world, randomOf(seed, nth), STEPS_OF_HISTORY).catch((error: Error) => {
      error.message = `History ${nth} of seed ${seed}: ${error.message}`;
      throw error;
    });
    for (const [name, count] of Object.entries(taken)) counts[name] = (counts[name] ?? 0) + count;
  }
  await expectSound(world);
  reportFigures('folio-histories', {
    load: `${STEPS} steps of ${STEPS / STEPS_OF_HISTORY} bookings: ${JSON.stringify(counts)}`,
    seen: 'After each step, sums, documents and their taxes were those of the model, and so were the months at the end.',
  });
});
