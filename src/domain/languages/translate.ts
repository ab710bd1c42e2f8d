import type { en } from './en.ts';
import { createTranslation } from './sentences.ts';

/** `Forms` are the plural forms of the language, as `Intl.PluralRules` names them. */
export const translate = <Forms extends Intl.LDMLPluralRule>() => createTranslation<typeof en, Forms>();
