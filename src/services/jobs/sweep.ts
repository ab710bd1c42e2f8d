import { deleteSiteBookingCountsOfAnyTeam } from '../../db/queries/bookings/site-booking-counts.ts';
import { deleteExpiredInvitationsOfAnyTeam } from '../../db/queries/people/invitations.ts';
import { deleteExpiredSessionsOfAnyTeam } from '../../db/queries/people/sessions.ts';
import { deleteSignInAttemptsBefore } from '../../db/queries/people/sign-in-attempts.ts';
import { clearAuditAddressesOfAnyTeam, deleteAuditEntriesOfAnyTeam } from '../../db/queries/teams/audit.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../../db/queries/teams/idempotency.ts';
import { eraseGuestsUnseenFor } from '../guests/guests.ts';
import { computeSessionAges } from '../people/sessions.ts';
import { FORGET_ATTEMPTS_AFTER_SECONDS } from '../people/sign-in-pace.ts';
import type { SystemDependencies } from '../team-scope.ts';
import { computeExpiredBefore } from '../write.ts';
import { workInBatches } from './batches.ts';
import { completeDueBookings, expireLapsedHolds } from './ended-bookings.ts';
import { repeatEvery } from './repeat.ts';
import type { Retention } from './retention.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of the log (docs/rules.md, 27.20). */
const AUDIT_DAYS = 400;
const AUDIT_ADDRESS_DAYS = 90;

/** Runs every minute. Stops once the signal is aborted. */
export type Sweep = (signal: AbortSignal) => Promise<unknown>;

type Dependencies = SystemDependencies & {
  /** Of optional features such as mail and webhooks. */
  optionSweeps: readonly Sweep[];
  /** Of optional features, every hour. Skipped if guests are kept for good. */
  optionRetentions?: readonly Retention[];
  /** After a guest's last stay. Null keeps guests for good. */
  guestRetentionMonths: number | null;
  onError: (error: unknown) => void;
};

/** Every minute, and every hour for guests whom the operator no longer keeps. Several servers may do this at once. */
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
    (signal) => workInBatches(signal, (limit) => deleteSiteBookingCountsOfAnyTeam(db, ago(DAY_MS), limit)),
    (signal) =>
      workInBatches(signal, (limit) =>
        deleteExpiredIdempotencyRecordsOfAnyTeam(db, computeExpiredBefore(clock()), limit),
      ),
    (signal) =>
      workInBatches(signal, (limit) => deleteAuditEntriesOfAnyTeam(db, ago(AUDIT_DAYS * DAY_MS), limit)),
    (signal) =>
      workInBatches(signal, (limit) =>
        clearAuditAddressesOfAnyTeam(db, ago(AUDIT_ADDRESS_DAYS * DAY_MS), limit),
      ),
    ...optionSweeps,
  ];

  async function sweepAll(signal: AbortSignal): Promise<void> {
    // A job that fails does not stop the others.
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
