/** The rows of fees, taxes, discounts and coupons, and the rules that each must follow. */
import type { ChargeName, ChargeRecord } from '../../db/queries/listings/charges.ts';
import { toPercentOrNull } from '../../domain/formats.ts';
import { COUNTS_PERSONS } from '../../domain/pricing/counting.ts';
import { EXTRA_CODE } from '../../domain/pricing/extras.ts';
import { foldCase } from '../../domain/text.ts';
import type { DiscountKind, TaxBasis, TaxTarget } from '../../domain/vocabulary.ts';
import type {
  ChargeEntry,
  CouponEntry,
  DiscountEntry,
  FeeEntry,
  TaxEntry,
} from '../../schemas/charges/entries.ts';
import { isGiven, type Problem, presentValue, problemIf } from './problems.ts';
import {
  type Defaults,
  type EntryColumns,
  findMissingColumns,
  mergeEntry,
  type RequiredColumns,
} from './rows.ts';

/** The team of a charge, and the ids of the listings that it names: null for all, undefined if it is left out. */
export type Scope = { teamId: number; listingIds: string[] | null | undefined };

/** An entry of a team file, or a body with the code that its path names. */
type Entry<Fields> = Fields & { code: string };

type Kind<Name extends ChargeName, Fields> = {
  defaults: Defaults<ChargeRecord<Name>>;
  required: RequiredColumns<ChargeRecord<Name>>;
  columns: (
    entry: Entry<Fields>,
    scope: Scope,
    stored: ChargeRecord<Name> | undefined,
  ) => EntryColumns<ChargeRecord<Name>>;
  /** The problems of a row. It may lack required fields. */
  problems: (row: ChargeRecord<Name>) => Problem[];
};

/** A charge has either a percentage or an amount, so giving one clears the other. */
const worth = ({ amount, percent }: Pick<FeeEntry, 'amount' | 'percent'>) => ({
  amountCents: amount === undefined && isGiven(percent) ? null : amount,
  percentPpm: percent === undefined && isGiven(amount) ? null : percent,
});

/** The ages, replaced as a whole, and the dates that a charge is for. */
function liability({ ages, valid_from, valid_until }: Pick<FeeEntry, 'ages' | 'valid_from' | 'valid_until'>) {
  const none = {
    agesFrom: ages === undefined ? undefined : null,
    agesTo: ages === undefined ? undefined : null,
  };
  const hasAges = ages && (isGiven(ages.from) || isGiven(ages.to));
  return {
    ...(hasAges ? { agesFrom: ages.from ?? 0, agesTo: ages.to ?? null } : none),
    validFrom: valid_from,
    validUntil: valid_until,
  };
}

/** Only an extra has a maximum, by default 1. One that is given with any other fee stays, so that it is refused. */
function maxQuantityOf({ optional, max_quantity }: FeeEntry, stored: ChargeRecord<'fee'> | undefined) {
  if (isGiven(max_quantity)) return max_quantity;
  if (!(optional === undefined ? stored?.optional : optional)) return null;
  return max_quantity === undefined ? (stored?.maxQuantity ?? 1) : 1;
}

const fee: Kind<'fee', FeeEntry> = {
  defaults: { taxable: false, optional: false },
  required: { name: ['name'], basis: ['basis'] },
  columns: (entry, scope, stored) => ({
    ...scope,
    code: entry.code,
    name: entry.name,
    basis: entry.basis,
    ...worth(entry),
    taxable: entry.taxable,
    ...liability(entry),
    optional: entry.optional,
    maxQuantity: maxQuantityOf(entry, stored),
  }),
  problems: (row) => [
    ...findWorthProblems(row),
    ...findLiabilityProblems(row),
    ...problemIf(row.optional && row.basis === 'percent', {
      path: ['optional'],
      message: 'must be false with basis "percent"',
      input: true,
    }),
    ...problemIf(!row.optional && isGiven(row.maxQuantity), {
      path: ['max_quantity'],
      message: 'must be given only with optional',
      input: row.maxQuantity,
    }),
    ...problemIf(row.optional && !EXTRA_CODE.test(row.code), {
      path: ['code'],
      message: 'must consist of letters, digits, dots, hyphens and underscores with optional',
      input: row.code,
    }),
  ],
};

const hasTarget = ({ applies_to: targets }: TaxEntry, target: TaxTarget) =>
  targets ? targets.includes(target) : targets;

const tax: Kind<'tax', TaxEntry> = {
  defaults: { appliesToAccommodation: true, appliesToFees: true, included: false },
  required: { name: ['name'], basis: ['basis'] },
  columns: (entry, scope) => ({
    ...scope,
    code: entry.code,
    name: entry.name,
    basis: entry.basis,
    ...worth(entry),
    appliesToAccommodation: hasTarget(entry, 'accommodation'),
    appliesToFees: hasTarget(entry, 'fees'),
    included: entry.included,
    maxNights: entry.max_nights,
    maxAmountCents: entry.max_amount,
    ...liability(entry),
  }),
  problems: (row) => [
    ...findWorthProblems(row),
    ...findLiabilityProblems(row),
    ...problemIf(isGiven(row.maxAmountCents) && row.basis && row.basis !== 'percent_guest_night', {
      path: ['max_amount'],
      message: `must not be given with basis ${presentValue(row.basis)}`,
      input: row.maxAmountCents,
    }),
    ...problemIf(row.included && row.basis && row.basis !== 'percent', {
      path: ['included'],
      message: `must be false with basis ${presentValue(row.basis)}`,
      input: true,
    }),
  ],
};

const discount: Kind<'discount', DiscountEntry> = {
  defaults: {},
  required: { name: ['name'], kind: ['kind'], percentPpm: ['percent'] },
  // A discount has one condition, so giving the other clears it.
  columns: ({ code, name, kind, percent, min_nights: least, days_before: days }, scope) => ({
    ...scope,
    code,
    name,
    kind,
    percentPpm: percent,
    minNights: least === undefined && isGiven(days) ? null : least,
    daysBefore: days === undefined && isGiven(least) ? null : days,
  }),
  problems: ({ kind, minNights, daysBefore }) => {
    if (!kind) return [];
    const values = { min_nights: minNights, days_before: daysBefore };
    const condition = CONDITION_OF[kind];
    const other = condition === 'min_nights' ? 'days_before' : 'min_nights';
    return oneOfTwo(values, condition, other, `with kind ${presentValue(kind)}`);
  },
};

const coupon: Kind<'coupon', CouponEntry> = {
  defaults: { active: true, redeemedBeyond: 0 },
  required: {},
  columns: (entry, scope) => ({
    ...scope,
    codeKey: foldCase(entry.code),
    code: entry.code,
    ...worth(entry),
    active: entry.active,
    validFrom: entry.valid_from,
    validUntil: entry.valid_until,
    stayFrom: entry.stay_from,
    stayUntil: entry.stay_until,
    minNights: entry.min_nights,
    maxRedemptions: entry.max_redemptions,
    // Redemptions are counted. An entry cannot set them.
    redeemedBeyond: undefined,
  }),
  problems: ({ percentPpm, amountCents, validFrom, validUntil, stayFrom, stayUntil }) => [
    ...problemIf(isGiven(percentPpm) === isGiven(amountCents), {
      path: ['percent'],
      message: `or amount is required, not ${isGiven(percentPpm) ? 'both' : 'neither'}`,
    }),
    ...findOrderProblems(['valid_from', validFrom], ['valid_until', validUntil]),
    ...findOrderProblems(['stay_from', stayFrom], ['stay_until', stayUntil]),
  ],
};

const KINDS = { fee, tax, discount, coupon } as const;

/** The column that identifies a charge in its team. */
export const toChargeKey = (name: ChargeName, code: string): string =>
  name === 'coupon' ? foldCase(code) : code;

/** The row of a charge: the fields of its entry over the stored ones. Returns its problems as well. */
export function buildChargeRow<Name extends ChargeName>(
  name: Name,
  stored: ChargeRecord<Name> | undefined,
  entry: Entry<Partial<ChargeEntry>>,
  scope: Scope,
): { row: ChargeRecord<Name>; problems: Problem[] } {
  const kind = KINDS[name] as unknown as Kind<Name, Partial<ChargeEntry>>;
  const row = mergeEntry(kind.defaults, stored, kind.columns(entry, scope, stored));
  return { row, problems: [...findMissingColumns(row, kind.required), ...kind.problems(row)] };
}

/** The field with the value of a charge, by its basis. */
const WORTH_OF = {
  stay: 'amount',
  night: 'amount',
  guest: 'amount',
  guest_night: 'amount',
  pet: 'amount',
  pet_night: 'amount',
  percent: 'percent',
  percent_guest_night: 'percent',
} as const satisfies Record<TaxBasis, 'amount' | 'percent'>;

/** Ages fit only a basis that counts persons. */
function findLiabilityProblems(row: ChargeRecord<'fee' | 'tax'>): Problem[] {
  const { basis, agesFrom, validFrom, validUntil } = row;
  return [
    ...problemIf(basis && agesFrom !== null && !COUNTS_PERSONS[basis], {
      path: ['ages'],
      message: `must not be given with basis ${presentValue(basis)}`,
    }),
    ...findOrderProblems(['valid_from', validFrom], ['valid_until', validUntil]),
  ];
}

function findWorthProblems({ basis, amountCents, percentPpm }: ChargeRecord<'fee' | 'tax'>): Problem[] {
  // It may be missing.
  if (!basis) return [];
  const values = { amount: amountCents, percent: toPercentOrNull(percentPpm) };
  const worth = WORTH_OF[basis];
  return oneOfTwo(
    values,
    worth,
    worth === 'percent' ? 'amount' : 'percent',
    `with basis ${presentValue(basis)}`,
  );
}

/** The condition of each kind of discount. */
const CONDITION_OF = {
  length_of_stay: 'min_nights',
  early_bird: 'days_before',
  last_minute: 'days_before',
} as const satisfies Record<DiscountKind, keyof DiscountEntry>;

/** One field is required, and the other is not allowed. */
const oneOfTwo = <Field extends string>(
  values: Record<Field, number | null>,
  required: Field,
  other: Field,
  why: string,
): Problem[] => [
  ...problemIf(!isGiven(values[required]), { path: [required], message: `is required ${why}` }),
  ...problemIf(isGiven(values[other]), {
    path: [other],
    message: `must not be given ${why}`,
    input: values[other],
  }),
];

type Dated = [field: string, date: string | null];
const findOrderProblems = ([first, from]: Dated, [second, until]: Dated): Problem[] =>
  problemIf(from && until && until < from, {
    path: [second],
    message: `must not be before ${first}`,
    input: until,
  });
