import { randomUUIDv7 } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import {
  type BookingRecord,
  type DueBooking,
  insertEvent,
  listBookingsToComplete,
  updateBooking,
} from '../../db/queries/booking-writes.ts';
import { loadFolio, updateDeposit, updateInvoices, updatePayments } from '../../db/queries/folio.ts';
import { deleteOccupanciesOfBooking } from '../../db/queries/occupancies.ts';
import { completionDue, refusalOfCancellation, refusalOfConfirmation } from '../../domain/booking.ts';
import { cancellationEffects } from '../../domain/cancellation.ts';
import type { Clock } from '../clock.ts';
import { done, refused } from '../outcome.ts';
import type { Idempotency, WriteResult } from '../write.ts';
import { mustRead, type Writer } from './creating.ts';
import { complete, refusedByStatus, writeToBooking } from './locking.ts';
import type { Booking } from './reading.ts';

const SWEEP_PAGE = 200;
/** The zone that is furthest ahead of UTC: a check-out day that has come anywhere has come there. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;

/** Confirms, cancels and completes bookings (contract, section 8). */
export function createBookingEnder({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Pending → confirmed. It holds its dates already, so the status alone changes. */
    confirmBooking(
      writer: Writer,
      bookingId: string,
      idempotency: Idempotency<Booking> | null,
    ): Promise<WriteResult<Booking>> {
      const { teamId } = writer;
      const now = clock();
      return writeToBooking(db, { teamId, bookingId, now, idempotency }, async (tx, { booking, listing }) => {
        const refusal = refusalOfConfirmation({ ...booking, ...listing }, now);
        if (refusal) return refusedByStatus(refusal.message);
        await updateBooking(tx, teamId, booking.id, {
          status: 'confirmed',
          confirmedAt: now,
          updatedAt: now,
        });
        await insertEvent(tx, teamId, eventOf(writer, booking.id, 'booking.confirmed', {}, now));
        return done(await mustRead(tx, teamId, booking.id));
      });
    },

    /** Pending or confirmed → cancelled, with all of its effects or none. */
    cancelBooking(
      writer: Writer,
      bookingId: string,
      reason: string | null,
      idempotency: Idempotency<Booking> | null,
    ): Promise<WriteResult<Booking>> {
      const { teamId } = writer;
      const now = clock();
      return writeToBooking(db, { teamId, bookingId, now, idempotency }, async (tx, { booking }) => {
        const refusal = refusalOfCancellation(booking.status);
        if (refusal) return refused({ reason: 'not_cancellable', message: refusal.message });
        await applyCancellation(tx, booking, reason, now);
        await insertEvent(tx, teamId, eventOf(writer, booking.id, 'booking.cancelled', { reason }, now));
        return done(await mustRead(tx, teamId, booking.id));
      });
    },

    /**
     * Completes every confirmed booking, of any team, whose check-out has passed in its listing's zone, and says how
     * many that were. Reads without locks and completes only what is still confirmed: many processes may do it at once.
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
          // One that cannot be completed holds up no other, of its team or of any.
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

async function completeIfDue(db: Database, booking: DueBooking, now: Date): Promise<boolean> {
  const at = completionDue(booking, now);
  return at !== null && db.transaction((tx) => complete(tx, booking.teamId, booking, at, now));
}

/** Sets the dates free and settles the folio as the pure plan says. The coupon's redemption ends with the status. */
async function applyCancellation(
  tx: Transaction,
  booking: BookingRecord,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { teamId, id } = booking;
  const effects = cancellationEffects(await loadFolio(tx, teamId, id));
  await deleteOccupanciesOfBooking(tx, teamId, id);
  await updatePayments(tx, teamId, effects.cancelledPaymentIds, { status: 'cancelled' });
  await updateInvoices(tx, teamId, effects.voidedInvoiceIds, { status: 'void', voidedAt: now });
  if (effects.depositBecomes) {
    const returned = effects.depositBecomes === 'returned' ? { returnedAt: now } : {};
    await updateDeposit(tx, teamId, id, { status: effects.depositBecomes, ...returned });
  }
  await updateBooking(tx, teamId, id, {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    updatedAt: now,
  });
}

const eventOf = (
  { actor }: Writer,
  bookingId: string,
  type: 'booking.confirmed' | 'booking.cancelled',
  data: Record<string, unknown>,
  createdAt: Date,
) => ({ id: randomUUIDv7(), bookingId, type, actor, data, createdAt });
