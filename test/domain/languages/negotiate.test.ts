import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { LANGUAGES, type LanguageCode } from '../../../src/domain/languages/languages.ts';
import { findNamedLanguage, negotiateLanguage } from '../../../src/domain/languages/negotiate.ts';

const offered: readonly LanguageCode[] = ['en', 'de', 'fr'];

it.for([
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-Latn-AT-x-private', 'de'],
  ['sv, fr;q=0.2, de;q=0.4', 'de'],
  ['de;q=0.8, fr', 'fr'],
  ['fr , de', 'fr'],
  ['de;q=0, fr;q=0.001', 'fr'],
  ['de-AT, de;q=0', null],
  ['de-AT;q=0, de', 'de'],
  ['*', 'en'],
  ['en;q=0, *;q=0.1', 'de'],
  ['en;q=0.5, *', 'de'],
  ['*;q=0', null],
  ['sv', null],
  ['deutsch', null],
  ['de;q=2, fr;q=0.1', 'fr'],
  ['de;q=x, fr;q=0.1', 'fr'],
  [' ,, ;q=1, fr', 'fr'],
  ['', null],
  [`de${' '.repeat(998)}`, 'de'],
  [`de${' '.repeat(999)}`, null],
] as const)('of English, German and French, %j finds %s', ([header, expected]) => {
  expect(negotiateLanguage(header, offered)).toBe(expected);
});

it.for([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['FR', 'fr'],
  ['it', null],
  ['*', null],
  ['', null],
  [['de', 'fr'], null],
  [undefined, null],
] as const)('the parameter %j names %s', ([name, expected]) => {
  expect(findNamedLanguage(name, offered)).toBe(expected);
});

const tag = fc.tuple(
  fc.constantFrom(...LANGUAGES, 'sv', 'nl'),
  fc.constantFrom('', '-AT', '-Latn-BE', '-x-a'),
);
const ranges = fc.uniqueArray(fc.record({ tag, thousandths: fc.integer({ min: 0, max: 1_000 }) }), {
  minLength: 1,
  maxLength: 8,
  selector: ({ tag }) => tag.join(''),
});
const languageSets = fc.uniqueArray(fc.constantFrom(...LANGUAGES), { minLength: 1 });

test('no offered language that the header does not refuse has a higher quality than the one chosen', () => {
  fc.assert(
    fc.property(ranges, languageSets, (listed, languages) => {
      const header = listed
        .map(({ tag, thousandths }) => `${tag.join('')};q=${(thousandths / 1_000).toFixed(3)}`)
        .join(', ');
      const isRefused = (code: string) =>
        listed.some(({ tag, thousandths }) => tag.join('') === code && thousandths === 0);
      const qualityOf = (code: string) =>
        isRefused(code)
          ? 0
          : Math.max(
              0,
              ...listed.filter(({ tag: [main] }) => main === code).map(({ thousandths }) => thousandths),
            );
      const chosen = negotiateLanguage(header, languages);
      const best = Math.max(...languages.map(qualityOf));
      expect(chosen === null ? 0 : qualityOf(chosen)).toBe(best);
    }),
  );
});
