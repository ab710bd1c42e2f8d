/**
 * Rows of fees, taxes, discounts and coupons: the file's values, else the stored ones, else the defaults (section 11).
 */
import type {
  CouponRecord,
  DiscountRecord,
  FeeRecord,
  TaxRecord,
} from '../../db/queries/team-file/team-file.ts';
import { foldCase } from '../../domain/text.ts';
import type { FeeEntry, TaxEntry } from './charge.ts';
import type { CouponEntry } from './coupon.ts';
import type { DiscountEntry } from './discount.ts';
import { isGiven, type Whole } from './kind.ts';
import { given } from './merging.ts';

type Keep<Row> = { teamId: number; stored: Row | undefined; listingIds: string[] | null };
type Charge = { value: Whole<FeeEntry, 'name' | 'basis'>; given: FeeEntry };

/** A charge has either a percentage or an amount, so giving one clears the other. */
const percentAndAmount = (
  { percentPpm, amountCents }: { percentPpm: number | null; amountCents: number | null },
  { percent, amount }: { percent?: number | null | undefined; amount?: number | null | undefined },
) => ({
  percent: isGiven(amount) ? null : percentPpm,
  amount: isGiven(percent) ? null : amountCents,
});

export const feePart = (row: FeeRecord, value: FeeEntry): Partial<FeeEntry> => ({
  name: row.name,
  basis: row.basis,
  ...percentAndAmount(row, value),
});

const chargeRow = ({ value }: Charge, { teamId, listingIds }: Keep<unknown>) => ({
  teamId,
  code: value.code,
  name: value.name,
  basis: value.basis,
  amountCents: value.amount ?? null,
  percentPpm: value.percent ?? null,
  listingIds,
});

export const feeRow = (entry: Charge, keep: Keep<FeeRecord>): FeeRecord => ({
  ...chargeRow(entry, keep),
  taxable: given(entry.value.taxable, keep.stored?.taxable, false),
});

export const taxPart = (row: TaxRecord, value: TaxEntry): Partial<TaxEntry> => ({
  ...feePart({ ...row, taxable: false }, value),
  included: row.included,
});

export function taxRow(
  entry: { value: Whole<TaxEntry, 'name' | 'basis'>; given: TaxEntry },
  keep: Keep<TaxRecord>,
): TaxRecord {
  const { value } = entry;
  const { stored } = keep;
  const targets = value.applies_to;
  const appliesTo = (target: 'accommodation' | 'fees', before: boolean | undefined) =>
    given(targets === undefined ? undefined : (targets?.includes(target) ?? null), before, true);
  return {
    ...chargeRow(entry, keep),
    appliesToAccommodation: appliesTo('accommodation', stored?.appliesToAccommodation),
    appliesToFees: appliesTo('fees', stored?.appliesToFees),
    included: given(value.included, stored?.included, false),
    maxNights: given(value.max_nights, stored?.maxNights, null),
  };
}

/** A discount has one condition, so giving the other clears it. */
export const discountPart = (row: DiscountRecord, value: DiscountEntry): Partial<DiscountEntry> => ({
  name: row.name,
  kind: row.kind,
  percent: row.percentPpm,
  min_nights: isGiven(value.days_before) ? null : row.minNights,
  days_before: isGiven(value.min_nights) ? null : row.daysBefore,
});

export const discountRow = (
  { value }: { value: Whole<DiscountEntry, 'name' | 'kind' | 'percent'> },
  { teamId, listingIds }: Keep<DiscountRecord>,
): DiscountRecord => ({
  teamId,
  code: value.code,
  name: value.name,
  kind: value.kind,
  percentPpm: value.percent,
  minNights: value.min_nights ?? null,
  daysBefore: value.days_before ?? null,
  listingIds,
});

export const couponPart = (row: CouponRecord, value: CouponEntry): Partial<CouponEntry> => ({
  ...percentAndAmount(row, value),
  valid_from: row.validFrom,
  valid_until: row.validUntil,
  stay_from: row.stayFrom,
  stay_until: row.stayUntil,
});

export const couponRow = (
  { value }: { value: CouponEntry },
  { teamId, stored, listingIds }: Keep<CouponRecord>,
): CouponRecord => ({
  teamId,
  codeKey: foldCase(value.code),
  code: value.code,
  percentPpm: value.percent ?? null,
  amountCents: value.amount ?? null,
  active: given(value.active, stored?.active, true),
  validFrom: value.valid_from ?? null,
  validUntil: value.valid_until ?? null,
  stayFrom: value.stay_from ?? null,
  stayUntil: value.stay_until ?? null,
  minNights: given(value.min_nights, stored?.minNights, null),
  maxRedemptions: given(value.max_redemptions, stored?.maxRedemptions, null),
  redeemedBeyond: stored?.redeemedBeyond ?? 0,
  listingIds,
});
