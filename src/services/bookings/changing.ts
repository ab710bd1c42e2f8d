import { type BookingRecord, listHeldUnitIds } from '../../db/queries/booking-writes.ts';
import { lockGuest } from '../../db/queries/guests.ts';
import { deleteOccupanciesOfBooking, insertOccupancies } from '../../db/queries/occupancies.ts';
import { changedFields, problemOfChange } from '../../domain/booking.ts';
import { checksOfChange, checksOverridden, type StayOfGuests } from '../../domain/checks.ts';
import { type Coupon, checkCouponStay } from '../../domain/coupon.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import type { Stay } from '../../domain/stay.ts';
import { todayIn } from '../../domain/stay.ts';
import { problemOfStay } from '../../domain/stay-rules.ts';
import { emailTaken, emailTakenMeanwhile, nightsTaken } from '../constraint-refusals.ts';
import { changeLockedGuest } from '../guest-records.ts';
import { done, type FieldMessages, invalid, type Outcome, refused } from '../outcome.ts';
import type { WriteCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import type { GuestDetails } from './creating.ts';
import { lockOffer, messagesOfStay, pricedColumns, priceOffer, unitsForStay } from './deciding.ts';
import { refusedByStatus, writeToBooking } from './locking.ts';
import type { Booking } from './reading.ts';
import { replanFolio } from './replanning.ts';
import { mustRead, storeChange } from './storing.ts';

const EMAIL_FIELD = 'guest.email';

/** What a change sets; a key that is absent keeps, null clears (contract, section 8, `PUT /v1/bookings/{id}`). */
export type BookingChange = {
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  numberOfGuests?: number | undefined;
  notes?: string | null | undefined;
  specialRequests?: string | null | undefined;
  guest?: { [Field in keyof GuestDetails]?: GuestDetails[Field] | undefined } | undefined;
  overrideRules: boolean;
};

/** Changes bookings. */
export function createBookingChanger(dependencies: WriteDependencies) {
  const refusals = { ...nightsTaken, ...emailTakenMeanwhile(EMAIL_FIELD) };
  return {
    /** Sets what differs; only a real change of dates or guests is checked and priced. Nothing differing: no event. */
    changeBooking(
      call: WriteCall<Booking>,
      bookingId: string,
      change: BookingChange,
    ): Promise<WriteResult<Booking>> {
      return writeToBooking(dependencies, call, { bookingId, refusals }, (context, { booking }) =>
        changeLocked(context, booking, change),
      );
    },
  };
}

async function changeLocked(
  context: WriteContext,
  booking: BookingRecord,
  change: BookingChange,
): Promise<Outcome<Booking>> {
  const refusal = problemOfChange(booking.status);
  if (refusal) return refusedByStatus(refusal);
  const before = stayOfGuests(booking);
  const after = wantedStay(booking, change);
  const problem = problemOfWantedStay(after.stay, change);
  if (problem) return invalid(problem);

  const isMoved =
    Object.keys(
      changedFields({ ...before.stay, guests: before.guests }, { ...after.stay, guests: after.guests }),
    ).length > 0;
  const moved = isMoved
    ? await moveStay(context, booking, { before, after, overrideRules: change.overrideRules })
    : done({ columns: {}, couponCode: null });
  if (!moved.ok) return moved;
  const guestFields = await changeGuest(context, booking.guestId, change.guest ?? {});
  if (!guestFields.ok) return guestFields;

  const columns: Partial<BookingRecord> = {
    ...moved.value.columns,
    notes: change.notes === undefined ? booking.notes : change.notes,
    specialRequests: change.specialRequests === undefined ? booking.specialRequests : change.specialRequests,
  };
  const { priceLines, ...told } = columns;
  const changes = changedFields(booking, told);
  const isChanged = Object.keys(changes).length > 0 || guestFields.value.length > 0 || isMoved;
  if (!isChanged) return done(await mustRead(context, booking.id));
  const data = {
    ...asTold(changes, moved.value.couponCode),
    ...(guestFields.value.length > 0 ? { guest: guestFields.value } : {}),
    ...(isMoved && change.overrideRules ? { override_rules: true } : {}),
  };
  return storeChange(context, booking.id, columns, { type: 'booking.changed', data });
}

/** What of a booking differs where its stay does, and the code of the coupon that it had. */
type MovedStay = { columns: Partial<BookingRecord>; couponCode: string | null };

type Move = { before: StayOfGuests; after: StayOfGuests; overrideRules: boolean };

/** Checks and prices the stay anew, takes its nights, and fits its folio. */
async function moveStay(
  context: WriteContext,
  booking: BookingRecord,
  { before, after, overrideRules }: Move,
): Promise<Outcome<MovedStay>> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const heldIds = await listHeldUnitIds(tx, teamId, booking.id);
  const own = { bookingId: booking.id, unitIds: heldIds, preparationDays: booking.preparationDays };
  const { listingId, couponKey } = booking;
  const locked = await lockOffer(context, { listingId, stay: after.stay, own, couponKey });
  if (!locked) throw new Error('The listing of a booking does not exist.');
  const { listing } = locked;
  const checks = overrideRules ? checksOverridden() : checksOfChange(before, after);
  const areDatesKept =
    before.stay.checkIn === after.stay.checkIn && before.stay.checkOut === after.stay.checkOut;
  // Nights that the booking holds are its own, whatever has become of the listing's other units since.
  const rules = areDatesKept
    ? { ...checks, rules: new Set([...checks.rules].filter((rule) => rule !== 'dates_unavailable')) }
    : checks;
  const messages = messagesOfStay(locked.offer, after, todayIn(listing.timezone, now), rules);
  if (Object.keys(messages).length > 0) return invalid(messages);

  const coupon = keptCoupon(locked.charges.coupon, after.stay);
  const bookedOn = todayIn(listing.timezone, booking.createdAt);
  const priced = priceOffer(locked, { stay: after.stay, guests: after.guests, coupon, bookedOn });
  if (!priced.ok) return priced;
  const columns = {
    ...after.stay,
    numberOfGuests: after.guests,
    ...pricedColumns(priced.value),
    couponKey: coupon ? booking.couponKey : null,
  };
  const isOwed = columns.grandTotalCents !== booking.grandTotalCents || columns.checkIn !== booking.checkIn;
  if (isOwed) await replanFolio(context, { ...booking, ...columns }, bookedOn);
  const couponCode = locked.charges.coupon?.code ?? null;
  if (areDatesKept) return done({ columns, couponCode });

  const { unitId, takenIds } = unitsForStay(locked.offer, after.stay, booking.unitId);
  await deleteOccupanciesOfBooking(tx, teamId, booking.id);
  const span = occupiedSpan(after.stay, booking.preparationDays);
  await insertOccupancies(
    tx,
    teamId,
    takenIds.map((id) => ({ ...span, unitId: id, bookingId: booking.id, blockId: null })),
  );
  return done({ columns: { ...columns, unitId }, couponCode });
}

/** The coupon is kept where its stay window and nights still hold, else given back. */
const keptCoupon = (coupon: Coupon | null, stay: Stay): Coupon | null =>
  coupon && checkCouponStay(coupon, stay) === null ? coupon : null;

const stayOfGuests = (booking: BookingRecord): StayOfGuests => ({
  stay: { checkIn: booking.checkIn, checkOut: booking.checkOut },
  guests: booking.numberOfGuests,
});

const wantedStay = (booking: BookingRecord, change: BookingChange): StayOfGuests => ({
  stay: { checkIn: change.checkIn ?? booking.checkIn, checkOut: change.checkOut ?? booking.checkOut },
  guests: change.numberOfGuests ?? booking.numberOfGuests,
});

/** One of the dates may come from the booking; the field that was sent is told. */
function problemOfWantedStay(stay: Stay, change: BookingChange): FieldMessages | null {
  const problem = problemOfStay(stay);
  if (!problem) return null;
  const isCheckOut = change.checkOut !== undefined;
  const [field, other] = isCheckOut ? ['check out', 'after check in'] : ['check in', 'before check out'];
  const text =
    problem === 'too_long'
      ? `The ${field} field must be at most ${MAX_STAY_NIGHTS} nights ${other}.`
      : `The ${field} field must be a date ${other}.`;
  return { [isCheckOut ? 'check_out' : 'check_in']: [text] };
}

/**
 * Changes the guest's record and returns the names of the changed fields. The record is read behind its lock: another
 * booking of the guest may be changing it too.
 */
async function changeGuest(
  context: WriteContext,
  guestId: string,
  wanted: NonNullable<BookingChange['guest']>,
): Promise<Outcome<string[]>> {
  if (Object.values(wanted).every((value) => value === undefined)) return done([]);
  const guest = await lockGuest(context.tx, context.writer.teamId, guestId);
  if (!guest) throw new Error('The guest of a booking does not exist.');
  const changed = await changeLockedGuest(context, guest, wanted);
  return changed ? done(changed.fields) : refused(emailTaken(EMAIL_FIELD));
}

const TOLD_AS: Record<string, string> = {
  checkIn: 'check_in',
  checkOut: 'check_out',
  numberOfGuests: 'number_of_guests',
  unitId: 'unit_id',
  accommodationTotalCents: 'accommodation_total',
  discountTotalCents: 'discount_total',
  feesTotalCents: 'fees_total',
  taxesTotalCents: 'taxes_total',
  grandTotalCents: 'grand_total',
  couponKey: 'coupon_code',
  notes: 'notes',
  specialRequests: 'special_requests',
};

/** Changes by the names that the interface has for the fields. A coupon is only ever given back, and told by its code. */
const asTold = (changes: Record<string, [unknown, unknown]>, couponCode: string | null) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      TOLD_AS[field] ?? field,
      field === 'couponKey' ? [couponCode, null] : change,
    ]),
  );
