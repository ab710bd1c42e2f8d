import { type Party, type StoredParty, toParty } from '../../../../domain/party.ts';
import type { Form } from '../../../../web/form.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { renderField } from '../../../../web/views/fields.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';

export const PARTY_LABELS = {
  adults: 'Adults',
  children_ages: 'Children’s ages',
  pets: 'Pets',
  extras: 'Extras',
};

/** Such as "3" or "2 adults, 2 children (4, 9), 1 pet". */
export function presentPartyInWords({ adults, childrenAges, pets }: Omit<Party, 'infants'>): string {
  if (childrenAges.length === 0 && pets === 0) return String(adults);
  const children = presentCount(childrenAges.length, 'child', 'children');
  return [
    presentCount(adults, 'adult'),
    ...(childrenAges.length > 0 ? [`${children} (${childrenAges.join(', ')})`] : []),
    ...(pets > 0 ? [presentCount(pets, 'pet')] : []),
  ].join(', ');
}

export const presentGuestsInWords = (booking: StoredParty): string => presentPartyInWords(toParty(booking));

export function toPartyValues(booking: StoredParty): Record<string, string> {
  const { adults, childrenAges, pets } = toParty(booking);
  return { adults: String(adults), children_ages: childrenAges.join(', '), pets: String(pets) };
}

export const renderPartyFields = (form: Form): Html => html`
${renderField(form, { name: 'adults', label: 'Adults', keys: 'numeric' })}
${renderField(form, { name: 'children_ages', label: 'Children’s ages, such as 9, 4', isOptional: 'unmarked' })}
${renderField(form, { name: 'pets', label: 'Pets', keys: 'numeric', isOptional: 'unmarked' })}`;

/** Commas or spaces become commas. */
export const normaliseAges = (text: string): string =>
  text
    .split(/[\s,;]+/)
    .filter((age) => age !== '')
    .join(',');

/** A form of an earlier version sends only the number of guests. */
export function toPartyBody(form: SentForm) {
  const guests = form.integer('number_of_guests');
  const ages = normaliseAges(form.text('children_ages'));
  const party = {
    adults: form.integer('adults'),
    children_ages: ages === '' ? null : ages.split(',').map(parseNumber),
    pets: form.integer('pets'),
  };
  return { ...(guests === null ? {} : { number_of_guests: guests }), party };
}

/** A text that is no whole number is returned as it is, for the schema to refuse. */
export const parseNumber = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

export function toPartyField(path: string): string {
  if (path === 'number_of_guests') return 'adults';
  const [of, name] = path.split('.');
  if (of === 'party') return name ?? 'adults';
  return of === 'extras' ? 'extras' : path.replaceAll('.', '_');
}
