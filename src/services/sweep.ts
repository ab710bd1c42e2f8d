import type { Database } from '../db/client.ts';
import { deleteExpiredIdempotencyRecordsOfAnyTeam } from '../db/queries/idempotency.ts';
import type { BookingService } from './bookings/service.ts';
import type { Clock } from './clock.ts';
import { forgetExpired } from './housekeeping.ts';
import type { AnswerKeeper } from './stored-answers.ts';
import { IDEMPOTENCY_HOURS } from './write.ts';

const EVERY_MS = 60_000;
const RECORDS_AT_A_TIME = 1_000;

type Dependencies = {
  db: Database;
  clock: Clock;
  bookings: BookingService;
  answers: AnswerKeeper;
  onError: (error: unknown) => void;
};

/**
 * What a server does every minute: completes the bookings whose check-out has passed and forgets what was kept long
 * enough: answers under idempotency keys, sessions, links. Any number of processes may do so at once.
 */
export function startSweeps({ db, clock, bookings, answers, onError }: Dependencies) {
  let sweeping: Promise<void> = Promise.resolve();
  let isSweeping = false;
  let isStopped = false;

  async function sweep(): Promise<void> {
    await bookings.completeDueBookings();
    await forgetExpired(db, clock());
    await answers.dropBeyondLimit();
    const expiredBefore = new Date(clock().getTime() - IDEMPOTENCY_HOURS * 3_600_000);
    let deleted = RECORDS_AT_A_TIME;
    while (deleted === RECORDS_AT_A_TIME && !isStopped) {
      deleted = await deleteExpiredIdempotencyRecordsOfAnyTeam(db, expiredBefore, RECORDS_AT_A_TIME);
    }
  }

  function run(): void {
    // One that takes longer than a minute is not joined by another.
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
    /** Waits for the sweep that is under way, and starts no other. */
    stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      return sweeping;
    },
  };
}
