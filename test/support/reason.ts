/** A reason why a stay cannot be had, whole: a fact that is not given is null, or no date. */
export const reasonOf = (
  code: string,
  message: unknown,
  facts: { required?: number; actual?: number; dates?: string[] } = {},
) => ({ code, message, required: null, actual: null, dates: [], ...facts });
