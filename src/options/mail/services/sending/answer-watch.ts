/**
 * nodemailer has one time limit for all answers, but the answer to the message's end needs more time
 * (docs/rules.md, 25.12), and its errors do not say whether the whole message was written (25.13). It logs each
 * command, each answer and the message's end, so its log entries are counted here.
 */
export type WatchTimes = { answerMs: number; endMs: number };

/** The texts of commands and answers are not used. */
type LogEntry = { tnx?: unknown; remotePort?: unknown };

/** Cuts the connection off if an answer takes too long, or when `closing` says that the process stops. */
export function createAnswerWatch({ answerMs, endMs }: WatchTimes, closing: AbortSignal) {
  const aborting = new AbortController();
  let problem: Error | null = null;
  let isWritten = false;
  /** Several commands may be sent at once. */
  let unanswered = 0;
  let timer: NodeJS.Timeout | undefined;

  function waitFor(ms: number, text: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      problem = new Error(text);
      aborting.abort();
    }, ms);
  }
  const waitForAnswer = (): void => waitFor(answerMs, `No answer within ${answerMs / 1_000} seconds.`);

  const handlers: Record<string, (entry: LogEntry) => void> = {
    // The connection is open, so the greeting must follow in time.
    network: ({ remotePort }) => {
      if (remotePort !== undefined) waitForAnswer();
    },
    client: () => {
      unanswered += 1;
      waitForAnswer();
    },
    server: () => {
      unanswered = Math.max(0, unanswered - 1);
      if (unanswered > 0) waitForAnswer();
      else clearTimeout(timer);
    },
    message: () => {
      isWritten = true;
      waitFor(endMs, `No answer within ${endMs / 1_000} seconds after the message's end.`);
    },
  };
  const look = (entry?: LogEntry): void => handlers[String(entry?.tnx)]?.(entry ?? {});

  waitFor(answerMs, `No connection within ${answerMs / 1_000} seconds.`);
  return {
    logger: { debug: look, info: look },
    signal: AbortSignal.any([aborting.signal, closing]),
    /** The step that took too long. */
    findProblem: () => problem,
    /** A server that fails after this may have taken the message. */
    isMessageWritten: () => isWritten,
    end: () => clearTimeout(timer),
  };
}
