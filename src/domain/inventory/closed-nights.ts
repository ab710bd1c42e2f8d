/**
 * In lower case, of events that close nights that nobody has booked. Compared as a whole, because Booking.com
 * writes `CLOSED - Not available` for stays.
 */
export const CLOSED_SUMMARIES = [
  'not available',
  'airbnb (not available)',
  'unavailable',
  'blocked',
  'closed',
] as const;
