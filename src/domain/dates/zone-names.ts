/**
 * How guests read a time zone, because a time without it is read as their own: "Lisbon time" for Europe/Lisbon, and the
 * name itself for one that names no place, such as UTC.
 */
export function nameZone(timeZone: string): string {
  const [area = '', ...places] = timeZone.split('/');
  const place = places.at(-1);
  return place === undefined || area === 'Etc' ? timeZone : `${place.replaceAll('_', ' ')} time`;
}
