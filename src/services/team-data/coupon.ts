/** Coupons (contract, section 5). */
import type { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { cents, date, flag, integer, listingSlugs, object, percent, ruleDays, text } from './fields.ts';
import { isGiven, type Kind, rulesFor } from './kind.ts';

export const couponSchema = object({
  code: text(MAX_CODE_LENGTH).describe('The code that guests type. Case does not matter.'),
  percent: percent.nullish().describe('The discount in percent.'),
  amount: cents.nullish().describe('The discount in cents. Either this or `percent`.'),
  active: flag.nullish().meta({ description: 'Whether it can be used.', default: true }),
  valid_from: date.nullish().describe('The first day on which it can be used.'),
  valid_until: date.nullish().describe('The last day on which it can be used.'),
  stay_from: date.nullish().describe('The earliest check-in.'),
  stay_until: date.nullish().describe('The latest check-out.'),
  min_nights: ruleDays.nullish().describe('The shortest stay.'),
  max_redemptions: integer(0, 1_000_000_000)
    .nullish()
    .describe('The maximum number of bookings that can have it at once.'),
  listings: listingSlugs.describe('The listings it is for. Default: all.'),
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
