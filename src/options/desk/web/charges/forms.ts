import { ppmToPercent } from '../../../../domain/formats.ts';
import { MAX_CODE_LENGTH } from '../../../../domain/limits.ts';
import { buildSlug } from '../../../../domain/text/slug.ts';
import type { ChargeKind, ChargeRecord, ShownCharge } from '../../../../services/catalogue/charges.ts';
import type { Form } from '../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../web/sent-form.ts';
import { toAmountField, toNumberField } from '../../../../web/views/format.ts';
import { readPercent } from '../../../../web/views/percent.ts';

export const CHARGE_LABELS: Labels = {
  name: 'Name',
  code: 'Code',
  basis: 'How it is counted',
  kind: 'For whom',
  value: 'How much',
  days: 'How many',
  taxable: 'Taxes',
  applies_to: 'Of what',
  included: 'Included',
  max_nights: 'Nights at most',
  exempt_from_nights: 'Not for stays from so many nights on',
  max_amount: 'At most, for a person and night',
  ages_from: 'From this age',
  ages_to: 'To this age',
  valid_from: 'From',
  valid_until: 'Until',
  optional: 'Extra',
  max_quantity: 'How many at most',
  active: 'Active',
  stay_from: 'Arrival on or after',
  stay_until: 'Departure on or before',
  min_nights: 'Nights at least',
  max_redemptions: 'Bookings at most',
  places: 'Places',
  listings: 'Only these places',
};

const FIELDS_OF_PATHS: Record<string, string> = {
  amount: 'value',
  percent: 'value',
  ages: 'ages_from',
  days_before: 'days',
};

/**
 * Minimum nights and days before arrival share a field, because each kind of discount needs only one of them.
 */
export const toChargeField =
  (kind: ChargeKind) =>
  (path: string): string => {
    if (path.startsWith('listings.')) return 'listings';
    if (path.startsWith('applies_to.')) return 'applies_to';
    if (kind === 'discount' && path === 'min_nights') return 'days';
    return FIELDS_OF_PATHS[path] ?? path.replaceAll('.', '_');
  };

/** A coupon with a fixed amount. */
export const FIXED = 'amount';

/** An empty field clears the stored value. */
export function toChargeBody(form: SentForm, kind: ChargeKind, currency: string): Record<string, unknown> {
  const places = form.text('places');
  const listings = form.list('listings');
  if (places === 'some' && listings.length === 0) form.errors.listings = 'Tick the places that it is for.';
  const body = BODIES[kind](form, currency);
  if (form.values.value?.trim() === '') form.errors.value = 'How much is required.';
  return { ...body, listings: places === 'some' ? listings : null };
}

const BODIES = {
  fee: (form, currency) => {
    const isExtra = form.isChecked('optional');
    const most = form.integer('max_quantity');
    return {
      ...readPriced(form, currency),
      taxable: form.isChecked('taxable'),
      ...readScope(form),
      optional: isExtra,
      max_quantity: isExtra ? most : null,
    };
  },
  tax: (form, currency) => ({
    ...readPriced(form, currency),
    // Only a percentage is of something. The boxes stay ticked if another basis is chosen.
    applies_to: form.text('basis') === 'percent' ? form.list('applies_to') : null,
    included: form.isChecked('included'),
    max_nights: form.integer('max_nights'),
    exempt_from_nights: form.integer('exempt_from_nights'),
    max_amount: form.cents('max_amount', currency),
    ...readScope(form),
  }),
  discount: (form) => {
    const kind = form.text('kind');
    const days = form.integer('days');
    return {
      name: form.text('name'),
      kind,
      percent: readPercent(form, 'value') ?? undefined,
      ...(kind === 'length_of_stay' ? { min_nights: days } : { days_before: days }),
    };
  },
  coupon: (form, currency) => ({
    ...(form.text('basis') === FIXED
      ? { amount: form.cents('value', currency) }
      : { percent: readPercent(form, 'value') }),
    active: form.isChecked('active'),
    valid_from: form.optional('valid_from'),
    valid_until: form.optional('valid_until'),
    stay_from: form.optional('stay_from'),
    stay_until: form.optional('stay_until'),
    min_nights: form.integer('min_nights'),
    max_redemptions: form.integer('max_redemptions'),
  }),
} satisfies Record<ChargeKind, (form: SentForm, currency: string) => Record<string, unknown>>;

const isPercentage = (basis: string): boolean => basis.startsWith('percent');

/** The basis decides between percentage and amount. When one is set, the API clears the other. */
function readPriced(form: SentForm, currency: string) {
  const basis = form.text('basis');
  const value = isPercentage(basis)
    ? { percent: readPercent(form, 'value') }
    : { amount: form.cents('value', currency) };
  return { name: form.text('name'), basis, ...value };
}

function readScope(form: SentForm) {
  const [from, to] = [form.integer('ages_from'), form.integer('ages_to')];
  return {
    ages: from === null && to === null ? null : { from, to },
    valid_from: form.optional('valid_from'),
    valid_until: form.optional('valid_until'),
  };
}

/** Made from the name if it is empty, but not for a coupon. */
export function readNewCode(form: SentForm, kind: ChargeKind): string {
  const typed = form.text('code').trim();
  const name = form.text('name').trim();
  if (typed !== '' || kind === 'coupon' || name === '') return typed;
  return buildSlug(name).slice(0, MAX_CODE_LENGTH).replace(/-$/, '');
}

const toTick = (value: boolean): string => (value ? 'on' : '');

export function toChargeForm<Kind extends ChargeKind>(charge: ShownCharge<Kind>, currency: string): Form {
  const { kind, row, slugs } = charge;
  const values = {
    ...TO_VALUES[kind](row, currency),
    code: row.code,
    places: slugs === null ? 'all' : 'some',
    listings: slugs?.join(',') ?? '',
  };
  return { values, errors: {} };
}

type FormValues = Record<string, string>;

const TO_VALUES: { [Kind in ChargeKind]: (row: ChargeRecord<Kind>, currency: string) => FormValues } = {
  fee: (row, currency) => ({ ...toCountedValues(row, currency), ...toFeeValues(row) }),
  tax: (row, currency) => ({ ...toCountedValues(row, currency), ...toTaxValues(row, currency) }),
  discount: (row) => ({
    name: row.name,
    kind: row.kind,
    value: String(ppmToPercent(row.percentPpm)),
    days: toNumberField(row.minNights ?? row.daysBefore),
  }),
  coupon: (row, currency) => toCouponValues(row, currency),
};

const toCountedValues = (row: ChargeRecord<'fee' | 'tax'>, currency: string): FormValues => ({
  name: row.name,
  basis: row.basis,
  value: toValueField(row, currency),
  ages_from: toNumberField(row.agesFrom),
  ages_to: toNumberField(row.agesTo),
  valid_from: row.validFrom ?? '',
  valid_until: row.validUntil ?? '',
});

const toFeeValues = ({ taxable, optional, maxQuantity }: ChargeRecord<'fee'>) => ({
  taxable: toTick(taxable),
  optional: toTick(optional),
  max_quantity: toNumberField(maxQuantity),
});

const toTaxValues = (tax: ChargeRecord<'tax'>, currency: string) => ({
  applies_to: [
    ...(tax.appliesToAccommodation ? ['accommodation'] : []),
    ...(tax.appliesToFees ? ['fees'] : []),
  ].join(','),
  included: toTick(tax.included),
  max_nights: toNumberField(tax.maxNights),
  exempt_from_nights: toNumberField(tax.exemptFromNights),
  max_amount: toAmountField(tax.maxAmountCents, currency),
});

const toCouponValues = (coupon: ChargeRecord<'coupon'>, currency: string) => ({
  basis: coupon.percentPpm === null ? FIXED : 'percent',
  value: toValueField(coupon, currency),
  active: toTick(coupon.active),
  valid_from: coupon.validFrom ?? '',
  valid_until: coupon.validUntil ?? '',
  stay_from: coupon.stayFrom ?? '',
  stay_until: coupon.stayUntil ?? '',
  min_nights: toNumberField(coupon.minNights),
  max_redemptions: toNumberField(coupon.maxRedemptions),
});

const toValueField = (
  { amountCents, percentPpm }: Pick<ChargeRecord<'coupon'>, 'amountCents' | 'percentPpm'>,
  currency: string,
): string => (percentPpm === null ? toAmountField(amountCents, currency) : String(ppmToPercent(percentPpm)));
