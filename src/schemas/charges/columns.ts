/** The columns that the entry of a charge, or a part of one, sets. Its code and its listings are no part of them. */
import type { TaxTarget } from '../../domain/vocabulary.ts';
import type { ChargeColumns, ChargeKind } from '../../services/catalogue/charges.ts';
import type { SomeFields } from '../formats.ts';
import type { ChargeEntry, CouponEntry, DiscountEntry, FeeEntry, TaxEntry } from './entries.ts';

/** The ages, replaced as a whole, and the dates that a charge is for. */
function toAgeAndDateColumns({
  ages,
  valid_from,
  valid_until,
}: SomeFields<Pick<FeeEntry, 'ages' | 'valid_from' | 'valid_until'>>) {
  const none = ages === undefined ? undefined : null;
  const from = ages?.from ?? null;
  const to = ages?.to ?? null;
  const hasAges = from !== null || to !== null;
  return {
    agesFrom: hasAges ? (from ?? 0) : none,
    agesTo: hasAges ? to : none,
    validFrom: valid_from,
    validUntil: valid_until,
  };
}

const toFeeColumns = (entry: SomeFields<FeeEntry>): ChargeColumns<'fee'> => ({
  name: entry.name,
  basis: entry.basis,
  amountCents: entry.amount,
  percentPpm: entry.percent,
  taxable: entry.taxable,
  ...toAgeAndDateColumns(entry),
  optional: entry.optional,
  maxQuantity: entry.max_quantity,
});

const hasTarget = ({ applies_to: targets }: SomeFields<TaxEntry>, target: TaxTarget) =>
  targets ? targets.includes(target) : targets;

const toTaxColumns = (entry: SomeFields<TaxEntry>): ChargeColumns<'tax'> => ({
  name: entry.name,
  basis: entry.basis,
  amountCents: entry.amount,
  percentPpm: entry.percent,
  appliesToAccommodation: hasTarget(entry, 'accommodation'),
  appliesToFees: hasTarget(entry, 'fees'),
  included: entry.included,
  maxNights: entry.max_nights,
  maxAmountCents: entry.max_amount,
  ...toAgeAndDateColumns(entry),
});

const toDiscountColumns = (entry: SomeFields<DiscountEntry>): ChargeColumns<'discount'> => ({
  name: entry.name,
  kind: entry.kind,
  percentPpm: entry.percent,
  minNights: entry.min_nights,
  daysBefore: entry.days_before,
});

const toCouponColumns = (entry: SomeFields<CouponEntry>): ChargeColumns<'coupon'> => ({
  percentPpm: entry.percent,
  amountCents: entry.amount,
  active: entry.active,
  validFrom: entry.valid_from,
  validUntil: entry.valid_until,
  stayFrom: entry.stay_from,
  stayUntil: entry.stay_until,
  minNights: entry.min_nights,
  maxRedemptions: entry.max_redemptions,
});

const TO_COLUMNS = {
  fee: toFeeColumns,
  tax: toTaxColumns,
  discount: toDiscountColumns,
  coupon: toCouponColumns,
} satisfies { [Name in ChargeKind]: (entry: never) => ChargeColumns<Name> };

export const toChargeColumns = <Name extends ChargeKind>(
  name: Name,
  entry: SomeFields<ChargeEntry>,
): ChargeColumns<Name> => TO_COLUMNS[name](entry as never) as ChargeColumns<Name>;
