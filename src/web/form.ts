/** The values typed into a form, and its errors by field. */
export type Form = { values: Record<string, string>; errors: Record<string, string> };

export const emptyForm: Form = { values: {}, errors: {} };

/** The form with an error in one field. */
export const addError = ({ values, errors }: Form, field: string, message: string): Form => ({
  values,
  errors: { ...errors, [field]: message },
});
