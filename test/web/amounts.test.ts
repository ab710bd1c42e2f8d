import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AmountProblem, readAmount, wordAmountProblem } from '../../src/web/amounts.ts';
import { presentMoney, toAmountField } from '../../src/web/views/format.ts';

const read = (text: string, currency = 'EUR', options = {}) => {
  const amount = readAmount(text, currency, options);
  return 'cents' in amount ? amount.cents : amount.problem;
};

describe('amounts as people write them (docs/rules.md, 21.8)', () => {
  test.each<[string, string, number | AmountProblem]>([
    ['85', 'EUR', 8_500],
    ['85.50', 'EUR', 8_550],
    ['85,50', 'EUR', 8_550],
    ['85,5', 'EUR', 8_550],
    ['1.234,50', 'EUR', 123_450],
    ['1,234.50', 'EUR', 123_450],
    ['1.234.567', 'EUR', 123_456_700],
    ['1,234,567.8', 'EUR', 123_456_780],
    ['1 234,50', 'EUR', 123_450],
    ['1\u202f234,50 €', 'EUR', 123_450],
    ['1’234.50', 'CHF', 123_450],
    ['€ 160', 'EUR', 16_000],
    ['160€', 'EUR', 16_000],
    ['EUR 160', 'EUR', 16_000],
    ['160 eur', 'EUR', 16_000],
    ['  160  ', 'EUR', 16_000],
    ['0', 'EUR', 0],
    ['0,00', 'EUR', 0],
    ['US$12', 'USD', 1_200],
    ['$12', 'USD', 1_200],
    ['1,234', 'JPY', 1_234],
    ['1.234', 'JPY', 1_234],
    ['1,234,567', 'JPY', 1_234_567],
    ['￥1,234', 'JPY', 1_234],
    ['1,234.500', 'KWD', 1_234_500],
    ['1.25', 'KWD', 1_250],
    ['0.234', 'KWD', 234],
    ['45.250', 'KWD', 45_250],
    ['KWD 45.250', 'KWD', 45_250],
    ['1.234.500', 'KWD', 1_234_500_000],
    ['1,234', 'EUR', 'ambiguous'],
    ['1.234', 'EUR', 'ambiguous'],
    ['€ 1.234', 'EUR', 'ambiguous'],
    ['123,456', 'EUR', 'ambiguous'],
    ['1,234', 'KWD', 'ambiguous'],
    ['1 234.500', 'KWD', 1_234_500],
    ['$ 160', 'EUR', 'other_currency'],
    ['160 USD', 'EUR', 'other_currency'],
    ['€ 160', 'JPY', 'other_currency'],
    ['-85', 'EUR', 'negative'],
    ['−85', 'EUR', 'negative'],
    ['€ -85', 'EUR', 'negative'],
    ['85.505', 'EUR', 'ambiguous'],
    ['85.5055', 'EUR', 'decimals'],
    ['1.234,505', 'EUR', 'decimals'],
    ['0.234', 'EUR', 'decimals'],
    ['85.5', 'JPY', 'decimals'],
    ['85.50', 'JPY', 'decimals'],
    ['1,23,456', 'EUR', 'unreadable'],
    ['1.2345.678', 'EUR', 'unreadable'],
    ['1,234.567,89', 'EUR', 'unreadable'],
    ['12.34,50', 'EUR', 'unreadable'],
    ['85.', 'EUR', 'unreadable'],
    ['.50', 'EUR', 'unreadable'],
    ['85-', 'EUR', 'unreadable'],
    ['--85', 'EUR', 'unreadable'],
    ['1e3', 'EUR', 'unreadable'],
    ['€ 160 €', 'EUR', 'unreadable'],
    ['about 85', 'EUR', 'other_currency'],
    ['1 2', 'EUR', 'unreadable'],
    ['', 'EUR', 'unreadable'],
    ['€', 'EUR', 'unreadable'],
    ['9'.repeat(40), 'EUR', 'unreadable'],
  ])('%j in %s is %s', (text, currency, expected) => {
    expect(read(text, currency)).toBe(expected);
  });

  test.each(['-20', '−20', '- 20', '-€20', '€-20', '€ −20,00', '-20 EUR'])(
    '%j may be below 0 if an amount may',
    (text) => {
      expect(read(text, 'EUR', { mayBeNegative: true })).toBe(-2_000);
    },
  );

  test('an amount below 0 is never minus zero', () => {
    expect(read('-0', 'EUR', { mayBeNegative: true })).toBe(0);
  });

  const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CHF', 'SEK', 'GBP');
  const cents = fc.integer({ min: 0, max: 100_000_000_000 });

  test('what a field or a page shows is read as the same amount', () => {
    fc.assert(
      fc.property(cents, currencies, fc.boolean(), (amount, currency, isNegative) => {
        const signed = isNegative ? -amount || 0 : amount;
        expect(read(toAmountField(signed, currency), currency, { mayBeNegative: true })).toBe(signed);
        expect(read(presentMoney(amount, currency), currency)).toBe(amount);
      }),
    );
  });

  const writeGrouped = (digits: string, mark: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, mark);

  test('an amount with two decimals is the same with each pair of separators', () => {
    const marks = fc.constantFrom(['.', ','], [',', '.'], [' ', ','], ["'", '.'], ['', ','], ['', '.']);
    fc.assert(
      fc.property(cents, marks, (amount, [group = '', point = '']) => {
        const text = String(amount).padStart(3, '0');
        const whole = writeGrouped(text.slice(0, -2), group);
        expect(read(`${whole}${point}${text.slice(-2)}`)).toBe(amount);
      }),
    );
  });

  test('one separator before three digits is refused with two decimals, groups thousands without, and a point is that of three decimals', () => {
    const mark = fc.constantFrom('.', ',');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 999 }),
        mark,
        (high, low, mark) => {
          const text = `${high}${mark}${String(low).padStart(3, '0')}`;
          expect(read(text, 'EUR')).toBe('ambiguous');
          expect(read(text, 'JPY')).toBe(high * 1_000 + low);
          expect(read(text, 'KWD')).toBe(mark === '.' ? high * 1_000 + low : 'ambiguous');
        },
      ),
    );
  });

  test('any text is an amount that is exact and not below 0, or a problem with a sentence', () => {
    const pieces = fc.constantFrom('1', '23', '000', '.', ',', ' ', "'", '-', '€', '$', 'EUR', 'e', '٣', '½');
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, currencies, (text, currency) => {
        const amount = readAmount(text, currency);
        if ('cents' in amount) expect(Number.isSafeInteger(amount.cents) && amount.cents >= 0).toBe(true);
        else expect(wordAmountProblem(amount.problem, 'The fee', currency)).toMatch(/^The fee .+\.$/);
      }),
    );
  });
});
