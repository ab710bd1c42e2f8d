/** A fraction rounded half up by its remainder: a second way, so that the code's own is not asked about itself. */
export function roundedHalfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator;
  const remainder = numerator % denominator;
  return Number(remainder * 2n >= denominator ? whole + 1n : whole);
}
