/** Conditions of statements about one booking, which the placeholders `teamId` and `bookingId` name. */
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { bookings } from '../../schema/bookings.ts';

const [teamId, bookingId] = [sql.placeholder('teamId'), sql.placeholder('bookingId')];

export const isTheBooking = and(eq(bookings.teamId, teamId), eq(bookings.id, bookingId));

/** Whether a row belongs to the booking. */
export const isOfTheBooking = (table: { teamId: PgColumn; bookingId: PgColumn }) =>
  and(eq(table.teamId, teamId), eq(table.bookingId, bookingId));
