/** Raises or lowers many base rates at once (docs/rules.md, 24.9). */

/** A percentage or an amount by which rates change, and the multiple that they are rounded to. */
export interface RateChange {
  readonly percentPpm: number | null;
  readonly amountCents: number | null;
  readonly roundToCents: number;
}

const WHOLE_PPM = 1_000_000n;

/**
 * A base rate in cents after it was raised or lowered, rounded half up to a multiple of `roundToCents`, and
 * never below 0. The changed rate may be too large to be stored, which the caller must check.
 */
export function adjustRate(baseCents: number, { percentPpm, amountCents, roundToCents }: RateChange): number {
  const changed =
    percentPpm === null
      ? BigInt(baseCents + (amountCents ?? 0)) * WHOLE_PPM
      : BigInt(baseCents) * (WHOLE_PPM + BigInt(percentPpm));
  if (changed <= 0n) return 0;
  const step = WHOLE_PPM * BigInt(roundToCents);
  return Number((2n * changed + step) / (2n * step)) * roundToCents;
}
