import type { Database } from '../../db/client.ts';
import { type DueBooking, listBookingsToComplete } from '../../db/queries/booking-writes.ts';
import type { FolioChanges, FolioRows } from '../../db/queries/folio.ts';
import { type LapsedHold, listLapsedHoldsOfAnyTeam } from '../../db/queries/holds.ts';
import { deleteOccupanciesOfBooking, updateExpiryOfNights } from '../../db/queries/occupancies.ts';
import {
  completionDue,
  HOLD_HAS_LAPSED,
  problemOfCancellation,
  problemOfConfirmation,
  problemOfWithdrawal,
} from '../../domain/booking.ts';
import { cancellationEffects, cancellationFee } from '../../domain/cancellation.ts';
import { invalid, type Outcome, type Refusal, refused } from '../outcome.ts';
import { inTeamTransaction } from '../team-limit.ts';
import type { WriteCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import { bySystem } from './holds.ts';
import { type BookingToWrite, complete, expireOne, refusedByStatus, writeToBooking } from './locking.ts';
import { asPreview, type BookingPreview, previewed } from './previewing.ts';
import type { Booking } from './reading.ts';
import { eventOfChange, storeChange } from './storing.ts';

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
      return writeToBooking(dependencies, call, { bookingId }, async (context, locked) => {
        const { now } = context;
        const { booking, listing } = locked;
        const problem = problemOfConfirmation({ ...booking, ...listing }, now);
        if (problem) return refusedByStatus(problem);
        const isHold = booking.expiresAt !== null;
        if (isHold) await updateExpiryOfNights(context.tx, context.writer.teamId, booking.id, null);
        const columns = { status: 'confirmed', confirmedAt: now, expiresAt: null, ipHash: null } as const;
        const changed = isHold ? ['status', 'expires_at'] : ['status'];
        const event = { type: 'booking.confirmed', details: {}, changed } as const;
        return storeChange(context, locked, { columns, events: [eventOfChange(booking, columns, event)] });
      });
    },

    /** Pending or confirmed → cancelled, with all of its effects or none. */
    cancelBooking(
      call: WriteCall<Booking>,
      bookingId: string,
      cancellation: Cancellation,
    ): Promise<WriteResult<Booking>> {
      const target = { bookingId, ifLapsed: NOT_CANCELLABLE };
      return writeToBooking(dependencies, call, target, (context, locked) =>
        cancelLocked(context, locked, cancellation),
      );
    },

    /** What `cancelBooking` would make of a booking, with its folio. */
    previewCancellation(
      call: WriteCall<BookingPreview>,
      bookingId: string,
      cancellation: Cancellation,
    ): Promise<WriteResult<BookingPreview>> {
      const target = { bookingId, ifLapsed: NOT_CANCELLABLE };
      return writeToBooking(dependencies, asPreview(call), target, (context, locked) =>
        previewed(context, locked.booking.grandTotalCents, cancelLocked(context, locked, cancellation)),
      );
    },

    /** Cancels every lapsed hold, of any team, and returns their number. Several processes may do so at once. */
    async expireLapsedHolds(): Promise<number> {
      const now = clock();
      return sweepPages(
        (after: LapsedHold | null) => listLapsedHoldsOfAnyTeam(db, now, after, SWEEP_PAGE),
        ({ teamId, id }) => expireOne(db, teamId, id, now),
      );
    },

    /**
     * Completes every confirmed booking, of any team, whose check-out has passed in its listing's time zone, and
     * returns their number. It reads without locks and completes only bookings that are still confirmed, so several
     * processes may do so at once.
     */
    async completeDueBookings(): Promise<number> {
      const now = clock();
      const lastCheckOut = new Date(now.getTime() + FURTHEST_AHEAD_MS).toISOString().slice(0, 10);
      return sweepPages(
        (after: DueBooking | null) => listBookingsToComplete(db, lastCheckOut, after, SWEEP_PAGE),
        (booking) => completeIfDue(db, booking, now),
      );
    },
  };
}

const NOT_CANCELLABLE: Refusal = { reason: 'not_cancellable', message: HOLD_HAS_LAPSED };

/**
 * Ends bookings page by page, and returns how many it ended. A booking that cannot be ended does not hold others up.
 * The first failure is thrown at the end.
 */
async function sweepPages<Due>(
  list: (after: Due | null) => Promise<Due[]>,
  end: (due: Due) => Promise<boolean>,
): Promise<number> {
  let ended = 0;
  const failures: unknown[] = [];
  for (let after: Due | null = null; ; ) {
    const page: Due[] = await list(after);
    for (const due of page) {
      await end(due).then(
        (isEnded) => {
          ended += Number(isEnded);
        },
        (error: unknown) => failures.push(error),
      );
    }
    const last = page.at(-1);
    if (!last || page.length < SWEEP_PAGE) break;
    after = last;
  }
  if (failures.length > 0) throw failures[0];
  return ended;
}

/** Pending → cancelled, by the guest. Any other status refuses. */
export const withdrawBooking = (
  dependencies: WriteDependencies,
  call: WriteCall<Booking>,
  bookingId: string,
): Promise<WriteResult<Booking>> =>
  writeToBooking(dependencies, call, { bookingId, ifLapsed: NOT_CANCELLABLE }, async (context, locked) => {
    const message = problemOfWithdrawal(locked.booking.status);
    if (message) return refused({ reason: 'not_cancellable', message });
    return cancel(context, locked, { reason: null, feeCents: null });
  });

async function completeIfDue(db: Database, booking: DueBooking, now: Date): Promise<boolean> {
  const at = completionDue(booking, now);
  if (at === null) return false;
  return inTeamTransaction(db, booking.teamId, (tx) =>
    complete(bySystem(tx, booking.teamId, now), booking, at),
  );
}

async function cancelLocked(
  context: WriteContext,
  locked: BookingToWrite,
  cancellation: Cancellation,
): Promise<Outcome<Booking>> {
  const { status, grandTotalCents } = locked.booking;
  const message = problemOfCancellation(status);
  if (message) return refused({ reason: 'not_cancellable', message });
  if (cancellation.feeCents !== null && cancellation.feeCents > grandTotalCents)
    return invalid({ fee: [`The fee field must not be greater than ${grandTotalCents}.`] });
  return cancel(context, locked, cancellation);
}

/**
 * Frees the dates, settles the folio by the domain's plan, and decides the fee. The coupon's redemption ends with the
 * status.
 */
async function cancel(
  context: WriteContext,
  locked: BookingToWrite,
  { reason, feeCents }: Cancellation,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  const { booking, listing, folio } = locked;
  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  const columns = {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    ipHash: null,
    cancellationFeeCents: feeCents ?? cancellationFee({ ...booking, ...listing }, now),
  } as const;
  const event = { type: 'booking.cancelled', details: { reason }, changed: ['status'] } as const;
  const events = [eventOfChange(booking, columns, event)];
  return storeChange(context, locked, { columns, events, folio: cancelledParts(folio, now) });
}

/** The parts of a folio that a cancellation changes. */
function cancelledParts(folio: FolioRows, now: Date): FolioChanges {
  const { cancelledPaymentIds, voidedInvoiceIds, depositBecomes } = cancellationEffects(folio);
  const moments = { returned: { returnedAt: now }, cancelled: {} };
  return {
    payments: folio.payments
      .filter(({ id }) => cancelledPaymentIds.includes(id))
      .map((payment) => ({ ...payment, status: 'cancelled' })),
    invoices: folio.invoices
      .filter(({ id }) => voidedInvoiceIds.includes(id))
      .map((invoice) => ({ ...invoice, status: 'void', voidedAt: now })),
    deposits:
      folio.deposit && depositBecomes
        ? [{ ...folio.deposit, status: depositBecomes, ...moments[depositBecomes] }]
        : [],
  };
}
