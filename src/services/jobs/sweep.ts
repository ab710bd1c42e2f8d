import type { Database } from '../../db/client.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../../db/queries/teams/idempotency.ts';
import { deleteOldDeliveriesOfAnyTeam } from '../../db/queries/webhooks/webhooks.ts';
import type { BookingService } from '../bookings/service.ts';
import type { Clock } from '../clock.ts';
import type { GuestService } from '../guests/guests.ts';
import { disableSilentWebhooks } from '../webhooks/recording.ts';
import { IDEMPOTENCY_HOURS } from '../write.ts';
import type { AnswerKeeper } from '../writing/stored-answers.ts';
import { forgetExpired } from './housekeeping.ts';
import { repeatEvery } from './repeat.ts';

const EVERY_MS = 60_000;
const ERASES_GUESTS_EVERY_MS = 3_600_000;
const RECORDS_AT_A_TIME = 1_000;
const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000;

type Dependencies = {
  db: Database;
  clock: Clock;
  bookings: BookingService;
  answers: AnswerKeeper;
  guests: GuestService;
  /** How long guests are kept after their last stay. Null keeps them for good. */
  guestRetentionMonths: number | null;
  onError: (error: unknown) => void;
};

/**
 * A server's work every minute: it cancels lapsed holds, completes the bookings whose check-out has passed, deletes expired
 * answers under idempotency keys, sessions, links and deliveries, and disables webhooks that have long failed. Several
 * processes may do so at once.
 */
export function startSweeps({
  db,
  clock,
  bookings,
  answers,
  guests,
  guestRetentionMonths,
  onError,
}: Dependencies) {
  let erasesGuestsFrom = 0;
  let isStopped = false;

  /** Deletes in pieces, so that no statement takes long. */
  async function deleteAll(deleteSome: (limit: number) => Promise<number>): Promise<void> {
    let deleted = RECORDS_AT_A_TIME;
    while (deleted === RECORDS_AT_A_TIME && !isStopped) deleted = await deleteSome(RECORDS_AT_A_TIME);
  }

  async function sweep(): Promise<void> {
    // A hold that cannot be cancelled does not hold the rest up. Its nights are free all the same.
    await bookings.expireLapsedHolds().catch(onError);
    await bookings.completeDueBookings();
    await forgetExpired(db, clock());
    await answers.dropBeyondLimit();
    await disableSilentWebhooks(db, clock());
    const ago = (ms: number) => new Date(clock().getTime() - ms);
    await deleteAll((limit) => deleteOldDeliveriesOfAnyTeam(db, ago(DELIVERIES_KEPT_MS), limit));
    if (guestRetentionMonths !== null && clock().getTime() >= erasesGuestsFrom) {
      erasesGuestsFrom = clock().getTime() + ERASES_GUESTS_EVERY_MS;
      await guests.eraseGuestsUnseenFor(guestRetentionMonths, () => isStopped);
    }
    const kept = IDEMPOTENCY_HOURS * 3_600_000;
    await deleteAll((limit) => deleteExpiredIdempotencyRecordsOfAnyTeam(db, ago(kept), limit));
  }

  const sweeps = repeatEvery(EVERY_MS, sweep, onError);
  return {
    /** Waits for the running sweep, and starts no other. */
    stop(): Promise<void> {
      isStopped = true;
      return sweeps.stop();
    },
  };
}
