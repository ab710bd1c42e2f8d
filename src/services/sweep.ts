import type { Database } from '../db/client.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../db/queries/idempotency.ts';
import { deleteOldDeliveriesOfAnyTeam } from '../db/queries/webhooks.ts';
import type { BookingService } from './bookings/service.ts';
import type { Clock } from './clock.ts';
import type { GuestService } from './guests.ts';
import { forgetExpired } from './housekeeping.ts';
import type { AnswerKeeper } from './stored-answers.ts';
import { IDEMPOTENCY_HOURS } from './write.ts';

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
 * A server's work every minute: it completes the bookings whose check-out has passed, and deletes expired answers under
 * idempotency keys, sessions, links and deliveries. Several processes may do so at once.
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
  let sweeping: Promise<void> = Promise.resolve();
  let isSweeping = false;
  let isStopped = false;

  async function sweep(): Promise<void> {
    await bookings.completeDueBookings();
    await forgetExpired(db, clock());
    await answers.dropBeyondLimit();
    await deleteOldDeliveries(db, new Date(clock().getTime() - DELIVERIES_KEPT_MS), () => isStopped);
    if (guestRetentionMonths !== null && clock().getTime() >= erasesGuestsFrom) {
      erasesGuestsFrom = clock().getTime() + ERASES_GUESTS_EVERY_MS;
      await guests.eraseGuestsUnseenFor(guestRetentionMonths, () => isStopped);
    }
    const expiredBefore = new Date(clock().getTime() - IDEMPOTENCY_HOURS * 3_600_000);
    let deleted = RECORDS_AT_A_TIME;
    while (deleted === RECORDS_AT_A_TIME && !isStopped) {
      deleted = await deleteExpiredIdempotencyRecordsOfAnyTeam(db, expiredBefore, RECORDS_AT_A_TIME);
    }
  }

  function run(): void {
    // A sweep that takes longer than a minute delays the next one.
    if (isSweeping) return;
    isSweeping = true;
    sweeping = sweep()
      .catch(onError)
      .finally(() => {
        isSweeping = false;
      });
  }

  const timer = setInterval(run, EVERY_MS).unref();
  run();
  return {
    /** Waits for the running sweep, and starts no other. */
    stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      return sweeping;
    },
  };
}

async function deleteOldDeliveries(db: Database, before: Date, isStopped: () => boolean): Promise<void> {
  let deleted = RECORDS_AT_A_TIME;
  while (deleted === RECORDS_AT_A_TIME && !isStopped())
    deleted = await deleteOldDeliveriesOfAnyTeam(db, before, RECORDS_AT_A_TIME);
}
