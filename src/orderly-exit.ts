import { constants } from 'node:os';

/** The signals with which a terminal, npm or a service manager asks a process to end. */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

type OrderlyExitOptions = {
  /** Finishes the process's running work, and returns the exit code. */
  onSignal: (signal: StopSignal) => Promise<number>;
  onUncaughtError: (error: unknown) => void;
};

/** Resources that must be closed before the process ends, because they would outlive it. */
type LongLived = Promise<{ close(): Promise<void> }>;

/**
 * Ends the process in order at a signal and after an uncaught error. Only the first signal counts: npm
 * repeats every Ctrl-C of a terminal, people press it twice, and a terminal that closes fails all further
 * output. Returns a function that takes the resource to close last, even if it is still being opened.
 */
export function exitInOrder({ onSignal, onUncaughtError }: OrderlyExitOptions) {
  const closedLast: LongLived[] = [];
  let isEnding = false;

  async function end(work: () => Promise<number>): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    const code = await work().catch(() => 1);
    // A resource that failed to open need not be closed.
    await Promise.allSettled(closedLast.map(async (opening) => (await opening).close()));
    process.exit(code);
  }

  for (const signal of STOP_SIGNALS) process.on(signal, () => end(() => onSignal(signal)));
  process.on('uncaughtException', (error) =>
    end(async () => {
      onUncaughtError(error);
      return 1;
    }),
  );
  return (opening: LongLived): void => void closedLast.push(opening);
}

/** The exit code of a process that a signal has ended, by the convention of shells. */
export const toExitCode = (signal: StopSignal): number => 128 + constants.signals[signal];
