/** What changes with a booking's dates, guests or unit. */
import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import type { FolioChanges } from '../../db/queries/folio.ts';
import { deleteOccupanciesOfBooking, updateNightsOfBooking } from '../../db/queries/occupancies.ts';
import { checksOfChange, checksOverridden, type StayOfGuests } from '../../domain/availability/checks.ts';
import { type Coupon, checkCouponStay } from '../../domain/coupon.ts';
import { dateIn, type Stay, todayIn } from '../../domain/dates.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { MAX_INVOICES } from '../../domain/limits.ts';
import type { Price } from '../../domain/pricing/pricing.ts';
import { done, type FieldMessages, hasMessages, invalid, type Outcome } from '../outcome.ts';
import type { WriteContext } from '../write.ts';
import {
  type LockedOffer,
  lockOffer,
  messagesOfStay,
  needNightsFree,
  pricedColumns,
  priceOffer,
  type Takes,
  takeNights,
} from './deciding.ts';
import type { BookingToWrite } from './locking.ts';
import { type BookingMove, moveBookings, recordMoves, settleUnits } from './moving.ts';
import { replannedFolio } from './replanning.ts';

/** The columns and the folio of a booking that change with its stay, its new price, and the code of its former coupon. */
export type ChangedStay = {
  columns: Partial<BookingRecord>;
  folio: FolioChanges;
  couponCode: string | null;
  price: Price | null;
};

type StayChange = {
  before: StayOfGuests;
  after: StayOfGuests;
  /** The unit that the caller names, if any. The booking takes this one or none, and nobody moves for it. */
  onlyUnitId: string | null;
  overrideRules: boolean;
};

const TOO_MANY = `A booking can have ${MAX_INVOICES} invoices, so this change of its price or arrival is not possible.`;
export const NO_UNIT: FieldMessages = { unit_id: ['The listing has no active unit with this id.'] };

/** Checks the new stay, prices it if its dates or guests change, and takes its nights. */
export async function changeStay(
  context: WriteContext,
  { booking, heldUnitIds, folio }: BookingToWrite,
  { before, after, onlyUnitId, overrideRules }: StayChange,
): Promise<Outcome<ChangedStay>> {
  const { now } = context;
  const isMoved = onlyUnitId !== null && onlyUnitId !== booking.unitId;
  const own = { bookingId: booking.id, unitIds: heldUnitIds, preparationDays: booking.preparationDays };
  const { listingId, couponKey } = booking;
  const wanted = { listingId, stay: after.stay, own, couponKey, onlyUnitId };
  const locked = await lockOffer(context, wanted);
  if (!locked) throw new Error('The listing of a booking does not exist.');
  // It may have been closed since it was looked for.
  if (isMoved && locked.offer.inventory.units.length === 0) return invalid(NO_UNIT);
  const checks = overrideRules ? checksOverridden() : checksOfChange(before, after);
  const areDatesKept =
    before.stay.checkIn === after.stay.checkIn && before.stay.checkOut === after.stay.checkOut;
  const areNightsKept = areDatesKept && !isMoved;
  // The booking already has these nights, even if other units of the listing have changed since.
  const rules = areNightsKept
    ? { ...checks, rules: new Set([...checks.rules].filter((rule) => rule !== 'dates_unavailable')) }
    : checks;
  const messages = messagesOfStay(locked.offer, after, todayIn(locked.listing.timezone, now), rules);
  if (hasMessages(messages)) return invalid(messages);

  const isPriced = !areDatesKept || before.guests !== after.guests;
  const changed = isPriced ? reprice(context, { booking, folio }, locked, after) : UNPRICED;
  if (!changed.ok || areNightsKept) return changed;
  const { unitId, takenIds, moves } = await settleUnits(context, locked, after.stay, booking.unitId);
  const span = occupiedSpan(after.stay, booking.preparationDays);
  await takeOtherNights(context, locked, { takenIds, span, booking, heldUnitIds, moves });
  await recordMoves(context, moves, booking.id);
  return done({ ...changed.value, columns: { ...changed.value.columns, unitId } });
}

type OtherNights = Takes & { heldUnitIds: readonly string[]; moves: readonly BookingMove[] };

/**
 * Gives a booking its new nights. Its rows are changed where they are if the units stay, or if it has one unit. Otherwise
 * they are deleted first, so that bookings which move may take their place.
 */
async function takeOtherNights(
  context: WriteContext,
  locked: LockedOffer,
  { heldUnitIds, moves, ...takes }: OtherNights,
): Promise<void> {
  const { tx, writer, now } = context;
  const { takenIds, span, booking } = takes;
  const [onlyId = null, ...others] = takenIds;
  const isOneUnit = others.length === 0 && onlyId !== null && heldUnitIds.length === 1;
  const areUnitsKept =
    takenIds.length > 0 && new Set(takenIds).symmetricDifference(new Set(heldUnitIds)).size === 0;
  if (moves.length === 0 && (isOneUnit || areUnitsKept)) {
    needNightsFree(context, locked, takes);
    const nights = { ...span, unitId: isOneUnit ? onlyId : null, changedAt: now };
    await updateNightsOfBooking(tx, writer.teamId, booking.id, nights);
    return;
  }
  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  await moveBookings(context, locked, moves);
  await takeNights(context, locked, takes);
}

/** Of a booking whose stay is the same. */
export const UNPRICED: Outcome<ChangedStay> = done({ columns: {}, folio: {}, couponCode: null, price: null });

/** Prices the new stay at today's rates, and makes the folio's plan anew if more or less is owed. */
function reprice(
  context: WriteContext,
  { booking, folio }: Pick<BookingToWrite, 'booking' | 'folio'>,
  locked: LockedOffer,
  { stay, guests }: StayOfGuests,
): Outcome<ChangedStay> {
  const coupon = keptCoupon(locked.charges.coupon, stay);
  const bookedOn = dateIn(locked.listing.timezone, booking.createdAt);
  const priced = priceOffer(locked, { stay, guests, coupon, bookedOn });
  if (!priced.ok) return priced;
  const columns = {
    ...stay,
    numberOfGuests: guests,
    ...pricedColumns(priced.value),
    couponKey: coupon ? booking.couponKey : null,
  };
  const isOwed = columns.grandTotalCents !== booking.grandTotalCents || columns.checkIn !== booking.checkIn;
  if (isOwed && folio.invoices.length >= MAX_INVOICES) return invalid({ invoices: [TOO_MANY] });
  return done({
    columns,
    folio: isOwed ? replannedFolio(context, { ...booking, ...columns }, folio, bookedOn) : {},
    couponCode: locked.charges.coupon?.code ?? null,
    price: priced.value,
  });
}

/** The coupon is kept if its stay window and nights still allow it, else given back. */
const keptCoupon = (coupon: Coupon | null, stay: Stay): Coupon | null =>
  coupon && checkCouponStay(coupon, stay) === null ? coupon : null;
