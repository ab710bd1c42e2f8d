import { deleteOccupanciesOfBooking, updateNightsExpiry } from '../../db/queries/bookings/occupancies.ts';
import { loadIssuer } from '../../db/queries/offers/issuer.ts';
import {
  findCancellationRefusal,
  findConfirmationRefusal,
  findGuestCancellationRefusal,
} from '../../domain/booking.ts';
import { computeCancellationFeeCents } from '../../domain/cancellation.ts';
import { namedNumber } from '../../domain/text/message-text.ts';
import type { SiteCancellationMode } from '../../domain/vocabulary.ts';
import { findLackedFields } from '../access/access.ts';
import { Conflict, Invalid, NotCancellable, throwIfAnyMessages } from '../errors.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type Condition, type ConditionalOptions, type WriteOptions, write } from '../write.ts';
import { storeBookingChange } from './events.ts';
import { fitFolioToFee } from './folio/cancellation-fee.ts';
import { buildInvoicesOfConfirmed } from './folio/issue.ts';
import { cancelFolio, mergeFolio } from './folio/plan.ts';
import { type GuestBooking, loadGuestTerms, toGuestBooking } from './guest-booking.ts';
import { type BookingToWrite, buildInvalidStatus, lockBooking } from './lock.ts';
import { reportBookingOutcome } from './outcomes.ts';
import { type BookingPreview, loadPreview } from './preview.ts';
import { addFolio, type Booking, type BookingWithFolio } from './read.ts';

/** A fee of null is the one by the booking's own terms. */
export type Cancellation = { reason: string | null; feeCents: number | null };

const BY_GUEST: Cancellation = { reason: null, feeCents: null };

export type GuestCancellation = {
  mode: SiteCancellationMode;
  /** Null if the guest has named none. */
  expectedFeeCents: number | null;
};

export const cancelBooking = (
  scope: TeamScope,
  bookingId: string,
  cancellation: Cancellation,
  options: ConditionalOptions<Booking, BookingWithFolio> = {},
): Promise<Booking> =>
  reportBookingOutcome(
    scope,
    'cancelled',
    write(scope, options, (scope) => cancel(scope, bookingId, cancellation, options)),
  );

export const previewCancellation = (
  scope: TeamScope,
  bookingId: string,
  cancellation: Cancellation,
  options: ConditionalOptions<BookingPreview, BookingWithFolio> = {},
): Promise<BookingPreview> =>
  write(scope, { ...options, isPreview: true }, async (scope) => {
    const cancelled = await cancel(scope, bookingId, cancellation, options);
    return loadPreview(scope, cancelled, cancelled.booking.grandTotalCents);
  });

/**
 * A pending one, or a confirmed one if its terms allow it. Refused if the fee is not the one that the guest
 * has agreed to.
 */
export const cancelBookingAsGuest = (
  scope: TeamScope,
  bookingId: string,
  { mode, expectedFeeCents }: GuestCancellation,
  options: WriteOptions<GuestBooking> = {},
): Promise<GuestBooking> =>
  reportBookingOutcome(
    scope,
    'cancelled',
    write(scope, options, async (scope) => {
      const { tx, teamId, now } = scope;
      const cancelled = await cancel(scope, bookingId, BY_GUEST, {
        findRefusal: (booking) => findGuestCancellationRefusal(booking, mode),
        expectedFeeCents,
      });
      const terms = await loadGuestTerms({ db: tx, teamId, now }, cancelled.booking);
      return toGuestBooking(await addFolio(tx, teamId, cancelled), terms);
    }),
    options,
  );

export const previewCancellationAsGuest = (
  scope: TeamScope,
  bookingId: string,
  mode: SiteCancellationMode,
): Promise<BookingWithFolio> =>
  write(scope, { isPreview: true }, async (scope) => {
    const cancelled = await cancel(scope, bookingId, BY_GUEST, {
      findRefusal: (booking) => findGuestCancellationRefusal(booking, mode),
    });
    return addFolio(scope.tx, scope.teamId, cancelled);
  });

const refuseLapsed = (message: string) => new NotCancellable(message, 'lapsed');

type CancellationRules = Condition<BookingWithFolio> & {
  findRefusal?: (booking: BookingToWrite['booking']) => string | null;
  expectedFeeCents?: number | null;
};

/**
 * Frees the nights, decides the fee, and cancels what is open of payments and invoices. The coupon counts as
 * unused again, because redemptions are counted by status.
 */
async function cancel(
  scope: WriteScope,
  bookingId: string,
  { reason, feeCents }: Cancellation,
  {
    findRefusal = ({ status }) => findCancellationRefusal(status),
    expectedFeeCents = null,
    isCurrent,
  }: CancellationRules = {},
): Promise<Booking> {
  const { tx, teamId, now } = scope;
  const locked = await lockBooking(scope, bookingId, { refuseLapsed, isCurrent });
  const { booking, listing, folio } = locked;
  const problem = findRefusal(booking);
  if (problem) throw new NotCancellable(problem, booking.status);
  if (feeCents !== null && feeCents > booking.grandTotalCents)
    throw new Invalid({
      fee: [
        {
          code: 'too_large',
          predicate: ['must not be greater than ', namedNumber(booking.grandTotalCents), '.'],
        },
      ],
    });

  const computedCents = computeCancellationFeeCents({ ...booking, ...listing }, now);
  const isOther = feeCents !== null && feeCents !== (computedCents ?? 0);
  throwIfAnyMessages(
    findLackedFields(scope.access, { fee: { isChanging: isOther, permission: 'money:write' } }),
  );
  const cancellationFeeCents = feeCents ?? computedCents;
  if (expectedFeeCents !== null && expectedFeeCents !== (cancellationFeeCents ?? 0))
    throw new Conflict('fee_changed', 'The cancellation fee is not the expected one.');

  await deleteOccupanciesOfBooking(tx, teamId, booking.id);
  const columns = {
    status: 'cancelled',
    cancelledAt: now,
    cancellationReason: reason,
    ipHash: null,
    cancellationFeeCents,
  } as const;
  const event = { type: 'booking.cancelled', details: { reason }, changed: ['status'] } as const;
  const deposits = folio.deposit ? [folio.deposit] : [];
  const ended = cancelFolio({ ...folio, deposits }, () => now);
  const cancelled = { ...booking, ...columns };
  const owed = await fitFolioToFee(scope, { booking: cancelled, listing, folio: mergeFolio(folio, ended) });
  return storeBookingChange(scope, locked, {
    columns,
    events: [{ ...event, booking: cancelled }],
    folio: {
      ...ended,
      payments: [...(ended.payments ?? []), ...(owed.payments ?? [])],
      invoices: [...(ended.invoices ?? []), ...(owed.invoices ?? [])],
    },
  });
}

/** The booking already has its nights, so only the status changes. */
export const confirmBooking = (
  scope: TeamScope,
  bookingId: string,
  options: ConditionalOptions<Booking, BookingWithFolio> = {},
): Promise<Booking> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now, isPreview } = scope;
    const locked = await lockBooking(scope, bookingId, { isCurrent: options.isCurrent });
    const { booking, listing, folio } = locked;
    const problem = findConfirmationRefusal({ ...booking, ...listing }, now);
    if (problem) throw buildInvalidStatus(problem);

    const isHold = booking.expiresAt !== null;
    if (isHold) await updateNightsExpiry(tx, teamId, booking.id, null);
    const columns = {
      status: 'confirmed',
      confirmedAt: now,
      calendarInvited: true,
      expiresAt: null,
      ipHash: null,
    } as const;
    const changed = isHold ? ['status', 'expires_at'] : ['status'];
    const event = { type: 'booking.confirmed', details: {}, changed } as const;
    const confirmed = { ...booking, ...columns };
    const issuer = await loadIssuer(tx, teamId, booking.listingId);
    const { payments } = folio;
    return storeBookingChange(scope, locked, {
      columns,
      events: [{ ...event, booking: confirmed }],
      folio: { invoices: buildInvoicesOfConfirmed(confirmed, folio, { issuer, now, isPreview, payments }) },
    });
  });
