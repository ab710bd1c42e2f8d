import { countList, countryName } from './format.js';
import { fill, locale, sentences } from './sentences.js';

/** @typedef {Exclude<keyof typeof sentences.counts, 'bathrooms'>} Counted */

/** `2 nights` @param {number} count @param {Counted} things */
export const counted = (count, things) => fill(sentences.counts[things], { count });

/**
 * The size of a place: `4 guests`, `2 bedrooms`, `3 beds`, `1½ bathrooms`.
 *
 * @param {{ max_guests: number, bedrooms_count: number, beds_count: number, bathrooms_count: number,
 *   bathrooms_half: boolean }} place
 */
export function sizeOf({ max_guests, bedrooms_count, beds_count, bathrooms_count, bathrooms_half }) {
  const baths = bathrooms_count + (bathrooms_half ? 0.5 : 0);
  const number = `${bathrooms_count > 0 ? bathrooms_count : ''}${bathrooms_half ? '½' : ''}`;
  return [
    counted(max_guests, 'guests'),
    bedrooms_count > 0 ? counted(bedrooms_count, 'bedrooms') : null,
    beds_count > 0 ? counted(beds_count, 'beds') : null,
    baths > 0 ? fill(sentences.counts.bathrooms, { count: baths, number }) : null,
  ].filter((part) => part !== null);
}

/** A kind of place. A copy may be older than a kind: it then shows the word of the API. @param {string} type */
export function nameOfType(type) {
  /** @type {Record<string, string>} */
  const names = { ...sentences.types, other: sentences.types.other_kind };
  return names[type] ?? type;
}

/** The kind of place. Null if the team has not said. @param {{ property_type: string }} listing */
export const typeOf = ({ property_type: type }) => (type === 'other' ? null : nameOfType(type));

/** @param {import('./api.js').Listing['address']} address */
export const placeOf = ({ city, state, country }) =>
  [city ?? state, country ? countryName(country) : null].filter((part) => part !== null).join(', ');

/** `3 guests`, or `2 adults, 2 children, 1 pet`. @param {Pick<import('./stay-address.js').Party, 'adults' | 'childrenAges' | 'pets'>} party */
export function partyInWords({ adults, childrenAges, pets }) {
  const children = childrenAges.length;
  return countList([
    ...(children === 0
      ? [counted(adults, 'guests')]
      : [counted(adults, 'adults'), counted(children, 'children')]),
    ...(pets > 0 ? [counted(pets, 'pets')] : []),
  ]);
}

/** In the order of the page's language. @param {string} a @param {string} b */
export const byName = (a, b) => a.localeCompare(b, locale());
