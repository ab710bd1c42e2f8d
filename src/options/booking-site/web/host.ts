import type { LanguageCode } from '../../../domain/languages/languages.ts';
import { chooseText, type LanguageChoice } from '../../../domain/translations.ts';
import { findFallbackLanguage } from '../../../schemas/public/chosen-text.ts';
import type { TeamSettings } from '../../../services/team/settings.ts';
import { EMPTY_HTML, type Html, html } from '../../../web/views/html.ts';

const TEXTS = [
  ['siteHeadline', 'site_headline'],
  ['siteSentence', 'site_sentence'],
  ['imprint', 'imprint'],
] as const;
type TextColumn = (typeof TEXTS)[number][0];

/** Who lets the places, in the language of a page. */
export type Host = TeamSettings & {
  /** The language of each text that is not there in that of the page. */
  fallbackLanguages: { readonly [Column in TextColumn]?: LanguageCode };
};

/** Each text by itself is in the page's language, else in the team's first (docs/rules.md, 26.27). */
export function presentHost(team: TeamSettings, choice: LanguageChoice): Host {
  const chosen = TEXTS.map(
    ([column, name]) => [column, chooseText(team[column], team.translations, name, choice)] as const,
  );
  const fallen = chosen.flatMap(([column, text]) => {
    const lang = findFallbackLanguage(text, choice);
    return lang === undefined ? [] : [[column, lang]];
  });
  return {
    ...team,
    ...Object.fromEntries(chosen.map(([column, { text }]) => [column, text])),
    fallbackLanguages: Object.fromEntries(fallen),
  };
}

/** An attribute for a text that is not in the page's language. */
export const renderLang = (language: LanguageCode | undefined): Html =>
  language === undefined ? EMPTY_HTML : html` lang="${language}"`;
