/** A form: its values by field name, and its error messages by field name. */
export type Form = { values: Record<string, string>; errors: Record<string, string> };

export const emptyForm: Form = { values: {}, errors: {} };

/** Adds an error message for one field to a form. */
export const addError = ({ values, errors }: Form, field: string, message: string): Form => ({
  values,
  errors: { ...errors, [field]: message },
});
