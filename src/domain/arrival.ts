/** When guests see what they need to arrive (docs/rules.md, 15.14). */
import { addDays, type StayDate, toInstant } from './dates/dates.ts';
import type { BookingStatus } from './vocabulary.ts';

export const DEFAULT_ARRIVAL_DAYS_BEFORE = 3;

type ArrivingBooking = {
  status: BookingStatus;
  checkIn: StayDate;
  checkOut: StayDate;
  checkOutTime: string;
  timezone: string;
};

/** Near enough, counted in whole days before check-in, and not over. */
export function isArrivalTold(
  { status, checkIn, checkOut, checkOutTime, timezone }: ArrivingBooking,
  daysBefore: number,
  now: Date,
): boolean {
  return (
    status === 'confirmed' &&
    toInstant(addDays(checkIn, -daysBefore), '00:00', timezone) <= now &&
    now < toInstant(checkOut, checkOutTime, timezone)
  );
}
