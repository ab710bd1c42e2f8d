/** What `deep-values.ts` says, for the places that `npm test` leaves to it. */
import { expect, test } from 'vitest';
import { findAccepted, isOfFirstPart, openImports } from './deep-values.ts';

const importText = await openImports();

test('a value nested 10,000 levels deep is a problem in the other places of a team file', async () => {
  expect(await findAccepted(importText, (index) => !isOfFirstPart(index))).toEqual([]);
});
