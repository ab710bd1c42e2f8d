/** A complete reason why a stay is not available. Missing facts are null, missing dates an empty list. */
export const reasonOf = (
  code: string,
  message: unknown,
  facts: { required?: number; actual?: number; dates?: string[] } = {},
) => ({ code, message, required: null, actual: null, dates: [], ...facts });
