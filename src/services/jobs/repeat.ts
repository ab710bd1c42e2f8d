import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` now, and again so many milliseconds after each end. The signal of `work` is aborted once `stop` is
 * called. The wait alone does not keep the process alive.
 */
export function repeatEvery(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wait = new AbortController();

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      wait = new AbortController();
      await work(signal).catch(onError);
      await sleep(everyMs, null, { signal: wait.signal, ref: false }).catch(() => {});
    }
  }

  const repeated = repeat();
  return {
    /** Runs it again without a wait, after the run under way. */
    hurry: (): void => wait.abort(),

    /** Waits for the run under way, and starts no other. */
    stop(): Promise<void> {
      stopping.abort();
      wait.abort();
      return repeated;
    },
  };
}
