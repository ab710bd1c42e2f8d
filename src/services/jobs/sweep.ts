import type { Database } from '../../db/client.ts';
import { deleteSiteBookingCountsOfAnyTeam } from '../../db/queries/bookings/site-booking-counts.ts';
import { deleteExpiredInvitationsOfAnyTeam } from '../../db/queries/people/invitations.ts';
import { deleteExpiredSessionsOfAnyTeam } from '../../db/queries/people/sessions.ts';
import { deleteSignInAttemptsBefore } from '../../db/queries/people/sign-in-attempts.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../../db/queries/teams/idempotency.ts';
import { deleteOldDeliveriesOfAnyTeam } from '../../db/queries/webhooks/webhooks.ts';
import type { Clock } from '../clock.ts';
import { eraseGuestsUnseenFor } from '../guests/guests.ts';
import { computeSessionAges } from '../people/sessions.ts';
import { FORGET_ATTEMPTS_AFTER_SECONDS } from '../people/sign-in-pace.ts';
import { disableSilentWebhooks } from '../webhooks/disabling.ts';
import { computeExpiredBefore } from '../write.ts';
import { completeDueBookings, expireLapsedHolds } from './ended-bookings.ts';
import { repeatEvery } from './repeat.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELIVERIES_KEPT_DAYS = 30;
const ROWS_PER_BATCH = 1_000;

type Dependencies = {
  db: Database;
  clock: Clock;
  /** How long guests are kept after their last stay. Null keeps them for good. */
  guestRetentionMonths: number | null;
  onError: (error: unknown) => void;
};

/**
 * A server's work of every minute: it cancels lapsed holds, completes the bookings whose check-out has passed, deletes what
 * has expired, and disables webhooks that have long failed. Every hour it erases the guests whom the operator no longer
 * keeps. Several processes may do so at once.
 */
export function startSweeps({ db, clock, guestRetentionMonths, onError }: Dependencies) {
  const ago = (ms: number) => new Date(clock().getTime() - ms);

  const sweeps: ((signal: AbortSignal) => Promise<unknown>)[] = [
    () => expireLapsedHolds({ db, clock }),
    () => completeDueBookings({ db, clock }),
    () => deleteExpiredSessionsOfAnyTeam(db, computeSessionAges(clock())),
    () => deleteExpiredInvitationsOfAnyTeam(db, clock()),
    () => deleteSignInAttemptsBefore(db, ago(FORGET_ATTEMPTS_AFTER_SECONDS * 1_000)),
    () => disableSilentWebhooks(db, clock()),
    (signal) =>
      deleteAll(signal, (limit) =>
        deleteOldDeliveriesOfAnyTeam(db, ago(DELIVERIES_KEPT_DAYS * DAY_MS), limit),
      ),
    (signal) => deleteAll(signal, (limit) => deleteSiteBookingCountsOfAnyTeam(db, ago(DAY_MS), limit)),
    (signal) =>
      deleteAll(signal, (limit) =>
        deleteExpiredIdempotencyRecordsOfAnyTeam(db, computeExpiredBefore(clock()), limit),
      ),
  ];

  async function sweepAll(signal: AbortSignal): Promise<void> {
    // A task that fails does not keep the others from running.
    for (const sweep of sweeps) await sweep(signal).catch(onError);
  }

  async function eraseGuests(signal: AbortSignal): Promise<void> {
    if (guestRetentionMonths !== null)
      await eraseGuestsUnseenFor({ db, clock }, guestRetentionMonths, () => signal.aborted);
  }

  const repeated = [repeatEvery(MINUTE_MS, sweepAll, onError), repeatEvery(HOUR_MS, eraseGuests, onError)];
  return {
    /** Waits for the work under way, and starts no other. */
    async stop(): Promise<void> {
      await Promise.all(repeated.map(({ stop }) => stop()));
    },
  };
}

/** Deletes some rows after others, so that no statement takes long. */
async function deleteAll(signal: AbortSignal, deleteSome: (limit: number) => Promise<number>): Promise<void> {
  let deleted = ROWS_PER_BATCH;
  while (deleted === ROWS_PER_BATCH && !signal.aborted) deleted = await deleteSome(ROWS_PER_BATCH);
}
