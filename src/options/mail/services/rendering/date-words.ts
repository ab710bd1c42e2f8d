import { type LanguageCode, languages } from '../../../../domain/languages/languages.ts';

/** By the letter of a date's format that stands for words. */
type WordFormats = Readonly<Record<string, Intl.DateTimeFormat>>;

/**
 * Kept, because each new format takes some 30 kB of native memory, which no limit of the heap counts and the
 * garbage collector hardly ever gives back.
 */
const formats = new Map<LanguageCode, WordFormats>();
const findWordFormats = (language: LanguageCode): WordFormats =>
  formats.getOrInsertComputed(language, () => {
    const { locale } = languages[language];
    return { ...createWordFormats(locale), ...(language === 'en' ? {} : createWholeFormats(locale)) };
  });

/** Of a whole date or time. Those of English are liquidjs's own. */
const createWholeFormats = (locale: string): WordFormats => ({
  c: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' }),
  x: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }),
  X: new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: 'UTC' }),
});

function createWordFormats(locale: string): WordFormats {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const shortMonth = create({ month: 'short' });
  return {
    A: create({ weekday: 'long' }),
    a: create({ weekday: 'short' }),
    B: create({ month: 'long' }),
    b: shortMonth,
    h: shortMonth,
  };
}

/** With its flags and width, as liquidjs reads it. */
const LETTER = /%([-_0^#:]+)?(\d+)?(?:[EO])?(.)/g;
const MAX_WIDTH = 100;

/** Weekdays and months become words of the language. Other letters of the format stay as they are. */
export function writeDateWords(date: Date, format: string, language: LanguageCode): string {
  const wordFormats = findWordFormats(language);
  return format.replace(LETTER, (whole: string, flags = '', width = '0', letter: string) => {
    const words = wordFormats[letter];
    if (words === undefined) return whole;
    const word = words.format(date);
    const cased = /[\^#]/.test(flags) ? word.toUpperCase() : word;
    return flags.includes('-')
      ? cased
      : cased.padStart(Math.min(Number(width), MAX_WIDTH), flags.includes('0') ? '0' : ' ');
  });
}
