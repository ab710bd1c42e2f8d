import type { BookingRecord } from '../db/queries/bookings/writes.ts';
import type { GuestRecord } from '../db/queries/guests/guests.ts';

/**
 * The properties of fields that services must know, such as whether a field is personal. The tables of fields
 * in `schemas` say which fields have such properties. Services must not import `schemas`, so the properties of
 * fields are passed to the services when they are made.
 */
export type FieldMarks = {
  /** The personal columns of guests and bookings, which are cleared when a guest is erased. */
  personal: {
    guests: readonly PersonalColumn<GuestRecord>[];
    bookings: readonly PersonalColumn<BookingRecord>[];
  };
};

/**
 * A personal column that is set to null when its guest is erased. A guest's name must not be null, so an
 * erasure replaces the name by a fixed text.
 */
type PersonalColumn<Row> = {
  [Column in keyof Row]: null extends Row[Column] ? Column : never;
}[keyof Row];
