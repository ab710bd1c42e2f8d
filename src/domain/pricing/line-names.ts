/** In which languages a price line is named (docs/rules.md, 26.25). */
import { type Language, type LanguageCode, languages } from '../languages/languages.ts';
import type { LanguageChoice, NameText, TextInLanguage, Translations } from '../translations.ts';

/** One of our own lines. Their names are sentences of ours. */
type OwnLine = keyof Language['lines'];

/** What a line that is not stored yet is named by: a name of ours, or the translations of its charge. */
export type NameSource = OwnLine | Translations<NameText>;

export type LineNames = { readonly [Code in LanguageCode]?: string };

type NamedLine = {
  readonly name: string;
  readonly nameSource?: NameSource | undefined;
  /** Of a stored line: those in the languages that the team offered then, besides its first. */
  readonly names?: LineNames;
};

export const nameAsOwn = (own: OwnLine) => ({ name: languages.en.lines[own], nameSource: own });

const findName = ({ nameSource, names }: NamedLine, code: LanguageCode): string | undefined =>
  typeof nameSource === 'string'
    ? languages[code].lines[nameSource]
    : (nameSource?.[code]?.name ?? names?.[code]);

export function chooseLineName(
  line: NamedLine,
  { language, firstLanguage }: LanguageChoice,
): TextInLanguage<string> {
  const found = findName(line, language);
  if (found !== undefined || language === firstLanguage) return { text: found ?? line.name, language };
  return { text: findName(line, firstLanguage) ?? line.name, language: firstLanguage };
}

/** Names new lines in the languages that a team offers. Stored ones keep the names that they have. */
export const nameLinesToStore = <Line extends NamedLine>(
  lines: readonly Line[],
  [first = 'en', ...others]: readonly LanguageCode[],
): Omit<Line, 'nameSource'>[] =>
  lines.map(({ nameSource, ...line }) => {
    if (nameSource === undefined) return line;
    const named = { name: line.name, nameSource };
    const names = others.flatMap((code) => {
      const name = findName(named, code);
      return name === undefined ? [] : [[code, name]];
    });
    return {
      ...line,
      name: findName(named, first) ?? line.name,
      ...(names.length > 0 ? { names: Object.fromEntries(names) as LineNames } : {}),
    };
  });
