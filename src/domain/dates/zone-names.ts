import { type LanguageCode, languages } from '../languages/languages.ts';

/**
 * A time without its zone is read as one's own: "Lisbon time" for Europe/Lisbon, in other languages
 * "Westeuropäische Normalzeit", because the names of zones have places in English. Returns the name itself if it names
 * no place, such as UTC.
 */
export function nameZone(timeZone: string, language: LanguageCode, moment: Date): string {
  const [area = '', ...places] = timeZone.split('/');
  const place = places.at(-1);
  if (place === undefined || area === 'Etc') return timeZone;
  return language === 'en' ? `${place.replaceAll('_', ' ')} time` : nameByIntl(timeZone, language, moment);
}

/** Of the moment: in summer "Westeuropäische Sommerzeit". */
function nameByIntl(timeZone: string, language: LanguageCode, moment: Date): string {
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    timeZone,
    timeZoneName: 'long',
  });
  return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
