import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import type { BookingEventRecord } from '../../../../../db/queries/events/team-events.ts';
import { toParty } from '../../../../../domain/party.ts';
import { bookingFields } from '../../../../../schemas/bookings/fields.ts';
import { listColumns } from '../../../../../schemas/fields/row-fields.ts';
import { presentChangedFields } from '../../../../../services/bookings/events.ts';
import { isNewOrDifferent } from '../../../../../services/catalogue/rows.ts';
import { reuseStoredIds } from '../../../../../services/catalogue/stored-ids.ts';
import { newId } from '../../../../../services/new-id.ts';
import { diffParties } from '../../../../../services/party.ts';
import type { ImportContext } from '../context.ts';
import type { PlannedBooking } from './stays.ts';

/**
 * Stored events are history and never removed: they come after the events in the file. If it contains none of
 * a booking, the import adds one about its own changes.
 */
export function buildEventRows(
  context: ImportContext,
  booking: PlannedBooking,
  stored: readonly BookingEventRecord[],
): BookingEventRecord[] {
  const { events } = booking.entry.value;
  if (events === undefined) return [...stored, ...eventOfImport(context, booking, stored.length + 1)];
  const rows = (events ?? []).map((event, position) => ({
    teamId: context.teamId,
    bookingId: booking.row.id,
    number: position + 1,
    id: event.id ?? '',
    type: event.type,
    actorType: event.actor.type,
    actorName: event.actor.name ?? null,
    details: event.data ?? {},
    createdAt: event.created_at ?? stored[position]?.createdAt ?? booking.row.createdAt,
  }));
  const rowsWithIds = reuseStoredIds(rows, stored);
  const ids = new Set(rowsWithIds.map(({ id }) => id));
  const others = stored.filter(({ id }) => !ids.has(id));
  return [...rowsWithIds, ...others].map((event, position) => ({ ...event, number: position + 1 }));
}

/** None if the import has neither created nor changed the booking. */
function eventOfImport(
  { teamId, now }: ImportContext,
  { row, stored }: PlannedBooking,
  number: number,
): BookingEventRecord[] {
  const details = stored ? diffBookings(stored, row) : {};
  if (stored && Object.keys(details).length === 0) return [];
  const { id: bookingId, status } = row;
  const isReached = stored && stored.status !== status && status !== 'pending';
  const type = isReached ? (`booking.${status}` as const) : stored ? 'booking.changed' : 'booking.created';
  const createdAt = stored ? now : row.createdAt;
  const actor = { actorType: 'import', actorName: null } as const;
  return [{ teamId, bookingId, number, id: newId(), type, ...actor, details, createdAt }];
}

/** With values before and after. */
function diffBookings(before: BookingRecord, after: BookingRecord): Record<string, unknown> {
  const changed = REPORTED_COLUMNS.filter((column) => isNewOrDifferent(before[column], after[column]));
  const changes = Object.fromEntries(
    changed.map((column) => [column, [before[column], after[column]] as const]),
  );
  const party = diffParties(toParty(before), toParty(after));
  return { ...presentChangedFields(changes), ...(party ? { party } : {}) };
}

/** The party has columns of its own. */
const REPORTED_COLUMNS = [
  'status',
  'listingId',
  'unitId',
  'guestId',
  'source',
  'checkIn',
  'checkOut',
  'numberOfGuests',
  'accommodationTotalCents',
  'discountTotalCents',
  'feesTotalCents',
  'taxesTotalCents',
  'grandTotalCents',
  'priceAgreed',
  'adjustments',
  'couponKey',
  'extras',
  'unitPinned',
  'expiresAt',
  ...listColumns(bookingFields),
] as const satisfies (keyof BookingRecord)[];
