/** The sections of the reference, in its order. */
export const TAGS = {
  Account: 'The team that a token belongs to.',
  Listings: 'What the team rents out: single places, buildings, and the unit types in buildings.',
  Rates:
    'Prices of nights and rules for stays: a listing’s own, those of its seasons, and those of single days.',
  Charges: 'Fees, taxes, discounts and coupons, for all listings or some.',
  Availability: 'Whether a stay is available, why not, and what it costs, for a stay and day by day.',
  Bookings: 'Making, reading, changing, confirming and cancelling stays.',
  Folio: 'A booking’s payments, invoices and security deposit, and what the payment provider did with them.',
  Blocks: 'Nights of units that nobody can book.',
  Guests: 'The people who stay.',
  Events: 'The team’s events, in order and without gaps.',
  Webhooks: 'Addresses to which the team’s events are delivered.',
  Calendars:
    'Units’ calendars for other systems, and other systems’ calendars from which units take nights (iCalendar).',
  'Booking site': 'What the team’s booking site shows to everybody, without a token.',
} as const;

export type Tag = keyof typeof TAGS;
