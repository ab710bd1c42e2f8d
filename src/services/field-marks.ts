import type { BookingRecord } from '../db/queries/bookings/booking-writes.ts';
import type { GuestRecord } from '../db/queries/guests/guests.ts';

/**
 * The properties of fields that services must know, such as whether a field is personal. The tables of fields
 * (`schemas`) contain these properties. Services do not import the tables of fields, so they get the
 * properties of fields where they are made.
 */
export type FieldMarks = {
  /** The columns of a guest, and of the guest's bookings, that are cleared when the guest is erased. */
  personal: {
    guests: readonly PersonalColumn<GuestRecord>[];
    bookings: readonly PersonalColumn<BookingRecord>[];
  };
};

/** A column that may be null, unlike a guest's name, which is replaced and not cleared. */
type PersonalColumn<Row> = {
  [Column in keyof Row]: null extends Row[Column] ? Column : never;
}[keyof Row];
