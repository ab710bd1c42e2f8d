import { deleteSiteBookingCountsOfAnyTeam } from '../../db/queries/bookings/site-booking-counts.ts';
import { deleteExpiredInvitationsOfAnyTeam } from '../../db/queries/people/invitations.ts';
import { deleteExpiredSessionsOfAnyTeam } from '../../db/queries/people/sessions.ts';
import { deleteSignInAttemptsBefore } from '../../db/queries/people/sign-in-attempts.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../../db/queries/teams/idempotency.ts';
import { eraseGuestsUnseenFor } from '../guests/guests.ts';
import { computeSessionAges } from '../people/sessions.ts';
import { FORGET_ATTEMPTS_AFTER_SECONDS } from '../people/sign-in-pace.ts';
import type { SystemDependencies } from '../team-scope.ts';
import { computeExpiredBefore } from '../write.ts';
import { deleteInBatches } from './batches.ts';
import { completeDueBookings, expireLapsedHolds } from './ended-bookings.ts';
import { repeatEvery } from './repeat.ts';
import type { Retention } from './retention.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A job that the server runs every minute, and that stops once the signal is aborted. */
export type Sweep = (signal: AbortSignal) => Promise<unknown>;

type Dependencies = SystemDependencies & {
  /** The jobs that optional features such as mail and webhooks run every minute. */
  optionSweeps: readonly Sweep[];
  /** What optional features clear every hour of stays that ended long ago, if guests are not kept for good. */
  optionRetentions?: readonly Retention[];
  /** How long guests are kept after their last stay, or null to keep them for good. */
  guestRetentionMonths: number | null;
  onError: (error: unknown) => void;
};

/**
 * What a server does every minute: it cancels lapsed holds, completes the bookings whose check-out has passed,
 * deletes what has expired, and runs the jobs of optional features. Every hour the server erases the guests
 * whom the operator no longer keeps. Several servers may run these jobs at once without harm.
 */
export function startSweeps({
  guestRetentionMonths,
  optionSweeps,
  optionRetentions = [],
  onError,
  ...dependencies
}: Dependencies) {
  const { db, clock } = dependencies;
  const ago = (ms: number) => new Date(clock().getTime() - ms);

  const sweeps: readonly Sweep[] = [
    () => expireLapsedHolds(dependencies),
    () => completeDueBookings(dependencies),
    () => deleteExpiredSessionsOfAnyTeam(db, computeSessionAges(clock())),
    () => deleteExpiredInvitationsOfAnyTeam(db, clock()),
    () => deleteSignInAttemptsBefore(db, ago(FORGET_ATTEMPTS_AFTER_SECONDS * 1_000)),
    (signal) => deleteInBatches(signal, (limit) => deleteSiteBookingCountsOfAnyTeam(db, ago(DAY_MS), limit)),
    (signal) =>
      deleteInBatches(signal, (limit) =>
        deleteExpiredIdempotencyRecordsOfAnyTeam(db, computeExpiredBefore(clock()), limit),
      ),
    ...optionSweeps,
  ];

  async function sweepAll(signal: AbortSignal): Promise<void> {
    // A job that fails does not keep other jobs from running.
    for (const sweep of sweeps) await sweep(signal).catch(onError);
  }

  async function eraseGuests(signal: AbortSignal): Promise<void> {
    if (guestRetentionMonths === null) return;
    for (const retain of [eraseGuestsUnseenFor, ...optionRetentions])
      await retain(dependencies, guestRetentionMonths, () => signal.aborted).catch(onError);
  }

  const repeated = [repeatEvery(MINUTE_MS, sweepAll, onError), repeatEvery(HOUR_MS, eraseGuests, onError)];
  return {
    /** Waits for the job in progress, and starts no other. */
    async stop(): Promise<void> {
      await Promise.all(repeated.map(({ stop }) => stop()));
    },
  };
}
