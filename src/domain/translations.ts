/** What a team writes for guests, in languages other than the team's first (docs/rules.md, 26.3 to 26.6). */

import { LANGUAGES, type LanguageCode } from './languages/languages.ts';
import type { MessageText } from './text/message-text.ts';

/** Those that a team offers. Its own texts are in the first. */
export type TeamLanguages = readonly [LanguageCode, ...LanguageCode[]];
export const DEFAULT_LANGUAGES: TeamLanguages = ['en'];

/** By their names in the API. A text inside another field is named by its path. */
export type ListingText =
  | 'public_title'
  | 'headline'
  | 'description'
  | 'house_rules.text'
  | 'arrival_instructions';
export type PhotoText = 'caption';
/** Of a charge, a season or cancellation terms. */
export type NameText = 'name';
export type TeamText = 'site_sentence' | 'site_headline' | 'imprint' | 'payment_instructions';

type TextsByName<Name extends string> = { readonly [Text in Name]?: string };
export type Translations<Name extends string> = { readonly [Code in LanguageCode]?: TextsByName<Name> };

/** Null removes a text, a language or all of them. Undefined keeps them. */
export type TranslationsChange<Name extends string> =
  | {
      readonly [Code in LanguageCode]?:
        | { readonly [Text in Name]?: string | null | undefined }
        | null
        | undefined;
    }
  | null
  | undefined;

/** Language by language and text by text. Null for none. */
export function mergeTranslations<Name extends string>(
  stored: Translations<Name> | null,
  change: TranslationsChange<Name>,
): Translations<Name> | null {
  if (change === undefined || change === null) return change === null ? null : stored;
  const merged: { [Code in LanguageCode]?: TextsByName<Name> } = {};
  // In the order in which the database gives them, so that stored and new ones look the same.
  for (const code of LANGUAGES.toSorted()) {
    const texts = mergeTexts(stored?.[code], change[code]);
    if (Object.keys(texts).length > 0) merged[code] = texts;
  }
  return Object.keys(merged).length > 0 ? merged : null;
}

function mergeTexts<Name extends string>(
  stored: TextsByName<Name> | undefined,
  change: { readonly [Text in Name]?: string | null | undefined } | null | undefined,
): TextsByName<Name> {
  if (change === null) return {};
  const given = Object.entries(change ?? {}).filter(([, text]) => text !== undefined);
  const entries = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(entries.filter(([, text]) => text !== null)) as TextsByName<Name>;
}

/** What is said in the first language, by the names of the texts. */
export type FirstTexts<Name extends string> = { readonly [Text in Name]: string | null | undefined };

/** A text that the first language no longer has loses its stored translations. */
export function mergeTranslationsOf<Name extends string>(
  texts: FirstTexts<Name>,
  stored: Translations<Name> | null,
  change: TranslationsChange<Name>,
): Translations<Name> | null {
  const missing = Object.keys(texts).filter((name) => !texts[name as Name]);
  const removal = Object.fromEntries(missing.map((name) => [name, null]));
  const kept = mergeTranslations<Name>(
    stored,
    Object.fromEntries(LANGUAGES.map((code) => [code, removal])) as TranslationsChange<Name>,
  );
  return mergeTranslations(kept, change);
}

type TranslationProblem = {
  path: string[];
  code: 'contradicts' | 'not_allowed';
  message: MessageText;
};

/** The first language has the thing's own texts, and only what it says can be translated. */
export function findTranslationProblems<Name extends string>(
  translations: Translations<Name> | null,
  firstLanguage: LanguageCode,
  texts: FirstTexts<Name>,
): TranslationProblem[] {
  return listTranslated(translations).flatMap(([code, translated]): TranslationProblem[] => {
    const path = ['translations', code];
    if (code === firstLanguage)
      return [
        {
          path,
          code: 'not_allowed',
          message: 'must not be given, because the texts themselves are in this language',
        },
      ];
    const names = Object.keys(translated) as Name[];
    return names
      .filter((name) => !texts[name])
      .map((name) => ({
        path: [...path, ...name.split('.')],
        code: 'contradicts',
        message: 'must not be given without the text in the first language',
      }));
  });
}

/** In the order of `LANGUAGES`. */
export const listTranslated = <Name extends string>(
  translations: Translations<Name> | null,
): [LanguageCode, TextsByName<Name>][] =>
  LANGUAGES.flatMap((code) => {
    const texts = translations?.[code];
    return texts ? [[code, texts]] : [];
  });

/** A text, and the language that it is in. */
export type TextInLanguage<Text> = { text: Text; language: LanguageCode };

/** Each by itself: in the language asked for, else as it is in the first. */
export function chooseText<Name extends string, Text extends string | null>(
  text: Text,
  translations: Translations<Name> | null,
  name: Name,
  { language, firstLanguage }: LanguageChoice,
): TextInLanguage<Text | string> {
  const translated = text === null ? undefined : translations?.[language]?.[name];
  return translated === undefined ? { text, language: firstLanguage } : { text: translated, language };
}

/** `language` is one that the team offers. */
export type LanguageChoice = { language: LanguageCode; firstLanguage: LanguageCode };

/** Those that a page of a listing shows beside each other. */
const TEXTS_OF_PAGE = ['public_title', 'headline', 'description', 'house_rules.text'] as const;
type PageText = (typeof TEXTS_OF_PAGE)[number];

export type TextsOfListing = {
  readonly publicTitle: string;
  readonly headline: string | null;
  readonly description: string | null;
  readonly houseRules: { readonly text: string | null } | null;
  readonly translations: Translations<ListingText> | null;
};
/** Of a unit type, which has its building's rules if it has none itself. */
type RulesOfBuilding = Pick<TextsOfListing, 'houseRules' | 'translations'>;

/** `rulesText` is the building's, if the listing has none of its own. */
export type ListingTexts = {
  publicTitle: string;
  headline: string | null;
  description: string | null;
  rulesText: string | null;
  language: LanguageCode;
};

/**
 * All in the language asked for if all that the listing has is translated, else all in the first: never a
 * sentence here and a sentence there.
 */
export function chooseListingTexts(
  listing: TextsOfListing,
  building: RulesOfBuilding | null,
  { language, firstLanguage }: LanguageChoice,
): ListingTexts {
  const ruler = listing.houseRules?.text || !building ? listing : building;
  const first: Record<PageText, string | null> = {
    public_title: listing.publicTitle,
    headline: listing.headline,
    description: listing.description,
    'house_rules.text': ruler.houseRules?.text ?? null,
  };
  const find = (name: PageText) =>
    (name === 'house_rules.text' ? ruler : listing).translations?.[language]?.[name];
  const isWhole =
    language !== firstLanguage && TEXTS_OF_PAGE.every((name) => !first[name] || find(name) !== undefined);
  const choose = (name: PageText) => (isWhole ? find(name) : null) ?? first[name];
  return {
    publicTitle: choose('public_title') ?? listing.publicTitle,
    headline: choose('headline'),
    description: choose('description'),
    rulesText: choose('house_rules.text'),
    language: isWhole ? language : firstLanguage,
  };
}
