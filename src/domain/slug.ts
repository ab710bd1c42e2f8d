/** The form of the slugs of teams and listings: lower case, at most 63 characters. */
export const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const isDnsLabel = (text: string): boolean => DNS_LABEL.test(text);

const MAX_MADE_LENGTH = 50;

/** A slug made from a title, short enough to append a number: `Casa do Pátio, 2º` becomes `casa-do-patio-2o`. */
export function toSlug(title: string): string {
  const ascii = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = ascii.replace(/^-/, '').slice(0, MAX_MADE_LENGTH).replace(/-$/, '');
  return slug === '' ? 'listing' : slug;
}
