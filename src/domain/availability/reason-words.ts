/** Words a broken rule for a guest, in a language (docs/rules.md, 26.22). */
import type { StayDate } from '../dates/dates.ts';
import { type Language, type LanguageCode, languages } from '../languages/languages.ts';
import { fill, fillPlural } from '../languages/sentences.ts';

type Reasons = Language['reasons'];
type CountKey = { [Key in keyof Reasons]: Reasons[Key] extends string ? never : Key }[keyof Reasons];
type DateKey = 'closed_for_arrival' | 'closed_for_departure';
type PlainKey = Exclude<keyof Reasons, CountKey | DateKey>;

/** A sentence of the section `reasons`, with its value. */
export type ReasonSentence =
  | { readonly key: PlainKey }
  | { readonly key: CountKey; readonly count: number }
  | { readonly key: DateKey; readonly date: StayDate };

export const countSentence = (key: CountKey, count: number): ReasonSentence => ({ key, count });

/** `none` is the sentence for a limit of 0. */
export const limitSentence = (key: CountKey, none: PlainKey, limit: number): ReasonSentence =>
  limit === 0 ? { key: none } : countSentence(key, limit);

export function wordReason(code: LanguageCode, { sentence }: { sentence: ReasonSentence }): string {
  const { locale, reasons } = languages[code];
  if ('count' in sentence) {
    const { key, count } = sentence;
    // The digits are not grouped, because callers know the English sentences by heart.
    return fillPlural(locale, reasons[key], { count });
  }
  if ('date' in sentence) return fill(reasons[sentence.key], { date: wordDate(code, sentence.date) });
  return reasons[sentence.key];
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** English sentences name a date as the API writes it, because callers look for it there. */
function wordDate(code: LanguageCode, date: StayDate): string {
  if (code === 'en') return date;
  const format = dateFormats.getOrInsertComputed(
    languages[code].locale,
    (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  );
  return format.format(new Date(date));
}
