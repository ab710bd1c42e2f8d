import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AmountOutOfRangeError,
  computeIncludedPercentOfCents,
  computePercentOfCents,
  countMinorDigits,
  createMoneyFormat,
  multiplyCents,
  sumCents,
} from '../../src/domain/money.ts';
import { itHolds } from '../helpers/arbitraries.ts';
import { roundedHalfUp } from './exact.ts';

const anyAmount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
/** Amounts up to the edge between the two ways of computing a percentage, 2^53 / 2,000,000, and beyond. */
const ordinaryAmount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 4_503_000_000, max: 4_504_000_000 }),
);
const anyPercent = fc.integer({ min: 0, max: 1_000_000 });

describe('percentages', () => {
  it.each([
    [46_500, 50_000, 2_325], // 5 % = 2325
    [44_175, 150_000, 6_626], // 15 % = 6626.25
    [37_549, 35_000, 1_314], // 3.5 % = 1314.215
    [42_549, 60_000, 2_553], // 6 % = 2552.94
    [10, 50_000, 1], // 0.5 goes up
    [30, 50_000, 2], // 1.5 goes up, and so does 0.5: half up, not half to even
    [9, 50_000, 0], // 0.45
    [100_000, 88_750, 8_875], // 8.875 %
    [1, 1_000_000, 1],
    [0, 1_000_000, 0],
  ])('%i cents at %i ppm are %i cents', (amountCents, percentPpm, expected) => {
    expect(computePercentOfCents(amountCents, percentPpm)).toBe(expected);
  });

  it('the included part of an amount: 11000 with 10 % inside contains 1000, and 10000 with 6 % contains 566.04', () => {
    expect(computeIncludedPercentOfCents(11_000, 100_000)).toBe(1_000);
    expect(computeIncludedPercentOfCents(10_000, 60_000)).toBe(566);
    expect(computeIncludedPercentOfCents(3, 1_000_000)).toBe(2); // 1.5 goes up
  });

  itHolds(
    'a percentage of an amount is the exact fraction rounded half up, for every amount a number can hold',
    fc.property(anyAmount, anyPercent, (amountCents, percentPpm) => {
      const [amount, ppm] = [BigInt(amountCents), BigInt(percentPpm)];
      expect(computePercentOfCents(amountCents, percentPpm)).toBe(roundedHalfUp(amount * ppm, 1_000_000n));
      // base - base / (1 + p), with p = ppm / 1,000,000, over one denominator.
      const whole = 1_000_000n + ppm;
      expect(computeIncludedPercentOfCents(amountCents, percentPpm)).toBe(
        roundedHalfUp(amount * whole - amount * 1_000_000n, whole),
      );
    }),
  );

  itHolds(
    'a percentage of an ordinary amount, computed without BigInt, is the exact fraction rounded half up too',
    fc.property(ordinaryAmount, anyPercent, (amountCents, percentPpm) => {
      const exact = roundedHalfUp(BigInt(amountCents) * BigInt(percentPpm), 1_000_000n);
      expect(computePercentOfCents(amountCents, percentPpm)).toBe(exact);
    }),
  );

  it('a percentage of a negative amount is refused, because half up would round it the other way', () => {
    expect(() => computePercentOfCents(-1, 500_000)).toThrow(
      new RangeError('Only amounts that are not negative can be rounded.'),
    );
  });
});

describe('sums and products', () => {
  it('sums and products beyond 2^53 - 1 are refused with the name of the amount', () => {
    expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(
      expect.objectContaining({
        name: 'AmountOutOfRangeError',
        message: 'The amount is too large to be calculated exactly.',
      }),
    );
    expect(() => multiplyCents(100_000_000_000, 365_000)).toThrow(AmountOutOfRangeError);
    expect(sumCents([Number.MAX_SAFE_INTEGER, -1])).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect(multiplyCents(100_000_000_000, 365)).toBe(36_500_000_000_000);
  });

  const factor = fc.integer({ min: 0, max: 100_000_000_000 });
  itHolds(
    'a product of amounts is exact or refused, never rounded',
    fc.property(factor, fc.integer({ min: 0, max: 365_000 }), (amountCents, quantity) => {
      const product = BigInt(amountCents) * BigInt(quantity);
      if (product > BigInt(Number.MAX_SAFE_INTEGER)) {
        expect(() => multiplyCents(amountCents, quantity)).toThrow(AmountOutOfRangeError);
      } else {
        expect(BigInt(multiplyCents(amountCents, quantity))).toBe(product);
      }
    }),
  );

  it('the sum of no amounts is 0', () => {
    expect(sumCents([])).toBe(0);
  });
});

it('a currency has the decimals of ISO 4217, and not those that people write', () => {
  const digits = ['EUR', 'HUF', 'IDR', 'COP', 'JPY', 'CLP', 'KWD', 'IQD', 'CLF'].map(countMinorDigits);
  expect(digits).toEqual([2, 2, 2, 2, 0, 0, 3, 3, 4]);
  const written = (currency: string) => createMoneyFormat(currency).format(1_234);
  expect(['EUR', 'HUF', 'JPY', 'KWD'].map(written)).toEqual(
    ['€1,234.00', 'Ft 1,234.00', '¥1,234', 'KWD 1,234.000'].map((text) => text.replace(' ', '\u00a0')),
  );
  expect(createMoneyFormat('HUF', { isWhole: true }).format(1_234)).toBe('Ft\u00a01,234');
});
