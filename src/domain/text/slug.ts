/** Slugs of teams and listings: lower case, at most 63 characters. */
export const DNS_LABEL_PATTERN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const MAX_DNS_LABEL_LENGTH = 63;

export const isDnsLabel = (text: string): boolean => DNS_LABEL_PATTERN.test(text);

const MAX_GENERATED_SLUG_LENGTH = 50;

/**
 * Short enough to append a number, such as `casa-do-patio-2o` for "Casa do Pátio, 2º". `instead` is for a
 * title without letters or digits that slugs allow.
 */
export function buildSlug(title: string, instead = 'listing'): string {
  const ascii = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = ascii.replace(/^-/, '').slice(0, MAX_GENERATED_SLUG_LENGTH).replace(/-$/, '');
  return slug === '' ? instead : slug;
}
