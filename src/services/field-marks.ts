import type { BookingRecord } from '../db/queries/bookings/writes.ts';
import type { GuestRecord } from '../db/queries/guests/guests.ts';

/**
 * Properties of fields that services must know. The tables of fields in `schemas` have them, which services
 * must not import, so they are passed to the services.
 */
export type FieldMarks = {
  /** Cleared when a guest is erased. */
  personal: {
    guests: readonly PersonalColumn<GuestRecord>[];
    bookings: readonly PersonalColumn<BookingRecord>[];
  };
};

/** Set to null. A guest's name must not be null, so an erasure replaces it by a fixed text. */
type PersonalColumn<Row> = {
  [Column in keyof Row]: null extends Row[Column] ? Column : never;
}[keyof Row];
