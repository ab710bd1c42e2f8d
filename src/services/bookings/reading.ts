import type { Database, Executor } from '../../db/client.ts';
import { type BookingFilter, listBookings } from '../../db/queries/booking-list.ts';
import {
  type BookingRow,
  findBooking,
  findBookingWithPhotos,
  hasBooking,
} from '../../db/queries/bookings.ts';
import { type FolioRows, loadFolio } from '../../db/queries/folio.ts';
import { listPhotos, type PhotoRow } from '../../db/queries/listings.ts';
import { type EventRow, listEvents } from '../../db/queries/team-events.ts';
import { isLive } from '../../domain/booking.ts';
import { type CancellationTerms, refundDue, termsOfBooking } from '../../domain/cancellation-policy.ts';
import { balanceDue, paidTotal } from '../../domain/folio.ts';
import { daysBetween } from '../../domain/stay.ts';
import { listListingsNamed } from '../listing-names.ts';
import { type Page, type PageRequest, sliceOf } from '../page.ts';

export type { BookingFilter, EventRow };
export type Booking = BookingRow & {
  nights: number;
  photos: PhotoRow[];
  cancellation: CancellationTerms | null;
};
export type Folio = FolioRows & {
  currency: string;
  grandTotalCents: number;
  paidTotalCents: number;
  balanceDueCents: number;
  cancellationFeeCents: number | null;
  refundDueCents: number;
};

/** Everything of a booking, as one page shows it. */
export type BookingFile = { booking: Booking; folio: Folio; events: Page<EventRow> };

/** The reads of a team's bookings. */
export function createBookingReader(db: Database) {
  return {
    /** A booking with its listing, the listing's photos, guest and unit. */
    findBooking: (teamId: number, id: string): Promise<Booking | null> => readBooking(db, teamId, id),

    hasBooking: (teamId: number, id: string): Promise<boolean> => hasBooking(db, teamId, id),

    /** Newest first. */
    async listBookings(teamId: number, filter: BookingFilter, page: PageRequest): Promise<Page<Booking>> {
      const { rows, total } = await listBookings(db, teamId, filter, sliceOf(page));
      const listingIds = [...new Set(rows.map((row) => row.listing.id))];
      const photos = Map.groupBy(await listPhotos(db, teamId, listingIds), (photo) => photo.listingId);
      return { rows: rows.map((row) => asBooking(row, photos.get(row.listing.id) ?? [])), total };
    },

    /**
     * The same, without photos. `text` is part of the confirmation code, of the guest's name or email, or of the
     * listing's title or nickname, without regard to case.
     */
    async searchBookings(
      teamId: number,
      { text, ...filter }: Omit<BookingFilter, 'search'> & { text?: string | undefined },
      page: PageRequest,
    ): Promise<Page<Booking>> {
      const search =
        text === undefined ? undefined : { text, listingIds: await listListingsNamed(db, teamId, text) };
      const { rows, total } = await listBookings(db, teamId, { ...filter, search }, sliceOf(page));
      return { rows: rows.map((row) => asBooking(row, [])), total };
    },

    /** A booking without its listing's photos, with its folio and a page of its events. Null if there is none. */
    async findBookingFile(teamId: number, id: string, page: PageRequest): Promise<BookingFile | null> {
      const found = await findBooking(db, teamId, id);
      if (!found) return null;
      const folio = folioOf(found.booking, await loadFolio(db, teamId, id));
      return {
        booking: asBooking(found, []),
        folio,
        events: await listEvents(db, teamId, id, sliceOf(page)),
      };
    },

    /** A booking's events, oldest first. */
    listEvents: (teamId: number, bookingId: string, page: PageRequest): Promise<Page<EventRow>> =>
      listEvents(db, teamId, bookingId, sliceOf(page)),

    /** Whether a booking has the payment or invoice with that id or, if neither is named, a security deposit. */
    async hasFolioPart(
      teamId: number,
      bookingId: string,
      part: { payment?: string; invoice?: string },
    ): Promise<boolean> {
      const folio = await readFolio(db, teamId, bookingId);
      if (!folio) return false;
      if (part.payment !== undefined) return hasId(folio.payments, part.payment);
      return part.invoice === undefined ? folio.deposit !== null : hasId(folio.invoices, part.invoice);
    },

    findFolio: (teamId: number, bookingId: string): Promise<Folio | null> => readFolio(db, teamId, bookingId),
  };
}

export async function readBooking(db: Executor, teamId: number, id: string): Promise<Booking | null> {
  const found = await findBookingWithPhotos(db, teamId, id);
  return found && asBooking(found, found.photos);
}

export async function readFolio(db: Executor, teamId: number, bookingId: string): Promise<Folio | null> {
  const found = await findBooking(db, teamId, bookingId);
  return found && folioOf(found.booking, await loadFolio(db, teamId, bookingId));
}

/** A booking's payments, invoices and deposit, with the paid amount and the balance. */
export function folioOf(
  {
    currency,
    grandTotalCents,
    status,
    cancellationFeeCents,
  }: Pick<BookingRow['booking'], 'currency' | 'grandTotalCents' | 'status' | 'cancellationFeeCents'>,
  rows: FolioRows,
): Folio {
  const paidTotalCents = paidTotal(rows.payments);
  const balanceDueCents = balanceDue(grandTotalCents, paidTotalCents, !isLive(status));
  const refundDueCents = refundDue(paidTotalCents, cancellationFeeCents);
  return {
    ...rows,
    currency,
    grandTotalCents,
    paidTotalCents,
    balanceDueCents,
    cancellationFeeCents,
    refundDueCents,
  };
}

const hasId = (rows: readonly { id: string }[], id: string): boolean => rows.some((row) => row.id === id);

export const asBooking = (row: BookingRow, photos: PhotoRow[]): Booking => ({
  ...row,
  nights: daysBetween(row.booking.checkIn, row.booking.checkOut),
  photos,
  cancellation: termsOfBooking({ ...row.booking, timezone: row.listing.timezone }),
});
