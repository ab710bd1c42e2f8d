import { z } from 'zod';

/** The values typed into a form, and its errors by field. */
export type Form = { values: Record<string, string>; errors: Record<string, string> };

export const emptyForm: Form = { values: {}, errors: {} };

type Shape = Record<string, z.ZodType>;
type Labels<Fields extends Shape> = Record<keyof Fields & string, string>;

/**
 * Reads a form's fields, or returns the form with a sentence for every wrong field. Values that are not texts, such as
 * a field that was sent twice, count as missing.
 */
export function readForm<Fields extends Shape>(
  body: unknown,
  fields: Fields,
  labels: Labels<Fields>,
): { ok: true; values: z.infer<z.ZodObject<Fields>>; form: Form } | { ok: false; form: Form } {
  const sent = (body ?? {}) as Record<string, unknown>;
  const values = Object.fromEntries(
    Object.keys(fields).map((name) => {
      const value = Object.hasOwn(sent, name) ? sent[name] : '';
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
  const result = z.object(fields).safeParse(values);
  if (result.success) return { ok: true, values: result.data, form: { values, errors: {} } };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    const predicate = values[name]?.trim() === '' ? 'is required' : message.replace(/\.$/, '');
    errors[name] ??= `${labels[name as keyof Labels<Fields>]} ${predicate}.`;
  }
  return { ok: false, form: { values, errors } };
}

/** The form with an error in one field. */
export const addError = (form: Form, field: string, message: string): Form => ({
  ...form,
  errors: { ...form.errors, [field]: message },
});
