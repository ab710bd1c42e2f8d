import { isDeepStrictEqual } from 'node:util';
import { updateNightsExpiry } from '../../db/queries/bookings/occupancies.ts';
import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import { lockGuest } from '../../db/queries/guests/guests.ts';
import { findCharge } from '../../db/queries/listings/charges.ts';
import type { StayOfParty } from '../../domain/availability/rules.ts';
import {
  computeHoldExpiry,
  diffFields,
  findBookingChangeRefusal,
  HOLD_LAPSED_MESSAGE,
} from '../../domain/booking.ts';
import { IS_ABOUT_STAY } from '../../domain/booking-change.ts';
import { countDaysBetween } from '../../domain/dates/dates.ts';
import { areEqualParties } from '../../domain/party.ts';
import { findLackedFields } from '../access/access.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import { Invalid, throwIfAnyMessages } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { buildErasedMessage } from '../guests/erase.ts';
import { buildGuestEvents, type ChangedGuest, decideGuestChange, storeGuest } from '../guests/records.ts';
import { diffParties } from '../party.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type Condition, type ConditionalOptions, write } from '../write.ts';
import { buildEmailTakenConstraint, NIGHTS_TAKEN_MESSAGES } from '../writing/constraint-messages.ts';
import { buildReferenceTakenConstraint, findOwnFieldProblems } from '../writing/own-fields.ts';
import { demandMoney } from './adjustments.ts';
import type { GuestDetails } from './create.ts';
import { type NewBookingEvent, presentChangedFields, storeBookingChange } from './events.ts';
import { buildInvalidStatus } from './lock.ts';
import { buildUnitMovedEvent } from './make-way.ts';
import { chooseNotes, type NotesChange } from './notes.ts';
import { type BookingPreview, loadPreview } from './preview.ts';
import { type Booking, type BookingWithFolio, readExistingBooking } from './read.ts';
import { findStayMessages } from './stay/change-checks.ts';
import { checkAndPriceChangedStay } from './stay/change-price.ts';
import type { StayChange } from './stay/compare.ts';
import { type BookingToChange, lockForChange } from './stay/lock.ts';
import { storePlacement } from './stay/nights.ts';
import { throwIfPriceDiffers } from './stay/price.ts';

/** A key that is absent keeps its value, and null clears it. */
export type BookingChange = StayChange &
  NotesChange & {
    specialRequests?: string | null | undefined;
    guest?: { [Field in keyof GuestDetails]?: GuestDetails[Field] | undefined } | undefined;
    unitPinned?: boolean | undefined;
    /** In minutes from now; null if it is never to lapse. */
    expiresIn?: number | null | undefined;
    /** Null if any total is accepted. */
    expectedTotalCents: number | null;
  };

const EMAIL_FIELD = 'guest.email';
const NO_HOLD: FieldMessages = {
  expires_in: [{ code: 'state', predicate: 'can be set only for a pending booking.' }],
};

const CONSTRAINTS = {
  ...NIGHTS_TAKEN_MESSAGES,
  ...buildEmailTakenConstraint(EMAIL_FIELD),
  ...buildReferenceTakenConstraint('bookings'),
};

/**
 * Dates, parties and extras are checked and priced again only if they differ. If nothing changes, no event is
 * stored.
 */
export function changeBooking(
  scope: TeamScope,
  bookingId: string,
  input: BookingChange,
  options: ConditionalOptions<Booking, BookingWithFolio> = {},
): Promise<Booking> {
  return write(scope, options, (scope) => changeWithin(scope, bookingId, input, options), CONSTRAINTS);
}

export const changeWithin = async (
  scope: WriteScope,
  bookingId: string,
  input: BookingChange,
  condition: Condition<BookingWithFolio> = {},
): Promise<Booking> => change(scope, await lockForChange(scope, bookingId, input, condition), input);

export function previewChange(
  scope: TeamScope,
  bookingId: string,
  input: BookingChange,
  options: ConditionalOptions<BookingPreview, BookingWithFolio> = {},
): Promise<BookingPreview> {
  const work = async (scope: WriteScope) => {
    const locked = await lockForChange(scope, bookingId, input, options);
    const isAgreedPriceKept = keepsAgreedPriceOfOtherNights(locked, input);
    const changed = await change(scope, locked, input);
    return loadPreview(scope, changed, locked.booking.grandTotalCents, { isAgreedPriceKept });
  };
  return write(scope, { ...options, isPreview: true }, work, CONSTRAINTS);
}

/** Because the caller names no other price. */
function keepsAgreedPriceOfOtherNights(
  { stays: { before, after } }: BookingToChange,
  { agreed: sent }: BookingChange,
): boolean {
  const nightsOf = ({ stay: { checkIn, checkOut } }: StayOfParty) => countDaysBetween(checkIn, checkOut);
  return sent === undefined && after.agreed !== null && nightsOf(before) !== nightsOf(after);
}

async function change(scope: WriteScope, locked: BookingToChange, input: BookingChange): Promise<Booking> {
  const { tx, teamId, terms, now } = scope;
  const { booking, placement } = locked;
  const refusal = locked.hasLapsed ? HOLD_LAPSED_MESSAGE : findBookingChangeRefusal(booking.status);
  if (refusal) throw buildInvalidStatus(refusal);
  const notes = chooseNotes(booking, input);
  const guest = await decideGuest(scope, booking.guestId, input.guest);
  const problems = {
    ...findStayMessages(locked, input, terms),
    ...(input.expiresIn !== undefined && booking.status !== 'pending' ? NO_HOLD : {}),
    ...toFieldMessages(await findOwnFieldProblems(scope, 'bookings', { ...booking, ...notes }, booking)),
    ...guest?.problems,
    ...findLackedFields(scope.access, {
      totals: {
        isChanging: !isDeepStrictEqual(locked.stays.before.agreed, locked.stays.after.agreed),
        permission: 'money:write',
      },
      ...demandMoney(locked.stays.adjusted),
      guest: { isChanging: (guest?.fields ?? []).length > 0, permission: 'guests:write' },
    }),
  };
  throwIfAnyMessages(problems);
  const stay = await checkAndPriceChangedStay(scope, locked, input);
  const price = stay.price && { price: stay.price, currency: booking.currency };
  throwIfPriceDiffers(
    input.expectedTotalCents,
    price?.price.grandTotalCents ?? booking.grandTotalCents,
    price,
  );

  await storePlacement(scope, locked);
  if (guest) await storeGuest(scope, guest);
  const expiresAt =
    input.expiresIn === undefined ? booking.expiresAt : computeHoldExpiry(input.expiresIn, now);
  const isProlonged = expiresAt?.getTime() !== booking.expiresAt?.getTime();
  if (isProlonged) await updateNightsExpiry(tx, teamId, booking.id, expiresAt);
  const columns = {
    ...stay.columns,
    ...(placement ? { unitId: placement.unitId } : {}),
    ...(isProlonged ? { expiresAt } : {}),
    ...notes,
    specialRequests: input.specialRequests === undefined ? booking.specialRequests : input.specialRequests,
    unitPinned: isPinnedAfter(locked, input),
  };
  const events = buildEvents(locked, columns, {
    ...input,
    couponCodes: await findCouponCodes(scope, locked),
    guestFields: guest?.fields ?? [],
  });
  return events.length > 0
    ? storeBookingChange(scope, locked, { columns, folio: stay.folio, events })
    : readExistingBooking(scope, booking.id);
}

/** A booking that moves to another listing stays pinned to its unit only if the caller names the new unit. */
function isPinnedAfter({ booking, stays }: BookingToChange, { unitId, unitPinned }: BookingChange): boolean {
  if (stays.kind === 'relist' && unitId === undefined) return false;
  return unitPinned ?? booking.unitPinned;
}

/**
 * Null if the change does not mention the guest. The record is read after it is locked, because another
 * booking of the guest may be changing it too.
 */
async function decideGuest(
  scope: WriteScope,
  guestId: string,
  change: BookingChange['guest'] = {},
): Promise<ChangedGuest | null> {
  if (Object.values(change).every((value) => value === undefined)) return null;
  const guest = await lockGuest(scope.tx, scope.teamId, guestId);
  if (!guest) throw new Error('The guest of a booking does not exist.');
  if (guest.erasedAt) throw new Invalid(buildErasedMessage('guest'));
  return decideGuestChange(scope, guest, change, EMAIL_FIELD);
}

/** None if nothing changed. If the caller chose another unit, the move is an event of its own. */
function buildEvents(
  { booking, stays: { kind, before, after, toUnitId: namedUnitId } }: BookingToChange,
  columns: Partial<BookingRecord>,
  changed: { overrideRules: boolean; couponCodes: CodesBeforeAndAfter; guestFields: string[] },
): NewBookingEvent[] {
  // A booking that moves to another listing has one event, which also names the new unit.
  const toUnitId = kind === 'relist' ? null : namedUnitId;
  const { priceLines, unitId, preparationDays, ...others } = columns;
  const ofMove = toUnitId === null && unitId !== undefined ? { unitId } : {};
  const { childrenAges, infants, pets, ...named } = diffFields(booking, { ...others, ...ofMove });
  const ownFields = toApiNames(named, changed.couponCodes);
  const party = diffParties(before.party, after.party);
  const ofGuest = changed.guestFields.length > 0 ? { guest: changed.guestFields } : {};
  const fields = { ...ownFields, ...(party ? { party } : {}), ...ofGuest };
  // The event names `party` among the changed fields even if only the number of adults changed. The details of
  // the event then show the number of guests.
  const isPartyChanged = !areEqualParties(before.party, after.party);
  const overridden = changed.overrideRules ? { override_rules: true } : {};
  const now = { ...booking, ...columns };
  const ofChange: NewBookingEvent = {
    type: 'booking.changed',
    details: { ...fields, ...(IS_ABOUT_STAY[kind] ? overridden : {}) },
    changed: Object.keys({ ...ownFields, ...(isPartyChanged ? { party } : {}), ...ofGuest }),
    booking: toUnitId === null ? now : { ...now, unitId: booking.unitId },
    before: booking,
    beside: buildGuestEvents(booking.guestId, changed.guestFields),
  };
  const events = Object.keys(fields).length > 0 || IS_ABOUT_STAY[kind] ? [ofChange] : [];
  if (toUnitId === null) return events;
  const moved = buildUnitMovedEvent(booking.unitId, toUnitId);
  const details = { ...moved.details, ...overridden };
  return [...events, { ...moved, details, booking: now, before: { ...now, unitId: booking.unitId } }];
}

type CodesBeforeAndAfter = [before: string | null, after: string | null];

/** Of the coupon that a change takes off, and of the one that it adds. */
async function findCouponCodes(
  { tx, teamId }: WriteScope,
  { offer, stays: { before, after } }: BookingToChange,
): Promise<CodesBeforeAndAfter> {
  const offeredCode = offer?.charges.coupon?.code ?? null;
  if (after.couponKey === before.couponKey) return [offeredCode, null];
  const former = before.couponKey === null ? null : await findCharge(tx, teamId, 'coupon', before.couponKey);
  return [former?.code ?? null, offeredCode];
}

/** As its event shows them, with the coupon's codes as the team wrote them. */
function toApiNames(changes: Record<string, [unknown, unknown]>, couponCodes: CodesBeforeAndAfter) {
  const details = presentChangedFields(changes);
  return 'coupon_code' in details ? { ...details, coupon_code: couponCodes } : details;
}
