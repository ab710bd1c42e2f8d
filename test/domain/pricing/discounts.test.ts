import { describe, expect, it } from 'vitest';
import {
  buildDiscountLine,
  type Discount,
  findBestDiscount,
  listApplyingDiscounts,
} from '../../../src/domain/pricing/discounts.ts';
import { buildDiscount } from '../builders.ts';

const lengthOfStay = (code: string, minNights: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'length_of_stay', minNights, percentPpm });
const earlyBird = (code: string, daysBefore: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'early_bird', minNights: null, daysBefore, percentPpm });
const lastMinute = (code: string, daysBefore: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'last_minute', minNights: null, daysBefore, percentPpm });

const bestLineOf = (
  discounts: readonly Discount[],
  accommodationCents: number,
  facts: { nights: number; leadDays: number },
) => {
  const best = findBestDiscount(listApplyingDiscounts(discounts, facts), accommodationCents);
  return best && buildDiscountLine(best, accommodationCents);
};
const codeOf = (line: { code: string } | null) => line?.code ?? null;

describe('the automatic discount', () => {
  it('a length-of-stay discount applies from its number of nights on', () => {
    const weekly = [lengthOfStay('weekly', 7, 100_000)];
    expect(bestLineOf(weekly, 1_000, { nights: 6, leadDays: 0 })).toBeNull();
    expect(codeOf(bestLineOf(weekly, 1_000, { nights: 7, leadDays: 0 }))).toBe('weekly');
  });

  it('an early-bird discount applies if check-in is at least its number of days ahead', () => {
    const early = [earlyBird('early', 90, 50_000)];
    expect(bestLineOf(early, 1_000, { nights: 1, leadDays: 89 })).toBeNull();
    expect(codeOf(bestLineOf(early, 1_000, { nights: 1, leadDays: 90 }))).toBe('early');
  });

  it('a last-minute discount applies if check-in is at most its number of days ahead', () => {
    const late = [lastMinute('late', 3, 50_000)];
    expect(codeOf(bestLineOf(late, 1_000, { nights: 1, leadDays: 3 }))).toBe('late');
    expect(bestLineOf(late, 1_000, { nights: 1, leadDays: 4 })).toBeNull();
  });

  it('of several automatic discounts, only the one that saves most applies', () => {
    const all = [lengthOfStay('weekly', 7, 100_000), earlyBird('early', 90, 50_000)];
    expect(bestLineOf(all, 46_505, { nights: 7, leadDays: 90 })).toEqual({
      type: 'discount',
      code: 'weekly',
      name: 'weekly',
      basis: 'percent',
      quantity: null,
      unitAmountCents: null,
      percentPpm: 100_000,
      baseAmountCents: 46_505,
      amountCents: -4_651,
      included: false,
    });
  });

  it('if two automatic discounts save the same after rounding, the kind decides', () => {
    // 10 cents: 25 %, 29 % and 34 % all save 3.
    const tied = [lastMinute('a', 9, 340_000), earlyBird('b', 0, 290_000), lengthOfStay('c', 1, 250_000)];
    const facts = { nights: 3, leadDays: 5 };
    expect(codeOf(bestLineOf(tied, 10, facts))).toBe('c');
    expect(codeOf(bestLineOf(tied.slice(0, 2), 10, facts))).toBe('b');
  });

  it('if two automatic discounts of one kind save the same, the lower code wins', () => {
    const tied = [
      lengthOfStay('b', 1, 100_000),
      lengthOfStay('B', 1, 100_000),
      lengthOfStay('a', 1, 100_000),
    ];
    expect(codeOf(bestLineOf(tied, 1_000, { nights: 3, leadDays: 5 }))).toBe('B');
  });

  it('an automatic discount that saves nothing has no line', () => {
    expect(bestLineOf([lengthOfStay('tiny', 1, 1)], 1_000, { nights: 3, leadDays: 5 })).toBeNull();
    expect(bestLineOf([lengthOfStay('all', 1, 1_000_000)], 0, { nights: 3, leadDays: 5 })).toBeNull();
  });

  it('an automatic discount without the days or nights that its kind needs never applies', () => {
    const ruleless = [
      buildDiscount({ kind: 'length_of_stay', minNights: null, daysBefore: 1 }),
      buildDiscount({ kind: 'early_bird', minNights: 1, daysBefore: null }),
      buildDiscount({ kind: 'last_minute', minNights: 1, daysBefore: null }),
    ];
    for (const leadDays of [0, 9]) expect(bestLineOf(ruleless, 1_000, { nights: 9, leadDays })).toBeNull();
  });
});
