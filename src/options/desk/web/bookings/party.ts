import { type Party, type StoredParty, toParty } from '../../../../domain/party.ts';
import { presentStoredParty } from '../../../../schemas/bookings/party.ts';
import type { Form } from '../../../../web/form.ts';
import {
  defineForm,
  type FieldKind,
  field,
  integer,
  optional,
  optionalInteger,
  unmarked,
} from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { presentCount } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';

/** Commas or spaces become commas. */
export const normaliseAges = (text: string): string =>
  text
    .split(/[\s,;]+/)
    .filter((age) => age !== '')
    .join(',');

/** A text that is no whole number is returned as it is, for the schema to refuse. */
export const parseNumber = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

const childrenAges = (label: string): FieldKind => ({
  ...unmarked(optional(label)),
  read(form, name) {
    const ages = normaliseAges(form.text(name));
    return ages === '' ? null : ages.split(',').map(parseNumber);
  },
  show: (ages) => (ages as readonly number[]).join(', '),
});

/** Of each form about a stay. */
export const PARTY_FIELDS = {
  'party.adults': integer('Adults'),
  'party.children_ages': childrenAges('Children’s ages'),
  'party.pets': unmarked(optionalInteger('Pets')),
};
export const PARTY_NAMES = {
  'party.adults': 'adults',
  'party.children_ages': 'children_ages',
  'party.pets': 'pets',
};
const PARTY = defineForm(PARTY_FIELDS, PARTY_NAMES);

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

export const toPartyValues = (booking: StoredParty): Record<string, string> =>
  PARTY.toValues({ party: presentStoredParty(booking) });

export const renderPartyFields = (form: Form): Html => html`
${field(form, PARTY, 'party.adults')}
${field(form, PARTY, 'party.children_ages', { label: 'Children’s ages, such as 9, 4' })}
${field(form, PARTY, 'party.pets')}`;

/** A form of an earlier version sends only the number of guests. */
export function readGuestCount(form: SentForm): { number_of_guests?: unknown } {
  const guests = form.integer('number_of_guests');
  return guests === null ? {} : { number_of_guests: guests };
}

/** The path of the table. */
export const toStayPath = (path: string): string => (path === 'number_of_guests' ? 'party.adults' : path);
