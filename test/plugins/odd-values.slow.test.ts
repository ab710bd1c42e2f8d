/** Values of any kind in every place of every write. A part of them is in the tests of deep bodies. */
import { test } from 'vitest';
import { openEveryPlace, STRICT } from './every-place.ts';
import { expectNoServerError, ODD_VALUES } from './odd-values.ts';

const { inn, cases } = await openEveryPlace();

test.each(cases)(
  '$operationId answers a value of any kind in each field with no 500',
  async ({ method, url, bodies }) => {
    for (const body of bodies)
      for (const value of ODD_VALUES)
        for (const headers of [{}, STRICT])
          await expectNoServerError(inn, { method, url, body, value, headers });
  },
);
