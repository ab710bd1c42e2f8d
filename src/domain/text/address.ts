type Address = {
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
};

/** In the language of the locale, if it is a code of two letters. Anything else stays as it is. */
export const nameCountry = (country: string | null, locale: string): string | null =>
  country !== null && /^[a-z]{2}$/i.test(country)
    ? (new Intl.DisplayNames(locale, { type: 'region' }).of(country.toUpperCase()) ?? country)
    : country;

/** Such as "Rua do Mar 1, 1100-001 Lisbon, PT", or null if there is none. */
export function writeAddressLine({ street, postcode, city, state, country }: Address): string | null {
  const town = [postcode, city].filter((part) => part !== null).join(' ');
  return [street, town || null, state, country].filter((part) => part !== null).join(', ') || null;
}
