/** Decides what follows from the outcome of a try to send a message (docs/rules.md, 25.12 and 25.13). */
import { computeNextTry, settleTry, type TryResult } from '../../deliveries/tries.ts';
import type { SendOutcome } from './transport.ts';

/**
 * The delays in seconds after the first failed try to send a message, the second, and so on. The try that
 * follows the last delay is the last try.
 */
const DELAYS = [60, 300, 1_800, 7_200, 18_000, 43_200, 86_400];
/** The delay in seconds after which a message is sent again if it is unknown whether it has arrived. */
const UNKNOWN_SECONDS = 600;

export type MailResult = 'sent' | 'retried' | 'failed' | 'withdrawn';

const RESULTS = { done: 'sent', retried: 'retried', given_up: 'failed' } as const satisfies Record<
  TryResult,
  MailResult
>;
const STATUSES = { done: 'sent', retried: 'pending', given_up: 'failed' } as const satisfies Record<
  TryResult,
  string
>;

/** The outcome of a try to send a message. A message that was cut off by this process does not count as tried. */
export type CountedOutcome = Exclude<SendOutcome, { result: 'cut_off' }>;

/** The columns of a message that a try to send it changes, with `now` cut to the second. */
export function settleMail(outcome: CountedOutcome, triedBefore: number, now: Date) {
  const isSent = outcome.result === 'sent';
  const { result, attempts, nextAttemptAt } = settleTry(triedBefore, isSent, (attempts) =>
    planNextTry(outcome, attempts, now),
  );
  return {
    result: RESULTS[result],
    changes: {
      status: STATUSES[result],
      attempts,
      nextAttemptAt,
      error: outcome.result === 'sent' ? null : outcome.error,
      sentAt: isSent ? now : null,
    },
  };
}

function planNextTry({ result }: CountedOutcome, attempts: number, now: Date): Date | null {
  if (result === 'refused') return null;
  const next = computeNextTry(DELAYS, { attempts, at: now, random: Math.random() });
  return next !== null && result === 'unknown' ? new Date(now.getTime() + UNKNOWN_SECONDS * 1_000) : next;
}

/**
 * What a mail server said, without addresses of mail, of which the log and the messages to people have none. A
 * server may write an address in another way than it was sent.
 */
export const withoutAddresses = (error: string): string =>
  error.replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g, 'the address');
