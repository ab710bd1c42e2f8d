/** What `deep-values.ts` says, for a part of the places. */
import { expect, test } from 'vitest';
import { DEEP, findAccepted, isOfPart, openImports, PLACES } from './deep-values.ts';
import { exampleFile } from './example.ts';

const importText = await openImports();

test('a value nested 10,000 levels deep is a problem in a part of the places of a team file', async () => {
  expect(PLACES.length).toBeGreaterThan(250);
  expect(await findAccepted(importText, isOfPart)).toEqual([]);
});

test('a deeply nested value under an unknown key is ignored, and noticed', async () => {
  for (const deep of Object.values(DEEP)) {
    const { team } = exampleFile();
    const result = await importText(`{"team":${JSON.stringify(team)},"x":${deep}}`);
    expect(result).toMatchObject({ ok: true, notices: ['file: x is not known and was ignored'] });
  }
});
