import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/client.ts';
import { wholeTeam } from '../../db/limited.ts';
import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import { EMPTY_GUEST, findGuest, findGuestWithoutBookings } from '../../db/queries/guests/guests.ts';
import { findCouponKey } from '../../db/queries/listings/charges.ts';
import type { OfferedListing } from '../../db/queries/offers/offers.ts';
import { chooseChecksIfOverridden } from '../../domain/availability/checks.ts';
import {
  CONFIRMATION_CODE_BYTES,
  computeHoldExpiry,
  listLapsedHoldsOfCoupon,
  toConfirmationCode,
} from '../../domain/booking.ts';
import { chooseCancellationPolicy, keepOfferedNames } from '../../domain/cancellation.ts';
import { type CustomFieldsChange, mergeCustomFields } from '../../domain/custom-fields.ts';
import { countDaysBetween, type Stay, todayInZone } from '../../domain/dates/dates.ts';
import { findOccupiedNights } from '../../domain/inventory/inventory.ts';
import type { LanguageCode } from '../../domain/languages/languages.ts';
import { MAX_STAY_NIGHTS } from '../../domain/limits.ts';
import { isBuilding } from '../../domain/listing.ts';
import { type PartyRequest, resolvePartyRequest, toStoredParty } from '../../domain/party.ts';
import type { AgreedPrice } from '../../domain/pricing/agreed-price.ts';
import { type ChosenExtra, sortExtrasByCode } from '../../domain/pricing/extras.ts';
import { priceBooking } from '../../domain/pricing/reprice-booking.ts';
import type { BookingSource } from '../../domain/vocabulary.ts';
import { findLackedFields } from '../access/access.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import { Invalid } from '../errors.ts';
import { type FieldMessages, hasMessages } from '../field-messages.ts';
import { buildErasedMessage } from '../guests/erase.ts';
import { buildGuestCreatedEvent, findOrInsertGuest } from '../guests/records.ts';
import { newId } from '../new-id.ts';
import { findExtrasMessagesOfBody, findPartyMessagesOfBody } from '../party.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { NIGHTS_TAKEN_MESSAGES } from '../writing/constraint-messages.ts';
import { buildReferenceTakenConstraint, findOwnFieldProblems } from '../writing/own-fields.ts';
import { type AdjustmentsChange, chooseAdjustments, demandMoney } from './adjustments.ts';
import { storeBookingCreation } from './events.ts';
import { buildNewFolio } from './folio/plan.ts';
import { choosePlacement, lockAndMakeWay, recordUnitMoves } from './make-way.ts';
import { reportBookingOutcome } from './outcomes.ts';
import { type BookingPreview, loadPreview } from './preview.ts';
import { type Booking, readExistingBooking } from './read.ts';
import { findCouponMessages, findNamedUnitMessages, NO_LISTING, throwIfUnavailable } from './stay/checks.ts';
import { buildNights } from './stay/nights.ts';
import { type LockedOffer, lockOffer } from './stay/offer.ts';
import { requirePrice, throwIfPriceDiffers, toPriceColumns } from './stay/price.ts';

export type GuestDetails = { name: string; email: string | null; phone: string | null };
/** `language` is that of a guest who is new. */
type BookingGuest = GuestDetails & { language?: LanguageCode | null };

export type NewBooking = AdjustmentsChange & {
  listingId: string;
  stay: Stay;
  party: PartyRequest;
  extras: readonly ChosenExtra[];
  /** Of one of the team's guests, or of one who may be new. */
  guest: { id: string } | BookingGuest;
  couponCode: string | null;
  notes: string | null;
  specialRequests: string | null;
  /** To whom invoices are addressed; null for the guest. */
  billingName?: string | null;
  billingAddress?: string | null;
  /** Null for the guest's, else the team's first. */
  language?: LanguageCode | null;
  /** Of another system, unique among the bookings of the same source. */
  externalReference?: string | null;
  customFields?: CustomFieldsChange;
  source: BookingSource;
  status: 'confirmed' | 'pending';
  overrideRules: boolean;
  /** Null for any unit. A named unit that is taken is a refusal: no other booking moves for it. */
  unitId?: string | null;
  /** Whether it keeps its unit when bookings move to make room. */
  unitPinned: boolean;
  /** In minutes, for a pending booking; null for good. */
  expiresIn: number | null;
  /** Replaces the price by the rates. */
  agreed?: AgreedPrice | null;
  /** Null if any total is accepted. */
  expectedTotalCents: number | null;
  /**
   * The booking has the preparation nights that are free, and no payments, invoices and deposit: its channel
   * has them.
   */
  feedEvent?: { feedId: string; uid: string };
  /** Of the address from which it was requested on the booking site. */
  ipHash?: string | null;
  /** In addition to the listing's own rules. */
  maxNights?: number;
  /** For callers whose request names the listing in another field. */
  unknownListing?: FieldMessages;
  /** Whether the time of the statements must not reveal whether the team knows the guest. */
  isGuestSecret?: boolean;
};

/** In the unit that is left with the smallest gaps, with the price of its quote. */
export const createBooking = (
  scope: TeamScope,
  input: NewBooking,
  options: WriteOptions<Booking> = {},
): Promise<Booking> =>
  reportBookingOutcome(
    scope,
    'created',
    write(scope, options, (scope) => createBookingInWrite(scope, input), CONSTRAINTS),
    options,
  );

export function previewBooking(
  scope: TeamScope,
  input: NewBooking,
  options: WriteOptions<BookingPreview> = {},
): Promise<BookingPreview> {
  const work = async (scope: WriteScope) =>
    loadPreview(scope, await createBookingInWrite(scope, input), null);
  return write(scope, { ...options, isPreview: true }, work, CONSTRAINTS);
}

const CONSTRAINTS = { ...NIGHTS_TAKEN_MESSAGES, ...buildReferenceTakenConstraint('bookings') };
const NO_GUEST: FieldMessages = {
  guest_id: [{ code: 'unknown', sentence: 'The team has no guest with this id.' }],
};

/**
 * Also for the pages, the booking site and channels' stays. The caller passes `NIGHTS_TAKEN_MESSAGES` as
 * `constraints`, so that a race for the same nights is refused with a message.
 */
export async function createBookingInWrite(scope: WriteScope, input: NewBooking): Promise<Booking> {
  const { tx, teamId, terms, now, isPreview } = scope;
  const { stay, unitId: namedUnitId = null, isGuestSecret = false } = input;
  const party = resolvePartyRequest(input.party, terms);
  const own = readOwnFields(input);
  const adjusted = chooseAdjustments([], input);
  const couponKey = await findCouponKey(tx, teamId, input.couponCode);
  const mayBeInactive = input.feedEvent !== undefined;
  const request = { listingId: input.listingId, stay, couponKey, onlyUnitId: namedUnitId, mayBeInactive };
  const found = await lockOffer(scope, request);
  const locked = found && input.feedEvent ? fitPreparationDays(found, stay) : found;
  const knownGuest = 'id' in input.guest ? await findNamedGuest(tx, teamId, input.guest.id) : undefined;

  const unknown = {
    ...(locked ? findNamedUnitMessages(locked, namedUnitId) : (input.unknownListing ?? NO_LISTING)),
    ...(knownGuest === null ? NO_GUEST : {}),
    ...(knownGuest?.erasedAt ? buildErasedMessage('guest_id') : {}),
    ...findPartyMessagesOfBody(input.party, terms, null),
    ...adjusted.messages,
    ...findLackedFields(scope.access, {
      totals: { isChanging: (input.agreed ?? null) !== null, permission: 'money:write' },
      ...demandMoney(adjusted),
    }),
    ...toFieldMessages(await findOwnFieldProblems(scope, 'bookings', { ...own, source: input.source }, null)),
  };
  if (!locked || hasMessages(unknown)) throw new Invalid(unknown);
  const { listing, charges } = locked;
  const { coupon } = charges;
  const today = todayInZone(listing.timezone, now);
  const checks = input.overrideRules ? chooseChecksIfOverridden() : undefined;
  const others = [
    findLengthMessages(input),
    couponKey === null ? {} : findCouponMessages(coupon, stay, today),
    findExtrasMessagesOfBody(charges.fees, input.extras),
  ];
  throwIfUnavailable(locked, { stay, party }, today, { checks, others, unitId: namedUnitId });
  const { agreed = null } = input;
  const { listingId, extras } = input;
  const { adjustments } = adjusted;
  const wished = { listingId, stay, party, extras, couponKey, agreed, adjustments };
  const tariff = { ...charges, rates: locked.offer, bookedOn: today };
  const { price } = requirePrice(priceBooking(wished, tariff), adjusted);
  throwIfPriceDiffers(input.expectedTotalCents, price.grandTotalCents, { price, currency: listing.currency });

  const { unitId, takenIds, moves, lapsedIds } = choosePlacement(locked, stay, null);
  const way = { moves, lapsedIds: [...lapsedIds, ...(coupon ? listLapsedHoldsOfCoupon(coupon) : [])] };
  const moved = await lockAndMakeWay(scope, way);
  const { guestId, isNew, isHidden } = await findOrInsertGuest(scope, input.guest, isGuestSecret);
  const booking: BookingRecord = {
    ...buildBooking(scope, listing, input),
    ...toPriceColumns(price, terms.languages),
    adjustments,
    unitId,
    guestId,
    couponKey,
  };
  const nights = buildNights(scope, booking, takenIds, findOccupiedNights(stay, listing.preparationDays));
  const folio = input.feedEvent
    ? {}
    : buildNewFolio(terms, booking, { ...listing, issuer: locked.issuer }, { today, isPreview });
  const details = input.overrideRules ? { override_rules: true } : {};
  const beside = isNew ? [buildGuestCreatedEvent(guestId)] : [];
  // The connection runs its statements in the order in which they are sent, so the booking is read in the same round trip.
  const storing = storeBookingCreation(scope, { details, booking, beside }, { nights, folio });
  const reading = readExistingBooking(scope, booking.id);
  await Promise.allSettled([storing, reading]);
  // If this fails, the reading failed too, with an error that does not say why.
  await storing;
  const made = await reading;
  await recordUnitMoves(scope, moved, booking.id);
  return isHidden && !('id' in input.guest) ? showAsSent(made, input.guest) : made;
}

/** The caller did not see the guest before this booking, so its answer and its preview tell nothing of them (docs/rules.md, 27.39). */
const showAsSent = (booking: Booking, { name, email, phone, language = null }: BookingGuest): Booking => ({
  ...booking,
  guest: {
    ...EMPTY_GUEST,
    id: booking.guest.id,
    name,
    email,
    phone,
    language,
    createdAt: booking.booking.createdAt,
  },
});

/** Also a guest without bookings, whom only the caller may know who has created them. */
const findNamedGuest = async (tx: Transaction, teamId: number, id: string) =>
  (await findGuest(tx, teamId, id)) ?? findGuestWithoutBookings(wholeTeam(tx), teamId, id);

/** Lowers the preparation nights after a stay to those that are free in its unit. */
function fitPreparationDays(locked: LockedOffer, { checkOut }: Stay): LockedOffer {
  const { listing, offer } = locked;
  const taken = offer.inventory.occupancies.filter(
    (one) => one.endDate > checkOut && offer.inventory.units.some(({ id }) => id === one.unitId),
  );
  const free = taken.map(({ startDate }) => Math.max(0, countDaysBetween(checkOut, startDate)));
  const preparationDays = Math.min(listing.preparationDays, ...free);
  const terms = { ...offer.terms, preparationDays };
  return { ...locked, listing: { ...listing, preparationDays }, offer: { ...offer, terms } };
}

const readOwnFields = ({ externalReference = null, customFields }: NewBooking) => ({
  externalReference,
  customFields: mergeCustomFields(null, customFields),
});

function findLengthMessages({ stay, maxNights = MAX_STAY_NIGHTS }: NewBooking): FieldMessages {
  if (countDaysBetween(stay.checkIn, stay.checkOut) <= maxNights) return {};
  const nights = maxNights === 1 ? '1 night' : `${maxNights} nights`;
  return { check_out: [{ code: 'too_large', predicate: `must be at most ${nights} after check in.` }] };
}

function buildBooking({ teamId, terms, now }: WriteScope, listing: OfferedListing, input: NewBooking) {
  const confirmedAt = { confirmed: now, pending: null } satisfies Record<NewBooking['status'], Date | null>;
  return {
    teamId,
    id: newId(),
    confirmationCode: toConfirmationCode(randomBytes(CONFIRMATION_CODE_BYTES)),
    listingId: listing.id,
    wholeBuilding: isBuilding(listing.kind),
    status: input.status,
    source: input.source,
    ...input.stay,
    ...toStoredParty(resolvePartyRequest(input.party, terms)),
    extras: sortExtrasByCode(input.extras),
    priceAgreed: input.agreed?.form ?? null,
    preparationDays: listing.preparationDays,
    currency: listing.currency,
    notes: input.notes,
    specialRequests: input.specialRequests,
    billingName: input.billingName ?? null,
    billingAddress: input.billingAddress ?? null,
    language: input.language ?? null,
    ...readOwnFields(input),
    cancellationReason: null,
    cancellationPolicy: keepOfferedNames(chooseCancellationPolicy(listing), terms.languages),
    cancellationFeeCents: null,
    paidCents: 0,
    paymentPlan: null,
    expiresAt: input.expiresIn === null ? null : computeHoldExpiry(input.expiresIn, now),
    ipHash: input.ipHash ?? null,
    unitPinned: input.unitPinned,
    feedId: input.feedEvent?.feedId ?? null,
    feedUid: input.feedEvent?.uid ?? null,
    isOfFeedBlock: input.feedEvent !== undefined,
    confirmedAt: confirmedAt[input.status],
    calendarInvited: input.status === 'confirmed',
    cancelledAt: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
