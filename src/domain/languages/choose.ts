import type { LanguageCode } from './languages.ts';

/**
 * The first of the wanted languages that the team offers, else the team's first: one that is no longer offered
 * does not count (docs/rules.md, 26.40).
 */
export const chooseLanguage = (
  offered: readonly LanguageCode[],
  ...wanted: readonly (LanguageCode | null)[]
): LanguageCode => wanted.find((code) => code !== null && offered.includes(code)) ?? offered[0] ?? 'en';
