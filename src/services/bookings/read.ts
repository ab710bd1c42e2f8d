import type { Database, Executor } from '../../db/client.ts';
import {
  type BookingRow,
  findBooking,
  findBookingWithPhotos,
  hasBooking as hasStoredBooking,
} from '../../db/queries/bookings/bookings.ts';
import { findConfirmationCodes } from '../../db/queries/bookings/confirmation-codes.ts';
import {
  type FolioRows,
  groupFolios,
  loadFolio,
  loadFoliosOfBookings,
} from '../../db/queries/bookings/folio.ts';
import {
  type BookingFilter,
  listArrivals as selectArrivals,
  listBookings as selectBookings,
  listLatestBookings as selectLatestBookings,
} from '../../db/queries/bookings/list.ts';
import { listBookingsBySearchKeys, listGuestIdsAndCodesByText } from '../../db/queries/bookings/search.ts';
import type { BookingRecord } from '../../db/queries/bookings/writes.ts';
import {
  type BookingEvent,
  type BookingEventRecord,
  listBookingEvents as selectBookingEvents,
} from '../../db/queries/events/team-events.ts';
import { listPhotosOfListings, type PhotoRow } from '../../db/queries/listings/listings.ts';
import {
  buildCancellationTermsOfBooking,
  type CancellationTerms,
  computeRefundDueCents,
} from '../../domain/cancellation.ts';
import { countDaysBetween } from '../../domain/dates/dates.ts';
import {
  type BookingDues,
  computeBalanceDueCents,
  computeInvoiceableCents,
  computePayableCents,
  findFolioState,
  sumPaidCents,
  sumScheduledCents,
} from '../../domain/folio/folio.ts';
import { MAX_MATCHES_OF_BOOKING_SEARCH } from '../../domain/limits.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { isShownPriceLine } from '../../domain/pricing/lines.ts';
import { findPhoneDigits, foldCase } from '../../domain/text/text.ts';
import type { BookingEmbed, BookingSort } from '../../domain/vocabulary.ts';
import { listListingsNamed, listListingsTitled } from '../listings.ts';
import type { ReadScope, WriteScope } from '../team-scope.ts';

export type { BookingEvent, BookingEventRecord, BookingRecord };

/** One page of a booking’s events, oldest first. */
export const listBookingEvents = ({ db, teamId }: ReadScope, id: string, page: PageRequest) =>
  selectBookingEvents(db, teamId, id, page);

export const hasBooking = ({ db, teamId }: ReadScope, id: string) => hasStoredBooking(db, teamId, id);
export type Booking = BookingRow & {
  nights: number;
  photos: PhotoRow[];
  cancellation: CancellationTerms | null;
};
export type Folio = ReturnType<typeof computeFolio>;

export type BookingWithFolio = { booking: Booking; folio: Folio };

/** A booking, with its folio if the folio is to be embedded in the answer. */
export type EmbeddingBooking = { booking: Booking; folio: Folio | null };

/** A booking with everything that the booking's own page in the browser shows. */
export type BookingDetails = BookingWithFolio & { events: PageOfRows<BookingEvent> };

/**
 * A page of the results of a search for bookings. `isCut` says that too much matched the search, so that some
 * matching bookings are missing.
 */
export type FoundBookings = PageOfRows<Booking> & { isCut: boolean };

/** A booking with its listing, the listing's photos, guest and unit. */
export async function readBooking({ db, teamId }: ReadScope, id: string): Promise<Booking | null> {
  const found = await findBookingWithPhotos(db, teamId, id);
  return found && toBooking(found, found.photos);
}

/** Reads a booking with the things that are to be embedded in the answer, and no others. */
export async function findEmbeddingBooking(
  { db, teamId }: ReadScope,
  id: string,
  embed: readonly BookingEmbed[],
): Promise<EmbeddingBooking | null> {
  const booking = await readBooking({ db, teamId }, id);
  if (!booking || !embed.includes('folio')) return booking && { booking, folio: null };
  return addFolio(db, teamId, booking);
}

/** Reads a booking again after a write has stored it. */
export async function readExistingBooking({ tx, teamId }: WriteScope, id: string): Promise<Booking> {
  const booking = await readBooking({ db: tx, teamId }, id);
  if (!booking) throw new Error('A booking disappeared within its transaction.');
  return booking;
}

/**
 * The filters and the order of a list of bookings. The filters `confirmationCode` and `text` are as somebody
 * typed them.
 */
export type BookingListRequest = Omit<BookingFilter, 'confirmationCodes' | 'search'> & {
  confirmationCode?: string | undefined;
  /**
   * A text that occurs in the booking's confirmation code, in the guest's name or email, or in the listing's title,
   * without regard to case, that is the whole external reference, or that has some digits of the guest's phone.
   */
  text?: string | undefined;
  /** Whether the text is also searched in the listing's nickname, which only the team knows. */
  hasNicknames?: boolean;
  sort?: BookingSort | undefined;
};

/** One page of bookings, by default newest first, with the things that are to be embedded in the answer. */
export async function listBookings(
  { db, teamId }: ReadScope,
  request: BookingListRequest,
  embed: readonly BookingEmbed[],
  page: PageRequest,
): Promise<PageOfRows<EmbeddingBooking>> {
  const filter = await resolveBookingFilter(db, teamId, request);
  const { rows, total } = await selectBookings(db, teamId, filter, page);
  return { rows: await addEmbedded(db, teamId, rows, embed), total };
}

/** Adds to rows of bookings the things that are to be embedded, each kind read by a fixed number of statements. */
export async function addEmbedded(
  db: Executor,
  teamId: number,
  rows: readonly BookingRow[],
  embed: readonly BookingEmbed[],
): Promise<EmbeddingBooking[]> {
  const shown = embed.includes('listing')
    ? await addPhotos(db, teamId, rows)
    : rows.map((row) => toBooking(row, []));
  if (!embed.includes('folio')) return shown.map((booking) => ({ booking, folio: null }));
  const ids = rows.map(({ id }) => id);
  const folioOf = groupFolios(await loadFoliosOfBookings(db, teamId, ids));
  return shown.map((booking) => ({ booking, folio: computeFolio(booking.booking, folioOf(booking.id)) }));
}

/** Looks up the confirmation codes and the listings that a filter of bookings names by texts. */
export async function resolveBookingFilter(
  db: Executor,
  teamId: number,
  { confirmationCode, text, hasNicknames = false, ...filter }: BookingListRequest,
) {
  const listNamed = hasNicknames ? listListingsNamed : listListingsTitled;
  return {
    ...filter,
    confirmationCodes:
      confirmationCode === undefined ? undefined : await findConfirmationCodes(db, teamId, confirmationCode),
    search:
      text === undefined
        ? undefined
        : { ...toGuestSearch(text), listingIds: await listNamed(db, teamId, text) },
  };
}

const toGuestSearch = (text: string) => ({ foldedText: foldCase(text), phoneDigits: findPhoneDigits(text) });

/**
 * One page of bookings without photos, found by a text as in `BookingListRequest`, and by the listing's nickname. If too many codes, guests or
 * listings contain the text, only the bookings of some are listed.
 */
export async function searchBookings(
  { db, teamId }: ReadScope<Database>,
  { text, ...filter }: BookingFilter & { text?: string | undefined; sort?: BookingSort | undefined },
  page: PageRequest,
): Promise<FoundBookings> {
  const { named, isCut } = text === undefined ? EVERYTHING : await findNamed(db, teamId, text);
  const { rows, total } = named
    ? await listBookingsBySearchKeys(db, teamId, { ...filter, named }, page)
    : await selectBookings(db, teamId, filter, page);
  return { rows: rows.map((row) => toBooking(row, [])), total, isCut };
}

/** A team's newest bookings, without photos. */
export const listLatestBookings = async ({ db, teamId }: ReadScope, limit: number): Promise<Booking[]> =>
  (await selectLatestBookings(db, teamId, limit)).map((row) => toBooking(row, []));

/** Bookings without photos, the next arrival first. */
export async function listArrivals(
  { db, teamId }: ReadScope<Database>,
  filter: BookingFilter,
  page: PageRequest,
): Promise<PageOfRows<Booking>> {
  const { rows, total } = await selectArrivals(db, teamId, filter, page);
  return { rows: rows.map((row) => toBooking(row, [])), total };
}

/**
 * A booking with its folio and a page of its events, but without its listing's photos, or null if the team has
 * no booking with this id.
 */
export async function findBookingDetails(
  { db, teamId }: ReadScope<Database>,
  id: string,
  page: PageRequest,
): Promise<BookingDetails | null> {
  const found = await findBooking(db, teamId, id);
  if (!found) return null;
  const folio = computeFolio(found.booking, await loadFolio(db, teamId, id));
  return { booking: toBooking(found, []), folio, events: await selectBookingEvents(db, teamId, id, page) };
}

/** Turns rows of bookings into bookings with the photos of their listings. */
export async function addPhotos(
  db: Executor,
  teamId: number,
  rows: readonly BookingRow[],
): Promise<Booking[]> {
  const listingIds = [...new Set(rows.map((row) => row.listing.id))];
  const found = await listPhotosOfListings(db, teamId, listingIds);
  const photos = Map.groupBy(found, ({ listingId }) => listingId);
  return rows.map((row) => toBooking(row, photos.get(row.listing.id) ?? []));
}

const EVERYTHING = { named: null, isCut: false };

/** The codes, guests and listings that contain a text, up to a limit for each, and whether there are more. */
async function findNamed(db: Database, teamId: number, text: string) {
  const [listingIds, { codes, guestIds }] = await Promise.all([
    listListingsNamed(db, teamId, text),
    listGuestIdsAndCodesByText(db, teamId, toGuestSearch(text), MAX_MATCHES_OF_BOOKING_SEARCH + 1),
  ]);
  const isCut = [codes, guestIds, listingIds].some((list) => list.length > MAX_MATCHES_OF_BOOKING_SEARCH);
  const some = (list: readonly string[]) =>
    list.length > MAX_MATCHES_OF_BOOKING_SEARCH ? list.slice(0, MAX_MATCHES_OF_BOOKING_SEARCH) : list;
  return { named: { codes: some(codes), guestIds: some(guestIds), listingIds: some(listingIds) }, isCut };
}

export async function readFolio({ db, teamId }: ReadScope, bookingId: string): Promise<Folio | null> {
  const found = await findBooking(db, teamId, bookingId);
  return found && computeFolio(found.booking, await loadFolio(db, teamId, bookingId));
}

export const addFolio = async (
  db: Executor,
  teamId: number,
  booking: Booking,
): Promise<BookingWithFolio> => ({
  booking,
  folio: computeFolio(booking.booking, await loadFolio(db, teamId, booking.booking.id)),
});

/** A booking's payments, invoices and deposit, with the paid amount and the balance. */
export function computeFolio(booking: BookingOfFolio, rows: FolioRows) {
  const { currency, grandTotalCents, status, cancellationFeeCents, paymentPlan } = booking;
  const dues = computeDues(booking, rows);
  const { paidCents } = dues;
  return {
    ...rows,
    currency,
    grandTotalCents,
    paidTotalCents: paidCents,
    balanceDueCents: computeBalanceDueCents(dues),
    /** What can be paid or planned now, in cents. */
    payableCents: computePayableCents(dues),
    /** What may still be recorded. */
    state: findFolioState(booking),
    /** What the invoices of a booking add up to, in cents, unless one was voided or credited by hand. */
    invoiceableCents: computeInvoiceableCents(booking),
    cancellationFeeCents,
    refundDueCents: computeRefundDueCents({
      status,
      paidCents,
      grandTotalCents,
      feeCents: cancellationFeeCents,
    }),
    paymentPlan,
  };
}

type BookingOfFolio = Pick<
  BookingRow['booking'],
  'currency' | 'grandTotalCents' | 'status' | 'cancellationFeeCents' | 'paymentPlan'
>;

const computeDues = (
  { status, grandTotalCents }: BookingOfFolio,
  { payments, invoices }: FolioRows,
): BookingDues => ({
  status,
  grandTotalCents,
  paidCents: sumPaidCents(payments),
  scheduledCents: sumScheduledCents(payments),
  hasFolio: payments.length > 0 || invoices.length > 0,
});

export const toBooking = (row: BookingRow, photos: PhotoRow[]): Booking => ({
  ...row,
  booking: { ...row.booking, priceLines: row.booking.priceLines.filter(isShownPriceLine) },
  nights: countDaysBetween(row.booking.checkIn, row.booking.checkOut),
  photos,
  cancellation: buildCancellationTermsOfBooking({ ...row.booking, timezone: row.listing.timezone }),
});
