/** The four kinds of charges, each with its checks, its row and its form in the API, which is that of a team file. */
import type { ChargeName, ChargeRecord } from '../../db/queries/listings/charges.ts';
import { foldCase } from '../../domain/text.ts';
import { FEE, TAX } from '../team-data/charge.ts';
import {
  couponPart,
  couponRow,
  discountPart,
  discountRow,
  feePart,
  feeRow,
  taxPart,
  taxRow,
} from '../team-data/charge-rows.ts';
import { COUPON } from '../team-data/coupon.ts';
import { DISCOUNT } from '../team-data/discount.ts';
import type { Kind } from '../team-data/kind.ts';
import { couponEntry, discountEntry, feeEntry, taxEntry } from '../team-file/export/entries.ts';
import type { Names } from '../team-file/export/names.ts';

/** The given fields of a charge. The fields besides these depend on its kind. */
export type ChargeEntry = { code: string; listings?: string[] | null | undefined; [field: string]: unknown };

/** A coupon in the form of a team file, with its redemptions. */
const shownCoupon = (coupon: ChargeRecord<'coupon'>, names: Names, redemptions: number) => ({
  ...couponEntry(coupon, names),
  redemptions,
});

/** A charge in the form of the API. */
export type ShownCharge = ReturnType<
  typeof feeEntry | typeof taxEntry | typeof discountEntry | typeof shownCoupon
>;

type ChargeKind<Name extends ChargeName> = {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has values of its own.
  kind: Kind<any, any>;
  keyOf: (code: string) => string;
  partOf: (row: ChargeRecord<Name>, given: never) => object;
  rowOf: (
    entry: never,
    keep: { teamId: number; stored: ChargeRecord<Name> | undefined; listingIds: string[] | null },
  ) => ChargeRecord<Name>;
  /** `redemptions` are those of a coupon. */
  show: (row: ChargeRecord<Name>, names: Names, redemptions: number) => ShownCharge;
};

const asItIs = (code: string): string => code;

export const CHARGE_KINDS: { [Name in ChargeName]: ChargeKind<Name> } = {
  fee: { kind: FEE, keyOf: asItIs, partOf: feePart, rowOf: feeRow, show: feeEntry },
  tax: { kind: TAX, keyOf: asItIs, partOf: taxPart, rowOf: taxRow, show: taxEntry },
  discount: {
    kind: DISCOUNT,
    keyOf: asItIs,
    partOf: discountPart,
    rowOf: discountRow,
    show: discountEntry,
  },
  coupon: {
    kind: COUPON,
    keyOf: foldCase,
    partOf: couponPart,
    rowOf: couponRow,
    show: shownCoupon,
  },
};
