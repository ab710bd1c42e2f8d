import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` now, and again `everyMs` after each run has ended. `stop` aborts its signal. The timer does not
 * keep the process alive.
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
    /** Without the usual delay, once the present run has ended. */
    hurry: (): void => wait.abort(),

    /** Waits for the run that is under way. */
    stop(): Promise<void> {
      stopping.abort();
      wait.abort();
      return repeated;
    },
  };
}
