import { MAX_CODE_LENGTH } from '../../../../domain/limits.ts';
import { buildSlug } from '../../../../domain/text/slug.ts';
import { presentCharge } from '../../../../schemas/charges/api.ts';
import type { ChargeKind, ShownCharge } from '../../../../services/catalogue/charges.ts';
import type { Form } from '../../../../web/form.ts';
import { somePlaces, toWhichPlaces } from '../../../../web/form-table/places.ts';
import {
  defineForm,
  type FieldKind,
  type FormTable,
  oneOf,
  optionalAmount,
  optionalDate,
  optionalInteger,
  required,
  tick,
  ticks,
  toFieldName,
  unmarked,
} from '../../../../web/form-table.ts';
import { computeFormVersion, readForm, type SentForm } from '../../../../web/sent-form.ts';
import { toChoices } from '../../../../web/views/fields.ts';
import { toAmountField, toNumberField } from '../../../../web/views/format.ts';
import { readPercent } from '../../../../web/views/percent.ts';
import { DISCOUNT_WORDS, FEE_BASIS_WORDS, TAX_BASIS_WORDS } from './words.ts';

const count = (label: string): FieldKind => unmarked(optionalInteger(label));
const someDate = (label: string): FieldKind => unmarked(optionalDate(label));

/** Only an extra has it. */
const countOfExtra: FieldKind = {
  ...count('How many at most'),
  read(form, name) {
    const typed = form.integer(name);
    return form.isChecked('optional') ? typed : null;
  },
};

const TARGET_WORDS = { accommodation: 'The nights', fees: 'Taxable fees' };

/** Only a percentage is of something. The boxes stay ticked if another basis is chosen. */
const targets: FieldKind = {
  ...ticks('Of what', toChoices(TARGET_WORDS)),
  read(form, name) {
    const ticked = form.list(name);
    return form.text('basis') === 'percent' ? ticked : null;
  },
};

const listings = somePlaces('Only these places', 'Tick the places that it is for.');

const DATES = { valid_from: someDate('From'), valid_until: someDate('Until') };
const AGES_AND_DATES = { 'ages.from': count('From this age'), 'ages.to': count('To this age'), ...DATES };

export const FEE = defineForm({
  name: required('Name'),
  basis: oneOf('How it is counted', toChoices(FEE_BASIS_WORDS)),
  taxable: tick('Taxes'),
  optional: tick('Extra'),
  max_quantity: countOfExtra,
  ...AGES_AND_DATES,
  listings,
});
export const buildTaxForm = (currency: string) =>
  defineForm({
    name: required('Name'),
    basis: oneOf('How it is counted', toChoices(TAX_BASIS_WORDS)),
    applies_to: targets,
    included: tick('Included'),
    max_nights: count('Nights at most'),
    exempt_from_nights: count('Not for stays from so many nights on'),
    max_amount: unmarked(optionalAmount('At most, for a person and night', currency)),
    ...AGES_AND_DATES,
    listings,
  });
export const DISCOUNT = defineForm({
  name: required('Name'),
  kind: oneOf('For whom', toChoices(DISCOUNT_WORDS)),
  listings,
});
export const COUPON = defineForm({
  active: tick('Active'),
  ...DATES,
  stay_from: someDate('Arrival on or after'),
  stay_until: someDate('Departure on or before'),
  min_nights: count('Nights at least'),
  max_redemptions: count('Bookings at most'),
  listings,
});

const TABLES: Record<ChargeKind, (currency: string) => FormTable> = {
  fee: () => FEE,
  tax: buildTaxForm,
  discount: () => DISCOUNT,
  coupon: () => COUPON,
};

/** Each becomes several fields of the API. A code may be made of the name. */
const LABELS_BESIDE = { code: 'Code', value: 'How much', days: 'How many' };

const FIELDS_BESIDE: Readonly<Record<string, string>> = {
  amount: 'value',
  percent: 'value',
  days_before: 'days',
  min_nights: 'days',
};

/**
 * Minimum nights and days before arrival share a field, because each kind of discount needs only one of them.
 */
export function openChargeForm(sent: unknown, kind: ChargeKind, currency: string): SentForm {
  const { labels, findName } = TABLES[kind](currency);
  return readForm(
    sent,
    { ...labels, ...LABELS_BESIDE },
    (path) => findName(path) ?? FIELDS_BESIDE[path] ?? toFieldName(path),
  );
}

/** A coupon with a fixed amount. */
export const FIXED = 'amount';

const isCountedByPercent = (basis: string): boolean => basis.startsWith('percent');

/** The basis decides between percentage and amount. When one is set, the API clears the other. */
const IS_PERCENTAGE = {
  fee: isCountedByPercent,
  tax: isCountedByPercent,
  discount: () => true,
  coupon: (basis) => basis !== FIXED,
} satisfies Record<ChargeKind, (basis: string) => boolean>;

/** An empty field clears the stored value. */
export function toChargeBody(form: SentForm, kind: ChargeKind, currency: string): Record<string, unknown> {
  const value = IS_PERCENTAGE[kind](form.text('basis'))
    ? { percent: readPercent(form, 'value') }
    : { amount: form.cents('value', currency) };
  if (form.values.value?.trim() === '') form.errors.value = 'How much is required.';
  const body = { ...TABLES[kind](currency).read(form), ...value };
  return { ...body, ...readAges(form, body), ...(kind === 'discount' ? readDays(form) : {}) };
}

/** Empty ages are none, whereas the API takes an empty lowest age for 0. */
const readAges = (form: SentForm, body: object) =>
  'ages' in body && form.optional('ages_from') === null && form.optional('ages_to') === null
    ? { ages: null }
    : {};

const readDays = (form: SentForm) => ({
  [form.text('kind') === 'length_of_stay' ? 'min_nights' : 'days_before']: form.integer('days'),
});

/** Made from the name if it is empty, but not for a coupon. */
export function readNewCode(form: SentForm, kind: ChargeKind): string {
  const typed = form.text('code').trim();
  const name = form.text('name').trim();
  if (typed !== '' || kind === 'coupon' || name === '') return typed;
  return buildSlug(name).slice(0, MAX_CODE_LENGTH).replace(/-$/, '');
}

export function toChargeForm(charge: ShownCharge, currency: string): Form {
  const { kind, row, slugs } = charge;
  const shown = presentCharge(charge);
  const amount = 'amount' in shown ? shown.amount : null;
  const values = {
    ...TABLES[kind](currency).toValues(shown),
    ...(kind === 'coupon' ? { basis: amount === null ? 'percent' : FIXED } : {}),
    ...('days_before' in shown ? { days: toNumberField(shown.min_nights ?? shown.days_before) } : {}),
    value: amount === null ? String(shown.percent) : toAmountField(amount, currency),
    code: row.code,
    ...toWhichPlaces(slugs),
  };
  return { values, errors: {} };
}

/** To notice that others have changed what the form shows. */
export const computeChargeVersion = (charge: ShownCharge, currency: string): string =>
  computeFormVersion(toChargeForm(charge, currency).values);
