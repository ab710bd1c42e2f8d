import type { BookingRecord } from '../../db/queries/bookings/booking-writes.ts';
import { updateExpiryOfNights } from '../../db/queries/bookings/occupancies.ts';
import { lockGuest } from '../../db/queries/guests/guests.ts';
import { problemOfStay } from '../../domain/availability/checks.ts';
import { changedFields, expiryOf, problemOfChange } from '../../domain/booking.ts';
import type { Stay } from '../../domain/dates.ts';
import { instantText } from '../../domain/formats.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import type { Price } from '../../domain/pricing/pricing.ts';
import { Invalid, PriceChanged } from '../errors.ts';
import { type FieldMessages, hasMessages } from '../field-messages.ts';
import { erasedUnder } from '../guests/erase.ts';
import { type ChangedGuest, decideGuest, guestEvents, storeGuest } from '../guests/records.ts';
import { type ConditionalCall, type WriteContext, type WriteDependencies, write } from '../write.ts';
import { emailTakenMeanwhile, nightsTaken } from '../writing/constraint-refusals.ts';
import {
  type BookingToChange,
  type ChangedStay,
  compareStays,
  decideStay,
  lockForChange,
  problemOfUnit,
  type StayChange,
  takeOtherNights,
} from './change-stay.ts';
import type { GuestDetails } from './create.ts';
import { type BookingHappened, storeChange } from './events.ts';
import { invalidStatus } from './lock.ts';
import { recordMoves, unitMoved } from './make-way.ts';
import { type BookingPreview, previewOf } from './preview.ts';
import { type Booking, mustRead } from './read.ts';
import { checkAgreed } from './stay.ts';

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
  const constraints = { ...nightsTaken, ...emailTakenMeanwhile(EMAIL_FIELD) };
  return {
    /**
     * Sets the fields that differ. Only a real change of dates or guests is checked and priced. If nothing differs, no
     * event is stored.
     */
    changeBooking(call: ConditionalCall<Booking>, bookingId: string, change: BookingChange) {
      const work = async (context: WriteContext) =>
        changeLocked(context, await lockForChange(context, call, bookingId, change), change);
      return write(dependencies, call, work, constraints);
    },

    /** What `changeBooking` would make of a booking, with its folio. */
    previewChange(call: ConditionalCall<BookingPreview, Booking>, bookingId: string, change: BookingChange) {
      const work = async (context: WriteContext) => {
        const locked = await lockForChange(context, call, bookingId, change);
        const changed = await changeLocked(context, locked, change);
        return previewOf(context, changed, locked.booking.grandTotalCents);
      };
      return write(dependencies, { ...call, isPreview: true }, work, constraints);
    },
  };
}

/** Decides a change of a locked booking, stores it, and reads the answer. */
async function changeLocked(
  context: WriteContext,
  locked: BookingToChange,
  change: BookingChange,
): Promise<Booking> {
  const decided = await decide(context, locked, change);
  const { stay, guest } = decided;
  const { booking, nights } = locked;
  if (nights) {
    await takeOtherNights(context, locked, nights);
    await recordMoves(context, nights.way.moves, booking.id);
  }
  if (guest) await storeGuest(context, guest);
  const columns: Partial<BookingRecord> = {
    ...stay.columns,
    ...(nights ? { unitId: nights.unitId } : {}),
    ...(await changeExpiry(context, booking, change.expiresIn)),
    notes: change.notes === undefined ? booking.notes : change.notes,
    specialRequests: change.specialRequests === undefined ? booking.specialRequests : change.specialRequests,
    unitPinned: change.unitPinned ?? booking.unitPinned,
  };
  const events = eventsOf(booking, columns, change, decided);
  return events.length > 0
    ? storeChange(context, locked, { columns, folio: stay.folio, events })
    : mustRead(context, booking.id);
}

type Decided = { stay: ChangedStay; guest: ChangedGuest | null };

/** All refusals of a change. What it makes of the stay and the guest's record otherwise. */
async function decide(
  context: WriteContext,
  locked: BookingToChange,
  change: BookingChange,
): Promise<Decided> {
  const { booking } = locked;
  const refusal = problemOfChange(booking.status);
  if (refusal) throw invalidStatus(refusal);
  const problems = {
    ...problemOfUnit(locked, change),
    ...problemOfWantedStay(compareStays(booking, change).after.stay, change),
    ...(change.expiresIn !== undefined && booking.status !== 'pending' ? NO_HOLD : {}),
  };
  if (hasMessages(problems)) throw new Invalid(problems);
  const stay = decideStay(context, locked, change);
  const guest = await decideGuestOf(context, booking.guestId, change.guest ?? {});
  checkAgreedChange(booking, stay.price, change.expectedTotalCents);
  return { stay, guest };
}

/** The events of a change, if anything changes. A unit that the caller chose is an event of its own. */
function eventsOf(
  booking: BookingRecord,
  columns: Partial<BookingRecord>,
  change: BookingChange,
  { stay, guest }: Decided,
): BookingHappened[] {
  const { isRestayed, toUnitId } = compareStays(booking, change);
  const { priceLines, ...told } = columns;
  const { unitId: ofUnit, ...others } = changedFields(booking, told);
  const guestFields = guest?.fields ?? [];
  const fields = {
    ...asTold(toUnitId === null && ofUnit ? { ...others, unitId: ofUnit } : others, stay.couponCode),
    ...(guestFields.length > 0 ? { guest: guestFields } : {}),
  };
  const overridden = change.overrideRules ? { override_rules: true } : {};
  const after = { ...booking, ...columns };
  const changed: BookingHappened = {
    type: 'booking.changed',
    details: { ...fields, ...(isRestayed ? overridden : {}) },
    changed: Object.keys(fields),
    booking: toUnitId === null ? after : { ...after, unitId: booking.unitId },
    before: booking,
    beside: guestEvents(booking.guestId, guestFields),
  };
  const events = Object.keys(fields).length > 0 || isRestayed ? [changed] : [];
  if (toUnitId === null) return events;
  const moved = unitMoved(booking.unitId, toUnitId);
  const details = { ...moved.details, ...overridden };
  return [...events, { ...moved, details, booking: after, before: { ...after, unitId: booking.unitId } }];
}

const NO_HOLD: FieldMessages = {
  expires_in: ['The expires in field can be set only for a pending booking.'],
};

/** Compares the price that the change has set, or the stored one, with the agreed one. */
function checkAgreedChange(booking: BookingRecord, price: Price | null, expectedCents: number | null): void {
  if (price) checkAgreed(expectedCents, { price, currency: booking.currency });
  else if (expectedCents !== null && expectedCents !== booking.grandTotalCents) throw new PriceChanged(null);
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
): Promise<ChangedGuest | null> {
  if (Object.values(wanted).every((value) => value === undefined)) return null;
  const guest = await lockGuest(context.tx, context.writer.teamId, guestId);
  if (!guest) throw new Error('The guest of a booking does not exist.');
  if (guest.erasedAt) throw new Invalid(erasedUnder('guest'));
  return decideGuest(context, guest, wanted, EMAIL_FIELD);
}

/** The name of a booking's column in the API. */
const nameOf = (column: string): string =>
  column === 'couponKey'
    ? 'coupon_code'
    : column.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const asText = (value: unknown) => (value instanceof Date ? instantText(value) : value);

/** The changes under the API's names of the fields. The coupon can only be given back, and is named by its code. */
const asTold = (changes: Record<string, [unknown, unknown]>, couponCode: string | null) =>
  Object.fromEntries(
    Object.entries(changes).map(([column, change]) => [
      nameOf(column),
      column === 'couponKey' ? [couponCode, null] : change.map(asText),
    ]),
  );
