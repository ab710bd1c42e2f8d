// Amounts are integers in the currency's minor unit, called "cents" here (in JPY, 1 is one yen). Percentages
// are stored as integers in parts per million: 8.875 % = 88,750 ppm. No float ever touches an amount.

const WHOLE_PPM = 1_000_000n;

/**
 * Thrown if an amount exceeds 2^53 - 1, the largest integer up to which a number is exact. No real price is so
 * large, but a caller can send inputs whose price is (10^11 a night x 1,000 guests x 365 nights). An error is better
 * than an amount that is wrong by a cent.
 */
export class AmountOutOfRangeError extends RangeError {
  override readonly name = 'AmountOutOfRangeError';

  constructor() {
    super('The amount is too large to be calculated exactly.');
  }
}

/**
 * Returns an amount if the number represents it exactly, and throws an error if not. A sum or product of two
 * safe integers that exceeds the safe range is rounded to 2^53 or more, never back into the range, so checking
 * the result is enough.
 */
function requireExactCents(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents)) throw new AmountOutOfRangeError();
  return amountCents;
}

/** The exact sum of two amounts, in cents. */
export function addCents(one: number, other: number): number {
  return requireExactCents(one + other);
}

/** The exact sum of amounts, in cents, which is 0 for none. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amountCents of amounts) total = addCents(total, amountCents);
  return total;
}

/** An amount in cents times a quantity, without rounding. */
export function multiplyCents(unitAmountCents: number, quantity: number): number {
  return requireExactCents(unitAmountCents * quantity);
}

/** A percentage of an amount that is not negative, in cents, rounded half up. */
export const computePercentOfCents = (amountCents: number, percentPpm: number): number =>
  divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM);

/** One of equal shares of a percentage of an amount that is not negative, in cents, rounded half up. */
export const computeSharedPercentOfCents = (
  amountCents: number,
  percentPpm: number,
  shares: number,
): number => divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM * BigInt(shares));

/**
 * The part of an amount that is an included percentage (included taxes), in cents, rounded half up: base - base / (1 +
 * p), which equals base * p / (1 + p).
 */
export function computeIncludedPercentOfCents(amountCents: number, percentPpm: number): number {
  return divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM + BigInt(percentPpm));
}

/**
 * The quotient n / d rounded half up, for n >= 0 and d > 0. BigInt is used, because an amount times its ppm
 * quickly exceeds 2^53.
 */
function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) throw new RangeError('Only amounts that are not negative can be rounded.');
  return requireExactCents(Number((2n * numerator + denominator) / (2n * denominator)));
}

/**
 * The currencies that ISO 4217 gives other than two decimals. The list is our own, because the one in Node.js,
 * Unicode's, has the decimals that people write (none for HUF and IDR), and they change with its version.
 */
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(withDigits(0)),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(withDigits(3)),
  ...'CLF UYW'.split(' ').map(withDigits(4)),
]);

function withDigits(digits: number) {
  return (currency: string): [string, number] => [currency, digits];
}

/** The decimals of a currency: 2 for most, 0 for JPY, 3 for KWD. */
export const countMinorDigits = (currency: string): number => MINOR_DIGITS.get(currency) ?? 2;

/**
 * Creates a format that writes amounts of a currency for people, such as "€1,240.50" or "¥12,000". If `isWhole`
 * is set, there are no decimals.
 */
export function createMoneyFormat(currency: string, { isWhole = false } = {}): Intl.NumberFormat {
  const digits = isWhole ? 0 : countMinorDigits(currency);
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
