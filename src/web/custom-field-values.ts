/** Reads the values of custom fields (fields that a team has defined itself) as people type them. */
import type { CustomFieldValue } from '../domain/custom-fields.ts';

/**
 * A typed value is a text. If the stored value is a number or a boolean and the typed text fits that type,
 * the type stays.
 */
export function readCustomFieldValue(typed: string, stored: CustomFieldValue | undefined): CustomFieldValue {
  if (typeof stored === 'number' && typed !== '' && Number.isFinite(Number(typed))) return Number(typed);
  if (typeof stored === 'boolean' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}
