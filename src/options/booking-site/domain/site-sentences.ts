import { type LanguageCode, languages } from '../../../domain/languages/languages.ts';

/** What the booking site says in one language: `examples/booking-site/languages/{code}.js`. */
export function listSiteSentences(code: LanguageCode) {
  const { name, locale, site } = languages[code];
  const { plain: _unused, ...shown } = site;
  return { code, name, locale, ...shown };
}

/** As JSON, which `npm run site:languages` has formatted. */
export const buildLanguageFile = (code: LanguageCode): string =>
  `/** Written by \`npm run site:languages\`, from src/domain/languages/${code}.ts. */
export const sentences = /** @type {const} */ (${JSON.stringify(listSiteSentences(code), null, 2)});
`;
