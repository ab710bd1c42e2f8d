/** Writes down what is still to be said of a booking, in every status (docs/rules.md, 9.18). */
import type { FolioChanges } from '../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import { loadIssuer } from '../../db/queries/offers/issuer.ts';
import { loadChargesOfListing } from '../../db/queries/offers/offered-charges.ts';
import { type AmendableField, diffFields, mayBeAmended } from '../../domain/booking.ts';
import { findChangeKind, toPricedStay } from '../../domain/booking-change.ts';
import { dateInZone } from '../../domain/dates/dates.ts';
import { type ChosenExtra, sortExtrasByCode } from '../../domain/pricing/extras.ts';
import { repriceBooking } from '../../domain/pricing/reprice-booking.ts';
import { namedNumber } from '../../domain/text/message-text.ts';
import { findLackedFields } from '../access/access.ts';
import { toFieldMessages } from '../catalogue/problems.ts';
import { throwIfAnyMessages } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { findExtrasMessagesOfBody } from '../party.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type Condition, type ConditionalOptions, write } from '../write.ts';
import { buildReferenceTakenConstraint, findOwnFieldProblems } from '../writing/own-fields.ts';
import {
  type AdjustmentsChange,
  type ChosenAdjustments,
  chooseAdjustments,
  demandMoney,
} from './adjustments.ts';
import { type NewBookingEvent, presentChangedFields, storeBookingChange } from './events.ts';
import { fitFolioToFee } from './folio/cancellation-fee.ts';
import { buildFolioEvent } from './folio/events.ts';
import { hasOtherFolio, mergeFolio, replanFolio } from './folio/plan.ts';
import type { Part } from './folio/steps.ts';
import { type BookingToWrite, lockBookingWithUnitsAndFolio, updateLapsedState } from './lock.ts';
import { chooseNotes, type NotesChange } from './notes.ts';
import { type BookingPreview, loadPreview } from './preview.ts';
import { type Booking, type BookingWithFolio, computeFolio, readExistingBooking } from './read.ts';
import { requirePrice, toPriceColumns } from './stay/price.ts';

/** A key that is absent keeps its value, and null clears it. */
export type Amendment = NotesChange &
  AdjustmentsChange & {
    extras?: readonly ChosenExtra[] | undefined;
    cancellationFeeCents?: number | null | undefined;
  };

const CONSTRAINTS = buildReferenceTakenConstraint('bookings');

/** If nothing differs, no event is stored. */
export const amendBooking = (
  scope: TeamScope,
  bookingId: string,
  amendment: Amendment,
  options: ConditionalOptions<Booking, BookingWithFolio> = {},
): Promise<Booking> =>
  write(scope, options, (scope) => amendWithin(scope, bookingId, amendment, options), CONSTRAINTS);

export const amendWithin = async (
  scope: WriteScope,
  bookingId: string,
  amendment: Amendment,
  condition: Condition<BookingWithFolio> = {},
): Promise<Booking> => amend(scope, await lockToAmend(scope, bookingId, condition), amendment);

export function previewAmendment(
  scope: TeamScope,
  bookingId: string,
  amendment: Amendment,
  options: ConditionalOptions<BookingPreview, BookingWithFolio> = {},
): Promise<BookingPreview> {
  const work = async (scope: WriteScope) => {
    const locked = await lockToAmend(scope, bookingId, options);
    return loadPreview(scope, await amend(scope, locked, amendment), locked.booking.grandTotalCents);
  };
  return write(scope, { ...options, isPreview: true }, work, CONSTRAINTS);
}

/** A booking that is due is completed first, and one whose hold has lapsed is cancelled. Both can be amended. */
const lockToAmend = async (
  scope: WriteScope,
  bookingId: string,
  { isCurrent }: Condition<BookingWithFolio>,
): Promise<BookingToWrite> =>
  updateLapsedState(scope, await lockBookingWithUnitsAndFolio(scope, bookingId), {
    isCurrent,
    refuseLapsed: null,
  });

async function amend(scope: WriteScope, locked: BookingToWrite, amendment: Amendment): Promise<Booking> {
  const { booking } = locked;
  throwIfAnyMessages(findForbiddenMessages(booking, amendment));
  const notes = chooseNotes(booking, amendment);
  const adjusted = chooseAdjustments(booking.adjustments, amendment);
  throwIfAnyMessages({
    ...toFieldMessages(await findOwnFieldProblems(scope, 'bookings', { ...booking, ...notes }, booking)),
    ...adjusted.messages,
    ...findFeeMessages(booking, amendment),
    ...findLackedFields(scope.access, {
      ...demandMoney(adjusted),
      cancellation_fee: { isChanging: isOtherFee(booking, amendment), permission: 'money:write' },
    }),
  });
  const { cancellationFeeCents = booking.cancellationFeeCents } = amendment;
  const columns = {
    ...notes,
    ...(await priceAmendment(scope, locked, amendment.extras, adjusted)),
    cancellationFeeCents,
  };
  const folio = await planAmendment(scope, locked, { ...booking, ...columns });
  const events = buildEvents(locked, columns, folio);
  return events.length > 0
    ? storeBookingChange(scope, locked, { columns, folio, events })
    : readExistingBooking(scope, booking.id);
}

function findForbiddenMessages({ status }: BookingRecord, amendment: Amendment): FieldMessages {
  const { adjustments, adjustment, extras, cancellationFeeCents } = amendment;
  const sent: [name: string, field: AmendableField, value: unknown][] = [
    ['adjustments', 'adjustments', adjustments],
    ['adjustment', 'adjustments', adjustment],
    ['extras', 'extras', extras],
    ['cancellation_fee', 'cancellation_fee', cancellationFeeCents],
  ];
  const forbidden = sent.filter(([, field, value]) => value !== undefined && !mayBeAmended(status, field));
  return Object.fromEntries(
    forbidden.map(([name]) => [
      name,
      [{ code: 'state', predicate: `cannot be amended in a ${status} booking.` }],
    ]),
  );
}

const isOtherFee = (
  { cancellationFeeCents: stored }: Pick<BookingRecord, 'cancellationFeeCents'>,
  { cancellationFeeCents: fee }: Amendment,
): boolean => fee !== undefined && fee !== stored;

/** A decided fee can only be lowered, and one that was not decided can be set. */
function findFeeMessages(
  { cancellationFeeCents: stored, grandTotalCents }: BookingRecord,
  { cancellationFeeCents: fee }: Amendment,
): FieldMessages {
  if (fee === undefined || fee === stored) return {};
  if (fee === null) return { cancellation_fee: [{ code: 'required', predicate: 'cannot be cleared.' }] };
  const mostCents = stored ?? grandTotalCents;
  return fee <= mostCents
    ? {}
    : {
        cancellation_fee: [
          { code: 'too_large', predicate: ['must not be greater than ', namedNumber(mostCents), '.'] },
        ],
      };
}

async function priceAmendment(
  { tx, teamId, terms }: WriteScope,
  { booking, listing }: BookingToWrite,
  sent: Amendment['extras'],
  adjusted: ChosenAdjustments,
): Promise<Partial<BookingRecord>> {
  const { adjustments } = adjusted;
  const before = toPricedStay(booking);
  const extras = sent ? sortExtrasByCode(sent) : before.extras;
  const after = { ...before, extras, adjustments };
  const kind = findChangeKind(before, after);
  if (kind === 'note') return {};
  const charges = await loadChargesOfListing(tx, teamId, booking.listingId);
  if (kind !== 'adjust') throwIfAnyMessages(findExtrasMessagesOfBody(charges.fees, sent ?? []));
  const bookedOn = dateInZone(listing.timezone, booking.createdAt);
  const tariff = { ...charges, rates: null, coupon: null, bookedOn };
  const booked = { ...before, priceLines: booking.priceLines };
  // An agreed total includes the extras, so its lines stay.
  const priced = repriceBooking(kind === 'recharge' ? kind : 'adjust', booked, after, tariff);
  const { price } = requirePrice(priced, adjusted);
  return { ...toPriceColumns(price, terms.languages), extras: [...extras], adjustments };
}

async function planAmendment(
  scope: WriteScope,
  locked: BookingToWrite,
  after: BookingRecord,
): Promise<FolioChanges> {
  const { booking, listing, folio } = locked;
  if (after.cancellationFeeCents !== booking.cancellationFeeCents)
    return fitFolioToFee(scope, { booking: after, listing, folio }, booking);
  if (!hasOtherFolio(booking, after)) return {};
  const issuer = await loadIssuer(scope.tx, scope.teamId, after.listingId);
  return replanFolio(scope, locked, after, { resumesPayments: after.status !== 'completed', issuer });
}

/** One of the booking, and one of its folio if that changes too. */
function buildEvents(
  { booking, folio: before }: BookingToWrite,
  { priceLines: _lines, ...columns }: Partial<BookingRecord>,
  changes: FolioChanges,
): NewBookingEvent[] {
  const details = presentChangedFields(diffFields(booking, columns));
  const changed = Object.keys(details);
  if (changed.length === 0) return [];
  const now = { ...booking, ...columns };
  const ofBooking: NewBookingEvent = {
    type: 'booking.changed',
    details,
    changed,
    booking: now,
    before: booking,
  };
  const parts = listChangedParts(changes);
  if (parts.length === 0) return [ofBooking];
  const after = computeFolio(now, mergeFolio(before, changes));
  return [ofBooking, buildFolioEvent({ booking: now, before, changes, after, details: {}, changed: parts })];
}

const listChangedParts = ({ payments = [], invoices = [] }: FolioChanges): Part[] => [
  ...(payments.length > 0 ? (['payment'] as const) : []),
  ...(invoices.length > 0 ? (['invoice'] as const) : []),
];
