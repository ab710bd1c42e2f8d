/**
 * Bookings that end by themselves: a stay is over, or a hold lapses. The nights and the coupon of a lapsed hold are free: a
 * write that needs them cancels the hold.
 */
import type { Database, Transaction } from '../../db/client.ts';
import {
  type BookingRecord,
  completeBooking,
  type DueBooking,
  listBookingsToComplete,
  lockBookings,
} from '../../db/queries/bookings/booking-writes.ts';
import { loadFolioParts, storeFolio } from '../../db/queries/bookings/folio.ts';
import {
  expireBookings,
  type LapsedHold,
  listLapsedHoldsOfAnyTeam,
} from '../../db/queries/bookings/holds.ts';
import { findLastEvent } from '../../db/queries/events/team-events.ts';
import { completionDue, hasLapsed, isLive } from '../../domain/booking.ts';
import { areNightsShared, type NightSpan, type Occupancy } from '../../domain/inventory.ts';
import type { Clock } from '../clock.ts';
import { ChangedMeanwhile } from '../errors.ts';
import type { EventWriter } from '../team-events.ts';
import { inTeamTransaction } from '../writing/team-limit.ts';
import { recordEvents, recordEventsOf } from './events.ts';
import { cancelledFolio } from './folio-plan.ts';

/** The taken nights that are in force, and those of lapsed holds. */
export function partByLapse<Nights extends { expiresAt: Date | null }>(taken: readonly Nights[], now: Date) {
  const isHeld = ({ expiresAt }: Nights) => expiresAt === null || expiresAt > now;
  return { held: taken.filter(isHeld), lapsed: taken.filter((nights) => !isHeld(nights)) };
}

/** The lapsed holds that still have nights of the span in one of the units. */
export function holdsOn(
  lapsed: readonly HoldNights[],
  unitIds: readonly string[],
  span: NightSpan,
): string[] {
  if (lapsed.length === 0) return [];
  const wanted = new Set(unitIds);
  const isWanted = (nights: HoldNights) => wanted.has(nights.unitId) && areNightsShared(nights, span);
  return lapsed.filter(isWanted).flatMap(({ bookingId }) => bookingId ?? []);
}

type HoldNights = Occupancy & { bookingId: string | null };

/**
 * Cancels locked bookings that were read as lapsed holds. One that is cancelled already has given its nights up as well.
 * If another one has been confirmed or prolonged since it was read, the write begins again.
 */
export async function expireHolds(context: EventWriter, holds: readonly BookingRecord[]): Promise<void> {
  const { tx, writer, now } = context;
  const live = holds.filter(({ status }) => isLive(status));
  if (live.some((hold) => !hasLapsed(hold, now))) throw new ChangedMeanwhile();
  if (live.length > 0) await cancelHolds(bySystem(tx, writer.teamId, now), live);
}

/** The same for holds that are not locked yet. A write that locks other bookings too locks all of them at once instead. */
export async function lockAndExpireHolds(context: EventWriter, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const locked = await lockBookings(context.tx, context.writer.teamId, ids);
  await expireHolds(
    context,
    locked.map(({ booking }) => booking),
  );
}

/** The context of changes that happen by themselves. */
export const bySystem = (tx: Transaction, teamId: number, now: Date): EventWriter => ({
  tx,
  writer: { teamId, actor: { type: 'system', name: null } },
  now,
});

/** All effects of a cancellation without a fee, for any number of locked holds in a fixed number of statements. */
async function cancelHolds(context: EventWriter, holds: readonly BookingRecord[]): Promise<void> {
  const { tx, writer, now } = context;
  const ids = holds.map(({ id }) => id);
  const parts = await loadFolioParts(tx, writer.teamId, ids);
  const expiredAt = new Map(holds.map(({ id, expiresAt }) => [id, expiresAt]));
  await storeFolio(
    tx,
    cancelledFolio(parts, (bookingId) => expiredAt.get(bookingId) ?? null),
  );
  await expireBookings(tx, writer.teamId, ids, now);
  const expired = { type: 'booking.expired', details: {}, changed: ['status'] } as const;
  await recordEvents(
    context,
    holds.map((hold) => ({ ...expired, booking: { ...hold, status: 'cancelled' } })),
  );
}

/**
 * Completes a booking and stores its event. Returns false if the booking is no longer confirmed, or ends on another day
 * than the caller read.
 */
export async function complete(
  context: EventWriter,
  booking: { id: string; checkOut: string },
  completedAt: Date,
): Promise<boolean> {
  const { tx, writer, now } = context;
  const completed = await completeBooking(tx, writer.teamId, booking, { completedAt, now });
  if (!completed) return false;
  const event = { type: 'booking.completed', details: {}, changed: ['status'] } as const;
  const last = await findLastEvent(tx, writer.teamId, booking.id);
  await recordEventsOf(context, last, [{ ...event, booking: completed }]);
  return true;
}

const SWEEP_PAGE = 200;
/** The time zone furthest ahead of UTC. Every check-out day begins there first. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

type SweepDependencies = { db: Database; clock: Clock };

/** Cancels every lapsed hold of any team, and counts them. Several processes may do it at once. */
export function expireLapsedHolds({ db, clock }: SweepDependencies): Promise<number> {
  const now = clock();
  return sweepPages(
    (after: LapsedHold | null) => listLapsedHoldsOfAnyTeam(db, now, after, SWEEP_PAGE),
    ({ teamId, id }) =>
      inTeamTransaction(db, teamId, async (tx) => {
        const [locked] = await lockBookings(tx, teamId, [id]);
        if (!locked || !hasLapsed(locked.booking, now)) return false;
        await cancelHolds(bySystem(tx, teamId, now), [locked.booking]);
        return true;
      }),
  );
}

/**
 * Completes every confirmed booking of any team whose check-out has passed in its listing's time zone, and counts them.
 * They are read without locks, and completed only if they are still confirmed.
 */
export function completeDueBookings({ db, clock }: SweepDependencies): Promise<number> {
  const now = clock();
  const lastCheckOut = new Date(now.getTime() + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
  return sweepPages(
    (after: DueBooking | null) => listBookingsToComplete(db, lastCheckOut, after, SWEEP_PAGE),
    async (booking) => {
      const at = completionDue(booking, now);
      if (at === null) return false;
      const { teamId } = booking;
      return inTeamTransaction(db, teamId, (tx) => complete(bySystem(tx, teamId, now), booking, at));
    },
  );
}

/** A booking that cannot be ended does not hold others up. The first failure is thrown at the end. */
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
