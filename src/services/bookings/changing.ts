import type { BookingRecord } from '../../db/queries/booking-writes.ts';
import { lockGuest } from '../../db/queries/guests.ts';
import { updateExpiryOfNights } from '../../db/queries/occupancies.ts';
import { problemOfStay } from '../../domain/availability/checks.ts';
import { changedFields, expiryOf, problemOfChange } from '../../domain/booking.ts';
import type { Stay } from '../../domain/dates.ts';
import { instantText } from '../../domain/formats.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import type { Price } from '../../domain/pricing/pricing.ts';
import { emailTaken, emailTakenMeanwhile, nightsTaken } from '../constraint-refusals.ts';
import { erasedUnder } from '../guest-erasure.ts';
import { type ChangedGuest, decideGuest, guestEvents, storeGuest } from '../guest-records.ts';
import { done, type FieldMessages, hasMessages, invalid, type Outcome, refused } from '../outcome.ts';
import {
  type ConditionalCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  whileCurrent,
} from '../write.ts';
import {
  type BookingToChange,
  compareStays,
  decideStay,
  lockForChange,
  problemOfUnit,
  type StayChange,
  takeOtherNights,
} from './changing-stay.ts';
import type { GuestDetails } from './creating.ts';
import { checkAgreed } from './deciding.ts';
import { refusedByStatus, writeToLocked } from './locking.ts';
import { recordMoves, unitMoved } from './moving.ts';
import { asPreview, type BookingPreview, previewed } from './previewing.ts';
import type { Booking } from './reading.ts';
import { eventOfChange, mustRead, storeChange } from './storing.ts';

const EMAIL_FIELD = 'guest.email';

/** The fields that a change sets. An absent key keeps its value, null clears it. */
export type BookingChange = StayChange & {
  notes?: string | null | undefined;
  specialRequests?: string | null | undefined;
  guest?: { [Field in keyof GuestDetails]?: GuestDetails[Field] | undefined } | undefined;
  unitPinned?: boolean | undefined;
  /** How many minutes from now a pending booking keeps its nights. Null means for good. */
  expiresIn?: number | null | undefined;
  /** The grand total that the caller has agreed to, in cents. Null accepts any. */
  expectedTotalCents: number | null;
};

/** Changes bookings. */
export function createBookingChanger(dependencies: WriteDependencies) {
  const refusals = { ...nightsTaken, ...emailTakenMeanwhile(EMAIL_FIELD) };
  const targetOf = (
    call: Pick<ConditionalCall<never, Booking>, 'isCurrent'>,
    bookingId: string,
    change: BookingChange,
  ) => ({
    refusals,
    lock: (context: WriteContext) => lockForChange(context, bookingId, change),
    isCurrent: (context: WriteContext) => whileCurrent(call, () => mustRead(context, bookingId)),
  });
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
      const target = targetOf(call, bookingId, change);
      return writeToLocked(dependencies, call, target, async (context, locked) => {
        const current = await target.isCurrent(context);
        return current.ok ? changeLocked(context, locked, change) : current;
      });
    },

    /** What `changeBooking` would make of a booking, with its folio. */
    previewChange(
      call: ConditionalCall<BookingPreview, Booking>,
      bookingId: string,
      change: BookingChange,
    ): Promise<WriteResult<BookingPreview>> {
      const target = targetOf(call, bookingId, change);
      return writeToLocked(dependencies, asPreview(call), target, async (context, locked) => {
        const current = await target.isCurrent(context);
        if (!current.ok) return current;
        return previewed(context, locked.booking.grandTotalCents, changeLocked(context, locked, change));
      });
    },
  };
}

async function changeLocked(
  context: WriteContext,
  locked: BookingToChange,
  change: BookingChange,
): Promise<Outcome<Booking>> {
  const { booking, nights } = locked;
  const refusal = problemOfChange(booking.status);
  if (refusal) return refusedByStatus(refusal);
  const { after, isRestayed, toUnitId } = compareStays(booking, change);
  const problems = {
    ...problemOfUnit(locked, change),
    ...problemOfWantedStay(after.stay, change),
    ...(change.expiresIn !== undefined && booking.status !== 'pending' ? NO_HOLD : {}),
  };
  if (hasMessages(problems)) return invalid(problems);
  const stay = decideStay(context, locked, change);
  if (!stay.ok) return stay;
  const guest = await decideGuestOf(context, booking.guestId, change.guest ?? {});
  if (!guest.ok) return guest;
  const agreed = agreedChange(booking, stay.value.price, change.expectedTotalCents);
  if (!agreed.ok) return agreed;

  if (nights) {
    await takeOtherNights(context, locked, nights);
    await recordMoves(context, nights.way.moves, booking.id);
  }
  const guestFields = guest.value?.fields ?? [];
  if (guest.value) await storeGuest(context, guest.value);
  const expiry = await changeExpiry(context, booking, change.expiresIn);
  const columns: Partial<BookingRecord> = {
    ...stay.value.columns,
    ...(nights ? { unitId: nights.unitId } : {}),
    ...expiry,
    notes: change.notes === undefined ? booking.notes : change.notes,
    specialRequests: change.specialRequests === undefined ? booking.specialRequests : change.specialRequests,
    unitPinned: change.unitPinned ?? booking.unitPinned,
  };
  const { folio, couponCode } = stay.value;
  const { priceLines, ...told } = columns;
  const { unitId: unitChange, ...otherChanges } = changedFields(booking, told);
  // A unit that the caller chose is an event of its own.
  const changes = toUnitId === null && unitChange ? { ...otherChanges, unitId: unitChange } : otherChanges;
  const fields = {
    ...asTold(changes, couponCode),
    ...(guestFields.length > 0 ? { guest: guestFields } : {}),
  };
  const isChanged = Object.keys(fields).length > 0 || isRestayed;
  const overridden = change.overrideRules ? { override_rules: true } : {};
  const event = {
    type: 'booking.changed',
    details: { ...fields, ...(isRestayed ? overridden : {}) },
    changed: Object.keys(fields),
    beside: guestEvents(booking.guestId, guestFields),
  } as const;
  if (toUnitId === null) {
    return isChanged
      ? storeChange(context, locked, { columns, folio, events: [eventOfChange(booking, columns, event)] })
      : done(await mustRead(context, booking.id));
  }
  const beforeMove = { ...booking, ...columns, unitId: booking.unitId };
  const unitEvent = unitMoved(booking.unitId, toUnitId);
  const details = { ...unitEvent.details, ...overridden };
  const events = [
    ...(isChanged ? [{ ...event, booking: beforeMove, before: booking }] : []),
    eventOfChange(beforeMove, columns, { ...unitEvent, details }),
  ];
  return storeChange(context, locked, { columns, folio, events });
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
 * What a change makes of the guest's record, or null if it says nothing about it. The record is read after it is locked,
 * because another booking of the guest may be changing it too.
 */
async function decideGuestOf(
  context: WriteContext,
  guestId: string,
  wanted: NonNullable<BookingChange['guest']>,
): Promise<Outcome<ChangedGuest | null>> {
  if (Object.values(wanted).every((value) => value === undefined)) return done(null);
  const guest = await lockGuest(context.tx, context.writer.teamId, guestId);
  if (!guest) throw new Error('The guest of a booking does not exist.');
  if (guest.erasedAt) return invalid(erasedUnder('guest'));
  const changed = await decideGuest(context, guest, wanted);
  return changed ? done(changed) : refused(emailTaken(EMAIL_FIELD));
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
  unitPinned: 'unit_pinned',
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
