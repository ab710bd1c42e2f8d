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
  site: {
    /** Around every page. */
    frame: {
      name: 'Places to stay',
      skip: 'Skip to the content',
      live: 'Prices and free dates come live from Innkeep.',
      language: 'Language: {name}',
      yourBookings: 'Your bookings',
      findBooking: 'Find your booking',
      terms: 'Terms',
      privacy: 'Privacy',
      legal: 'Legal',
      imprint: 'Imprint',
      whereYouAre: 'Where you are',
      allPlaces: '‹ All places',
      orAskUs: 'Or ask us: {contacts}',
      tryAgain: 'Try again',
      print: 'Print',
    },

    /** What goes wrong. */
    problems: {
      notFound: 'Not found',
      noPage: 'There is no such page',
      noPageHint: 'Please check the address. It may be misspelt, or these places are no longer let.',
      noPlace: 'We cannot find this place',
      noPlaceHint: 'It may have moved, or it is no longer let. Have a look at the others.',
      allPlaces: 'See all places',
      failed: 'This did not work',
      offline: 'We cannot reach the booking service. Are you online?',
      manyRequests:
        'Too many requests wait for our answer already. Withdraw one of yours, or try again when we have answered.',
      tooFast: {
        one: 'That was a lot of questions at once. Please try again in {count} second.',
        other: 'That was a lot of questions at once. Please try again in {count} seconds.',
      },
      tooFastForNow: 'That was a lot of questions at once. Please try again in a moment.',
      busy: 'The booking service is busy for a moment. Please try again.',
      unknown: 'Something went wrong. Please try again.',
    },

    counts: {
      guests: { one: '{count} guest', other: '{count} guests' },
      adults: { one: '{count} adult', other: '{count} adults' },
      children: { one: '{count} child', other: '{count} children' },
      pets: { one: '{count} pet', other: '{count} pets' },
      nights: { one: '{count} night', other: '{count} nights' },
      bedrooms: { one: '{count} bedroom', other: '{count} bedrooms' },
      beds: { one: '{count} bed', other: '{count} beds' },
      /** `number` may be 1½. */
      bathrooms: { one: '{number} bathroom', other: '{number} bathrooms' },
    },

    /** Kinds of places. */
    types: {
      apartment: 'Apartment',
      house: 'House',
      villa: 'Villa',
      cabin: 'Cabin',
      chalet: 'Chalet',
      cottage: 'Cottage',
      bungalow: 'Bungalow',
      studio: 'Studio',
      loft: 'Loft',
      townhouse: 'Townhouse',
      condominium: 'Condominium',
      farmhouse: 'Farmhouse',
      bed_and_breakfast: 'Bed and breakfast',
      guest_house: 'Guest house',
      hotel: 'Hotel',
      aparthotel: 'Aparthotel',
      hostel: 'Hostel',
      private_room: 'Private room',
      boat: 'Boat',
      treehouse: 'Treehouse',
      tent: 'Tent',
      recreational_vehicle: 'Recreational vehicle',
      other_kind: 'Other',
    },

    /** Kinds of beds. */
    beds: {
      double: { one: '{count} double bed', other: '{count} double beds' },
      queen: { one: '{count} queen bed', other: '{count} queen beds' },
      king: { one: '{count} king bed', other: '{count} king beds' },
      single: { one: '{count} single bed', other: '{count} single beds' },
      bunk: { one: '{count} bunk bed', other: '{count} bunk beds' },
      sofa_bed: { one: '{count} sofa bed', other: '{count} sofa beds' },
      cot: { one: '{count} cot', other: '{count} cots' },
      futon: { one: '{count} futon', other: '{count} futons' },
    },

    /** All places. */
    list: {
      title: 'Find a place to stay',
      places: {
        one: '{count} place to stay, with every free date and the full price.',
        other: '{count} places to stay, with every free date and the full price.',
      },
      placesIn: {
        one: '{count} place to stay in {cities}, with every free date and the full price.',
        other: '{count} places to stay in {cities}, with every free date and the full price.',
      },
      placesAround: {
        one: '{count} place to stay in {cities} and around, with every free date and the full price.',
        other: '{count} places to stay in {cities} and around, with every free date and the full price.',
      },
      empty: 'There is nothing to book here yet. Please come back later.',
      rooms: { one: '{count} kind of room', other: '{count} kinds of room' },
      roomsOrHouse: {
        one: '{count} kind of room, or the whole house',
        other: '{count} kinds of room, or the whole house',
      },
      priceFrom: 'from {price} a night',
      nothingFree: 'Nothing free in the next {days} days',
      pages: 'Pages',
      page: 'Page {page} of {last}',
      before: 'Earlier places',
      after: 'More places',
    },

    search: {
      label: 'Places for your dates',
      arrive: 'Arrive',
      leave: 'Leave',
      adults: 'Adults',
      children: 'Children',
      pets: 'Pets',
      search: 'Search',
      searching: 'Searching.',
      filters: 'Filters',
      atLeast: 'At least, {currency}',
      atMost: 'At most, {currency}',
      order: 'Order',
      cheapestFirst: 'Lowest price first',
      dearestFirst: 'Highest price first',
      byName: 'By name',
      kind: 'Kind of place',
      anyKind: 'Any',
      clear: 'Clear filters',
      samePrice: 'Stays cost {price}.',
      prices: 'Stays cost {lowest} to {highest}.',
      allPlaces: 'All places, without dates',
      free: {
        one: '{count} place free from {from} to {to} for {party}.',
        other: '{count} places free from {from} to {to} for {party}.',
      },
      noneFree: 'Nothing is free from {from} to {to} for {party}.',
      others: {
        one: '{count} other place cannot be had then.',
        other: '{count} other places cannot be had then.',
      },
      nothingFits: 'No place fits. Try other dates, or fewer filters.',
      badDates: 'Please choose a day to leave that is after the day you arrive, by a year at most.',
      noSuchKind: 'There is no such kind of place.',
      price: { one: '{price} for {count} night, all in', other: '{price} for {count} nights, all in' },
      lastOne: 'The last one free on these dates',
      whyNot: 'Why not',
      otherDates: 'Free near your dates',
    },

    /** One place. */
    place: {
      onYourDates: '‹ Places on your dates',
      inBuilding: '{place}, in {building}',
      in: 'In {building}',
      about: 'About this place',
      size: 'Size',
      arriveFrom: 'Arrive from',
      leaveBy: 'Leave by',
      registration: 'Registration',
      takeRoom: 'Take a room',
      chooseRoom: 'Choose a room',
      roomsOfKind: { one: '{count} room of this kind', other: '{count} rooms of this kind' },
      wholeHouse: {
        one: 'Or take the whole house, for up to {count} guest: {link}',
        other: 'Or take the whole house, for up to {count} guests: {link}',
      },
      chooseDates: 'choose your dates',
      roomsAndBeds: 'Rooms and beds',
      noBed: 'No bed',
      amenities: 'What this place has',
      questions: 'Questions?',
      askUs: 'Ask us: {contacts}',
    },

    /** House rules. */
    rules: {
      title: 'House rules',
      smoking: 'Smoking is allowed.',
      noSmoking: 'No smoking.',
      parties: 'Parties are allowed.',
      noParties: 'No parties.',
      quiet: 'Quiet from {from} to {until}.',
      quietFrom: 'Quiet from {from}.',
      quietUntil: 'Quiet until {until}.',
      minimumAge: 'Whoever books is {age} or older.',
      pets: { one: 'Up to {count} pet.', other: 'Up to {count} pets.' },
      noPets: 'No pets.',
    },

    photos: {
      of: 'Pictures of {place}',
      number: 'Picture {number} of {total}',
      enlarge: 'Picture {number} of {total}: enlarge',
      enlargeCaption: '{caption}. Picture {number} of {total}: enlarge',
      alternative: '{place}, picture {number}',
      all: 'All {number} photos',
      before: 'Picture before',
      next: 'Next picture',
      close: 'Close',
    },

    map: {
      title: 'Where it is',
      open: 'Open the map on openstreetmap.org',
      show: 'Show the map',
      shown: 'The map is shown. Arrow keys move it.',
      hint: 'The map comes from OpenStreetMap, which then sees your internet address.',
      label: 'Map of where the place is',
      closer: 'Closer',
      farther: 'Farther',
      contributors: 'OpenStreetMap contributors',
    },

    calendar: {
      title: 'Choose your dates',
      titleOfHouse: 'Choose dates for the whole house',
      earlier: 'Earlier months',
      later: 'Later months',
      months: '{first} and {last}',
      pickArrival: 'Pick the day you arrive, then the day you leave.',
      pickDeparture: 'You arrive on {day}. Now pick the day you leave.',
      fromThisDay: {
        one: 'From this day, you stay {count} night or more.',
        other: 'From this day, you stay {count} nights or more.',
      },
      stay: '{from} to {to}',
      minimumStay: { one: 'Minimum stay: {count} night', other: 'Minimum stay: {count} nights' },
      minimumStays: 'Minimum stay: {stays}',
      minimumOnDay: {
        one: '{count} night when you arrive on {day}',
        other: '{count} nights when you arrive on {day}',
      },
      minimumOnDays: {
        one: '{count} night when you arrive {from} – {to}',
        other: '{count} nights when you arrive {from} – {to}',
      },
      noDates: 'No dates are chosen.',
      arrival: 'Arrival on {day}. Now choose the day of departure.',
      /** What the days look like. */
      looks: 'What the days look like',
      free: 'Free, with the night’s price',
      yourStay: 'Your stay',
      departureOnly: '“out”: departure only',
      noArrival: 'No arrival',
      taken: 'Not free',
      grey: 'Grey: cannot be chosen',
      problem: 'Breaks a rule for your stay',
    },

    /** What a day of the calendar is, one after the other. `out` stands under its number. */
    day: {
      out: 'out',
      yourArrival: 'your arrival',
      yourDeparture: 'your departure',
      past: 'past',
      unknown: 'not loaded yet',
      problem: 'not possible for your stay',
      onlyDeparture: 'only departure possible',
      taken: 'not available',
      noArrival: 'arrival not possible',
      arrival: 'arrival possible',
      minimumStay: { one: 'minimum stay {count} night', other: 'minimum stay {count} nights' },
      doesNotFit: 'which does not fit',
      departure: 'departure possible',
      noDeparture: 'departure not possible',
      tooShort: {
        one: 'too short, minimum stay {count} night',
        other: 'too short, minimum stay {count} nights',
      },
      tooLong: 'too long, a stay has a year at most',
      takenBetween: 'not possible, a night before it is taken',
    },

    /** Beside the calendar: dates, party and price. */
    stay: {
      title: 'Your stay',
      wholeHouse: 'The whole house',
      roomInstead: 'Take a room instead',
      arrive: 'Arrive',
      leave: 'Leave',
      clearDates: 'Clear dates',
      chooseDates: 'Choose your dates and you see the whole price, with every fee and tax.',
      chooseAges: 'Choose the age of each child and you see the whole price, with every fee and tax.',
      asking: 'Asking for the price …',
      request: 'Request this stay',
      book: 'Book this stay',
      tooLong: {
        one: 'This page takes stays of up to {count} night. Send us the link, and we book the stay for you.',
        other:
          'This page takes stays of up to {count} nights. Send us the link, and we book the stay for you.',
      },
      notHere: 'This page books and holds nothing. Send us the link, and we book the stay for you.',
      reachUs: 'Reach us here: {contacts}',
      copyLink: 'Copy the link to this stay',
      copied: 'Link copied',
      copiedAloud: 'The link is copied.',
      copyByHand: 'Copy it from the address bar',
      copyByHandAloud: 'The link could not be copied. You find it in the address bar.',
      /** At the bottom of a phone. */
      whenToCome: 'When would you like to come?',
      nowLeave: 'Now the day you leave',
      dates: 'Dates',
      details: 'Details',
      priceOfNights: { one: '{price} for {count} night', other: '{price} for {count} nights' },
      notPossible: 'This stay is not possible',
      reasons: 'Reasons',
      daysMarked: 'The days in question are marked in the calendar.',
      datesAndMore: {
        one: '{dates} and {count} more',
        other: '{dates} and {count} more',
      },
      /** What is announced. */
      total: {
        one: '{from} to {to}: {count} night, total {price}.',
        other: '{from} to {to}: {count} nights, total {price}.',
      },
      refused: '{from} to {to}: Not possible. {reasons}',
      badArrival: 'Please choose a day of arrival that is still to come.',
      badDeparture: 'The day you leave must be after the day you arrive, by a year at most.',
      badAdults: 'Somebody who is not an infant must come along.',
    },

    coupon: {
      fold: 'I have a coupon',
      label: 'Coupon',
      apply: 'Apply',
      remove: 'Remove coupon',
      applied: '{code} is applied.',
      waiting: 'Choose your dates to see what it saves.',
    },

    party: {
      adults: 'Adults',
      children: 'Children',
      pets: 'Pets',
      extras: 'Extras',
      room: { one: 'Room for {count} guest', other: 'Room for {count} guests' },
      ages: '0 to {oldest} years',
      upTo: 'Up to {number}',
      upToAndInfants: 'Up to {number}, and infants',
      chooseAge: 'Choose',
      underOne: 'Under 1',
      ageOf: 'Age of child {number}',
      fewerAdults: 'One adult fewer',
      moreAdults: 'One adult more',
      fewerChildren: 'One child fewer',
      moreChildren: 'One child more',
      fewerPets: 'One pet fewer',
      morePets: 'One pet more',
      fewerOfExtra: 'One {extra} fewer',
      moreOfExtra: 'One {extra} more',
      atLeast: 'At least {counted}.',
      atMost: 'At most {counted}.',
      ofExtra: '{number} {extra}',
    },

    /** What an extra costs. */
    extraPrices: {
      stay: '{price} a stay',
      night: '{price} a night',
      guest: '{price} a guest',
      guest_night: '{price} a guest and night',
      pet: '{price} a pet',
      pet_night: '{price} a pet and night',
    },

    /** The price, line by line. */
    price: {
      total: 'Total, all in',
      lines: 'Price lines',
      included: 'Included: {name}, {amount} ({explanation})',
      includedAlone: 'Included: {name}, {amount}',
      extraGuests: 'with {amount} for extra guests',
      nightByNight: 'Night by night',
      eachNight: 'Price of each night',
      coupon: 'Coupon',
      percentOf: '{percent} of {amount}',
      couponPercentOf: 'Coupon, {percent} of {amount}',
      stay: 'Per stay',
      night: { one: '{count} night × {amount}', other: '{count} nights × {amount}' },
      guest: { one: '{count} guest × {amount}', other: '{count} guests × {amount}' },
      guest_night: { one: '{count} guest night × {amount}', other: '{count} guest nights × {amount}' },
      pet: { one: '{count} pet × {amount}', other: '{count} pets × {amount}' },
      pet_night: { one: '{count} pet night × {amount}', other: '{count} pet nights × {amount}' },
    },

    /** The form that requests or books a stay. */
    request: {
      request: 'Request this stay',
      book: 'Book this stay',
      lead: '{from} to {to}, {party}',
      agreeTo: 'What you agree to',
      payment: 'Payment',
      ifYouCancel: 'If you cancel',
      freeBeforeConfirmed: 'As long as we have not confirmed: free of charge, on this page.',
      questions: 'Questions? Ask us: {contacts}',
      aboutYou: 'About you',
      name: 'Your name',
      email: 'Email',
      emailHint: 'We answer to this address.',
      phone: 'Phone',
      wishes: 'Anything that we should know?',
      optional: '(optional)',
      privacy: 'What we do with it: {link}.',
      privacyLink: 'how we protect your data',
      consent: 'I agree to the {terms}.',
      consentTerms: 'terms',
      payNothingNow: 'You pay nothing now. We hold the nights for you and answer by email.',
      payNothingHere:
        'You pay nothing on this page. The page of your booking says what is to be paid, and when.',
      sendRequest: 'Send the request for {price}',
      bookFor: 'Book for {price}',
      sending: 'Sending.',
      nameMissing: 'Please tell us your name.',
      emailMissing: 'Please give your email address, such as {example}.',
      consentMissing: 'Please read the terms, and tick this if you agree to them.',
      priceChanged: '{bold} It was {before}, and now it is {now}.',
      priceChangedBold: 'The price has changed.',
      priceChangedHint: 'Nothing is booked yet. If you agree to the new price, send it once more.',
      otherDates: 'Look at other dates',
      noLongerTaken: 'Bookings are no longer taken on this page.',
      refused: 'This stay cannot be booked like this. Please check your dates and details.',
      askUsToo: 'You can also ask us: {contacts}',
      backToDates: 'Back to the dates',
    },

    /** Payments and cancellation in words. */
    terms: {
      zoneByPlace: '{moment} ({place} time)',
      zone: '{moment} ({zone})',
      none: 'This place has no written cancellation terms.',
      askUs: 'Please ask us about them: {contacts}',
      askUsAlone: 'Please ask us about them.',
      freeUntil: 'Free of charge until {moment}.',
      freeWithin: {
        one: 'Free of charge within {count} hour after you book.',
        other: 'Free of charge within {count} hours after you book.',
      },
      freeWithinWhileAway: {
        one: 'Free of charge within {hours} after you book, while your arrival is {count} day away or more.',
        other:
          'Free of charge within {hours} after you book, while your arrival is {count} days away or more.',
      },
      hours: { one: '{count} hour', other: '{count} hours' },
      everything: 'Until {day}: you get everything back.',
      share: 'Until {day}: you get {percent} back.',
      shareOfNights: 'Until {day}: you get {percent} of the price of the nights back.',
      thenNothing: 'After that: nothing is given back.',
      thenNothingOfNights: 'After that: nothing of the price of the nights is given back.',
      nothing: 'A cancellation gives nothing back.',
      nothingOfNights: 'A cancellation gives nothing of the price of the nights back.',
      dueWhenConfirmed: '{amount} due when we confirm.',
      dueWhenBooked: '{amount} due when you book.',
      depositWhenConfirmed: '{amount} due when we confirm ({percent}).',
      depositWhenBooked: '{amount} due when you book ({percent}).',
      dueOnArrival: '{amount} due on your arrival, {day}.',
      dueBy: '{amount} due by {day}.',
      securityDeposit: 'A security deposit of {amount}, which you get back after your stay.',
    },

    /** A booking that the guest has made. */
    booking: {
      title: 'Booking {code}',
      code: 'Your booking code',
      pending: 'Your request is with us',
      confirmed: 'Your booking is confirmed',
      completed: 'Your stay is over',
      cancelled: 'This booking is cancelled',
      lapsed: 'Your request has lapsed',
      lapsedHint:
        'We did not answer in time, and the nights are free again. You are welcome to send a new request.',
      confirmedHint:
        'We look forward to your stay. Keep your booking code: with it, we find your booking at once.',
      completedHint: 'Thank you for staying with us.',
      cancelledFor: 'The nights are free again. The cancellation costs {fee}.',
      cancelledFree: 'The nights are free again. The cancellation costs nothing.',
      heldUntil: 'The nights are held for you until {moment}.',
      held: 'The nights are held for you.',
      answerByEmail: 'We answer by email. This page shows the answer as well.',
      payNothing: 'You pay nothing before we confirm.',
      seePlace: 'See the place again',
      copyLink: 'Copy a private link',
      copied: 'Link copied',
      notAllowed: 'This browser does not allow it',
      elsewhere: 'On another device',
      elsewhereHint:
        'This browser remembers your booking. With a private link you open it on another device. Anyone with the link can see the booking, and do with it what you can.',
      others: 'Your other bookings',
      line: '{code} {place}, {day}',
    },

    /** What is on the ticket. */
    ticket: {
      title: 'Your booking',
      arrival: 'Your arrival',
      price: 'Price',
      ifYouCancel: 'If you cancel',
      howToReach: 'How to reach us',
      change: 'Would you like to change something? Please talk to us: {contacts}',
      changeAlone: 'Would you like to change something? Please talk to us.',
      questions: 'Questions? Please ask us: {contacts}',
      questionsAlone: 'Questions? Please ask us.',
      addressLater: 'You see the whole address here once your booking is confirmed.',
      openMap: 'Open the map',
      arrive: 'Arrive',
      leave: 'Leave',
      guests: 'Guests',
      arriveAt: '{day} from {time}',
      leaveAt: '{day} by {time}',
      toCalendar: 'Add to calendar',
      toCalendarAloud: 'The stay is saved as a file for your calendar.',
      /** The file's name, and what it says of the booking. */
      fileName: 'stay-{code}.ics',
      fileText: 'Booking {code}',
      paid: 'Paid',
      paidTooMuch: 'Paid too much',
      stillDue: 'Still due',
      fee: 'Cancellation fee',
      deposit: 'Security deposit',
      depositPending: '{amount}, to be paid',
      depositHeld: '{amount}, paid, and given back after your stay',
      depositReturned: '{amount}, given back',
      depositKept: '{amount}, kept',
      depositCancelled: '{amount}, no longer due',
    },

    payments: {
      title: 'To pay',
      openOn: '{amount}, due on {day}',
      paid: '{amount}, paid',
      refunded: '{amount}, given back',
      cancelled: '{amount}, no longer due',
      payOnline: 'Pay online',
      documents: 'Invoices',
      document: '{link}, {amount}',
      documentPaid: '{link}, {amount}, paid',
      invoice: 'Invoice {number}',
      creditNote: 'Credit note {number}',
    },

    cancelling: {
      withdraw: 'Withdraw this request',
      cancel: 'Cancel this booking',
      yesWithdraw: 'Yes, withdraw it',
      yesCancel: 'Yes, cancel it',
      yesCancelFor: 'Yes, cancel it for {fee}',
      keep: 'No, keep it',
      askWithdraw: 'Withdraw it? The nights are then free for others.',
      isFree: 'Cancelling is free of charge now.',
      costs: 'Cancelling costs {fee} now.',
      refund: 'You get {amount} back.',
      feeChanged: 'The fee has changed.',
      refused: 'This booking cannot be cancelled here any more. Please ask us.',
    },

    /** How a booking is opened. */
    key: {
      code: 'Booking code',
      find: 'Find it',
      findHint: 'Its code is in every message about it, and on the page that you saw when you booked.',
      key: 'Key',
      open: 'Open the booking',
      missing:
        'This browser does not have the key of this booking. Open your private link, or fill in the key.',
      wrong: 'This key does not open this booking.',
      lost: 'Lost your link?',
      email: 'The email of the booking',
      send: 'Send me the link',
      sent: 'Look at your email',
      sentHint: 'If this is the email of the booking, a message with the link is on its way.',
      notSent: 'We send no messages here. Please ask us for the link.',
    },

    /** An invoice or a credit note. */
    document: {
      back: '‹ Your booking',
      none: 'There is no such document',
      invoice: 'Invoice',
      creditNote: 'Credit note',
      number: 'Number',
      date: 'Date',
      corrects: 'Corrects',
      due: 'Due',
      booking: 'Booking',
      taxNumber: 'Tax number: {number}',
      to: 'To',
      stay: 'Stay',
      dates: '{from} to {to}, {guests}',
      nights: 'Nights',
      included: 'Included: {name}',
      total: 'Total',
      invoicedBefore: 'Invoiced before {numbers}',
      amountOf: 'Amount of this {title}',
      amountOfInvoice: 'Amount of this invoice',
      amountOfCreditNote: 'Amount of this credit note',
      paid: 'Paid',
      taxPercent: '{name} {percent}',
      taxOfNet: '{name} of {net} net',
      taxPercentOfNet: '{name} {percent} of {net} net',
    },

    /** Without JavaScript. Browsers that run the script do not load it. */
    plain: {
      noScript: 'This page needs JavaScript to show places, dates and prices.',
      night: 'A night',
      from: 'from {price}',
      guests: 'Guests',
      upTo: 'up to {number}',
      howToBook: 'How to book',
      needsScript: 'Free dates and the whole price of a stay need JavaScript.',
      writeToUs:
        'Tell us by phone or by email when you would like to come and who comes along. We answer with the whole price, and book the stay for you.',
      booking: 'Your booking',
      bookingHint:
        'This page shows your booking, what is left to pay and how to arrive. It needs JavaScript. If you have none, please ask us. The code of your booking is in the address of this page, after “booking=”.',
      myBooking: 'My booking',
      end: 'Free dates, prices and bookings on this page need JavaScript.',
    },
  },
} as const;
