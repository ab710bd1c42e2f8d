import type { Database } from '../../db/client.ts';
import {
  type DueBooking,
  type LockedBooking,
  listBookingsToComplete,
} from '../../db/queries/booking-writes.ts';
import { loadFolio, updateDeposit, updateInvoices, updatePayments } from '../../db/queries/folio.ts';
import { deleteOccupanciesOfBooking } from '../../db/queries/occupancies.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  completionDue,
  problemOfCancellation,
  problemOfConfirmation,
  problemOfWithdrawal,
} from '../../domain/booking.ts';
import { cancellationEffects } from '../../domain/cancellation.ts';
import { cancellationFee } from '../../domain/cancellation-policy.ts';
import { invalid, type Outcome, refused } from '../outcome.ts';
import type { WriteCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import { complete, completing, refusedByStatus, writeToBooking } from './locking.ts';
import type { Booking } from './reading.ts';
import { storeChange } from './storing.ts';

/** The reason of a cancellation, and its fee in cents: null if the booking's own terms decide it. */
export type Cancellation = { reason: string | null; feeCents: number | null };

const SWEEP_PAGE = 200;
/** The time zone furthest ahead of UTC. Every check-out day begins there first. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

/** Confirms, cancels and completes bookings (contract, section 8). */
export function createBookingEnder(dependencies: WriteDependencies) {
  const { db, clock } = dependencies;
  return {
    /** Pending → confirmed. The booking has its dates already, so only the status changes. */
    confirmBooking(call: WriteCall<Booking>, bookingId: string): Promise<WriteResult<Booking>> {
      return writeToBooking(dependencies, call, { bookingId }, async (context, { booking, listing }) => {
        const { now } = context;
        const problem = problemOfConfirmation({ ...booking, ...listing }, now);
        if (problem) return refusedByStatus(problem);
        const columns = { status: 'confirmed', confirmedAt: now } as const;
        return storeChange(context, booking, columns, {
          type: 'booking.confirmed',
          details: {},
          changed: ['status'],
        });
      });
    },

    /** Pending or confirmed → cancelled, with all of its effects or none. */
    cancelBooking(
      call: WriteCall<Booking>,
      bookingId: string,
      cancellation: Cancellation,
    ): Promise<WriteResult<Booking>> {
      return writeToBooking(dependencies, call, { bookingId }, async (context, locked) => {
        const { booking } = locked;
        const message = problemOfCancellation(booking.status);
        if (message) return refused({ reason: 'not_cancellable', message });
        if (cancellation.feeCents !== null && cancellation.feeCents > booking.grandTotalCents)
          return invalid({
            fee: [`The fee field must not be greater than ${booking.grandTotalCents}.`],
          });
        return cancel(context, locked, cancellation);
      });
    },

    /**
     * Completes every confirmed booking, of any team, whose check-out has passed in its listing's time zone, and
     * returns their number. It reads without locks and completes only bookings that are still confirmed, so several
     * processes may do so at once.
     */
    async completeDueBookings(): Promise<number> {
      const now = clock();
      const lastCheckOut = new Date(now.getTime() + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
      let completed = 0;
      const failures: unknown[] = [];
      let after: { checkOut: string; id: string } | null = null;
      for (;;) {
        const page = await listBookingsToComplete(db, lastCheckOut, after, SWEEP_PAGE);
        for (const booking of page) {
          // A booking that cannot be completed does not hold others up.
          await completeIfDue(db, booking, now).then(
            (isCompleted) => {
              completed += Number(isCompleted);
            },
            (error: unknown) => failures.push(error),
          );
        }
        const last = page.at(-1);
        if (!last || page.length < SWEEP_PAGE) break;
        after = { checkOut: last.checkOut, id: last.id };
      }
      if (failures.length > 0) throw failures[0];
      return completed;
    },
  };
}

/** Pending → cancelled, by the guest. Any other status refuses. */
export const withdrawBooking = (
  dependencies: WriteDependencies,
  call: WriteCall<Booking>,
  bookingId: string,
): Promise<WriteResult<Booking>> =>
  writeToBooking(dependencies, call, { bookingId }, async (context, locked) => {
    const message = problemOfWithdrawal(locked.booking.status);
    if (message) return refused({ reason: 'not_cancellable', message });
    return cancel(context, locked, { reason: null, feeCents: null });
  });

async function completeIfDue(db: Database, booking: DueBooking, now: Date): Promise<boolean> {
  const at = completionDue(booking, now);
  if (at === null) return false;
  return inTransaction(db, (tx) => complete(completing(tx, booking.teamId, now), booking, at));
}

/**
 * Frees the dates, settles the folio by the domain's plan, and decides the fee. The coupon's redemption ends with the
 * status.
 */
async function cancel(
  context: WriteContext,
  { booking, listing }: LockedBooking,
  { reason, feeCents }: Cancellation,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const { id } = booking;
  const effects = cancellationEffects(await loadFolio(tx, teamId, id));
  await deleteOccupanciesOfBooking(tx, teamId, id);
  await updatePayments(tx, teamId, effects.cancelledPaymentIds, { status: 'cancelled' });
  await updateInvoices(tx, teamId, effects.voidedInvoiceIds, { status: 'void', voidedAt: now });
  if (effects.depositBecomes) {
    const moments = { returned: { returnedAt: now }, cancelled: {} };
    const { depositBecomes: status } = effects;
    await updateDeposit(tx, teamId, id, { status, ...moments[status] });
  }
  const columns = {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    cancellationFeeCents: feeCents ?? cancellationFee({ ...booking, ...listing }, now),
  } as const;
  return storeChange(context, booking, columns, {
    type: 'booking.cancelled',
    details: { reason },
    changed: ['status'],
  });
}
