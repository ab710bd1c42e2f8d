import { expect, test } from 'vitest';
import { LANGUAGES, languages } from '../../../src/domain/languages/languages.ts';
import { createTranslation, fill, fillPlural } from '../../../src/domain/languages/sentences.ts';

const english = {
  nights: { one: '{count} night at {place}', other: '{count} nights at {place}' },
  arrival: 'Guests cannot arrive on {date}.',
  mail: 'Dear {{ guest.name }}, you arrive on {{ booking.check_in }}.',
} as const;
const translate = createTranslation<typeof english, 'one' | 'other'>();
const german = translate({
  nights: { one: 'Eine Nacht in {place}', other: '{count} Nächte in {place}' },
  arrival: 'Am {date} ist keine Anreise möglich.',
  mail: 'Guten Tag {{ guest.name }}, am {{ booking.check_in }} reisen Sie an.',
});

test('a sentence has its values in place of their names', () => {
  expect(fill(german.arrival, { date: '3. Mai' })).toBe('Am 3. Mai ist keine Anreise möglich.');
  // @ts-expect-error: the sentence has no such variable.
  fill(german.arrival, { date: '3. Mai', day: 3 });
  // @ts-expect-error: a value is missing.
  fill(german.arrival, {});
});

test('a value is taken as it is, even if it looks like a variable or a pattern', () => {
  expect(fill(german.arrival, { date: '{date} $& $1' })).toBe('Am {date} $& $1 ist keine Anreise möglich.');
});

test('a count chooses the form and is written in digits of the language', () => {
  expect(fillPlural('de-DE', german.nights, { count: 1, place: 'Bonn' })).toBe('Eine Nacht in Bonn');
  expect(fillPlural('de-DE', german.nights, { count: 1234, place: 'Bonn' })).toBe('1.234 Nächte in Bonn');
});

test('a translation without a sentence, a variable or a plural form does not compile', () => {
  // @ts-expect-error: without the other sentences.
  translate({ arrival: 'Am {date}.' });
  // @ts-expect-error: without its date.
  translate({ ...german, arrival: 'Heute.' as const });
  // @ts-expect-error: without a plural form.
  translate({ ...german, nights: { other: '{count} Nächte in {place}' } as const });
  // @ts-expect-error: with a variable that the English one does not have.
  translate({ ...german, nights: { one: '{number}', other: '{count} Nächte in {place}' } as const });
  // @ts-expect-error: without the guest's name.
  translate({ ...german, mail: 'Am {{ booking.check_in }} reisen Sie an.' as const });
});

type Texts = string | { readonly [key: string]: Texts };

const listPlurals = (texts: Texts): Texts[] => {
  if (typeof texts === 'string') return [];
  return 'other' in texts ? [texts] : Object.values(texts).flatMap(listPlurals);
};

test.for(LANGUAGES)('%s has a text for each plural form of whole numbers', (code) => {
  const { locale } = languages[code];
  const rules = new Intl.PluralRules(locale);
  const forms = [...new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)))].sort();
  for (const plural of listPlurals(languages[code])) expect(Object.keys(plural).sort()).toEqual(forms);
});

test.for(LANGUAGES)('the locale of %s is one that Intl knows', (code) => {
  expect(Intl.DateTimeFormat.supportedLocalesOf(languages[code].locale)).toEqual([languages[code].locale]);
});
