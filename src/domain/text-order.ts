/**
 * Compares two texts by code point, like PostgreSQL's `COLLATE "C"` (contract, section 2), so that sorting here and in
 * the database never differs. Returns a number below 0 if `a` comes first, for use with `sort`.
 *
 * JavaScript's `<` compares UTF-16 units, and would sort characters above U+FFFF (surrogates, from D800) before U+E000
 * to U+FFFF. At the first unit that differs, `codePointAt` reads the whole character. If that unit is the second half
 * of a pair, both texts share the first half, and the halves sort as the characters do.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    if (a.charCodeAt(index) !== b.charCodeAt(index)) {
      return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0);
    }
  }
  return a.length - b.length;
}
