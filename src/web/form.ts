/** Both by field name. */
export type Form = { values: Record<string, string>; errors: Record<string, string> };

export const emptyForm: Form = { values: {}, errors: {} };

export const addError = ({ values, errors }: Form, field: string, message: string): Form => ({
  values,
  errors: { ...errors, [field]: message },
});
