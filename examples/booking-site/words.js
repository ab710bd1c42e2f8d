import { count, countryName, readable } from './format.js';

/**
 * The size of a place: `4 guests`, `2 bedrooms`, `3 beds`, `1½ bathrooms`.
 *
 * @param {{ max_guests: number, bedrooms_count: number, beds_count: number, bathrooms_count: number,
 *   bathrooms_half: boolean }} place
 */
export function sizeOf({ max_guests, bedrooms_count, beds_count, bathrooms_count, bathrooms_half }) {
  const baths = `${bathrooms_count > 0 || !bathrooms_half ? bathrooms_count : ''}${bathrooms_half ? '½' : ''}`;
  const isOneBath = bathrooms_count === 1 && !bathrooms_half;
  return [
    `${count(max_guests, 'guest')}`,
    bedrooms_count > 0 ? count(bedrooms_count, 'bedroom') : null,
    beds_count > 0 ? count(beds_count, 'bed') : null,
    baths !== '0' ? `${baths} ${isOneBath ? 'bathroom' : 'bathrooms'}` : null,
  ].filter((part) => part !== null);
}

/** The kind of place. Null if the team has not said. @param {{ property_type: string }} listing */
export const typeOf = ({ property_type }) => (property_type === 'other' ? null : readable(property_type));

/** @param {import('./api.js').Listing['address']} address */
export const placeOf = ({ city, state, country }) =>
  [city ?? state, country ? countryName(country) : null].filter((part) => part !== null).join(', ');
