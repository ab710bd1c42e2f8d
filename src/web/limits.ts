/** Marks the routes that take passwords, for the limit of attempts by address. */
export const SIGN_IN_LIMIT = { limit: 'sign-in' } as const;

const please = (seconds: number) =>
  `Please wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`;

/** For an account that was tried too often, in this browser or from this address. */
export const waitAfterPasswords = (seconds: number): string =>
  `That was too many wrong passwords. ${please(seconds)}`;

/** For an address from which too much was asked, by whomever. */
export const waitAfterRequests = (seconds: number): string =>
  `Too much was asked from your network in a short time. ${please(seconds)}`;
