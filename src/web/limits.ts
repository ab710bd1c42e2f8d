/** Marks the routes that take passwords, for the limit of attempts by address. */
export const SIGN_IN_LIMIT = { limit: 'sign-in' } as const;

const buildTryAgainText = (seconds: number) =>
  `Please wait ${seconds} second${seconds === 1 ? '' : 's'}, then try again.`;

/** The answer to too many attempts on an account from this browser or address. */
export const buildWrongPasswordsText = (seconds: number): string =>
  `There were too many wrong passwords. ${buildTryAgainText(seconds)}`;

/** The answer to too many requests from an address. */
export const buildRequestLimitText = (seconds: number): string =>
  `There were too many requests from your network. ${buildTryAgainText(seconds)}`;
