import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` now, and again a number of milliseconds after each run has ended. The signal that `work` gets
 * is aborted once `stop` is called. The timer between two runs does not keep the process alive.
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
    /** Makes the work run again without the usual delay, once the present run has ended. */
    hurry: (): void => wait.abort(),

    /** Waits for the run that is under way, and starts no other run. */
    stop(): Promise<void> {
      stopping.abort();
      wait.abort();
      return repeated;
    },
  };
}
