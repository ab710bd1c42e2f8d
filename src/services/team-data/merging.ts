/** Merges the given values of an entity with the stored ones. */
import { isDeepStrictEqual } from 'node:util';

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

/** Whether a row is new or differs from the stored one. */
export const differs = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);
