import type { Transaction } from '../../../db/client.ts';
import { listErasedGuests } from '../../../db/queries/guests/guest-erasure.ts';
import type { BookingRecord } from '../../../db/queries/team-file/team-file.ts';
import { loadBookingRecords } from '../../../db/queries/team-file/team-file-bookings.ts';
import { instantOf } from '../../../domain/dates.ts';
import { isBuilding } from '../../../domain/listing.ts';
import type { BookingStatus } from '../../../domain/vocabulary.ts';
import { differs } from '../../catalogue/rows.ts';
import { withoutTexts } from '../../guest-texts.ts';
import { BOOKING, type BookingEntry, mayHave, type WholeBooking } from '../../team-data/booking.ts';
import { checkWhole } from '../../team-data/kind.ts';
import { given } from '../../team-data/merging.ts';
import { type Entry, slicesOf } from '../read.ts';
import { createPricer, type PlannedRates } from './booking-price.ts';
import type { ImportContext } from './context.ts';
import { type PlannedFolio, planFolios } from './folios.ts';
import { type Stay, storedPart } from './stays.ts';

/** A booking to be stored, with all its parts. */
export type PlannedBooking = {
  entry: Entry<WholeBooking>;
  row: BookingRecord;
  stored: BookingRecord | undefined;
  listing: Stay['listing'];
};
export type PlannedBookingPage = { planned: PlannedBooking; folio: PlannedFolio; isChanged: boolean }[];

const SLICE = 500;

/** Plans the bookings with valid stays, with prices, folios and events, page by page. */
export async function* planBookings(
  tx: Transaction,
  context: ImportContext,
  stays: readonly Stay[],
  rates: PlannedRates,
): AsyncGenerator<PlannedBookingPage> {
  let next = 0;
  for (const page of slicesOf(context.file.bookings.entries, SLICE)) {
    const settled: { entry: Entry<BookingEntry>; stay: Stay }[] = [];
    for (const entry of page) {
      const stay = stays[next];
      if (stay?.index !== entry.index) continue;
      settled.push({ entry, stay });
      next += 1;
    }
    const erased = await listErasedGuests(
      tx,
      context.teamId,
      settled.map(({ stay }) => stay.guestId),
    );
    const known = settled.filter(({ stay }) => stay.isStored).map(({ stay }) => stay.id);
    const rows = await loadBookingRecords(tx, context.teamId, known);
    const storedById = new Map(rows.map((row) => [row.id, row]));
    const wholes = settled.map(({ entry, stay }) => {
      const stored = storedById.get(stay.id);
      const whole = wholeOf(entry, stored);
      return { entry, stay, stored, whole: erased.has(stay.guestId) ? withoutGuestTexts(whole) : whole };
    });
    const priceOf = await createPricer(tx, context, rates, wholes);
    const planned = wholes.flatMap((booking): PlannedBooking[] => {
      const { entry, stay, stored, whole } = booking;
      const price = priceOf(booking);
      if (!price) return [];
      const row = { ...bookingRow(context, whole, stay, stored), ...price };
      reportFee(context, entry, row);
      return [{ entry: { ...entry, value: whole }, row, stored, listing: stay.listing }];
    });
    const folios = await planFolios(tx, context, planned);
    yield planned.flatMap((booking, position) => {
      const folio = folios[position];
      return folio ? [{ planned: booking, folio, isChanged: touch(context, booking, folio) }] : [];
    });
  }
}

/** The booking of an erased guest, without its texts: an older file must not bring them back. */
const withoutGuestTexts = (value: WholeBooking): WholeBooking => ({
  ...value,
  notes: null,
  special_requests: null,
  cancellation_reason: null,
  ...(value.events
    ? { events: value.events.map((event) => ({ ...event, data: withoutTexts(event.data ?? {}) })) }
    : {}),
});

/** The entry of a valid stay. Nothing is missing, because that was checked when the stay was planned. */
function wholeOf({ value }: Entry<BookingEntry>, stored: BookingRecord | undefined): WholeBooking {
  const whole = { ...(stored && storedPart(stored)), ...value };
  if (!checkWhole({ ...BOOKING, rules: [] }, whole).isWhole) throw new Error('A planned stay is incomplete.');
  return whole as WholeBooking;
}

/** A cancellation costs at most the price, which may be known only now. */
function reportFee({ problems }: ImportContext, { place, value }: Entry<BookingEntry>, row: BookingRecord) {
  const { cancellationFeeCents: fee, grandTotalCents } = row;
  if (fee === null || fee <= grandTotalCents) return;
  const whose = value.cancellation_fee === undefined ? 'the stored ' : '';
  problems.add(
    place,
    `${whose}cancellation_fee must be at most the grand total, ${grandTotalCents}, not ${fee}`,
  );
}

/** Whether a booking or its folio is new or differs. If so, it was changed now, unless the file says when. */
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
  cancellationPolicy: given(value.cancellation_policy, stored?.cancellationPolicy, null),
  expiresAt: stay.expiresAt,
  ipHash: keptIpHash(value, stored),
  unitPinned: given(value.unit_pinned, stored?.unitPinned, false),
  ...momentsOf(context, value, stay, stored),
});

/** A file has no address. The stored one is kept as long as the booking is a request from the booking site. */
function keptIpHash({ status, source }: WholeBooking, stored: BookingRecord | undefined): string | null {
  const isRequest = status === 'pending' && given(source, stored?.source, 'import') === 'booking_site';
  return isRequest ? (stored?.ipHash ?? null) : null;
}

/** The statuses that follow a confirmation, whose time must then be known. */
const IS_CONFIRMED = {
  pending: false,
  confirmed: true,
  completed: true,
  cancelled: false,
} satisfies Record<BookingStatus, boolean>;

/** When the booking was created, confirmed, cancelled and completed. Every status that it has reached has a time. */
function momentsOf(
  context: ImportContext,
  value: WholeBooking,
  { listing: { row: listing } }: Stay,
  stored: BookingRecord | undefined,
) {
  const createdAt = value.created_at ?? stored?.createdAt ?? context.now;
  const { status } = value;
  const checkedOutAt = instantOf(value.check_out, listing.checkOutTime, listing.timezone);
  const may = <Value>(field: Parameters<typeof mayHave>[1], moment: Value) =>
    mayHave(status, field) ? moment : null;
  const confirmedAt = given(value.confirmed_at, stored?.confirmedAt, null);
  return {
    createdAt,
    updatedAt: value.updated_at ?? stored?.updatedAt ?? context.now,
    confirmedAt: may('confirmed_at', confirmedAt ?? (IS_CONFIRMED[status] ? createdAt : null)),
    cancelledAt: may('cancelled_at', given(value.cancelled_at, stored?.cancelledAt, null) ?? createdAt),
    completedAt: may('completed_at', given(value.completed_at, stored?.completedAt, null) ?? checkedOutAt),
    cancellationReason: may(
      'cancellation_reason',
      given(value.cancellation_reason, stored?.cancellationReason, null),
    ),
    cancellationFeeCents: may(
      'cancellation_fee',
      given(value.cancellation_fee, stored?.cancellationFeeCents, null),
    ),
  };
}
