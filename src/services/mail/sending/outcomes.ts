/** What a try makes of a message, whoever it is to (docs/rules.md, 25.12 and 25.13). */
import { computeNextTry, settleTry, type TryResult } from '../../deliveries/tries.ts';
import type { SendOutcome } from './transport.ts';

/** The delay after the first try, the second, and so on, in seconds. After the last one there is no further try. */
const DELAYS = [60, 300, 1_800, 7_200, 18_000, 43_200, 86_400];
/** When a message that may have arrived is sent again. */
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

/** An outcome that counts. A try that was cut off does not. */
export type CountedOutcome = Exclude<SendOutcome, { result: 'cut_off' }>;

/** The columns that a try changes. `now` is to the second. */
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
