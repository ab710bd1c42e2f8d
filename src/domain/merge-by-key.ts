/**
 * Objects that are merged key by key, such as house rules or a contact. The keys of a kind of object are given
 * by `empty`, an object in which all of them are null.
 */

/**
 * A change of some keys of an object such as house rules. In a change of an object, keys that are undefined
 * stay as they are, and keys that are null are cleared.
 */
export type ChangeByKey<Whole> = { readonly [Key in keyof Whole]?: Whole[Key] | undefined };

/**
 * An object after a change of some keys, or null if no key has a value any more, which is how an empty object
 * is stored.
 */
export function mergeByKey<Whole extends object>(
  empty: Whole,
  stored: Whole | null,
  change: ChangeByKey<Whole>,
): Whole | null {
  const merged = buildByKey(empty, (key) => (change[key] === undefined ? stored?.[key] : change[key]));
  return Object.values(merged).every((value) => value === null) ? null : merged;
}

/** An object with all of its keys, where a key without a value has the value of the fallback. */
export const completeByKey = <Whole extends object>(
  empty: Whole,
  own: Whole | null,
  fallback: Whole | null = null,
): Whole => buildByKey(empty, (key) => own?.[key] ?? fallback?.[key]);

const buildByKey = <Whole extends object>(empty: Whole, read: (key: keyof Whole) => unknown): Whole =>
  Object.fromEntries(Object.keys(empty).map((key) => [key, read(key as keyof Whole) ?? null])) as Whole;
