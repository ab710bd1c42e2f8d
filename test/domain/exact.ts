/** A fraction rounded half up by its remainder: an independent way, so that the code is not checked against itself. */
export function roundedHalfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator;
  const remainder = numerator % denominator;
  return Number(remainder * 2n >= denominator ? whole + 1n : whole);
}
