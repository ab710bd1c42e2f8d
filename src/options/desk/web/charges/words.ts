import { ppmToPercent } from '../../../../domain/formats.ts';
import type { ChargeBasis, DiscountKind, TaxBasis } from '../../../../domain/vocabulary.ts';
import type { ChargeKind, ChargeRecord, ShownCharge } from '../../../../services/catalogue/charges.ts';
import { dateWithYear, presentCount, presentMoney } from '../../../../web/views/format.ts';

const CHARGE_KINDS = ['fee', 'tax', 'discount', 'coupon'] as const satisfies ChargeKind[];

export const isChargeKind = (text: string): text is ChargeKind =>
  (CHARGE_KINDS as readonly string[]).includes(text);

export const CHARGE_WORDS = {
  fee: {
    all: 'Fees and extras',
    one: 'fee',
    empty: 'Cleaning, breakfast, pets: what guests pay beside the nights.',
  },
  tax: { all: 'Taxes', one: 'tax', empty: 'City tax and VAT, included in your prices or added to them.' },
  discount: {
    all: 'Discounts',
    one: 'discount',
    empty: 'For long stays, for early birds, or at the last minute. Nobody needs to ask for them.',
  },
  coupon: { all: 'Coupons', one: 'coupon', empty: 'A code that guests type to pay less.' },
} satisfies Record<ChargeKind, { all: string; one: string; empty: string }>;

export const FEE_BASIS_WORDS = {
  stay: 'Once for a stay',
  night: 'For each night',
  guest: 'For each guest',
  guest_night: 'For each guest and night',
  pet: 'For each pet',
  pet_night: 'For each pet and night',
  percent: 'A percentage of the price',
} satisfies Record<ChargeBasis, string>;

export const TAX_BASIS_WORDS = {
  ...FEE_BASIS_WORDS,
  percent_guest_night: 'A percentage of what a night costs one person',
} satisfies Record<TaxBasis, string>;

export const DISCOUNT_WORDS = {
  length_of_stay: 'Long stays',
  early_bird: 'Early birds',
  last_minute: 'Last minute',
} satisfies Record<DiscountKind, string>;

const EACH_WORDS = {
  stay: 'a stay',
  night: 'a night',
  guest: 'a guest',
  guest_night: 'a guest and night',
  pet: 'a pet',
  pet_night: 'a pet and night',
  percent: 'of the price',
  percent_guest_night: 'of what a night costs one person',
} satisfies Record<TaxBasis, string>;

const presentPercent = (ppm: number): string => `${ppmToPercent(ppm)}%`;

/**
 * Such as "€2.00 a guest and night, at most 7 nights, from 13 years on". Fixed amounts are in the team's
 * currency.
 */
export const presentChargeTerms = <Kind extends ChargeKind>(
  charge: ShownCharge<Kind>,
  currency: string,
): string => PRESENT_TERMS[charge.kind](charge, currency);

const PRESENT_TERMS: { [Kind in ChargeKind]: (charge: ShownCharge<Kind>, currency: string) => string } = {
  fee: ({ row }, currency) => presentCountedTerms(row, presentFeeRest(row), currency),
  tax: ({ row }, currency) => presentCountedTerms(row, presentTaxRest(row, currency), currency),
  discount: ({ row }) => presentDiscountTerms(row),
  coupon: ({ row, redemptions }, currency) => presentCouponTerms(row, redemptions, currency),
};

const presentCountedTerms = (
  row: ChargeRecord<'fee' | 'tax'>,
  rest: readonly string[],
  currency: string,
): string =>
  [
    presentValue(row, currency),
    ...rest,
    ...presentAges(row),
    ...presentDates(row.validFrom, row.validUntil),
  ].join(', ');

const presentValue = (
  { basis, amountCents, percentPpm }: ChargeRecord<'fee' | 'tax'>,
  currency: string,
): string =>
  `${percentPpm === null ? presentMoney(amountCents ?? 0, currency) : presentPercent(percentPpm)} ${EACH_WORDS[basis]}`;

const presentFeeRest = ({ optional }: ChargeRecord<'fee'>): string[] =>
  optional ? ['only if guests choose it'] : [];

const presentTaxRest = (tax: ChargeRecord<'tax'>, currency: string): string[] => [
  ...(tax.included ? ['included in the price'] : []),
  ...(tax.maxAmountCents === null ? [] : [`at most ${presentMoney(tax.maxAmountCents, currency)}`]),
  ...(tax.maxNights === null ? [] : [`at most ${presentCount(tax.maxNights, 'night')}`]),
  ...(tax.exemptFromNights === null ? [] : [`not for stays of ${tax.exemptFromNights} nights or more`]),
];

function presentAges({ agesFrom, agesTo }: ChargeRecord<'fee' | 'tax'>): string[] {
  if (agesFrom === null) return [];
  return [agesTo === null ? `from ${agesFrom} years on` : `for children of ${agesFrom} to ${agesTo}`];
}

const presentDates = (from: string | null, until: string | null): string[] => [
  ...(from === null ? [] : [`from ${dateWithYear(from)}`]),
  ...(until === null ? [] : [`until ${dateWithYear(until)}`]),
];

function presentDiscountTerms({ kind, percentPpm, minNights, daysBefore }: ChargeRecord<'discount'>): string {
  const conditions = {
    length_of_stay: `from ${presentCount(minNights ?? 0, 'night')} on`,
    early_bird: `booked ${presentCount(daysBefore ?? 0, 'day')} ahead or earlier`,
    last_minute: `booked ${presentCount(daysBefore ?? 0, 'day')} ahead or later`,
  } satisfies Record<DiscountKind, string>;
  return `${presentPercent(percentPpm)} off the nights, ${conditions[kind]}`;
}

function presentCouponTerms(coupon: ChargeRecord<'coupon'>, redemptions: number, currency: string): string {
  const { percentPpm, amountCents, maxRedemptions } = coupon;
  return [
    `${percentPpm === null ? presentMoney(amountCents ?? 0, currency) : presentPercent(percentPpm)} off the nights`,
    ...(coupon.active ? [] : ['switched off']),
    ...presentDates(coupon.validFrom, coupon.validUntil),
    ...(coupon.minNights === null ? [] : [`from ${presentCount(coupon.minNights, 'night')} on`]),
    ...(coupon.stayFrom === null ? [] : [`arrival ${dateWithYear(coupon.stayFrom)} or later`]),
    ...(coupon.stayUntil === null ? [] : [`departure ${dateWithYear(coupon.stayUntil)} or earlier`]),
    `used ${presentCount(redemptions, 'time')}${maxRedemptions === null ? '' : ` of ${maxRedemptions}`}`,
  ].join(', ');
}

/** A coupon has no name. */
export const nameOfCharge = ({ row }: ShownCharge): string => ('name' in row ? row.name : row.code);
