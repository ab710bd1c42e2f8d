/** What `deep-values.ts` says, for all places. */
import { expect, test } from 'vitest';
import { findAccepted, openImports } from './deep-values.ts';

const importText = await openImports();

test('a value nested 10,000 levels deep is a problem wherever a team file has it', async () => {
  expect(await findAccepted(importText)).toEqual([]);
});
