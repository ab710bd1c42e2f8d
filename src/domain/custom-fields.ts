/** A team's own fields of listings, units, guests and bookings (docs/rules.md, 5.18). */
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FIELDS_BYTES } from './limits.ts';
import { compareCodePoints } from './text/text.ts';

export type CustomFieldValue = string | number | boolean;
export type CustomFields = Readonly<Record<string, CustomFieldValue>>;
/** Null removes a field, or all of them. Undefined keeps them. */
export type CustomFieldsChange = Readonly<Record<string, CustomFieldValue | null>> | null | undefined;

/**
 * In the order of their names, or null for none. Returns the stored object itself if no field differs, so
 * that callers can compare by `===`.
 */
export function mergeCustomFields(
  stored: CustomFields | null,
  change: CustomFieldsChange,
): CustomFields | null {
  if (change === undefined || change === null) return change === null ? null : stored;
  const merged = new Map<string, CustomFieldValue | null>(Object.entries(stored ?? {}));
  for (const [name, value] of Object.entries(change)) merged.set(name, value);
  const fields = sortFields([...merged].filter((entry): entry is Field => entry[1] !== null));
  if (fields.length === 0) return null;
  return stored && areEqualFields(Object.entries(stored), merged, fields.length)
    ? stored
    : Object.fromEntries(fields);
}

/** An import sets exactly the fields that its file names. Undefined keeps them. */
export const replaceCustomFields = (
  stored: CustomFields | null,
  change: CustomFieldsChange,
): CustomFields | null => (change === undefined ? stored : mergeCustomFields(null, change));

/** In the order of their names: the database has an order of its own. */
export const presentCustomFields = (fields: CustomFields | null): CustomFields =>
  Object.fromEntries(sortFields(Object.entries(fields ?? {})));

export function findCustomFieldsProblem(
  fields: CustomFields | null,
): { code: 'limit' | 'too_long'; message: string } | null {
  if (fields === null) return null;
  if (Object.keys(fields).length > MAX_CUSTOM_FIELDS)
    return { code: 'limit', message: `must have at most ${MAX_CUSTOM_FIELDS} fields` };
  const bytes = new TextEncoder().encode(JSON.stringify(fields)).length;
  if (bytes <= MAX_CUSTOM_FIELDS_BYTES) return null;
  const message = `must have at most ${MAX_CUSTOM_FIELDS_BYTES} bytes as JSON, all fields together`;
  return { code: 'too_long', message };
}

type Field = [name: string, value: CustomFieldValue];

const sortFields = (fields: readonly Field[]): Field[] =>
  fields.toSorted(([one], [other]) => compareCodePoints(one, other));

const areEqualFields = (
  stored: readonly Field[],
  merged: ReadonlyMap<string, CustomFieldValue | null>,
  count: number,
): boolean => stored.length === count && stored.every(([name, value]) => merged.get(name) === value);
