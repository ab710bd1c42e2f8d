import type { ChargeKind, ChargeRecord } from '../../db/queries/listings/charges.ts';
import { ppmToPercentOrNull } from '../../domain/formats.ts';
import { IS_COUNTED_BY_NIGHT, IS_COUNTED_BY_PERSON } from '../../domain/pricing/counting.ts';
import { EXTRA_CODE_PATTERN } from '../../domain/pricing/extras.ts';
import { notBefore } from '../../domain/text/message-text.ts';
import { foldCase } from '../../domain/text/text.ts';
import { mergeTranslations, type NameText } from '../../domain/translations.ts';
import type { DiscountKind, TaxBasis } from '../../domain/vocabulary.ts';
import { collectProblems, isGiven, type Problem, presentValue } from './problems.ts';
import {
  type Defaults,
  type EntryColumns,
  findMissingColumnProblems,
  mergeEntry,
  type TranslatedColumns,
} from './rows.ts';

/** `listingIds` is null for all listings, and undefined to keep the stored ones. */
type ChargeKeys = { teamId: number; code: string; listingIds: string[] | null | undefined };

/** Without code and listings. */
export type ChargeColumns<Name extends ChargeKind = ChargeKind> = {
  [Kind in ChargeKind]: ColumnsOf<Omit<ChargeRecord<Kind>, keyof ChargeKeys | 'codeKey' | 'redeemedBeyond'>>;
}[Name];
type ColumnsOf<Row> = Row extends { translations: unknown }
  ? TranslatedColumns<Row, NameText>
  : EntryColumns<Row>;

/** The row may still lack required columns, which are checked later. */
type Build<Name extends ChargeKind> = (
  stored: ChargeRecord<Name> | undefined,
  columns: ChargeColumns<Name>,
  keys: ChargeKeys,
) => { row: ChargeRecord<Name>; problems: Problem[] };

type ChargeDefaults<Name extends ChargeKind> = Defaults<
  ChargeRecord<Name>,
  Extract<keyof ChargeRecord<Name>, keyof ChargeKeys | 'codeKey' | RequiredColumn[Name]>
>;
type RequiredColumn = {
  fee: 'name' | 'basis';
  tax: 'name' | 'basis';
  discount: 'name' | 'kind' | 'percentPpm';
  coupon: never;
};

type Value = { amountCents: number | null | undefined; percentPpm: number | null | undefined };

/** A charge has either a percentage or an amount, so giving one clears the other. */
const chooseValue = ({ amountCents, percentPpm }: Value): Value => ({
  amountCents: amountCents === undefined && isGiven(percentPpm) ? null : amountCents,
  percentPpm: percentPpm === undefined && isGiven(amountCents) ? null : percentPpm,
});

/**
 * Only an extra has a maximum quantity, by default 1. Of any other fee it is not dropped here but refused
 * later.
 */
function chooseMaxQuantity(
  { optional, maxQuantity }: ChargeColumns<'fee'>,
  stored: ChargeRecord<'fee'> | undefined,
) {
  if (isGiven(maxQuantity)) return maxQuantity;
  if (!(optional === undefined ? stored?.optional : optional)) return null;
  return maxQuantity === undefined ? (stored?.maxQuantity ?? 1) : 1;
}

const FEE_DEFAULTS: ChargeDefaults<'fee'> = { taxable: false, optional: false };

const fee: Build<'fee'> = (stored, columns, keys) => {
  const row = mergeEntry<ChargeRecord<'fee'>>(FEE_DEFAULTS, stored, {
    ...keys,
    ...columns,
    ...chooseValue(columns),
    maxQuantity: chooseMaxQuantity(columns, stored),
    translations: mergeTranslations(stored?.translations ?? null, columns.translations),
  });
  const { problems, refuse } = collectProblems(findBasisProblems(row));
  if (row.optional && row.basis === 'percent')
    refuse('optional', 'contradicts', 'must be false with basis "percent"', true);
  if (!row.optional && isGiven(row.maxQuantity))
    refuse('max_quantity', 'contradicts', 'must be given only if optional is true', row.maxQuantity);
  if (row.optional && !EXTRA_CODE_PATTERN.test(row.code))
    refuse(
      'code',
      'invalid',
      'must consist of letters, digits, dots, hyphens and underscores if optional is true',
      row.code,
    );
  return { row, problems };
};

const TAX_DEFAULTS: ChargeDefaults<'tax'> = {
  appliesToAccommodation: true,
  appliesToFees: true,
  included: false,
};

const tax: Build<'tax'> = (stored, columns, keys) => {
  const row = mergeEntry<ChargeRecord<'tax'>>(TAX_DEFAULTS, stored, {
    ...keys,
    ...columns,
    ...chooseValue(columns),
    translations: mergeTranslations(stored?.translations ?? null, columns.translations),
  });
  const { basis, maxAmountCents } = row;
  const { problems, refuse } = collectProblems(findBasisProblems(row));
  if (isGiven(maxAmountCents) && basis && basis !== 'percent_guest_night')
    refuse(
      'max_amount',
      'contradicts',
      `must not be given with basis ${presentValue(basis)}`,
      maxAmountCents,
    );
  if (row.included && basis && basis !== 'percent')
    refuse('included', 'contradicts', `must be false with basis ${presentValue(basis)}`, true);
  return { row, problems };
};

/**
 * A maximum of nights if none are counted, and what a percentage is of if there is none. A team file may have
 * them, because the service once took them.
 */
export function findIdleTaxProblems(row: ChargeRecord<'tax'>): Problem[] {
  const { basis, maxNights, appliesToAccommodation, appliesToFees } = row;
  const { problems, refuse } = collectProblems();
  const withBasis = `with basis ${presentValue(basis)}`;
  if (basis && isGiven(maxNights) && !IS_COUNTED_BY_NIGHT[basis])
    refuse('max_nights', 'contradicts', `must not be given ${withBasis}`, maxNights);
  if (basis && basis !== 'percent' && !(appliesToAccommodation && appliesToFees))
    refuse('applies_to', 'contradicts', `must not be given ${withBasis}, unless it names both`);
  return problems;
}

export function dropIdleTaxFields(row: ChargeRecord<'tax'>): ChargeRecord<'tax'> {
  const isPercent = row.basis === 'percent';
  return {
    ...row,
    maxNights: IS_COUNTED_BY_NIGHT[row.basis] ? row.maxNights : null,
    appliesToAccommodation: !isPercent || row.appliesToAccommodation,
    appliesToFees: !isPercent || row.appliesToFees,
  };
}

const DISCOUNT_DEFAULTS: ChargeDefaults<'discount'> = {};

const discount: Build<'discount'> = (stored, columns, keys) => {
  const { minNights, daysBefore } = columns;
  const row = mergeEntry<ChargeRecord<'discount'>>(DISCOUNT_DEFAULTS, stored, {
    ...keys,
    ...columns,
    // A discount has only one of the two conditions, so giving one clears the other.
    minNights: minNights === undefined && isGiven(daysBefore) ? null : minNights,
    daysBefore: daysBefore === undefined && isGiven(minNights) ? null : daysBefore,
    translations: mergeTranslations(stored?.translations ?? null, columns.translations),
  });
  const problems = findMissingColumnProblems(row, {
    name: ['name'],
    kind: ['kind'],
    percentPpm: ['percent'],
  });
  if (!row.kind) return { row, problems };
  const values = { min_nights: row.minNights, days_before: row.daysBefore };
  problems.push(
    ...findProblemsOfTwo(values, CONDITION_FIELD[row.kind], `with kind ${presentValue(row.kind)}`),
  );
  return { row, problems };
};

const COUPON_DEFAULTS: ChargeDefaults<'coupon'> = { active: true, redeemedBeyond: 0 };

const coupon: Build<'coupon'> = (stored, columns, keys) => {
  const row = mergeEntry<ChargeRecord<'coupon'>>(COUPON_DEFAULTS, stored, {
    ...keys,
    ...columns,
    ...chooseValue(columns),
    codeKey: foldCase(keys.code),
    // Redemptions are counted from bookings.
    redeemedBeyond: undefined,
  });
  const { problems, refuse } = collectProblems();
  const hasPercent = isGiven(row.percentPpm);
  const hasAmount = isGiven(row.amountCents);
  if (hasPercent && hasAmount) refuse('percent', 'contradicts', 'must not be given together with amount');
  if (!hasPercent && !hasAmount) refuse('percent', 'required', 'is required without amount');
  if (isBefore(row.validUntil, row.validFrom))
    refuse('valid_until', 'contradicts', notBefore('valid_from'), row.validUntil);
  if (isBefore(row.stayUntil, row.stayFrom))
    refuse('stay_until', 'contradicts', notBefore('stay_from'), row.stayUntil);
  return { row, problems };
};

const BUILDERS: { [Kind in ChargeKind]: Build<Kind> } = { fee, tax, discount, coupon };

export const toChargeKey = (name: ChargeKind, code: string): string =>
  name === 'coupon' ? foldCase(code) : code;

export const buildChargeRow = <Kind extends ChargeKind>(
  kind: Kind,
  stored: ChargeRecord<Kind> | undefined,
  columns: ChargeColumns<Kind>,
  keys: ChargeKeys,
) => BUILDERS[kind](stored, columns, keys);

const VALUE_FIELD = {
  stay: 'amount',
  night: 'amount',
  guest: 'amount',
  guest_night: 'amount',
  pet: 'amount',
  pet_night: 'amount',
  percent: 'percent',
  percent_guest_night: 'percent',
} as const satisfies Record<TaxBasis, 'amount' | 'percent'>;

function findBasisProblems(row: ChargeRecord<'fee' | 'tax'>): Problem[] {
  const { basis, amountCents, percentPpm, agesFrom, validFrom, validUntil } = row;
  const { problems, refuse } = collectProblems(
    findMissingColumnProblems(row, { name: ['name'], basis: ['basis'] }),
  );
  const why = `with basis ${presentValue(basis)}`;
  const values = { amount: amountCents, percent: ppmToPercentOrNull(percentPpm) };
  if (basis) problems.push(...findProblemsOfTwo(values, VALUE_FIELD[basis], why));
  // Only a basis that counts persons may have ages.
  if (basis && agesFrom !== null && !IS_COUNTED_BY_PERSON[basis])
    refuse('ages', 'contradicts', `must not be given ${why}`);
  if (isBefore(validUntil, validFrom))
    refuse('valid_until', 'contradicts', notBefore('valid_from'), validUntil);
  return problems;
}

const CONDITION_FIELD = {
  length_of_stay: 'min_nights',
  early_bird: 'days_before',
  last_minute: 'days_before',
} as const satisfies Record<DiscountKind, 'min_nights' | 'days_before'>;

function findProblemsOfTwo<Field extends string>(
  values: Record<Field, number | null>,
  required: Field,
  why: string,
): Problem[] {
  const { problems, refuse } = collectProblems();
  if (!isGiven(values[required])) refuse(required, 'required', `is required ${why}`);
  for (const [field, value] of Object.entries<number | null>(values))
    if (field !== required && isGiven(value)) refuse(field, 'contradicts', `must not be given ${why}`, value);
  return problems;
}

const isBefore = (until: string | null, from: string | null): boolean =>
  from !== null && until !== null && until < from;
