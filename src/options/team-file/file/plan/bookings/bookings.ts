import type { Transaction } from '../../../../../db/client.ts';
import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import { storeChangedRows } from '../../../../../db/queries/bulk.ts';
import { listErasedGuestIds } from '../../../../../db/queries/guests/erasure.ts';
import { bookings } from '../../../../../db/schema/bookings.ts';
import { mergeCancellationPolicy } from '../../../../../domain/cancellation.ts';
import { replaceCustomFields } from '../../../../../domain/custom-fields.ts';
import { toInstant } from '../../../../../domain/dates/dates.ts';
import { sumPaidCents } from '../../../../../domain/folio/folio.ts';
import { isBuilding } from '../../../../../domain/listing.ts';
import { toStoredParty } from '../../../../../domain/party.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import { bookingFields, bookingRow, endFields } from '../../../../../schemas/bookings/fields.ts';
import { pickFields } from '../../../../../schemas/fields/row-fields.ts';
import { isNewOrDifferent, mergeEntry } from '../../../../../services/catalogue/rows.ts';
import { removeFreeTexts } from '../../../../../services/guests/texts.ts';
import type { FileEntry } from '../../../../../services/team-file-part.ts';
import { loadBookingRecords } from '../../../db/queries/bookings.ts';
import type { BookingEntry } from '../../../schemas/booking.ts';
import { splitIntoBatches } from '../../read.ts';
import { hasNoProblems, type ImportContext } from '../context.ts';
import { createReferencePlan } from '../references.ts';
import type { PlannedPrice } from './file-price.ts';
import { type PlannedFolios, planFolios, storeFolios } from './folios.ts';
import { readExtras } from './party.ts';
import { createPricePlan, type Pricing } from './price.ts';
import { type CompleteBookingEntry, mayHaveField } from './rules.ts';
import type { PlannedBooking, PlannedStay } from './stays.ts';

const BATCH_SIZE = 500;

/**
 * Compares the bookings of a team file with the stored ones, with their prices, payments and events, and
 * stores the differences some at a time.
 */
export async function importBookings(
  tx: Transaction,
  context: ImportContext,
  stays: readonly PlannedStay[],
  { pricing, report }: { pricing: Pricing; report: (stored: number) => void },
): Promise<void> {
  const references = createReferencePlan(tx, context, 'bookings');
  let count = 0;
  for (const batch of splitIntoBatches(stays, BATCH_SIZE)) {
    const planned = await planBatch(tx, context, batch, pricing);
    const folios = await planFolios(tx, context, planned);
    await references.plan(planned.map(({ row, stored, entry: { place } }) => ({ row, stored, place })));
    for (const { row } of planned) row.paidCents = sumPaidCents(folios.payments.rowsOf(row.id));
    const changed = planned.filter((booking) => touch(context, booking, folios));
    count += batch.length;
    report(count);
    if (!hasNoProblems(context)) continue;
    await storeChangedRows(
      tx,
      bookings,
      changed.map(({ row, stored }) => ({ row: references.toStoredRow(row), stored })),
    );
    await storeFolios(tx, context, planned, folios);
  }
  await references.finish();
}

async function planBatch(
  tx: Transaction,
  context: ImportContext,
  batch: readonly PlannedStay[],
  pricing: Pricing,
): Promise<PlannedBooking[]> {
  const { teamId } = context;
  const guestIds = batch.map(({ guestId }) => guestId);
  const erased = await listErasedGuestIds(tx, teamId, guestIds);
  const ids = batch.flatMap(({ id, isStored }) => (isStored ? [id] : []));
  const rows = await loadBookingRecords(tx, teamId, { codes: [], ids });
  const storedById = new Map(rows.map((row) => [row.id, row]));
  const bookings = batch.map((stay) => ({ stay, stored: storedById.get(stay.id) }));
  const planPrice = await createPricePlan(tx, context, pricing, bookings);
  return bookings.flatMap(({ stay, stored }): PlannedBooking[] => {
    const price = planPrice({ stay, stored });
    if (!price) return [];
    const { entry } = stay;
    const value = erased.has(stay.guestId) ? withoutGuestTexts(entry.value) : entry.value;
    const row = buildBookingRow(context, value, { stay, stored, price });
    reportFeeProblem(context, entry, row);
    return [{ entry: { ...entry, value }, row, stored }];
  });
}

const personalFields = pickFields({ ...bookingFields, ...endFields }, 'personal', true);
const NO_PERSONAL_FIELDS = Object.fromEntries(
  Object.keys(personalFields).map((name) => [name, null]),
) as Record<keyof typeof personalFields, null>;

/**
 * Removes the texts from a booking whose guest was erased, because an older file must not bring personal data
 * back.
 */
const withoutGuestTexts = (value: CompleteBookingEntry): CompleteBookingEntry => ({
  ...value,
  ...NO_PERSONAL_FIELDS,
  ...(value.events
    ? { events: value.events.map((event) => ({ ...event, data: removeFreeTexts(event.data ?? {}) })) }
    : {}),
  ...(value.invoices ? { invoices: value.invoices.map(withoutBilling) } : {}),
});

const withoutBilling = (invoice: NonNullable<CompleteBookingEntry['invoices']>[number]) =>
  invoice.document
    ? {
        ...invoice,
        document: { ...invoice.document, billing_name: null, billing_address: null, guest_name: null },
      }
    : invoice;

/**
 * The cancellation fee must not exceed the price, which may only be known after the import has calculated it.
 */
function reportFeeProblem(
  { problems }: ImportContext,
  { place, value }: FileEntry<BookingEntry>,
  row: BookingRecord,
) {
  const { cancellationFeeCents: fee, grandTotalCents } = row;
  if (fee === null || fee <= grandTotalCents) return;
  const field = value.cancellation_fee === undefined ? 'the stored cancellation_fee' : 'cancellation_fee';
  problems.refuse(place, field, `must be at most the grand total, ${grandTotalCents}`, fee);
}

/**
 * Whether a booking, its payments, invoices, deposit or events are new or differ from the stored ones. A
 * booking that the import changes gets the present time as its last change, unless the file contains another
 * time.
 */
function touch(
  { now, tally }: ImportContext,
  { entry, row, stored }: PlannedBooking,
  folios: PlannedFolios,
): boolean {
  const hasChangedPart = Object.values(folios).some(({ changedIds }) => changedIds.has(row.id));
  const isChanged = isNewOrDifferent(stored, row) || hasChangedPart;
  if (isChanged && !entry.value.updated_at) row.updatedAt = now;
  tally.compare('bookings', stored, isChanged);
  return isChanged;
}

function buildBookingRow(
  context: ImportContext,
  value: CompleteBookingEntry,
  { stay, stored, price }: { stay: PlannedStay; stored: BookingRecord | undefined; price: PlannedPrice },
): BookingRecord {
  const { row: listing } = stay.listing;
  const { status } = value;
  const createdAt = value.created_at ?? stored?.createdAt ?? context.now;
  /** Clears times and reasons that a booking with this status cannot have, whatever is stored. */
  const may = <Value>(field: Parameters<typeof mayHaveField>[1], entered: Value) =>
    mayHaveField(status, field) ? entered : null;
  const row = mergeEntry<BookingRecord>({ ...DEFAULTS, updatedAt: context.now }, stored, {
    ...price,
    teamId: context.teamId,
    id: stay.id,
    confirmationCode: value.confirmation_code,
    listingId: listing.id,
    unitId: stay.unitId,
    wholeBuilding: isBuilding(listing.kind),
    guestId: stay.guestId,
    status,
    source: value.source,
    checkIn: value.check_in,
    checkOut: value.check_out,
    ...toStoredParty(stay.party),
    extras: price.extras ?? readExtras(value),
    preparationDays: stay.preparationDays,
    // A booking with an agreed price cannot have a coupon.
    couponKey: price.priceAgreed === null ? stay.couponKey : null,
    ...bookingRow.toColumns(value),
    customFields: replaceCustomFields(stored?.customFields ?? null, value.custom_fields),
    cancellationPolicy:
      value.cancellation_policy &&
      mergeCancellationPolicy(stored?.cancellationPolicy ?? null, value.cancellation_policy),
    paymentPlan: readPaymentPlan(value),
    expiresAt: stay.expiresAt,
    unitPinned: value.unit_pinned,
    createdAt,
    updatedAt: value.updated_at ?? undefined,
    confirmedAt: may('confirmed_at', value.confirmed_at),
    ...readFeedEvent(value, stored),
    calendarInvited: value.calendar_invited ?? undefined,
    cancelledAt: may('cancelled_at', value.cancelled_at),
    completedAt: may('completed_at', value.completed_at),
    cancellationReason: may('cancellation_reason', value.cancellation_reason),
    cancellationFeeCents: may('cancellation_fee', value.cancellation_fee),
    paidCents: undefined,
    ipHash: undefined,
  });
  // Sets the missing times of all statuses that the booking must have had.
  if (IS_CONFIRMED[status]) row.confirmedAt ??= createdAt;
  if (mayHaveField(status, 'cancelled_at')) row.cancelledAt ??= createdAt;
  if (mayHaveField(status, 'completed_at'))
    row.completedAt ??= toInstant(value.check_out, listing.checkOutTime, listing.timezone);
  // The address of the visitor who requested the booking is not part of a team file, so the stored one is
  // kept while the booking is a request from the booking site.
  if (status !== 'pending' || row.source !== 'booking_site') row.ipHash = null;
  return row;
}

/** The event that a booking is. Another UID is no event of the stored feed, until a feed finds it. */
function readFeedEvent({ feed_uid }: CompleteBookingEntry, stored: BookingRecord | null | undefined) {
  const feedUid = feed_uid === undefined ? (stored?.feedUid ?? null) : feed_uid;
  const isSame = stored && stored.feedUid === feedUid;
  return {
    feedUid,
    feedId: isSame ? stored.feedId : null,
    isOfFeedBlock: isSame ? stored.isOfFeedBlock : false,
  };
}

/** Reads the plan of a booking's payments: null removes the stored one, and undefined keeps it. */
const readPaymentPlan = ({ payment_plan, payment_plan_paid }: CompleteBookingEntry) =>
  payment_plan && {
    payments: payment_plan.map(({ amount, due_on }) => ({ amountCents: amount, dueOn: due_on })),
    paidCents: payment_plan_paid ?? 0,
  };

const DEFAULTS: Partial<BookingRecord> = {
  source: 'import',
  paidCents: 0,
  unitPinned: false,
  calendarInvited: false,
  extras: [],
  adjustments: [],
};

/**
 * Whether a booking with this status must have been confirmed, so that the import sets a time of
 * confirmation.
 */
const IS_CONFIRMED = {
  pending: false,
  confirmed: true,
  completed: true,
  cancelled: false,
} satisfies Record<BookingStatus, boolean>;
