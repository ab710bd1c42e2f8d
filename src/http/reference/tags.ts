/** The parts of the reference, in its order. */
export const TAGS = {
  Account: 'The team that a token belongs to.',
  Listings: 'What the team rents out: single places, buildings, and the unit types in buildings.',
  Availability: 'Whether a stay is available, why not, and what it costs, for a stay and day by day.',
  Bookings: 'Making, reading, changing, confirming and cancelling stays.',
  Folio: 'A booking’s payments, invoices and security deposit, and what the payment provider did with them.',
  Blocks: 'Nights of units that nobody can book.',
  Guests: 'The people who stay.',
  'Booking site': 'What the team’s booking site shows to anyone, without a token.',
} as const;

export type Tag = keyof typeof TAGS;
