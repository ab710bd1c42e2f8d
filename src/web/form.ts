/** A form: the typed values, and the error messages by field. */
export type Form = { values: Record<string, string>; errors: Record<string, string> };

export const emptyForm: Form = { values: {}, errors: {} };

/** A form with an error message for one of its fields. */
export const addError = ({ values, errors }: Form, field: string, message: string): Form => ({
  values,
  errors: { ...errors, [field]: message },
});
