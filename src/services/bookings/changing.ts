import { type BookingRecord, listHeldUnitIds } from '../../db/queries/booking-writes.ts';
import { lockGuest } from '../../db/queries/guests.ts';
import { deleteOccupanciesOfBooking, updateExpiryOfNights } from '../../db/queries/occupancies.ts';
import { changedFields, problemOfChange } from '../../domain/booking.ts';
import { checksOfChange, checksOverridden, type StayOfGuests } from '../../domain/checks.ts';
import { type Coupon, checkCouponStay } from '../../domain/coupon.ts';
import { expiryOf } from '../../domain/hold.ts';
import { occupiedSpan } from '../../domain/inventory.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import { instantText } from '../../domain/notation.ts';
import type { Price } from '../../domain/pricing.ts';
import type { Stay } from '../../domain/stay.ts';
import { todayIn } from '../../domain/stay.ts';
import { problemOfStay } from '../../domain/stay-rules.ts';
import { emailTaken, emailTakenMeanwhile, nightsTaken } from '../constraint-refusals.ts';
import { erasedUnder } from '../guest-erasure.ts';
import { changeLockedGuest, guestEvents } from '../guest-records.ts';
import { done, type FieldMessages, invalid, type Outcome, refused } from '../outcome.ts';
import {
  type ConditionalCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  whileCurrent,
} from '../write.ts';
import type { GuestDetails } from './creating.ts';
import {
  checkAgreed,
  lockOffer,
  messagesOfStay,
  pricedColumns,
  priceOffer,
  takeNights,
  unitsForStay,
} from './deciding.ts';
import { refusedByStatus, writeToBooking } from './locking.ts';
import { asPreview, type BookingPreview, previewed } from './previewing.ts';
import type { Booking } from './reading.ts';
import { replanFolio } from './replanning.ts';
import { mustRead, storeChange } from './storing.ts';

const EMAIL_FIELD = 'guest.email';

/**
 * The fields that a change sets. An absent key keeps its value, null clears it (contract, section 8, `PUT
 * /v1/bookings/{id}`).
 */
export type BookingChange = {
  checkIn?: string | undefined;
  checkOut?: string | undefined;
  numberOfGuests?: number | undefined;
  notes?: string | null | undefined;
  specialRequests?: string | null | undefined;
  guest?: { [Field in keyof GuestDetails]?: GuestDetails[Field] | undefined } | undefined;
  /** How many minutes from now a pending booking keeps its nights. Null means for good. */
  expiresIn?: number | null | undefined;
  overrideRules: boolean;
  /** The grand total that the caller has agreed to, in cents. Null accepts any. */
  expectedTotalCents: number | null;
};

/** Changes bookings. */
export function createBookingChanger(dependencies: WriteDependencies) {
  const refusals = { ...nightsTaken, ...emailTakenMeanwhile(EMAIL_FIELD) };
  return {
    /**
     * Sets the fields that differ. Only a real change of dates or guests is checked and priced. If nothing differs, no
     * event is stored.
     */
    changeBooking(
      call: ConditionalCall<Booking>,
      bookingId: string,
      change: BookingChange,
    ): Promise<WriteResult<Booking>> {
      return writeToBooking(dependencies, call, { bookingId, refusals }, async (context, { booking }) => {
        const current = await whileCurrent(call, () => mustRead(context, booking.id));
        return current.ok ? changeLocked(context, booking, change) : current;
      });
    },

    /** What `changeBooking` would make of a booking, with its folio. */
    previewChange(
      call: ConditionalCall<BookingPreview, Booking>,
      bookingId: string,
      change: BookingChange,
    ): Promise<WriteResult<BookingPreview>> {
      const preview = asPreview(call);
      return writeToBooking(dependencies, preview, { bookingId, refusals }, async (context, { booking }) => {
        const current = await whileCurrent(call, () => mustRead(context, booking.id));
        if (!current.ok) return current;
        return previewed(context, booking.grandTotalCents, changeLocked(context, booking, change));
      });
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
  const problems = {
    ...problemOfWantedStay(after.stay, change),
    ...(change.expiresIn !== undefined && booking.status !== 'pending' ? NO_HOLD : {}),
  };
  if (Object.keys(problems).length > 0) return invalid(problems);

  const isMoved =
    Object.keys(
      changedFields({ ...before.stay, guests: before.guests }, { ...after.stay, guests: after.guests }),
    ).length > 0;
  const moved = isMoved
    ? await moveStay(context, booking, { before, after, overrideRules: change.overrideRules })
    : done({ columns: {}, couponCode: null, price: null });
  if (!moved.ok) return moved;
  const guestFields = await changeGuest(context, booking.guestId, change.guest ?? {});
  if (!guestFields.ok) return guestFields;
  const agreed = agreedChange(booking, moved.value.price, change.expectedTotalCents);
  if (!agreed.ok) return agreed;

  const expiry = await changeExpiry(context, booking, change.expiresIn);
  const columns: Partial<BookingRecord> = {
    ...moved.value.columns,
    ...expiry,
    notes: change.notes === undefined ? booking.notes : change.notes,
    specialRequests: change.specialRequests === undefined ? booking.specialRequests : change.specialRequests,
  };
  const { priceLines, ...told } = columns;
  const changes = changedFields(booking, told);
  const isChanged = Object.keys(changes).length > 0 || guestFields.value.length > 0 || isMoved;
  if (!isChanged) return done(await mustRead(context, booking.id));
  const fields = {
    ...asTold(changes, moved.value.couponCode),
    ...(guestFields.value.length > 0 ? { guest: guestFields.value } : {}),
  };
  const event = {
    type: 'booking.changed',
    details: { ...fields, ...(isMoved && change.overrideRules ? { override_rules: true } : {}) },
    changed: Object.keys(fields),
  } as const;
  const guestChanged = guestEvents(booking.guestId, guestFields.value);
  return storeChange(context, booking, columns, { ...event, beside: guestChanged });
}

const NO_HOLD: FieldMessages = {
  expires_in: ['The expires in field can be set only for a pending booking.'],
};

/** Compares the price that the change has set, or the stored one, with the agreed one. */
function agreedChange(booking: BookingRecord, price: Price | null, expectedCents: number | null) {
  if (price) return checkAgreed(expectedCents, { price, currency: booking.currency });
  const isAgreed = expectedCents === null || expectedCents === booking.grandTotalCents;
  return isAgreed ? done(null) : refused({ reason: 'price_changed', price: null });
}

/** Sets until when a hold keeps its nights, and returns the booking's column. Empty if that stays as it is. */
async function changeExpiry(
  { tx, writer, now }: WriteContext,
  { id, expiresAt: before }: BookingRecord,
  expiresIn: number | null | undefined,
): Promise<{ expiresAt?: Date | null }> {
  if (expiresIn === undefined) return {};
  const expiresAt = expiryOf(expiresIn, now);
  if (expiresAt?.getTime() === before?.getTime()) return {};
  await updateExpiryOfNights(tx, writer.teamId, id, expiresAt);
  return { expiresAt };
}

/** The columns of a booking that change with its stay, its new price, and the code of its former coupon. */
type MovedStay = { columns: Partial<BookingRecord>; couponCode: string | null; price: Price | null };

type Move = { before: StayOfGuests; after: StayOfGuests; overrideRules: boolean };

/** Checks and prices the new stay, takes its nights, and updates the folio. */
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
  // The booking already has these nights, even if other units of the listing have changed since.
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
  const price = priced.value;
  if (areDatesKept) return done({ columns, couponCode, price });

  const { unitId, takenIds } = unitsForStay(locked.offer, after.stay, booking.unitId);
  await deleteOccupanciesOfBooking(tx, teamId, booking.id);
  const span = occupiedSpan(after.stay, booking.preparationDays);
  await takeNights(context, locked, { takenIds, span, booking });
  return done({ columns: { ...columns, unitId }, couponCode, price });
}

/** The coupon is kept if its stay window and nights still allow it, else given back. */
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

/** One of the dates may be the booking's own. The message is about the field that was sent. */
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
 * Changes the guest's record and returns the names of the changed fields. The record is read after it is locked,
 * because another booking of the guest may be changing it too.
 */
async function changeGuest(
  context: WriteContext,
  guestId: string,
  wanted: NonNullable<BookingChange['guest']>,
): Promise<Outcome<string[]>> {
  if (Object.values(wanted).every((value) => value === undefined)) return done([]);
  const guest = await lockGuest(context.tx, context.writer.teamId, guestId);
  if (!guest) throw new Error('The guest of a booking does not exist.');
  if (guest.erasedAt) return invalid(erasedUnder('guest'));
  const changed = await changeLockedGuest(context, guest, wanted);
  return changed ? done(changed.fields) : refused(emailTaken(EMAIL_FIELD));
}

const TOLD_AS: Record<string, string> = {
  checkIn: 'check_in',
  checkOut: 'check_out',
  numberOfGuests: 'number_of_guests',
  unitId: 'unit_id',
  expiresAt: 'expires_at',
  accommodationTotalCents: 'accommodation_total',
  discountTotalCents: 'discount_total',
  feesTotalCents: 'fees_total',
  taxesTotalCents: 'taxes_total',
  grandTotalCents: 'grand_total',
  couponKey: 'coupon_code',
  notes: 'notes',
  specialRequests: 'special_requests',
};

const asText = (value: unknown) => (value instanceof Date ? instantText(value) : value);

/** The changes under the API's names of the fields. The coupon can only be given back, and is named by its code. */
const asTold = (changes: Record<string, [unknown, unknown]>, couponCode: string | null) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      TOLD_AS[field] ?? field,
      field === 'couponKey' ? [couponCode, null] : change.map(asText),
    ]),
  );
