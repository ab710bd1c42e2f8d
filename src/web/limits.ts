/** Marks the routes that take passwords, for the limit of attempts by address. */
export const SIGN_IN_LIMIT = { limit: 'sign-in' } as const;
