/**
 * Gives a mail server its time for each answer, and more for the one to the message's end (docs/rules.md, 25.12). nodemailer has
 * one limit for every silence, but it logs each command, each answer and the message's end, which are counted here.
 */
export type WatchTimes = { answerMs: number; endMs: number };

/** What nodemailer logs, as far as it is looked at. Texts of commands and answers are not. */
type LogEntry = { tnx?: unknown; remotePort?: unknown };

/** `closing` ends the watch early, as the process stops. */
export function createAnswerWatch({ answerMs, endMs }: WatchTimes, closing: AbortSignal) {
  const aborting = new AbortController();
  let problem: Error | null = null;
  let isWritten = false;
  /** Commands that were sent and are not answered yet: several may be sent at once. */
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
    // The connection is there, and the greeting follows.
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
    /** What took too long, or null if nothing did. */
    findProblem: () => problem,
    /** Whether all of the message was given to the connection: whoever breaks off later may have taken it. */
    isMessageWritten: () => isWritten,
    end: () => clearTimeout(timer),
  };
}
