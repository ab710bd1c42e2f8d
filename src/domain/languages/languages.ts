/** The languages that come with Innkeep, in the order of their lists (docs/contributing.md, "A language"). */
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';
import type { Sentences } from './sentences.ts';

/** The sentences of one language. */
export type Language = Sentences<typeof en>;

const all = { en, de, fr, es, it, pt };

export type LanguageCode = keyof typeof all;

export const languages: Readonly<Record<LanguageCode, Language>> = all;

export const LANGUAGES = Object.keys(languages) as [LanguageCode, ...LanguageCode[]];

export const isLanguageCode = (code: string): code is LanguageCode => Object.hasOwn(languages, code);
