/**
 * A time without its zone is read as one's own: "Lisbon time" for Europe/Lisbon, and the name itself if it
 * names no place, such as UTC.
 */
export function nameZone(timeZone: string): string {
  const [area = '', ...places] = timeZone.split('/');
  const place = places.at(-1);
  return place === undefined || area === 'Etc' ? timeZone : `${place.replaceAll('_', ' ')} time`;
}
