/** Merges the given values of an entity with the stored ones. */
/**
 * The value of a field: the given one. A field that is left out keeps the stored value. Null, and a missing field of a
 * new entry, mean the default.
 */
export function given<Value, Stored extends Value | null>(
  value: Value | null | undefined,
  stored: Stored | undefined,
  byDefault: Stored,
): Value | Stored {
  if (value === undefined) return stored === undefined ? byDefault : stored;
  return value ?? byDefault;
}
