/**
 * Every sentence that a guest can read, in English. A new sentence is an entry here and in each other language,
 * which does not compile without it. How they are written: docs/contributing.md, "A language".
 */
export const en = {
  /** As its speakers call it. */
  name: 'English',
  /** Of its dates, numbers and plurals. */
  locale: 'en-GB',

  /** Why a stay cannot be had. */
  reasons: {
    listing_not_bookable: 'This place cannot be booked at present.',
    past_date: 'The day of arrival has already passed.',
    advance_notice: {
      one: 'This place must be booked at least {number} day before arrival.',
      other: 'This place must be booked at least {number} days before arrival.',
    },
    booking_window: {
      one: 'This place can only be booked up to {number} day ahead.',
      other: 'This place can only be booked up to {number} days ahead.',
    },
    guests_exceeded: {
      one: 'This place has room for at most {number} guest.',
      other: 'This place has room for at most {number} guests.',
    },
    no_children: 'This place takes no children.',
    children_exceeded: {
      one: 'This place takes at most {number} child.',
      other: 'This place takes at most {number} children.',
    },
    no_infants: 'This place takes no infants.',
    infants_exceeded: {
      one: 'This place takes at most {number} infant.',
      other: 'This place takes at most {number} infants.',
    },
    no_pets: 'This place takes no pets.',
    pets_exceeded: {
      one: 'This place takes at most {number} pet.',
      other: 'This place takes at most {number} pets.',
    },
    min_stay: {
      one: 'This place needs a stay of at least {number} night in this period.',
      other: 'This place needs a stay of at least {number} nights in this period.',
    },
    max_stay: {
      one: 'This place allows a stay of at most {number} night in this period.',
      other: 'This place allows a stay of at most {number} nights in this period.',
    },
    closed_for_arrival: 'Guests cannot arrive on {date}.',
    closed_for_departure: 'Guests cannot depart on {date}.',
    dates_unavailable: 'This place is not available for the whole stay.',
    no_single_unit: 'No single unit of this place is free for the whole stay.',
    needs_preparation: {
      one: 'This place needs {number} free night after your stay to be made ready.',
      other: 'This place needs {number} free nights after your stay to be made ready.',
    },
  },

  /** Refusals of what a guest sends. */
  errors: {},

  /** Names of amenities and their groups. */
  amenities: {},

  /** Names of our own price lines and terms. */
  lines: {},

  /** Messages to guests, and their calendar files. */
  mail: {},

  /** Invoices and credit notes. */
  documents: {},

  /** The booking site, and a guest's own page. */
  site: {},
} as const;
