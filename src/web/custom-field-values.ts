/** The values of a team's own fields, as people type them. */
import type { CustomFieldValue } from '../domain/custom-fields.ts';

/** A typed value is a text, unless it replaces a number, or true or false, and still is one. */
export function readCustomFieldValue(typed: string, stored: CustomFieldValue | undefined): CustomFieldValue {
  if (typeof stored === 'number' && typed !== '' && Number.isFinite(Number(typed))) return Number(typed);
  if (typeof stored === 'boolean' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}
