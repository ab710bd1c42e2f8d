import { describe, expect, it } from 'vitest';
import { findBestDiscountLine } from '../../../src/domain/pricing/discounts.ts';
import { buildDiscount } from '../builders.ts';

const lengthOfStay = (code: string, minNights: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'length_of_stay', minNights, percentPpm });
const earlyBird = (code: string, daysBefore: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'early_bird', minNights: null, daysBefore, percentPpm });
const lastMinute = (code: string, daysBefore: number, percentPpm: number) =>
  buildDiscount({ code, name: code, kind: 'last_minute', minNights: null, daysBefore, percentPpm });

const codeOf = (line: { code: string } | null) => line?.code ?? null;

describe('the automatic discount', () => {
  it('the automatic discount for a length of stay applies from its number of nights on', () => {
    const weekly = [lengthOfStay('weekly', 7, 100_000)];
    expect(findBestDiscountLine(weekly, 1_000, { nights: 6, leadDays: 0 })).toBeNull();
    expect(codeOf(findBestDiscountLine(weekly, 1_000, { nights: 7, leadDays: 0 }))).toBe('weekly');
  });

  it('the automatic discount for early birds applies if check-in is at least its days ahead', () => {
    const early = [earlyBird('early', 90, 50_000)];
    expect(findBestDiscountLine(early, 1_000, { nights: 1, leadDays: 89 })).toBeNull();
    expect(codeOf(findBestDiscountLine(early, 1_000, { nights: 1, leadDays: 90 }))).toBe('early');
  });

  it('the automatic discount for last-minute stays applies if check-in is at most its days ahead', () => {
    const late = [lastMinute('late', 3, 50_000)];
    expect(codeOf(findBestDiscountLine(late, 1_000, { nights: 1, leadDays: 3 }))).toBe('late');
    expect(findBestDiscountLine(late, 1_000, { nights: 1, leadDays: 4 })).toBeNull();
  });

  it('the automatic discount is one only: the one that saves most', () => {
    const all = [lengthOfStay('weekly', 7, 100_000), earlyBird('early', 90, 50_000)];
    expect(findBestDiscountLine(all, 46_505, { nights: 7, leadDays: 90 })).toEqual({
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

  it("the automatic discount is compared after rounding: what saves the same is a tie, and the kinds' order decides", () => {
    // 10 cents: 25 %, 29 % and 34 % all save 3.
    const tied = [lastMinute('a', 9, 340_000), earlyBird('b', 0, 290_000), lengthOfStay('c', 1, 250_000)];
    const facts = { nights: 3, leadDays: 5 };
    expect(codeOf(findBestDiscountLine(tied, 10, facts))).toBe('c');
    expect(codeOf(findBestDiscountLine(tied.slice(0, 2), 10, facts))).toBe('b');
  });

  it("the automatic discount is decided by the code's order within one kind, in whatever order they come", () => {
    const tied = [
      lengthOfStay('b', 1, 100_000),
      lengthOfStay('B', 1, 100_000),
      lengthOfStay('a', 1, 100_000),
    ];
    expect(codeOf(findBestDiscountLine(tied, 1_000, { nights: 3, leadDays: 5 }))).toBe('B');
  });

  it('the automatic discount has no line if it saves nothing', () => {
    expect(findBestDiscountLine([lengthOfStay('tiny', 1, 1)], 1_000, { nights: 3, leadDays: 5 })).toBeNull();
    expect(
      findBestDiscountLine([lengthOfStay('all', 1, 1_000_000)], 0, { nights: 3, leadDays: 5 }),
    ).toBeNull();
  });

  it('the automatic discount applies to nothing if its own rule is missing', () => {
    const ruleless = [
      buildDiscount({ kind: 'length_of_stay', minNights: null, daysBefore: 1 }),
      buildDiscount({ kind: 'early_bird', minNights: 1, daysBefore: null }),
      buildDiscount({ kind: 'last_minute', minNights: 1, daysBefore: null }),
    ];
    for (const leadDays of [0, 9])
      expect(findBestDiscountLine(ruleless, 1_000, { nights: 9, leadDays })).toBeNull();
  });
});
