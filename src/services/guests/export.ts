import type { Database } from '../../db/client.ts';
import type { BookingRow } from '../../db/queries/bookings/bookings.ts';
import { groupFolios, loadFoliosOfBookings } from '../../db/queries/bookings/folio.ts';
import {
  BOOKINGS_PER_EXPORT_PART,
  EVENTS_PER_EXPORT_PART,
  listBookingEventsAfter,
  listBookingsOfGuest,
} from '../../db/queries/guests/export.ts';
import { findGuest, type GuestRow } from '../../db/queries/guests/guests.ts';
import { type Access, mayDo } from '../access/access.ts';
import { noteAuditEntry } from '../access/audit.ts';
import { addPhotos, type Booking, type BookingEvent, computeFolio, type Folio } from '../bookings/read.ts';
import type { ReadScope, SystemScope } from '../team-scope.ts';

/** The folio is null for a caller who may not read money. */
type ExportedBooking = { booking: Booking; folio: Folio | null; events: AsyncIterable<BookingEvent[]> };
export type GuestExport = { guest: GuestRow; bookings: AsyncIterable<ExportedBooking> };

/** Oldest first. Any number of bookings, read page by page as the caller iterates. */
export async function exportGuest(scope: SystemScope, id: string): Promise<GuestExport | null> {
  const { db, teamId, access } = scope;
  const guest = await findGuest(db, teamId, id);
  if (guest) noteAuditEntry(scope, { action: 'exported', target: { type: 'guest', id, name: null } });
  return guest && { guest, bookings: exportBookingsOfGuest({ db, teamId, access }, id) };
}

async function* exportBookingsOfGuest(
  { db, teamId, access }: ReadScope<Database> & { access: Access },
  guestId: string,
): AsyncGenerator<ExportedBooking> {
  let rows: BookingRow[] = [];
  do {
    rows = await listBookingsOfGuest(db, teamId, guestId, rows.at(-1)?.booking ?? null);
    if (rows.length === 0) return;
    const bookingsWithPhotos = await addPhotos(db, teamId, rows);
    const parts = await loadFoliosOfBookings(
      db,
      teamId,
      bookingsWithPhotos.map(({ booking }) => booking.id),
    );
    const folioOf = groupFolios(parts);
    for (const booking of bookingsWithPhotos) {
      const { id } = booking.booking;
      const folio = mayDo(access, 'money:read') ? computeFolio(booking.booking, folioOf(id)) : null;
      yield { booking, folio, events: listEventPages(db, teamId, id) };
    }
  } while (rows.length === BOOKINGS_PER_EXPORT_PART);
}

async function* listEventPages(
  db: Database,
  teamId: number,
  bookingId: string,
): AsyncGenerator<BookingEvent[]> {
  let events: Awaited<ReturnType<typeof listBookingEventsAfter>> = [];
  do {
    events = await listBookingEventsAfter(db, teamId, bookingId, events.at(-1)?.number ?? 0);
    if (events.length > 0) yield events;
  } while (events.length === EVENTS_PER_EXPORT_PART);
}
