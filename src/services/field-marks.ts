import type { BookingRecord } from '../db/queries/bookings/booking-writes.ts';
import type { GuestRecord } from '../db/queries/guests/guests.ts';
import type { UnitRecord } from '../db/queries/listings/listing-writes.ts';
import type { ListingRecord } from '../db/queries/listings/listings.ts';

/**
 * The marks of fields that services must know. The tables of fields (`schemas`) have them. Services do not import these
 * tables, so they get the marks where they are made.
 */
export type FieldMarks = {
  /** The columns of a listing or a unit whose change alone does not move the listing's `updated_at`. */
  untouchedBy: {
    listings: ReadonlySet<keyof ListingRecord>;
    units: ReadonlySet<keyof UnitRecord>;
  };
  /** The columns of a guest, and of the guest's bookings, that are cleared when the guest is erased. */
  personal: {
    guests: readonly PersonalColumn<GuestRecord>[];
    bookings: readonly PersonalColumn<BookingRecord>[];
  };
};

/** A column that may be null. A guest's name is replaced, not cleared. */
type PersonalColumn<Row> = {
  [Column in keyof Row]: null extends Row[Column] ? Column : never;
}[keyof Row];
