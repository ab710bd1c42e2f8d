/** What changes with a booking's dates, guests or unit. */
import { type BookingRecord, listHeldUnitIds } from '../../db/queries/booking-writes.ts';
import { deleteOccupanciesOfBooking } from '../../db/queries/occupancies.ts';
import { checksOfChange, checksOverridden, type StayOfGuests } from '../../domain/checks.ts';
import { type Coupon, checkCouponStay } from '../../domain/coupon.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import type { Price } from '../../domain/pricing.ts';
import { type Stay, todayIn } from '../../domain/stay.ts';
import { done, type FieldMessages, invalid, type Outcome } from '../outcome.ts';
import type { WriteContext } from '../write.ts';
import {
  type LockedOffer,
  lockOffer,
  messagesOfStay,
  pricedColumns,
  priceOffer,
  takeNights,
} from './deciding.ts';
import { moveBookings, recordMoves, settleUnits } from './moving.ts';
import { replanFolio } from './replanning.ts';

/** The columns of a booking that change with its stay, its new price, and the code of its former coupon. */
export type ChangedStay = {
  columns: Partial<BookingRecord>;
  couponCode: string | null;
  price: Price | null;
};

type StayChange = {
  before: StayOfGuests;
  after: StayOfGuests;
  /** The other unit that the booking is moved to by hand, if any. */
  toUnitId: string | null;
  overrideRules: boolean;
};

const NO_UNIT: FieldMessages = { unit_id: ['The listing has no active unit with this id.'] };

/** Checks the new stay, prices it if its dates or guests change, takes its nights, and updates the folio. */
export async function changeStay(
  context: WriteContext,
  booking: BookingRecord,
  { before, after, toUnitId, overrideRules }: StayChange,
): Promise<Outcome<ChangedStay>> {
  const { tx, writer, now } = context;
  if (toUnitId !== null && booking.wholeBuilding) return invalid(NO_UNIT);
  const heldIds = await listHeldUnitIds(tx, writer.teamId, booking.id);
  const own = { bookingId: booking.id, unitIds: heldIds, preparationDays: booking.preparationDays };
  const { listingId, couponKey } = booking;
  const wanted = { listingId, stay: after.stay, own, couponKey, onlyUnitId: toUnitId };
  const locked = await lockOffer(context, wanted);
  if (!locked) throw new Error('The listing of a booking does not exist.');
  if (toUnitId !== null && locked.offer.inventory.units.length === 0) return invalid(NO_UNIT);
  const checks = overrideRules ? checksOverridden() : checksOfChange(before, after);
  const areDatesKept =
    before.stay.checkIn === after.stay.checkIn && before.stay.checkOut === after.stay.checkOut;
  const areNightsKept = areDatesKept && toUnitId === null;
  // The booking already has these nights, even if other units of the listing have changed since.
  const rules = areNightsKept
    ? { ...checks, rules: new Set([...checks.rules].filter((rule) => rule !== 'dates_unavailable')) }
    : checks;
  const messages = messagesOfStay(locked.offer, after, todayIn(locked.listing.timezone, now), rules);
  if (Object.keys(messages).length > 0) return invalid(messages);

  const isPriced = !areDatesKept || before.guests !== after.guests;
  const changed = isPriced ? await reprice(context, booking, locked, after) : UNPRICED;
  if (!changed.ok || areNightsKept) return changed;
  const { unitId, takenIds, moves } = await settleUnits(context, locked, after.stay, booking.unitId);
  await deleteOccupanciesOfBooking(tx, writer.teamId, booking.id);
  await moveBookings(context, locked, moves);
  const span = occupiedSpan(after.stay, booking.preparationDays);
  await takeNights(context, locked, { takenIds, span, booking });
  await recordMoves(context, moves, booking.id);
  return done({ ...changed.value, columns: { ...changed.value.columns, unitId } });
}

/** Of a booking whose stay is the same. */
export const UNPRICED: Outcome<ChangedStay> = done({ columns: {}, couponCode: null, price: null });

/** Prices the new stay at today's rates, and makes the folio's plan anew if more or less is owed. */
async function reprice(
  context: WriteContext,
  booking: BookingRecord,
  locked: LockedOffer,
  { stay, guests }: StayOfGuests,
): Promise<Outcome<ChangedStay>> {
  const coupon = keptCoupon(locked.charges.coupon, stay);
  const bookedOn = todayIn(locked.listing.timezone, booking.createdAt);
  const priced = priceOffer(locked, { stay, guests, coupon, bookedOn });
  if (!priced.ok) return priced;
  const columns = {
    ...stay,
    numberOfGuests: guests,
    ...pricedColumns(priced.value),
    couponKey: coupon ? booking.couponKey : null,
  };
  const isOwed = columns.grandTotalCents !== booking.grandTotalCents || columns.checkIn !== booking.checkIn;
  if (isOwed) await replanFolio(context, { ...booking, ...columns }, bookedOn);
  return done({ columns, couponCode: locked.charges.coupon?.code ?? null, price: priced.value });
}

/** The coupon is kept if its stay window and nights still allow it, else given back. */
const keptCoupon = (coupon: Coupon | null, stay: Stay): Coupon | null =>
  coupon && checkCouponStay(coupon, stay) === null ? coupon : null;
