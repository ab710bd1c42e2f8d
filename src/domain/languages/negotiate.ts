import type { LanguageChoice } from '../translations.ts';
import type { LanguageCode } from './languages.ts';

/** Longer names and headers count as absent. */
const MAX_LENGTH = 1_000;

/** A language range with its quality (RFC 9110, 12.5.4), in lower case and without blanks. */
const RANGE_PATTERN = /^(\*|[a-z]{1,8}(?:-[a-z\d]{1,8})*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

type Offered = readonly LanguageCode[];

/**
 * The offered language that a range finds by RFC 4647, 3.4: `de-AT` finds `de`. Null if it finds none, or one
 * that is refused.
 */
function lookUp(range: string, offered: Offered, refused: ReadonlySet<string>): LanguageCode | null {
  for (let tag = range; tag !== ''; tag = withoutLastSubtag(tag)) {
    const found = offered.find((code) => code === tag);
    if (found) return refused.has(found) ? null : found;
  }
  return null;
}

/** A single letter goes with what follows it: `zh-Hant-u-co` becomes `zh-Hant`. */
const withoutLastSubtag = (tag: string): string => tag.replace(/(?:^|-)[^-]*$/, '').replace(/-[^-]$/, '');

export function findNamedLanguage(name: unknown, offered: Offered): LanguageCode | null {
  if (typeof name !== 'string' || name.length > MAX_LENGTH) return null;
  return lookUp(name.toLowerCase(), offered, new Set());
}

/** A team's first language if it does not offer the named one. */
export function chooseNamedLanguage(
  [firstLanguage = 'en', ...others]: Offered,
  name: unknown,
): LanguageChoice {
  return { language: findNamedLanguage(name, [firstLanguage, ...others]) ?? firstLanguage, firstLanguage };
}

/**
 * The offered language that the reader prefers, by the value of `Accept-Language`. Null if it names none of
 * them. `*` stands for those that no other range finds.
 */
export function negotiateLanguage(header: string | undefined, offered: Offered): LanguageCode | null {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const ranges = header.toLowerCase().split(',').flatMap(parseRange);
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ range }) => range));
  const find = ({ range }: Range) => lookUp(range, offered, refused);
  const preferred = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  for (const one of preferred) {
    const found = one.range === '*' ? findOther(offered, refused, preferred.map(find)) : find(one);
    if (found) return found;
  }
  return null;
}

const findOther = (offered: Offered, refused: ReadonlySet<string>, named: readonly (string | null)[]) =>
  offered.find((code) => !refused.has(code) && !named.includes(code)) ?? null;

type Range = { range: string; quality: number };

/** None if it is malformed. */
function parseRange(text: string): Range[] {
  const [whole, range, quality = '1'] = RANGE_PATTERN.exec(text.replaceAll(/[ \t]/g, '')) ?? [];
  return whole !== undefined && range !== undefined ? [{ range, quality: Number(quality) }] : [];
}
