/** What the reference says of an operation, written beside its schema. */

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

type Described = {
  /** The name that generated clients call it by. */
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
};

/** The documenting part of a route's schema. Statuses and headers that follow from its kind are added by themselves. */
export const operation = ({ id, tag, summary, description }: Described) => ({
  operationId: id,
  tags: [tag],
  summary,
  ...(description === undefined ? {} : { description }),
});

/** The schema of a route that is no operation: a page, a picture, the reference itself. */
export const UNDOCUMENTED = { hide: true } as const;
