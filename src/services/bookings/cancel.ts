import { deleteOccupanciesOfBooking, updateExpiryOfNights } from '../../db/queries/bookings/occupancies.ts';
import {
  HOLD_HAS_LAPSED,
  problemOfCancellation,
  problemOfConfirmation,
  problemOfWithdrawal,
} from '../../domain/booking.ts';
import { cancellationFee } from '../../domain/cancellation.ts';
import type { BookingStatus } from '../../domain/vocabulary.ts';
import { invalid, type Outcome, type Refusal, refused } from '../outcome.ts';
import type { WriteCall, WriteContext, WriteDependencies } from '../write.ts';
import { storeChange } from './events.ts';
import { cancelledFolio } from './folio-plan.ts';
import { type BookingToWrite, refusedByStatus, writeToBooking } from './lock.ts';
import { asPreview, type BookingPreview, previewed } from './preview.ts';
import type { Booking } from './read.ts';

/** The reason of a cancellation, and its fee in cents: null if the booking's own terms decide it. */
export type Cancellation = { reason: string | null; feeCents: number | null };

const NOT_CANCELLABLE: Refusal = { reason: 'not_cancellable', message: HOLD_HAS_LAPSED };

/** Confirms and cancels bookings. */
export function createBookingEnder(dependencies: WriteDependencies) {
  const targetOf = (bookingId: string) => ({ bookingId, ifLapsed: NOT_CANCELLABLE });
  return {
    /** Pending → confirmed. The booking has its dates already, so only the status changes. */
    confirmBooking: (call: WriteCall<Booking>, bookingId: string) =>
      writeToBooking(dependencies, call, { bookingId }, confirm),

    /** Pending or confirmed → cancelled, with all of its effects or none. */
    cancelBooking: (call: WriteCall<Booking>, bookingId: string, cancellation: Cancellation) =>
      writeToBooking(dependencies, call, targetOf(bookingId), (context, locked) =>
        cancel(context, locked, cancellation),
      ),

    /** What `cancelBooking` would make of a booking, with its folio. */
    previewCancellation: (call: WriteCall<BookingPreview>, bookingId: string, cancellation: Cancellation) =>
      writeToBooking(dependencies, asPreview(call), targetOf(bookingId), (context, locked) =>
        previewed(context, locked.booking.grandTotalCents, cancel(context, locked, cancellation)),
      ),
  };
}

/** Pending → cancelled, by the guest. Any other status refuses. */
export const withdrawBooking = (
  dependencies: WriteDependencies,
  call: WriteCall<Booking>,
  bookingId: string,
) =>
  writeToBooking(dependencies, call, { bookingId, ifLapsed: NOT_CANCELLABLE }, (context, locked) =>
    cancel(context, locked, BY_GUEST, problemOfWithdrawal),
  );

const BY_GUEST: Cancellation = { reason: null, feeCents: null };

async function confirm(context: WriteContext, locked: BookingToWrite): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  const { booking, listing } = locked;
  const problem = problemOfConfirmation({ ...booking, ...listing }, now);
  if (problem) return refusedByStatus(problem);

  const isHold = booking.expiresAt !== null;
  if (isHold) await updateExpiryOfNights(tx, writer.teamId, booking.id, null);
  const columns = { status: 'confirmed', confirmedAt: now, expiresAt: null, ipHash: null } as const;
  const changed = isHold ? ['status', 'expires_at'] : ['status'];
  const event = { type: 'booking.confirmed', details: {}, changed } as const;
  return storeChange(context, locked, {
    columns,
    events: [{ ...event, booking: { ...booking, ...columns } }],
  });
}

/**
 * Frees the dates, settles the folio by the domain's plan, and decides the fee. The coupon's redemption ends with the
 * status.
 */
async function cancel(
  context: WriteContext,
  locked: BookingToWrite,
  { reason, feeCents }: Cancellation,
  problemOf: (status: BookingStatus) => string | null = problemOfCancellation,
): Promise<Outcome<Booking>> {
  const { tx, writer, now } = context;
  const { booking, listing, folio } = locked;
  const message = problemOf(booking.status);
  if (message) return refused({ reason: 'not_cancellable', message });
  if (feeCents !== null && feeCents > booking.grandTotalCents)
    return invalid({ fee: [`The fee field must not be greater than ${booking.grandTotalCents}.`] });

  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  const columns = {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    ipHash: null,
    cancellationFeeCents: feeCents ?? cancellationFee({ ...booking, ...listing }, now),
  } as const;
  const event = { type: 'booking.cancelled', details: { reason }, changed: ['status'] } as const;
  const deposits = folio.deposit ? [folio.deposit] : [];
  return storeChange(context, locked, {
    columns,
    events: [{ ...event, booking: { ...booking, ...columns } }],
    folio: cancelledFolio({ ...folio, deposits }, now),
  });
}
