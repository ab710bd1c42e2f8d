/**
 * Objects that are merged key by key, such as house rules or a contact. `empty` has all keys of a kind, each
 * null.
 */

/** Undefined keeps a key's value, null clears it. */
export type ChangeByKey<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined };

/** Null if no key has a value any more, which is how an empty object is stored. */
export function mergeByKey<Whole extends object>(
  empty: Whole,
  stored: Whole | null,
  change: ChangeByKey<Whole>,
): Whole | null {
  const merged = buildByKey(empty, (key) => (change[key] === undefined ? stored?.[key] : change[key]));
  return Object.values(merged).every((value) => value === null) ? null : merged;
}

/** A key without a value has the fallback's. */
export const completeByKey = <Whole extends object>(
  empty: Whole,
  own: Whole | null,
  fallback: Whole | null = null,
): Whole => buildByKey(empty, (key) => own?.[key] ?? fallback?.[key]);

const buildByKey = <Whole extends object>(empty: Whole, read: (key: keyof Whole) => unknown): Whole =>
  Object.fromEntries(Object.keys(empty).map((key) => [key, read(key as keyof Whole) ?? null])) as Whole;
