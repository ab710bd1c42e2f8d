/** See docs/rules.md, 25.12, 25.13 and 25.17. */
import { computeNextTry, settleTry, type TryResult } from '../../../../services/deliveries/tries.ts';
import type { SendOutcome } from './transport.ts';

/** Seconds after the first failed try, the second, and so on. The try after the last delay is the last. */
const DELAYS = [60, 300, 1_800, 7_200, 18_000, 43_200, 86_400];
/** It is unknown whether the message has arrived. */
const UNKNOWN_SECONDS = 600;
const TRIES_AFTER_UNKNOWN = 2;

export const MAIL_RESULTS = ['sent', 'retried', 'refused', 'failed', 'withdrawn'] as const;
export type MailResult = (typeof MAIL_RESULTS)[number];

const RESULTS = { done: 'sent', retried: 'retried', given_up: 'failed' } as const satisfies Record<
  TryResult,
  MailResult
>;
const STATUSES = { done: 'sent', retried: 'pending', given_up: 'failed' } as const satisfies Record<
  TryResult,
  string
>;

/** A message that this process has cut off does not count as tried. */
export type CountedOutcome = Exclude<SendOutcome, { result: 'cut_off' }>;

type TriedMail = { attempts: number; lastAttempt: number | null };

/** `now` is cut to the second. With `isFinal`, no further try follows. */
export function settleMail(outcome: CountedOutcome, mail: TriedMail, now: Date, isFinal = false) {
  const isSent = outcome.result === 'sent';
  const lastAttempt =
    mail.lastAttempt ?? (outcome.result === 'unknown' ? mail.attempts + 1 + TRIES_AFTER_UNKNOWN : null);
  const isLast = (attempts: number) => isFinal || (lastAttempt !== null && attempts >= lastAttempt);
  const { result, attempts, nextAttemptAt } = settleTry(mail.attempts, isSent, (attempts) =>
    isLast(attempts) ? null : planNextTry(outcome, attempts, now),
  );
  const settled: MailResult = outcome.result === 'refused' ? 'refused' : RESULTS[result];
  return {
    result: settled,
    changes: {
      status: STATUSES[result],
      attempts,
      lastAttempt,
      nextAttemptAt,
      error: outcome.result === 'sent' ? null : outcome.error,
      sentAt: isSent ? now : null,
    },
  };
}

function planNextTry({ result }: CountedOutcome, attempts: number, now: Date): Date | null {
  const next = computeNextTry(DELAYS, { attempts, at: now, random: Math.random() });
  return next !== null && result === 'unknown' ? new Date(now.getTime() + UNKNOWN_SECONDS * 1_000) : next;
}

/** To those who operate the service. */
export function reportTrouble(
  outcome: CountedOutcome,
  onTrouble: (error: string, isRefused: boolean) => void,
): void {
  if (outcome.result === 'retry' || outcome.result === 'refused')
    onTrouble(withoutAddresses(outcome.error), outcome.result === 'refused');
}

/**
 * The log and the messages to people have no addresses. A server may write an address in another way than it was
 * sent.
 */
export const withoutAddresses = (error: string): string =>
  error.replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g, 'the address');
