import type { LanguageCode } from '../../../../domain/languages/languages.ts';

const ENGLISH_NAMES = new Intl.DisplayNames('en-GB', { type: 'language' });

/** Such as German. */
export const nameLanguage = (code: LanguageCode): string => ENGLISH_NAMES.of(code) ?? code;
