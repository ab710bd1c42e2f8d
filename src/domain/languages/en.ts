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
  reasons: {},

  /** Refusals of what a guest sends. */
  errors: {},

  /** Names of amenities and their groups. */
  amenities: {},

  /** Names of our own price lines and terms. */
  lines: {},

  /** Messages to guests, and their calendar files. */
  mail: {
    /** Formats of the filter `date`, as `strftime` has them. */
    day: '%A, %-d %B %Y',
    moment: '%A, %-d %B %Y, %H:%M',
    greeting: 'Dear {{ guest.name }},',
    place: '{{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}',
    arrivalDay: '*Arrival, from {{ listing.check_in_time }}:* {{ booking.check_in | date: "%a %-d %B %Y" }}',
    departureDay:
      '*Departure, until {{ listing.check_out_time }}:* {{ booking.check_out | date: "%a %-d %B %Y" }}',
    nights: 'Nights: {{ booking.nights }}',
    guests: 'Guests: {{ booking.number_of_guests }}',
    code: 'Booking code: {{ booking.confirmation_code }}',
    total: 'Total: {{ booking.grand_total | money }}',
    stillDue: 'Still due: {{ booking.balance_due | money }}',
    address: 'Address: {{ listing.address }}',
    seeBooking: 'See your booking',
    payOnline: 'Pay online',
    toPay: 'To pay',
    payment:
      '{{ payment.amount | money }}{% if payment.due_on %}, due on {{ payment.due_on | date }}{% endif %}',
    yourArrival: 'Your arrival',
    requested: {
      subject:
        'Your request for {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}',
      thanks:
        'Thank you for your request. It is not confirmed yet: we will answer as soon as we can. You pay nothing before that.',
      kept: 'We keep the dates for you until {{ booking.expires_at | date }}.',
    },
    confirmed: {
      subject:
        'Your booking at {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %} is confirmed',
      opening: 'Your booking is confirmed. We look forward to your stay.',
    },
    changed: {
      subject: 'Your booking {{ booking.confirmation_code }} has changed',
      opening: 'Your booking has changed. This is how it stands now.',
    },
    declined: {
      subject:
        'Your request for {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}',
      opening: 'We are sorry: we cannot take your request.',
    },
    withdrawn: {
      subject:
        'You have withdrawn your request for {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}',
      opening: 'You have withdrawn your request. The dates are free again.',
    },
    cancelled: {
      subject: 'Your booking {{ booking.confirmation_code }} is cancelled',
      opening: 'Your booking is cancelled.',
      isFree: 'The cancellation costs nothing.',
      fee: 'The cancellation costs {{ booking.cancellation_fee | money }}.',
      refund: 'You get {{ booking.refund_due | money }} back.',
    },
    expired: {
      subject:
        'Your request for {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %} has expired',
      opening: 'Your request was not confirmed in time, and the dates are free again.',
      again: 'If you would still like to come, please ask again.',
    },
    paymentDue: {
      subject: 'A payment for {{ booking.confirmation_code }} is due on {{ payment.due_on | date }}',
      forStay: '{{ payment.amount | money }} for your stay is due on {{ payment.due_on | date }}.',
      ofFee: '{{ payment.amount | money }} of the cancellation fee is due on {{ payment.due_on | date }}.',
    },
    paymentReceived: {
      subject: 'We have received {{ payment.amount | money }}',
      opening: 'Thank you: we have received {{ payment.amount | money }} for your stay.',
      nothingLeft: 'Nothing is left to pay.',
    },
    beforeArrival: {
      subject:
        'Your stay at {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %} begins on {{ booking.check_in | date }}',
      opening: 'Your stay is near. This is what you need to arrive.',
    },
    afterDeparture: {
      subject:
        'Thank you for staying at {{ listing.title }}{% if listing.building %}, in {{ listing.building }}{% endif %}',
      opening: 'Thank you for your stay. We hope that you enjoyed it, and would be glad to see you again.',
    },
    /** For a guest who has lost the link. */
    bookingLink: {
      subject: 'The link to your booking {code}',
      greeting: 'Dear {name},',
      opening: 'This link opens your booking at {place}, from {checkIn} to {checkOut}.',
      keep: 'Whoever has it can see the booking and cancel it, so keep it to yourself. If you have not asked for it, you need not do anything.',
    },
    calendar: {
      description: 'Booking {code}',
      declining: 'Declining in your calendar does not cancel the stay.',
    },
  },

  /** Invoices and credit notes. */
  documents: {
    place: '{title}, in {building}',
  },

  /** The booking site, and a guest's own page. */
  site: {},
} as const;
