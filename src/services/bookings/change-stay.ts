/** What changes with a booking's dates, guests or unit. */
import {
  type BookedStay,
  findBookedStay,
  loadBookingParts,
} from '../../db/queries/bookings/booking-parts.ts';
import { type BookingRecord, lockBookings } from '../../db/queries/bookings/booking-writes.ts';
import type { FolioChanges } from '../../db/queries/bookings/folio.ts';
import {
  deleteOccupanciesOfBooking,
  type LockedUnit,
  lockUnitsOfBooking,
  updateNightsOfBooking,
} from '../../db/queries/bookings/occupancies.ts';
import {
  checksOfChange,
  checksOverridden,
  problemOfStay,
  type StayOfGuests,
} from '../../domain/availability/checks.ts';
import { changedFields } from '../../domain/booking.ts';
import { type Coupon, checkCouponStay } from '../../domain/coupon.ts';
import { dateIn, type Stay, todayIn } from '../../domain/dates.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { MAX_INVOICES } from '../../domain/limits.ts';
import type { Price } from '../../domain/pricing/pricing.ts';
import { ChangedMeanwhile, Invalid } from '../errors.ts';
import { type FieldMessages, hasMessages } from '../field-messages.ts';
import type { ConditionalCall, WriteContext } from '../write.ts';
import { replannedFolio } from './folio-plan.ts';
import { type BookingToWrite, inTrueState, lockWithParts } from './lock.ts';
import { bookingsOf, type MakingWay, makeWay, makingWay, seatFor } from './make-way.ts';
import type { Booking } from './read.ts';
import {
  type LockedOffer,
  loadOffer,
  messagesOfStay,
  pricedColumns,
  priceOffer,
  takeNights,
} from './stay.ts';

/** The parts of a change that decide about nights. Undefined keeps what the booking has. */
export type StayChange = {
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  numberOfGuests?: number | undefined;
  /** The unit that the caller names. The booking takes this one or none, and nobody moves for it. */
  unitId?: string | undefined;
  overrideRules: boolean;
};

/** The columns and the folio of a booking that change with its stay, its new price, and the code of its former coupon. */
export type ChangedStay = {
  columns: Partial<BookingRecord>;
  folio: FolioChanges;
  couponCode: string | null;
  price: Price | null;
};

/** The units that a booking takes instead of those that it has, and the locked bookings that make way. */
type OtherNights = { stay: Stay; unitId: string | null; takenIds: readonly string[]; way: MakingWay };

/** A locked booking. If its change concerns its nights, the units are locked too, and what it is to get is settled. */
export type BookingToChange = BookingToWrite & {
  units: readonly LockedUnit[];
  offer: LockedOffer | null;
  nights: OtherNights | null;
};

const TOO_MANY = `A booking can have ${MAX_INVOICES} invoices, so this change of its price or arrival is not possible.`;

/** Of a booking whose stay is the same. */
const UNPRICED: ChangedStay = { columns: {}, folio: {}, couponCode: null, price: null };

/** A booking's dates and guests before and after a change, and how they differ. */
export function compareStays({ unitId, ...booked }: BookedStay['stay'], change: StayChange) {
  const before: StayOfGuests = {
    stay: { checkIn: booked.checkIn, checkOut: booked.checkOut },
    guests: booked.numberOfGuests,
  };
  const after: StayOfGuests = {
    stay: { checkIn: change.checkIn ?? booked.checkIn, checkOut: change.checkOut ?? booked.checkOut },
    guests: change.numberOfGuests ?? booked.numberOfGuests,
  };
  const areDatesKept =
    before.stay.checkIn === after.stay.checkIn && before.stay.checkOut === after.stay.checkOut;
  const isRestayed = !areDatesKept || before.guests !== after.guests;
  const toUnitId = change.unitId === undefined || change.unitId === unitId ? null : change.unitId;
  return { before, after, areDatesKept, isRestayed, toUnitId };
}

/** Locks a booking for a change, in its true state. */
export const lockForChange = async (
  context: WriteContext,
  call: Pick<ConditionalCall<never, Booking>, 'isCurrent'>,
  bookingId: string,
  change: StayChange,
): Promise<BookingToChange> => inTrueState(context, await lockWithNights(context, bookingId, change), call);

/**
 * Locks the units first if the change is about the booking's nights, and at last the booking together with those that
 * make way. Returns null if there is no such booking.
 */
async function lockWithNights(
  context: WriteContext,
  bookingId: string,
  change: StayChange,
): Promise<BookingToChange | null> {
  const { checkIn, checkOut, numberOfGuests, unitId: onlyUnitId = null } = change;
  const { tx, writer } = context;
  const { teamId } = writer;
  if (
    checkIn === undefined &&
    checkOut === undefined &&
    numberOfGuests === undefined &&
    onlyUnitId === null
  ) {
    const locked = await lockWithParts(context, bookingId);
    return locked && { ...locked, units: [], offer: null, nights: null };
  }
  const units = await lockUnitsOfBooking(tx, teamId, bookingId);
  const booked = await findBookedStay(tx, teamId, bookingId);
  if (!booked) return null;
  const { stay: stored, heldUnitIds } = booked;
  const { after, areDatesKept, isRestayed, toUnitId } = compareStays(stored, change);
  const isDecided = (isRestayed || toUnitId !== null) && problemOfStay(after.stay) === null;
  const own = { bookingId, unitIds: heldUnitIds, preparationDays: stored.preparationDays };
  const { listingId, couponKey } = stored;
  const offer = isDecided
    ? await loadOffer(context, units, { listingId, stay: after.stay, own, couponKey, onlyUnitId })
    : null;
  const seat =
    offer && !(areDatesKept && toUnitId === null) ? seatFor(offer, after.stay, stored.unitId) : null;

  const rows = await lockBookings(tx, teamId, [bookingId, ...(seat ? bookingsOf(seat) : [])]);
  const locked = rows.find(({ booking }) => booking.id === bookingId);
  if (!locked || Object.keys(changedFields(locked.booking, stored)).length > 0) throw new ChangedMeanwhile();
  const parts = await loadBookingParts(tx, teamId, bookingId);
  const unitIds = new Set(units.map(({ id }) => id));
  if (!parts.heldUnitIds.every((id) => unitIds.has(id))) throw new ChangedMeanwhile();
  const nights = seat && { ...seat, stay: after.stay, way: makingWay(seat, rows) };
  return { ...locked, ...parts, units, offer, nights };
}

/** Checks the new stay, and prices it if its dates or guests change. */
export function decideStay(
  context: WriteContext,
  { booking, folio, offer }: BookingToChange,
  change: StayChange,
): ChangedStay {
  const { before, after, areDatesKept, isRestayed, toUnitId } = compareStays(booking, change);
  if (!isRestayed && toUnitId === null) return UNPRICED;
  if (!offer) throw new Error('The listing of a booking does not exist.');
  const checks = change.overrideRules ? checksOverridden() : checksOfChange(before, after);
  // The booking already has its nights, even if other units of the listing have changed since.
  const rules =
    areDatesKept && toUnitId === null
      ? { ...checks, rules: new Set([...checks.rules].filter((rule) => rule !== 'dates_unavailable')) }
      : checks;
  const messages = messagesOfStay(offer.offer, after, todayIn(offer.listing.timezone, context.now), rules);
  if (hasMessages(messages)) throw new Invalid(messages);
  return isRestayed ? reprice(context, { booking, folio }, offer, after) : UNPRICED;
}

/**
 * Gives a booking its other nights. Its rows are changed where they are if the units stay, or if it has one unit.
 * Otherwise they are deleted first, so that bookings which move may take their place.
 */
export async function takeOtherNights(
  context: WriteContext,
  { booking, heldUnitIds }: BookingToWrite,
  { stay, takenIds, way }: OtherNights,
): Promise<void> {
  const { tx, writer, now } = context;
  const span = occupiedSpan(stay, booking.preparationDays);
  const [onlyId = null, ...others] = takenIds;
  const isOneUnit = others.length === 0 && onlyId !== null && heldUnitIds.length === 1;
  const areUnitsKept =
    takenIds.length > 0 && new Set(takenIds).symmetricDifference(new Set(heldUnitIds)).size === 0;
  if (way.moves.length === 0 && (isOneUnit || areUnitsKept)) {
    await makeWay(context, way);
    const nights = { ...span, unitId: isOneUnit ? onlyId : null, changedAt: now };
    await updateNightsOfBooking(tx, writer.teamId, booking.id, nights);
    return;
  }
  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  await makeWay(context, way);
  await takeNights(context, { takenIds, span, booking });
}

/** Prices the new stay at today's rates, and makes the folio's plan anew if more or less is owed. */
function reprice(
  context: WriteContext,
  { booking, folio }: Pick<BookingToWrite, 'booking' | 'folio'>,
  offer: LockedOffer,
  { stay, guests }: StayOfGuests,
): ChangedStay {
  const coupon = keptCoupon(offer.charges.coupon, stay);
  const bookedOn = dateIn(offer.listing.timezone, booking.createdAt);
  const price = priceOffer(offer, { stay, guests, coupon, bookedOn });
  const columns = {
    ...stay,
    numberOfGuests: guests,
    ...pricedColumns(price),
    couponKey: coupon ? booking.couponKey : null,
  };
  const isOwed = columns.grandTotalCents !== booking.grandTotalCents || columns.checkIn !== booking.checkIn;
  if (isOwed && folio.invoices.length >= MAX_INVOICES) throw new Invalid({ invoices: [TOO_MANY] });
  return {
    columns,
    folio: isOwed ? replannedFolio(context, { ...booking, ...columns }, folio, bookedOn) : {},
    couponCode: offer.charges.coupon?.code ?? null,
    price,
  };
}

/** The coupon is kept if its stay window and nights still allow it, else given back. */
const keptCoupon = (coupon: Coupon | null, stay: Stay): Coupon | null =>
  coupon && checkCouponStay(coupon, stay) === null ? coupon : null;

/** A booking can be moved to an active unit of its listing. A whole building has no unit to be moved from. */
export function problemOfUnit({ booking, units }: BookingToChange, change: StayChange): FieldMessages {
  const { toUnitId } = compareStays(booking, change);
  if (toUnitId === null) return {};
  const unit = booking.wholeBuilding ? undefined : units.find(({ id }) => id === toUnitId);
  return unit?.active && unit.listingId === booking.listingId ? {} : NO_UNIT;
}

const NO_UNIT: FieldMessages = { unit_id: ['The listing has no active unit with this id.'] };
