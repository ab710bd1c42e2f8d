/** The parts of the reference, in its order. */
export const TAGS = {
  Account: 'Who a token speaks for.',
  Listings: 'What the team lets: places of their own, buildings, and the unit types in them.',
  Availability: 'Whether a stay can be had, why not, and what it costs; and the same day by day.',
  Bookings: 'Making, reading, changing, confirming and cancelling stays.',
  Folio: 'A booking’s payments, invoices and security deposit, and what the payment provider did with them.',
  Blocks: 'Nights of units that nobody can book.',
  Guests: 'The people who stay.',
  'Booking site': 'What the team’s booking site shows to anyone: no token needed.',
} as const;

export type Tag = keyof typeof TAGS;
