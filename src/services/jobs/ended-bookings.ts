/**
 * Bookings that time has ended. Otherwise they are completed or cancelled only when somebody writes to them.
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
/** Every day begins first in the time zone that is furthest ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

/** Returns how many. Several processes may do this at once. */
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
 * Confirmed bookings whose check-out has passed in their listing's time zone. Read without locks, and
 * completed only if they are still confirmed. Returns how many.
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

/** After a failure, goes on with the next bookings and throws the first error at the end. */
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
