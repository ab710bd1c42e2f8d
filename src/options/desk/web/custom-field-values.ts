import type { CustomFieldValue } from '../../../domain/custom-fields.ts';

/** A number or a boolean keeps its type if the typed text fits it. Everything else becomes a text. */
export function readCustomFieldValue(typed: string, stored: CustomFieldValue | undefined): CustomFieldValue {
  if (typeof stored === 'number' && typed !== '' && Number.isFinite(Number(typed))) return Number(typed);
  if (typeof stored === 'boolean' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}
