/** Finds what a page or an answer says in another language than its own (docs/rules.md, 26). */
import { LANGUAGES, type LanguageCode, languages } from '../../src/domain/languages/languages.ts';

/** Shorter ones are in other words by chance. */
const MIN_LENGTH = 9;

/** The fixed parts of all sentences of a language, such as ` nights, all in`. */
function listParts(texts: unknown): string[] {
  if (typeof texts === 'string')
    return texts
      .split(/\{\w+\}|\{[{%].*?[}%]\}|<[^>]*>|\n/)
      .map(fold)
      .filter((part) => part.length >= MIN_LENGTH && part.trim().includes(' '));
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(listParts) : [];
}

const fold = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();

const partsByLanguage = new Map<LanguageCode, string[]>();
const listPartsOf = (code: LanguageCode): string[] =>
  partsByLanguage.getOrInsertComputed(code, () => [...new Set(listParts(languages[code]))]);

/** Parts of sentences of other languages that are not also in one of this language. */
export function findForeignSentences(language: LanguageCode, text: string): string[] {
  const own = listPartsOf(language).join('\n');
  const shown = fold(text);
  return LANGUAGES.filter((code) => code !== language).flatMap((code) =>
    listPartsOf(code)
      .filter((part) => shown.includes(part) && !own.includes(part.trim()))
      .map((part) => `${code}: ${part}`),
  );
}
