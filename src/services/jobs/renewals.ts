/** A lease ends by itself after a minute, so it is renewed well before. */
const RENEW_EVERY_MS = 20_000;

/** Does some work, and renews the lease that it is done under until it ends. */
export async function whileRenewing<Result>(
  renew: () => Promise<unknown>,
  onError: (error: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewals = setInterval(() => renew().catch(onError), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewals);
  }
}
