import { type LanguageCode, languages } from '../languages/languages.ts';
import { fill } from '../languages/sentences.ts';

/** For example "Double room, in Pier House". */
export const nameInBuilding = (
  title: string,
  buildingTitle: string | null,
  language: LanguageCode = 'en',
): string =>
  buildingTitle === null
    ? title
    : fill(languages[language].documents.place, { title, building: buildingTitle });
