/**
 * Runs `work` now and every so many milliseconds, but never twice at once: a run that takes longer delays the next one.
 * The timer alone does not keep the process alive.
 */
export function repeatEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;

  function run(): void {
    if (isRunning) return;
    isRunning = true;
    running = work()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  }

  const timer = setInterval(run, everyMs).unref();
  run();
  return {
    /** Waits for the run under way, and starts no other. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
