// Amounts are integers in the currency's minor unit, "cents" (contract, section 2; 1 is one yen in JPY), and
// percentages are integers in parts per million: 8.875 % = 88,750 ppm. No float ever touches an amount.

const wholePpm = 1_000_000n;

/**
 * Thrown where an amount would leave the integers that a number holds exactly (beyond 2^53 - 1). The limits of
 * section 3 allow inputs that reach it (10^11 a night x 1,000 guests x 365 nights), real prices never do; it is
 * better to say so than to be wrong by a cent.
 */
export class AmountOutOfRangeError extends RangeError {
  override readonly name = 'AmountOutOfRangeError';

  constructor() {
    super('The amount is too large to be calculated exactly.');
  }
}

/**
 * Answers the amount itself where it is exact, else throws. A sum or product of two safe integers that leaves
 * the safe range is rounded to 2^53 or beyond, never back into it, so looking at the result is enough.
 */
function exact(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents)) throw new AmountOutOfRangeError();
  return amountCents;
}

/** The exact sum of amounts, in cents; 0 of none. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const amountCents of amounts) total = exact(total + amountCents);
  return total;
}

/** An amount a number of times, in cents, exactly. */
export function multiplyCents(unitAmountCents: number, quantity: number): number {
  return exact(unitAmountCents * quantity);
}

/** A percentage of an amount that is not negative, in cents, rounded half up (contract, section 5). */
export function percentOfCents(amountCents: number, percentPpm: number): number {
  return divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), wholePpm);
}

/**
 * How much of an amount is a percentage that is already inside it (contract, section 5, included taxes), in
 * cents, rounded half up: base - base / (1 + p), which is base * p / (1 + p).
 */
export function includedPercentOfCents(amountCents: number, percentPpm: number): number {
  return divideHalfUp(BigInt(amountCents) * BigInt(percentPpm), wholePpm + BigInt(percentPpm));
}

/** n / d rounded half up, for n >= 0 and d > 0. In BigInt, because an amount times its ppm passes 2^53 soon. */
function divideHalfUp(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) throw new RangeError('Only amounts that are not negative are rounded.');
  return exact(Number((2n * numerator + denominator) / (2n * denominator)));
}
