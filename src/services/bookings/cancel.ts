import { deleteOccupanciesOfBooking, updateNightsExpiry } from '../../db/queries/bookings/occupancies.ts';
import {
  findCancellationRefusal,
  findConfirmationRefusal,
  findWithdrawalRefusal,
} from '../../domain/booking.ts';
import { computeCancellationFeeCents } from '../../domain/cancellation.ts';
import { Invalid, NotCancellable } from '../errors.ts';
import { type WriteCall, type WriteContext, type WriteDependencies, write } from '../write.ts';
import { storeBookingChange } from './events.ts';
import { cancelFolio } from './folio-plan.ts';
import { buildInvalidStatus, lockBooking } from './lock.ts';
import { type BookingDependencies, reportBookingOutcome } from './outcomes.ts';
import { type BookingPreview, loadPreview } from './preview.ts';
import { addFolio, type Booking, type BookingWithFolio } from './read.ts';

/** The reason of a cancellation, and its fee in cents: null if the booking's own terms decide it. */
export type Cancellation = { reason: string | null; feeCents: number | null };

const BY_GUEST: Cancellation = { reason: null, feeCents: null };

/** Pending or confirmed → cancelled, with all of its effects or none. */
export const cancelBooking = (
  dependencies: BookingDependencies,
  call: WriteCall<Booking>,
  bookingId: string,
  cancellation: Cancellation,
): Promise<Booking> =>
  reportBookingOutcome(
    dependencies,
    'cancelled',
    write(dependencies, call, (context) => cancel(context, bookingId, cancellation)),
  );

/** What `cancelBooking` would make of a booking, with its folio. */
export const previewCancellation = (
  dependencies: WriteDependencies,
  call: WriteCall<BookingPreview>,
  bookingId: string,
  cancellation: Cancellation,
): Promise<BookingPreview> =>
  write(dependencies, { ...call, isPreview: true }, async (context) => {
    const cancelled = await cancel(context, bookingId, cancellation);
    return loadPreview(context, cancelled, cancelled.booking.grandTotalCents);
  });

/** Pending → cancelled, by the guest. Any other status refuses. */
export const withdrawBooking = (
  dependencies: BookingDependencies,
  call: WriteCall<BookingWithFolio>,
  bookingId: string,
): Promise<BookingWithFolio> =>
  reportBookingOutcome(
    dependencies,
    'cancelled',
    write(dependencies, call, async (context) => {
      const withdrawn = await cancel(context, bookingId, BY_GUEST, findWithdrawalRefusal);
      return addFolio(context.tx, context.writer.teamId, withdrawn);
    }),
  );

const buildNotCancellable = (message: string) => new NotCancellable(message);

/**
 * Frees the dates, settles the folio by the domain's plan, and decides the fee. The coupon's redemption ends with the
 * status.
 */
async function cancel(
  context: WriteContext,
  bookingId: string,
  { reason, feeCents }: Cancellation,
  problemOf = findCancellationRefusal,
): Promise<Booking> {
  const { tx, writer, now } = context;
  const locked = await lockBooking(context, bookingId, { refuseLapsed: buildNotCancellable });
  const { booking, listing, folio } = locked;
  const problem = problemOf(booking.status);
  if (problem) throw buildNotCancellable(problem);
  if (feeCents !== null && feeCents > booking.grandTotalCents)
    throw new Invalid({ fee: [`The fee field must not be greater than ${booking.grandTotalCents}.`] });

  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  const columns = {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    ipHash: null,
    cancellationFeeCents: feeCents ?? computeCancellationFeeCents({ ...booking, ...listing }, now),
  } as const;
  const event = { type: 'booking.cancelled', details: { reason }, changed: ['status'] } as const;
  const deposits = folio.deposit ? [folio.deposit] : [];
  return storeBookingChange(context, locked, {
    columns,
    events: [{ ...event, booking: { ...booking, ...columns } }],
    folio: cancelFolio({ ...folio, deposits }, () => now),
  });
}

/** Pending → confirmed. The booking has its dates already, so only the status changes. */
export const confirmBooking = (
  dependencies: WriteDependencies,
  call: WriteCall<Booking>,
  bookingId: string,
): Promise<Booking> =>
  write(dependencies, call, async (context) => {
    const { tx, writer, now } = context;
    const locked = await lockBooking(context, bookingId);
    const { booking, listing } = locked;
    const problem = findConfirmationRefusal({ ...booking, ...listing }, now);
    if (problem) throw buildInvalidStatus(problem);

    const isHold = booking.expiresAt !== null;
    if (isHold) await updateNightsExpiry(tx, writer.teamId, booking.id, null);
    const columns = { status: 'confirmed', confirmedAt: now, expiresAt: null, ipHash: null } as const;
    const changed = isHold ? ['status', 'expires_at'] : ['status'];
    const event = { type: 'booking.confirmed', details: {}, changed } as const;
    return storeBookingChange(context, locked, {
      columns,
      events: [{ ...event, booking: { ...booking, ...columns } }],
    });
  });
