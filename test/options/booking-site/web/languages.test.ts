/** What the booking site says in each language (docs/rules.md, 26). */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { listSiteSentences } from '../../../../src/options/booking-site/domain/site-sentences.ts';

const FOLDER = new URL('../../../../examples/booking-site/languages/', import.meta.url);

test('the booking site’s files of languages have the service’s sentences: npm run site:languages writes them', async () => {
  expect(readdirSync(FOLDER).sort()).toEqual(LANGUAGES.map((code) => `${code}.js`).sort());
  for (const code of LANGUAGES) {
    const { sentences } = await import(new URL(`${code}.js`, FOLDER).href);
    expect(sentences).toEqual(listSiteSentences(code));
  }
});
