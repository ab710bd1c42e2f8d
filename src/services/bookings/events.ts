import { type FolioChanges, storeFolioChanges } from '../../db/queries/bookings/folio.ts';
import { insertBooking, type NewBookingRows } from '../../db/queries/bookings/new-booking.ts';
import { type BookingRecord, updateBooking } from '../../db/queries/bookings/writes.ts';
import { findLastEvents, type LastEvent } from '../../db/queries/events/team-events.ts';
import { presentCustomFields } from '../../domain/custom-fields.ts';
import type {
  BookingEventData,
  FolioEventData,
  OriginEventData,
  PriceEventData,
} from '../../domain/events.ts';
import { toFieldName } from '../../domain/field-names.ts';
import { toInstantText } from '../../domain/formats.ts';
import {
  type AdjustmentSum,
  areEqualSums,
  type PriceAdjustment,
  sumAdjustments,
} from '../../domain/pricing/adjustments.ts';
import type { BookingEventType } from '../../domain/vocabulary.ts';
import { buildEventRow, type EventScope, type NonBookingEvent, storeEvents } from '../team-events.ts';
import type { RecordedEvent, WriteScope } from '../team-scope.ts';
import { numberInvoices } from './folio/number.ts';
import { type Booking, readExistingBooking } from './read.ts';

type BookingInFeed = Pick<
  BookingRecord,
  | 'id'
  | 'confirmationCode'
  | 'listingId'
  | 'unitId'
  | 'status'
  | 'checkIn'
  | 'checkOut'
  | 'currency'
  | 'grandTotalCents'
> &
  NonNullable<RecordedEvent['booking']>;

/** Whether the events of a type show the booking's price in the feed. */
const HAS_PRICE = {
  'booking.created': true,
  'booking.confirmed': true,
  'booking.changed': true,
  'booking.cancelled': true,
  'booking.expired': false,
  'booking.completed': false,
  'booking.folio_changed': false,
  'booking.unit_moved': false,
} satisfies Record<BookingEventType, boolean>;

export type NewBookingEvent = {
  type: BookingEventType;
  /** Shown in the list of the booking's own events, and not in the feed. */
  details: Record<string, unknown>;
  /** Shown in the team's feed. */
  changed: readonly string[];
  /**
   * `booking` is as it is after the change. `before` is given if a field may have changed that the feed shows.
   */
  booking: BookingInFeed;
  before?: BookingInFeed;
  origin?: OriginEventData;
  /** Shown in the team's feed. */
  folio?: FolioEventData;
  /** The booking that needed the room. */
  because?: string;
  /** Of other things, caused by the same write. */
  beside?: readonly NonBookingEvent[];
};

/** With its folio's changes and events. The booking is read again for the answer. */
export async function storeBookingChange(
  scope: WriteScope,
  { booking, lastEvent }: { booking: BookingRecord; lastEvent: LastEvent },
  { columns, events, folio = {} }: BookingChanges,
): Promise<Booking> {
  const { tx, teamId, now } = scope;
  await updateBooking(tx, teamId, booking.id, { ...columns, updatedAt: now });
  await storeFolioChanges(tx, await numberInvoices(scope, folio));
  await storeEvents(scope, buildBookingEventRows(scope, lastEvent, events));
  return readExistingBooking(scope, booking.id);
}

type BookingChanges = {
  columns: Partial<BookingRecord>;
  events: readonly NewBookingEvent[];
  folio?: FolioChanges;
};

/** The statement is the same whether or not the guest is new, so that its time reveals nothing. */
export function storeBookingCreation(
  scope: EventScope,
  { booking, ...happened }: Pick<NewBookingEvent, 'details' | 'beside'> & { booking: BookingRecord },
  parts: Pick<NewBookingRows, 'nights' | 'folio'>,
): Promise<void> {
  const origin = { source: booking.source, external_reference: booking.externalReference };
  const created: NewBookingEvent = { type: 'booking.created', changed: [], booking, origin, ...happened };
  const rows = buildBookingEventRows(scope, NO_EVENT, [created]);
  return storeEvents(scope, rows, (tx, events) => insertBooking(tx, { booking, ...parts, events }));
}

/**
 * The caller has locked the booking's row, so numbers are distinct. The feed is ordered by time, so an event
 * gets no earlier time than one of the booking that still waits for its position.
 */
export const recordNextBookingEvents = (
  scope: EventScope,
  last: LastEvent,
  events: readonly NewBookingEvent[],
): Promise<void> => storeEvents(scope, buildBookingEventRows(scope, last, events));

const buildBookingEventRows = (scope: EventScope, last: LastEvent, events: readonly NewBookingEvent[]) =>
  events.flatMap((happened, index) => [
    ...(happened.beside ?? []).map((event) => buildEventRow(scope, event)),
    buildBookingEventRow(scope, happened, { ...last, number: last.number + index }),
  ]);

/** In as many statements as for one booking. */
export async function recordBookingEvents(
  scope: EventScope,
  happened: readonly Omit<NewBookingEvent, 'beside'>[],
): Promise<void> {
  const { tx, teamId } = scope;
  const ids = happened.map(({ booking }) => booking.id);
  const lastOf = await findLastEvents(tx, teamId, ids);
  await storeEvents(
    scope,
    happened.map((one) => buildBookingEventRow(scope, one, lastOf.get(one.booking.id) ?? NO_EVENT)),
  );
}

const NO_EVENT: LastEvent = { number: 0, waitingSince: null };

function buildBookingEventRow(scope: EventScope, happened: NewBookingEvent, last: LastEvent): RecordedEvent {
  const { type, booking, because = null } = happened;
  const details = because === null ? happened.details : { ...happened.details, because };
  const { now } = scope;
  const createdAt = last.waitingSince && last.waitingSince > now ? last.waitingSince : now;
  const own = { bookingId: booking.id, number: last.number + 1, details, createdAt };
  const { feedId, source } = booking;
  return {
    ...buildEventRow(scope, { type, data: buildFeedData(happened) }),
    ...own,
    because,
    booking: { feedId, source },
  };
}

function buildFeedData({
  type,
  booking,
  before = booking,
  origin,
  changed,
  folio,
  because,
}: NewBookingEvent): BookingEventData {
  return {
    booking_id: booking.id,
    confirmation_code: booking.confirmationCode,
    listing_id: booking.listingId,
    unit_id: booking.unitId,
    status: booking.status,
    check_in: booking.checkIn,
    check_out: booking.checkOut,
    changed: [...changed],
    ...(before.checkIn === booking.checkIn ? {} : { previous_check_in: before.checkIn }),
    ...(before.checkOut === booking.checkOut ? {} : { previous_check_out: before.checkOut }),
    ...(before.listingId === booking.listingId ? {} : { previous_listing_id: before.listingId }),
    ...(before.unitId === booking.unitId ? {} : { previous_unit_id: before.unitId }),
    ...(because === undefined ? {} : { because }),
    ...origin,
    ...(HAS_PRICE[type] ? buildPriceData(booking, before) : {}),
    ...folio,
  };
}

const buildPriceData = (booking: BookingInFeed, before: BookingInFeed): PriceEventData => ({
  currency: booking.currency,
  grand_total: booking.grandTotalCents,
  ...(before.grandTotalCents === booking.grandTotalCents
    ? {}
    : { previous_grand_total: before.grandTotalCents }),
});

/** Whose values an event shows in another form than they are stored. */
const EVENT_VALUES: { [Column in keyof BookingRecord]?: (value: BookingRecord[Column]) => unknown } = {
  adjustments: (adjustments) => adjustments.map(presentAdjustment),
  customFields: presentCustomFields,
};

const toEventValue = (column: string, value: unknown): unknown => {
  const present = EVENT_VALUES[column as keyof BookingRecord] as ((value: unknown) => unknown) | undefined;
  if (present) return present(value);
  return value instanceof Date ? toInstantText(value) : value;
};

/** By the names of fields, each with the values before and after. */
export const presentChangedFields = (
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): Record<string, unknown[]> =>
  Object.fromEntries([
    ...Object.entries(changes).map(([column, change]) => [
      toFieldName(column),
      change.map((value) => toEventValue(column, value)),
    ]),
    ...presentChangedSum(changes.adjustments),
  ]);

/** The lines by hand are also one field, `adjustment`, which may stay as it is when they change. */
function presentChangedSum(change: readonly [unknown, unknown] | undefined) {
  const [before = null, after = null] = (change ?? []).map((list) =>
    sumAdjustments(list as BookingRecord['adjustments']),
  );
  if (areEqualSums(before, after)) return [];
  const present = (sum: AdjustmentSum | null) => sum && { name: sum.name, amount: sum.amountCents };
  return [['adjustment', [present(before), present(after)]] as const];
}

const presentAdjustment = ({ id, name, amountCents, taxable }: PriceAdjustment) => ({
  id,
  name,
  amount: amountCents,
  taxable,
});
