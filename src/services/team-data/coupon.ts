/** Coupons (contract, section 5). */
import type { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { cents, date, flag, integer, listingSlugs, object, percent, ruleDays, text } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';

export const couponSchema = object({
  code: text(MAX_CODE_LENGTH),
  percent: percent.nullish(),
  amount: cents.nullish(),
  active: flag.nullish(),
  valid_from: date.nullish(),
  valid_until: date.nullish(),
  stay_from: date.nullish(),
  stay_until: date.nullish(),
  min_nights: ruleDays.nullish(),
  max_redemptions: integer(0, 1_000_000_000).nullish(),
  listings: listingSlugs,
});

export type CouponEntry = z.infer<typeof couponSchema>;

const couponRule = rulesFor<CouponEntry>();

const REQUIRED = ['code'] as const;

export const COUPON: Kind<CouponEntry, (typeof REQUIRED)[number]> = {
  schema: couponSchema,
  required: REQUIRED,
  rules: [
    couponRule(['percent', 'amount'], ({ percent, amount }) => [
      isGiven(percent) === isGiven(amount) && {
        path: ['percent'],
        message: `or amount is required, not ${isGiven(percent) ? 'both' : 'neither'}`,
      },
    ]),
    couponRule(['valid_from', 'valid_until'], ({ valid_from, valid_until }) => [
      isBefore(valid_until, valid_from) && {
        path: ['valid_until'],
        message: 'must not be before valid_from',
        input: valid_until,
      },
    ]),
    couponRule(['stay_from', 'stay_until'], ({ stay_from, stay_until }) => [
      isBefore(stay_until, stay_from) && {
        path: ['stay_until'],
        message: 'must not be before stay_from',
        input: stay_until,
      },
    ]),
  ],
};

const isBefore = (date: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(date && other && date < other);
