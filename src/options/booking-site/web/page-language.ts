/** The language of a page of the booking site (docs/rules.md, 26.60). */
import type { FastifyRequest } from 'fastify';
import { type Language, type LanguageCode, languages } from '../../../domain/languages/languages.ts';
import { findNamedLanguage } from '../../../domain/languages/negotiate.ts';
import type { LanguageChoice } from '../../../domain/translations.ts';
import { chooseRequestLanguage } from '../../../plugins/language.ts';

export type PageLanguage = Pick<Language, 'locale'> & {
  code: LanguageCode;
  choice: LanguageChoice;
  /** What the page says. */
  site: Language['site'];
  /** Those of the team, if it has several. */
  others: readonly LanguageCode[];
  /** In the addresses of other pages, if the page's own names its language: `?language=de`. Else empty. */
  query: string;
  /** Whether another `Accept-Language` may lead to another page. */
  isNegotiated: boolean;
};

/** Of an unknown team, among all. */
export function choosePageLanguage(
  request: Pick<FastifyRequest, 'query' | 'headers'>,
  offered: readonly LanguageCode[] | undefined,
): PageLanguage {
  const { choice, isNegotiated } = chooseRequestLanguage(request, offered);
  const { language: code } = choice;
  const { locale, site } = languages[code];
  const isNamed = findNamedLanguage((request.query as { language?: unknown }).language, [code]) !== null;
  return {
    code,
    choice,
    locale,
    site,
    others: offered && offered.length > 1 ? offered : [],
    query: isNamed ? `?language=${code}` : '',
    isNegotiated,
  };
}

/**
 * For search engines: the page that chooses by what the browser asks for, and the page in each language. None for
 * a team with one language. `address` is escaped, and has no query.
 */
export const listAlternates = (
  offered: readonly LanguageCode[],
  address: string,
): { language: string; address: string }[] =>
  offered.length < 2
    ? []
    : [
        { language: 'x-default', address },
        ...offered.map((code) => ({ language: code, address: `${address}?language=${code}` })),
      ];
