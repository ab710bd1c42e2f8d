import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/languages/languages.ts';
import {
  chooseListingTexts,
  chooseText,
  findTranslationProblems,
  mergeTranslations,
  mergeTranslationsOf,
  type Translations,
  type TranslationsChange,
} from '../../src/domain/translations.ts';
import { itHolds } from '../helpers/arbitraries.ts';

type Text = 'name' | 'house_rules.text' | 'headline';
const TEXTS: Text[] = ['name', 'house_rules.text', 'headline'];

const code = fc.constantFrom(...LANGUAGES);
const text = fc.constantFrom('x', 'Größe', 'Été');
const texts = fc.dictionary(
  fc.constantFrom(...TEXTS),
  fc.oneof(text, fc.constant(null), fc.constant(undefined)),
  {
    noNullPrototype: true,
  },
);
const change: fc.Arbitrary<TranslationsChange<Text>> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.dictionary(
      code,
      fc.oneof({ weight: 6, arbitrary: texts }, fc.constantFrom(null, undefined)),
      { noNullPrototype: true },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
);

const list = (translations: Translations<Text> | null): string[] =>
  Object.entries(translations ?? {})
    .flatMap(([language, named]) => Object.entries(named).map((entry) => [language, ...entry].join(' ')))
    .sort();

describe('translations', () => {
  itHolds(
    'after any changes, each text in each language is the one that was set last, and nothing is empty',
    fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
      const model = new Map<string, string>();
      let stored: Translations<Text> | null = null;
      for (const one of changes) {
        stored = mergeTranslations(stored, one);
        if (one === null) model.clear();
        for (const [language, named] of Object.entries(one ?? {})) {
          if (named === null) for (const name of TEXTS) model.delete(`${language} ${name}`);
          for (const [name, set] of Object.entries(named ?? {})) {
            if (set === null) model.delete(`${language} ${name}`);
            else if (set !== undefined) model.set(`${language} ${name}`, set);
          }
        }
        expect(list(stored)).toEqual([...model].map((entry) => entry.join(' ')).sort());
        expect(stored === null).toBe(model.size === 0);
        expect(Object.values(stored ?? {}).every((named) => Object.keys(named).length > 0)).toBe(true);
      }
    }),
  );

  itHolds(
    'to repeat a change, or to say what is stored, changes nothing',
    fc.property(change, change, (before, again) => {
      const stored = mergeTranslations(null, before);
      const changed = mergeTranslations(stored, again);
      expect(mergeTranslations(changed, again)).toEqual(changed);
      expect(mergeTranslations(changed, changed ?? undefined)).toEqual(changed);
    }),
  );

  itHolds(
    'only what the first language has may be translated, and not into the first language',
    fc.property(change, code, fc.subarray(TEXTS), (sent, first, given) => {
      const translations = mergeTranslations(null, sent);
      const own = Object.fromEntries(TEXTS.map((name) => [name, given.includes(name) ? 'Own' : null]));
      const problems = findTranslationProblems(translations, first, own as Record<Text, string | null>);
      const expected = list(translations).flatMap((entry) => {
        const [language = '', name = ''] = entry.split(' ');
        if (language === first) return [`translations.${language}`];
        return given.includes(name as Text) ? [] : [`translations.${language}.${name}`];
      });
      expect(problems.map(({ path }) => path.join('.')).sort()).toEqual([...new Set(expected)].sort());
    }),
  );

  itHolds(
    'a text that the first language loses takes its stored translations with it, and no others',
    fc.property(change, change, fc.subarray(TEXTS), (before, sent, given) => {
      const stored = mergeTranslations(null, before);
      const own = Object.fromEntries(
        TEXTS.map((name) => [name, given.includes(name) ? 'Own' : null]),
      ) as Record<Text, string | null>;
      const kept = list(stored).filter((entry) => given.some((name) => entry.split(' ')[1] === name));
      expect(list(mergeTranslationsOf(own, stored, undefined))).toEqual(kept);
      const refused = findTranslationProblems(mergeTranslationsOf(own, stored, sent), 'en', own);
      const places = list(mergeTranslations(null, sent)).map((entry) =>
        entry.split(' ').slice(0, 2).join('.'),
      );
      for (const { path, code } of refused)
        if (code === 'contradicts') expect(places).toContain(path.slice(1).join('.'));
    }),
  );

  test('a text is chosen by itself: in the language asked for, else as the team wrote it', () => {
    const translations = { de: { name: 'Reinigung' } };
    const choose = (language: 'de' | 'fr', own: string | null = 'Cleaning') =>
      chooseText(own, translations, 'name', { language, firstLanguage: 'en' });
    expect(choose('de')).toEqual({ text: 'Reinigung', language: 'de' });
    expect(choose('fr')).toEqual({ text: 'Cleaning', language: 'en' });
    expect(choose('de', null)).toEqual({ text: null, language: 'en' });
  });
});

describe('the texts of a listing', () => {
  const LOFT = {
    publicTitle: 'Sea Loft',
    headline: 'By the sea',
    description: null,
    houseRules: { text: 'No shoes' },
    translations: null,
  };
  const DE = { public_title: 'Meerloft', headline: 'Am Meer', 'house_rules.text': 'Keine Schuhe' };
  const choose = (translations: Translations<string> | null, building: object | null = null, own = LOFT) =>
    chooseListingTexts(
      { ...own, translations } as Parameters<typeof chooseListingTexts>[0],
      building as Parameters<typeof chooseListingTexts>[1],
      { language: 'de', firstLanguage: 'en' },
    );
  const first = {
    publicTitle: 'Sea Loft',
    headline: 'By the sea',
    description: null,
    rulesText: 'No shoes',
    language: 'en',
  };

  test('all are in the language if all that the listing has is translated, whatever else is', () => {
    expect(choose({ de: DE })).toEqual({
      publicTitle: 'Meerloft',
      headline: 'Am Meer',
      description: null,
      rulesText: 'Keine Schuhe',
      language: 'de',
    });
  });

  test.each(Object.keys(DE))('all are in the first language if its %s is not translated', (name) => {
    expect(choose({ de: { ...DE, [name]: undefined } })).toEqual(first);
    expect(choose({ fr: DE })).toEqual(first);
    expect(choose(null)).toEqual(first);
  });

  test('a unit type’s rules are those of its building, in the building’s translation', () => {
    const double = { ...LOFT, houseRules: null } as unknown as typeof LOFT;
    const building = { houseRules: { text: 'Quiet' }, translations: { de: { 'house_rules.text': 'Ruhe' } } };
    const { 'house_rules.text': _, ...own } = DE;
    expect(choose({ de: own }, building, double)).toMatchObject({ rulesText: 'Ruhe', language: 'de' });
    expect(choose({ de: own }, { ...building, translations: null }, double)).toMatchObject({
      publicTitle: 'Sea Loft',
      rulesText: 'Quiet',
      language: 'en',
    });
    expect(choose({ de: own }, { houseRules: null, translations: null }, double)).toMatchObject({
      publicTitle: 'Meerloft',
      rulesText: null,
    });
  });
});
