/** Texts of a team in the language of the answer, and the language of those that are not in it. */
import { z } from 'zod';
import { LANGUAGES, type LanguageCode } from '../../domain/languages/languages.ts';
import type { LanguageChoice, TextInLanguage } from '../../domain/translations.ts';
import { wordSchema } from '../formats.ts';

type ChosenText = TextInLanguage<string | null>;

export const fallbackLanguages = z
  .record(z.string(), wordSchema(LANGUAGES))
  .optional()
  .describe('By field: the language of a text that is not there in that of the answer.');

const hasFallenBack = ({ text, language }: ChosenText, choice: LanguageChoice): boolean =>
  text !== null && language !== choice.language;

/** The text's language if that is another one than the answer's. */
export const findFallbackLanguage = (chosen: ChosenText, choice: LanguageChoice): LanguageCode | undefined =>
  hasFallenBack(chosen, choice) ? chosen.language : undefined;

/** With `langs`, which has the languages of those that are in another than the answer's. */
export function presentTexts<Name extends string>(
  texts: Readonly<Record<Name, ChosenText>>,
  choice: LanguageChoice,
): Record<Name, string | null> & { langs?: Record<string, LanguageCode> } {
  const entries = Object.entries<ChosenText>(texts);
  const others = entries.filter(([, chosen]) => hasFallenBack(chosen, choice));
  return {
    ...(Object.fromEntries(entries.map(([name, { text }]) => [name, text])) as Record<Name, string | null>),
    ...(others.length > 0
      ? { langs: Object.fromEntries(others.map(([name, { language }]) => [name, language])) }
      : {}),
  };
}
