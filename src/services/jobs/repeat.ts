import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` now, and again so many milliseconds after each end. Its signal is aborted once `stop` is called. The wait
 * alone does not keep the process alive.
 */
export function repeatEvery(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      await work(signal).catch(onError);
      await sleep(everyMs, null, { signal, ref: false }).catch(() => {});
    }
  }

  const repeated = repeat();
  return {
    /** Waits for the run that is in progress, and starts no other. */
    stop(): Promise<void> {
      stopping.abort();
      return repeated;
    },
  };
}
