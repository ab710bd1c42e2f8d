import type { SentForm } from '../sent-form.ts';

/**
 * Such as "6.5", "6,5" or "6 %". A text that is no percentage is returned as it is, so that the schema
 * refuses it.
 */
export function readPercent(form: SentForm, name: string): number | string | null {
  const typed = form.optional(name)?.trim() ?? null;
  const [, minus = '', number] = /^([-−]?)\s*(\d{1,9}(?:[.,]\d{1,9})?)\s*%?$/.exec(typed ?? '') ?? [];
  if (number === undefined) return typed;
  const value = Number(number.replace(',', '.'));
  return minus === '' ? value : -value;
}
