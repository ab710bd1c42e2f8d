/** `npm run site:languages` writes the sentences of the booking site, one file for each language. */
import { writeFileSync } from 'node:fs';
import { LANGUAGES } from '../src/domain/languages/languages.ts';
import { buildLanguageFile } from '../src/options/booking-site/domain/site-sentences.ts';

const FOLDER = new URL('../examples/booking-site/languages/', import.meta.url);

for (const code of LANGUAGES) writeFileSync(new URL(`${code}.js`, FOLDER), buildLanguageFile(code));
