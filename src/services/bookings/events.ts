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

/** The fields of a booking that each of its events shows in the feed. */
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

/** The type of a booking's event, and its data. */
export type NewBookingEvent = {
  type: BookingEventType;
  /** The data that the list of a booking's own events shows, unlike the team's feed. */
  details: Record<string, unknown>;
  /** The names of the booking's changed fields, which the team's feed shows. */
  changed: readonly string[];
  /**
   * The booking after the change that the event is about. `before` is given if the change may concern a field
   * that the team's feed shows.
   */
  booking: BookingInFeed;
  before?: BookingInFeed;
  /** Where a new booking came from. */
  origin?: OriginEventData;
  /** The changes of payments, invoices or deposits that the event shows in the team's feed. */
  folio?: FolioEventData;
  /** If the booking moved to make room, the id of the booking that needed the room. */
  because?: string;
  /** Events that are not about bookings but were caused by the same write, such as events of a guest. */
  beside?: readonly NonBookingEvent[];
};

/**
 * Stores a change of a locked booking together with its folio's changes and its events, and reads the booking again for
 * the answer.
 */
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

/**
 * Stores a new booking with its nights, its folio and its first event. The statement is the same whether or not the
 * booking made a new guest, so that its time reveals nothing.
 */
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
 * Stores the next events of a booking. The caller has locked the booking's row, so the numbers of its events
 * stay distinct. The feed is ordered by time, so an event gets no earlier time than a previous event of the
 * booking that still waits for its position.
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

/** Stores one event for each of several bookings, in as many statements as for one booking. */
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

/** The columns of a booking whose values an event shows in another form than they are stored. */
const EVENT_VALUES: { [Column in keyof BookingRecord]?: (value: BookingRecord[Column]) => unknown } = {
  adjustments: (adjustments) => adjustments.map(presentAdjustment),
  customFields: presentCustomFields,
};

const toEventValue = (column: string, value: unknown): unknown => {
  const present = EVENT_VALUES[column as keyof BookingRecord] as ((value: unknown) => unknown) | undefined;
  if (present) return present(value);
  return value instanceof Date ? toInstantText(value) : value;
};

/** The changed columns of a booking as its event shows them: by the names of fields, each with the values before and after. */
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
