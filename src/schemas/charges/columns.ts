/** What to store of a charge, without its code and listings. */
import type { TaxTarget } from '../../domain/vocabulary.ts';
import type { ChargeColumns, ChargeKind } from '../../services/catalogue/charges.ts';
import type { SomeFields } from '../formats.ts';
import type { ChargeEntries, CouponEntry, DiscountEntry, FeeEntry, TaxEntry } from './entries.ts';
import { couponRow, dateRow, discountRow, extraRow, feeRow, taxPriceRow, taxRow } from './fields.ts';

/** A range of ages is always replaced as a whole. */
function toAgeColumns({ ages }: SomeFields<Pick<FeeEntry, 'ages'>>) {
  const none = ages === undefined ? undefined : null;
  const from = ages?.from ?? null;
  const to = ages?.to ?? null;
  const hasAges = from !== null || to !== null;
  return { agesFrom: hasAges ? (from ?? 0) : none, agesTo: hasAges ? to : none };
}

const toFeeColumns = (entry: SomeFields<FeeEntry>): ChargeColumns<'fee'> => ({
  ...feeRow.toColumns(entry),
  ...toAgeColumns(entry),
  ...dateRow.toColumns(entry),
  ...extraRow.toColumns(entry),
});

const hasTarget = ({ applies_to: targets }: SomeFields<TaxEntry>, target: TaxTarget) =>
  targets ? targets.includes(target) : targets;

const toTaxColumns = (entry: SomeFields<TaxEntry>): ChargeColumns<'tax'> => ({
  ...taxPriceRow.toColumns(entry),
  appliesToAccommodation: hasTarget(entry, 'accommodation'),
  appliesToFees: hasTarget(entry, 'fees'),
  ...taxRow.toColumns(entry),
  ...toAgeColumns(entry),
  ...dateRow.toColumns(entry),
});

const toDiscountColumns = (entry: SomeFields<DiscountEntry>): ChargeColumns<'discount'> =>
  discountRow.toColumns(entry);

const toCouponColumns = (entry: SomeFields<CouponEntry>): ChargeColumns<'coupon'> =>
  couponRow.toColumns(entry);

const TO_COLUMNS: {
  [Kind in ChargeKind]: (entry: SomeFields<ChargeEntries[Kind]>) => ChargeColumns<Kind>;
} = {
  fee: toFeeColumns,
  tax: toTaxColumns,
  discount: toDiscountColumns,
  coupon: toCouponColumns,
};

export const toChargeColumns = <Kind extends ChargeKind>(
  kind: Kind,
  entry: SomeFields<ChargeEntries[Kind]>,
): ChargeColumns<Kind> => TO_COLUMNS[kind](entry);
