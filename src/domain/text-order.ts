/**
 * Orders two texts by code point, as PostgreSQL's `COLLATE "C"` does (contract, section 2), so that a
 * sorting here and one in the database never differ. Below 0 where `a` comes first; for `sort`.
 *
 * JavaScript's `<` compares UTF-16 units, in which characters above U+FFFF (surrogates, from D800) would come
 * before U+E000 to U+FFFF. At the first unit that differs, `codePointAt` sees the whole character: where it is
 * the second half of a pair, both texts share the first half, and the halves order as the characters do.
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
