import { expect, test } from 'vitest';
import { recordExamples } from './recording.ts';

test('the examples are what the API answers; `npm run reference` writes them anew', async () => {
  await expect(await recordExamples()).toMatchFileSnapshot('../../../src/http/reference/examples.json');
});
