// Amounts are integers in the currency's minor unit, called "cents" here (in JPY, 1 is one yen). Percentages
// are stored as integers in parts per million: 8.875 % = 88,750 ppm. No float ever touches an amount.

const WHOLE_PPM = 1_000_000n;

export const AMOUNT_OUT_OF_RANGE = 'The amount is too large to be calculated exactly.';

/**
 * The amount exceeds 2^53 - 1, up to which a number is exact. No real price is so large, but a caller can
 * send one (10^11 a night x 1,000 guests x 365 nights), and an error is better than an amount that is wrong
 * by a cent.
 */
export class AmountOutOfRangeError extends RangeError {
  override readonly name = 'AmountOutOfRangeError';

  constructor() {
    super(AMOUNT_OUT_OF_RANGE);
  }
}

/**
 * A sum or product of two safe integers that exceeds the safe range is rounded to 2^53 or more, never back
 * into the range, so checking the result is enough.
 */
function requireExactCents(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents)) throw new AmountOutOfRangeError();
  return amountCents;
}

export function addCents(one: number, other: number): number {
  return requireExactCents(one + other);
}

/** 0 for no amounts. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amountCents of amounts) total = addCents(total, amountCents);
  return total;
}

export function multiplyCents(unitAmountCents: number, quantity: number): number {
  return requireExactCents(unitAmountCents * quantity);
}

/** Of an amount that is not negative, rounded half up. */
export const computePercentOfCents = (amountCents: number, percentPpm: number): number =>
  divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM);

/** One of equal shares of a percentage of an amount that is not negative, rounded half up. */
export const computeSharedPercentOfCents = (
  amountCents: number,
  percentPpm: number,
  shares: number,
): number => divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM * BigInt(shares));

/**
 * The part of an amount that is an included percentage (included taxes), rounded half up: base - base / (1 +
 * p), which equals base * p / (1 + p).
 */
export function computeIncludedPercentOfCents(amountCents: number, percentPpm: number): number {
  return divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), WHOLE_PPM + BigInt(percentPpm));
}

/**
 * n / d rounded half up, for n >= 0 and d > 0. BigInt, because an amount times its ppm quickly exceeds 2^53.
 */
function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) throw new RangeError('Only amounts that are not negative can be rounded.');
  return requireExactCents(Number((2n * numerator + denominator) / (2n * denominator)));
}

/**
 * Currencies to which ISO 4217 does not give two decimals. Our own list, because Node.js has Unicode's, with
 * the decimals that people write (none for HUF and IDR), which change with its version.
 */
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(withDigits(0)),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(withDigits(3)),
  ...'CLF UYW'.split(' ').map(withDigits(4)),
]);

function withDigits(digits: number) {
  return (currency: string): [string, number] => [currency, digits];
}

/** 2 for most, 0 for JPY, 3 for KWD. */
export const countMinorDigits = (currency: string): number => MINOR_DIGITS.get(currency) ?? 2;

/** For people, such as "€1,240.50" or "¥12,000". Without decimals if `isWhole`. */
export function createMoneyFormat(
  currency: string,
  { isWhole = false, locale = 'en-GB' } = {},
): Intl.NumberFormat {
  const digits = isWhole ? 0 : countMinorDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
