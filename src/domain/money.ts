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

/** The decimals of the currencies that were asked for. There are about 300 currencies. */
const minorDigits = new Map<string, number>();

/** The decimals of a currency: 2 for most, 0 for JPY, 3 for KWD. */
export function countMinorDigits(currency: string): number {
  const known = minorDigits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  minorDigits.set(currency, digits);
  return digits;
}
