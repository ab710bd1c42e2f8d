import { constants } from 'node:os';

/** By them, a terminal, npm or a service manager asks the process to end. */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

type OrderlyExitOptions = {
  /** Finishes the work under way, and returns the exit code. */
  onSignal: (signal: StopSignal) => Promise<number>;
  onUncaughtError: (error: unknown) => void;
};

/** For example an embedded PostgreSQL, which would outlive the process. */
type LongLived = Promise<{ close(): Promise<void> }>;

/**
 * After a signal or an uncaught error. Later signals are ignored, because npm repeats Ctrl-C, and people
 * press it twice. `closeLast` takes a resource even while it is being opened. `exit` ends the process in the
 * same order, whatever still works in it.
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
  return {
    closeLast: (opening: LongLived): void => void closedLast.push(opening),
    exit: (code: number): Promise<void> => end(async () => code),
  };
}

/** As in shells: 128 plus the signal's number. */
export const toExitCode = (signal: StopSignal): number => 128 + constants.signals[signal];
