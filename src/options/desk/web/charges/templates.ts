/** Charges that most teams have. Only the amount is missing. */
import type { ChargeKind } from '../../../../services/catalogue/charges.ts';
import type { Form } from '../../../../web/form.ts';
import { toWhichPlaces } from '../../../../web/form-table/places.ts';

type Template = { title: string; text: string; kind: ChargeKind; values: Record<string, string> };

export const TEMPLATES: Readonly<Record<string, Template>> = {
  'city-tax': {
    title: 'city tax',
    text: 'For each person and night.',
    kind: 'tax',
    values: { name: 'City tax', basis: 'guest_night', applies_to: 'accommodation' },
  },
  'vat-included': {
    title: 'VAT, included',
    text: 'Your prices contain it. It is only shown.',
    kind: 'tax',
    values: { name: 'VAT', basis: 'percent', included: 'on', applies_to: 'accommodation,fees' },
  },
  'vat-added': {
    title: 'VAT, added',
    text: 'It comes on top of your prices.',
    kind: 'tax',
    values: { name: 'VAT', basis: 'percent', applies_to: 'accommodation,fees' },
  },
  cleaning: {
    title: 'cleaning',
    text: 'Once for a stay.',
    kind: 'fee',
    values: { name: 'Cleaning', basis: 'stay', taxable: 'on' },
  },
  breakfast: {
    title: 'breakfast',
    text: 'Guests choose it, for each guest and night.',
    kind: 'fee',
    values: { name: 'Breakfast', basis: 'guest_night', taxable: 'on', optional: 'on', max_quantity: '1' },
  },
  pet: {
    title: 'pets',
    text: 'For each pet and night.',
    kind: 'fee',
    values: { name: 'Pet', basis: 'pet_night', taxable: 'on' },
  },
};

const EMPTY = {
  fee: { basis: 'stay', taxable: 'on' },
  tax: { basis: 'percent', applies_to: 'accommodation,fees' },
  discount: { kind: 'length_of_stay' },
  coupon: { basis: 'percent', active: 'on' },
} satisfies Record<ChargeKind, Record<string, string>>;

export function toNewForm(kind: ChargeKind, template: string | undefined): Form {
  const chosen = template !== undefined && Object.hasOwn(TEMPLATES, template) ? TEMPLATES[template] : null;
  const values = chosen?.kind === kind ? chosen.values : EMPTY[kind];
  return { values: { ...values, ...toWhichPlaces(null) }, errors: {} };
}
