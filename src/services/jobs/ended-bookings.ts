/**
 * Completes and cancels the bookings of all teams that time has ended, because otherwise this happens only when
 * somebody writes to them.
 */

import { type LapsedHold, listLapsedHoldsOfAnyTeam } from '../../db/queries/bookings/holds.ts';
import {
  type BookingToComplete,
  listBookingsToComplete,
  lockBookings,
} from '../../db/queries/bookings/writes.ts';
import { findCompletionInstant, hasHoldLapsed } from '../../domain/booking.ts';
import { completeBookingAndRecord, expireHolds } from '../bookings/expire.ts';
import { createSystemScope, type SystemDependencies } from '../team-scope.ts';
import { write } from '../write.ts';

const SWEEP_PAGE = 200;
/**
 * The time zone furthest ahead of UTC. Every check-out day begins first in the time zone that is furthest
 * ahead of UTC.
 */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

/**
 * Cancels every lapsed hold of any team, and returns how many. Several processes may cancel lapsed holds at
 * once.
 */
export function expireLapsedHolds(dependencies: SystemDependencies): Promise<number> {
  const { db, clock } = dependencies;
  const now = clock();
  return sweepPages(
    (after: LapsedHold | null) => listLapsedHoldsOfAnyTeam(db, now, after, SWEEP_PAGE),
    ({ teamId, id }) =>
      write(createSystemScope(dependencies, teamId), {}, async (scope) => {
        const [locked] = await lockBookings(scope.tx, teamId, [id]);
        if (!locked || !hasHoldLapsed(locked.booking, scope.now)) return false;
        await expireHolds(scope, [locked.booking]);
        return true;
      }),
  );
}

/**
 * Completes every confirmed booking of any team whose check-out has passed in its listing's time zone, and
 * returns how many. Bookings are read without locks, and completed only if they are still confirmed.
 */
export function completeDueBookings(dependencies: SystemDependencies): Promise<number> {
  const { db, clock } = dependencies;
  const now = clock();
  const lastCheckOut = new Date(now.getTime() + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
  return sweepPages(
    (after: BookingToComplete | null) => listBookingsToComplete(db, lastCheckOut, after, SWEEP_PAGE),
    async (booking) => {
      const at = findCompletionInstant(booking, now);
      if (at === null) return false;
      return write(createSystemScope(dependencies, booking.teamId), {}, (scope) =>
        completeBookingAndRecord(scope, booking, at),
      );
    },
  );
}

/**
 * If a booking cannot be completed or cancelled, the job goes on with the next ones and throws the first error
 * at the end.
 */
async function sweepPages<Due>(
  list: (after: Due | null) => Promise<Due[]>,
  end: (due: Due) => Promise<boolean>,
): Promise<number> {
  let ended = 0;
  const failures: unknown[] = [];
  let page: Due[] = [];
  do {
    page = await list(page.at(-1) ?? null);
    for (const due of page) {
      try {
        ended += Number(await end(due));
      } catch (error) {
        failures.push(error);
      }
    }
  } while (page.length === SWEEP_PAGE);
  if (failures.length > 0) throw failures[0];
  return ended;
}
