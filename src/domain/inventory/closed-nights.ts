/**
 * Summaries, in lower case, of events that close nights for which nobody has booked. Booking.com writes
 * `CLOSED - Not available` for stays, so a summary is compared as a whole.
 */
export const CLOSED_SUMMARIES = [
  'not available',
  'airbnb (not available)',
  'unavailable',
  'blocked',
  'closed',
] as const;
