import type { Transaction } from '../../../db/client.ts';
import type { BookingRecord } from '../../../db/queries/team-file.ts';
import { loadBookingRecords } from '../../../db/queries/team-file-bookings.ts';
import { isBuilding } from '../../../domain/listing-kind.ts';
import { instantOf } from '../../../domain/stay.ts';
import { BOOKING, type BookingEntry, type WholeBooking } from '../../team-data/booking.ts';
import { checkWhole } from '../../team-data/kind.ts';
import type { Entry } from '../read/team-file.ts';
import { createPricer, type PlannedRates } from './booking-price.ts';
import { differs, given, type ImportContext } from './context.ts';
import { type PlannedFolio, planFolios } from './folios.ts';
import { type Stay, storedPart } from './stays.ts';

/** A booking as it is to be, with everything that belongs to it. */
export type PlannedBooking = {
  entry: Entry<WholeBooking>;
  row: BookingRecord;
  stored: BookingRecord | undefined;
  listing: Stay['listing'];
};
export type PlannedBookingPage = { planned: PlannedBooking; folio: PlannedFolio; isChanged: boolean }[];

/** Plans the bookings whose stays are settled, with prices, folios and events, a page after the other. */
export async function* planBookings(
  tx: Transaction,
  context: ImportContext,
  stays: readonly Stay[],
  rates: PlannedRates,
): AsyncGenerator<PlannedBookingPage> {
  let next = 0;
  for (const page of context.file.bookings.entries.pages()) {
    const settled: { entry: Entry<BookingEntry>; stay: Stay }[] = [];
    for (const entry of page) {
      const stay = stays[next];
      if (stay?.index !== entry.index) continue;
      settled.push({ entry, stay });
      next += 1;
    }
    const known = settled.filter(({ stay }) => stay.isStored).map(({ stay }) => stay.id);
    const rows = await loadBookingRecords(tx, context.teamId, known);
    const storedById = new Map(rows.map((row) => [row.id, row]));
    const wholes = settled.map(({ entry, stay }) => {
      const stored = storedById.get(stay.id);
      return { entry, stay, stored, whole: wholeOf(entry, stored) };
    });
    const priceOf = await createPricer(tx, context, rates, wholes);
    const planned = wholes.flatMap((booking): PlannedBooking[] => {
      const { entry, stay, stored, whole } = booking;
      const price = priceOf(booking);
      if (!price) return [];
      const row = { ...bookingRow(context, whole, stay, stored), ...price };
      return [{ entry: { ...entry, value: whole }, row, stored, listing: stay.listing }];
    });
    const folios = await planFolios(tx, context, planned);
    yield planned.flatMap((booking, position) => {
      const folio = folios[position];
      return folio ? [{ planned: booking, folio, isChanged: touch(context, booking, folio) }] : [];
    });
  }
}

/** The entry of a settled stay, which was found to lack nothing when the stay was planned. */
function wholeOf({ value, faulty }: Entry<BookingEntry>, stored: BookingRecord | undefined): WholeBooking {
  const whole = { ...(stored && storedPart(stored)), ...value };
  if (!checkWhole({ ...BOOKING, rules: [] }, { value: whole, faulty }).isWhole)
    throw new Error('A settled stay lacks something.');
  return whole as WholeBooking;
}

/** Whether a booking or its folio is new or differs. Such a one is changed now, if the file does not say when. */
function touch({ now, tally }: ImportContext, { entry, row, stored }: PlannedBooking, folio: PlannedFolio) {
  const isChanged = differs(stored, row) || Object.values(folio.changed).includes(true);
  if (isChanged && !entry.value.updated_at) row.updatedAt = now;
  tally.compare('bookings', stored, isChanged);
  return isChanged;
}

const bookingRow = (
  context: ImportContext,
  value: WholeBooking,
  stay: Stay,
  stored: BookingRecord | undefined,
) => ({
  teamId: context.teamId,
  id: stay.id,
  confirmationCode: value.confirmation_code,
  listingId: stay.listing.row.id,
  unitId: stay.unitId,
  wholeBuilding: isBuilding(stay.listing.row.kind),
  guestId: stay.guestId,
  status: value.status,
  source: given(value.source, stored?.source, 'import'),
  checkIn: value.check_in,
  checkOut: value.check_out,
  numberOfGuests: value.number_of_guests,
  preparationDays: stay.preparationDays,
  couponKey: stay.couponKey,
  notes: given(value.notes, stored?.notes, null),
  specialRequests: given(value.special_requests, stored?.specialRequests, null),
  ...momentsOf(context, value, stay, stored),
});

/** When the booking was made, confirmed, cancelled and completed. A status that was reached has its time. */
function momentsOf(
  context: ImportContext,
  value: WholeBooking,
  { listing: { row: listing } }: Stay,
  stored: BookingRecord | undefined,
) {
  const createdAt = value.created_at ?? stored?.createdAt ?? context.now;
  const { status } = value;
  const isConfirmed = status === 'confirmed' || status === 'completed';
  const checkedOutAt = instantOf(value.check_out, listing.checkOutTime, listing.timezone);
  return {
    createdAt,
    updatedAt: value.updated_at ?? stored?.updatedAt ?? context.now,
    confirmedAt:
      status === 'pending'
        ? null
        : (given(value.confirmed_at, stored?.confirmedAt, null) ?? (isConfirmed ? createdAt : null)),
    cancelledAt:
      status === 'cancelled' ? (given(value.cancelled_at, stored?.cancelledAt, null) ?? createdAt) : null,
    completedAt:
      status === 'completed' ? (given(value.completed_at, stored?.completedAt, null) ?? checkedOutAt) : null,
    cancellationReason:
      status === 'cancelled' ? given(value.cancellation_reason, stored?.cancellationReason, null) : null,
  };
}
