/** Who comes, and which extras they choose: in words, as fields of forms, and as the API's bodies. */

import { type Party, partyOfStored, type StoredParty } from '../../domain/party.ts';
import type { Extra } from '../../domain/pricing/extras.ts';
import type { ChargeBasis } from '../../domain/vocabulary.ts';
import type { OfferedExtra } from '../../services/availability/stay-options.ts';
import type { Booking } from '../../services/bookings/read.ts';
import type { Form } from '../form.ts';
import type { GivenForm } from '../given.ts';
import { field } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { counted, money } from '../views/shown.ts';

export const PARTY_LABELS = {
  adults: 'Adults',
  children_ages: 'Children’s ages',
  pets: 'Pets',
  extras: 'Extras',
};

/** "3", or "2 adults, 2 children (4, 9), 1 pet". */
export function partyInWords({ adults, childrenAges, pets }: Omit<Party, 'infants'>): string {
  if (childrenAges.length === 0 && pets === 0) return String(adults);
  const children = counted(childrenAges.length, 'child', 'children');
  return [
    counted(adults, 'adult'),
    ...(childrenAges.length > 0 ? [`${children} (${childrenAges.join(', ')})`] : []),
    ...(pets > 0 ? [counted(pets, 'pet')] : []),
  ].join(', ');
}

export const guestsInWords = (booking: StoredParty): string => partyInWords(partyOfStored(booking));

/** "breakfast, parking × 2", by the codes, or by the names if they are known. */
export const extrasInWords = (extras: readonly Extra[], nameOf = (code: string): string => code): string =>
  extras
    .map(({ code, quantity }) => (quantity === 1 ? nameOf(code) : `${nameOf(code)} × ${quantity}`))
    .join(', ');

/** A booking's extras by the names in its price. One whose line is left out has its code alone. */
export function extrasOf({ booking: { extras, priceLines } }: Booking): string {
  const nameOf = (code: string) =>
    priceLines.find((line) => line.type === 'fee' && line.code === code)?.name ?? code;
  return extrasInWords(extras, nameOf);
}

/** A booking's party in the fields of `partyFields`. */
export function partyValues(booking: StoredParty): Record<string, string> {
  const { adults, childrenAges, pets } = partyOfStored(booking);
  return { adults: String(adults), children_ages: childrenAges.join(', '), pets: String(pets) };
}

export const partyFields = (form: Form): Html => html`
${field(form, { name: 'adults', label: 'Adults', keys: 'numeric' })}
${field(form, { name: 'children_ages', label: 'Children’s ages, such as 9, 4', isOptional: 'untold' })}
${field(form, { name: 'pets', label: 'Pets', keys: 'numeric', isOptional: 'untold' })}`;

/** The ages as they were typed, with commas or spaces, in the form of the API's query. */
export const agesTyped = (text: string): string =>
  text
    .split(/[\s,;]+/)
    .filter((age) => age !== '')
    .join(',');

/**
 * The party of a form as the API's bodies have it. A form that was opened before there were parties sends a number of
 * guests alone.
 */
export function partyBody(given: GivenForm) {
  const guests = given.integer('number_of_guests');
  const ages = agesTyped(given.text('children_ages'));
  const party = {
    adults: given.integer('adults'),
    children_ages: ages === '' ? null : ages.split(',').map(numberTyped),
    pets: given.integer('pets'),
  };
  return { ...(guests === null ? {} : { number_of_guests: guests }), party };
}

/** Text that is no whole number stays a text, which the schema refuses. */
const numberTyped = (text: string): number | string => (/^\d{1,4}$/.test(text) ? Number(text) : text);

/** What an extra is paid for, after its price. */
const PAID_WORDS = {
  stay: 'a stay',
  night: 'a night',
  guest: 'a guest',
  guest_night: 'a guest and night',
  pet: 'a pet',
  pet_night: 'a pet and night',
  percent: '',
} satisfies Record<ChargeBasis, string>;

/** A choice of its quantity for each extra, all with one name. The chosen values are a list in the API's query. */
export function extraFields(form: Form, extras: readonly OfferedExtra[], currency: string): Html {
  const chosen = new Set((form.values.extras ?? '').split(','));
  return html`${extras.map(({ code, name, basis, amountCents, maxQuantity }, index) => {
    // A problem with the extras leads to the first of them.
    const id = index === 0 ? 'extras' : `extras-${index}`;
    const price = `${money(amountCents ?? 0, currency)} ${PAID_WORDS[basis]}`;
    const choices = Array.from({ length: maxQuantity ?? 1 }, (_, quantity) => quantity + 1);
    return html`<div class="field"><label for="${id}"><span class="name">${name}</span>, ${price}</label>
<select id="${id}" name="extras"><option value="">None</option>
${choices.map((quantity) => html`<option value="${code}:${quantity}"${chosen.has(`${code}:${quantity}`) ? ' selected' : ''}>${quantity}</option>`)}
</select></div>`;
  })}`;
}

/** Extras in the value of their fields. */
export const extrasValue = (extras: readonly Extra[]): string =>
  extras.map(({ code, quantity }) => `${code}:${quantity}`).join(',');

/** The extras of a form as the API's bodies have them. Undefined if the form has no fields for them. */
export function extrasBody(given: GivenForm, sent: unknown): object[] | undefined {
  if (!Object.hasOwn((sent ?? {}) as object, 'extras')) return undefined;
  return given
    .list('extras')
    .flatMap((list) => list.split(','))
    .map((one) => {
      const [code = '', quantity = '1'] = one.split(':');
      return { code, quantity: numberTyped(quantity) };
    });
}

/** The form's field for a path of the party or the extras in the API's body. */
export function fieldOfParty(path: string): string {
  if (path === 'number_of_guests') return 'adults';
  const [of, name] = path.split('.');
  if (of === 'party') return name ?? 'adults';
  return of === 'extras' ? 'extras' : path.replaceAll('.', '_');
}
