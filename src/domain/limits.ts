/**
 * The limits of values from callers: over HTTP, on the pages and in team files. Amounts and dates that Innkeep
 * computes may lie beyond the limits of what callers may send.
 */

export const MAX_PAGE = 1_000_000;
export const MAX_PER_PAGE = 100;

export const FIRST_ALLOWED_DATE = '2000-01-01';
/** The last possible check-out date, so the night before it is the last that can be sold. */
export const LAST_ALLOWED_DATE = '2199-12-31';
export const MAX_STAY_NIGHTS = 365;
export const MAX_CALENDAR_DAYS = 731;
/**
 * The maximum number of days of a request for the calendars of many listings, and of listings that the request
 * may name.
 */
export const MAX_DAYS_OF_MANY_CALENDARS = 93;
export const MAX_LISTING_IDS = 100;
/** The maximum number of nights in one request for occupancies. */
export const MAX_OCCUPANCY_NIGHTS = 93;
/** The maximum number of days in a page of many calendars, over all of its listings. */
export const MAX_CALENDAR_DAYS_OF_PAGE = 3_100;
export const MAX_SEARCH_RESULTS_PER_PAGE = 50;
export const MAX_ALTERNATIVES = 10;
/** For a long page of results, or for a long stay, a search names fewer alternatives for each listing. */
export const MAX_ALTERNATIVES_OF_LONG_PAGE = 3;
export const LONG_PAGE_FROM_RESULTS = 21;
export const MAX_NIGHTS_WITH_ALTERNATIVES = 31;
export const MIN_SEARCH_TEXT_LENGTH = 2;
export const MAX_SEARCH_TEXT_LENGTH = 100;
export const MAX_ROOMS_FILTER = 100;
export const MAX_RADIUS_KM = 500;
/**
 * The maximum number of days that a rule may set, such as the advance notice, the booking window or the length
 * of a stay.
 */
export const MAX_RULE_DAYS = 3_650;
export const MAX_GUESTS = 1_000;
/** The maximum number of children in a party, and the greatest age at which somebody is a child. */
export const MAX_CHILDREN = 100;
export const MAX_CHILD_AGE = 17;
export const MAX_PETS = 100;
/** The greatest age that a team may set for the end of infancy. */
export const MAX_INFANT_AGE = 5;
/** The maximum number of different extras in one booking, and the maximum quantity of each. */
export const MAX_EXTRAS = 100;
export const MAX_EXTRA_QUANTITY = 100;

/** The largest amount that a caller may send, in cents. */
export const MAX_CENTS = 100_000_000_000;
/** The maximum of totals that Innkeep computes, in cents: the integers that a number represents exactly. */
export const MAX_COMPUTED_CENTS = Number.MAX_SAFE_INTEGER;
/** The maximum number of lines that a team adds to the price of a booking by hand. */
export const MAX_ADJUSTMENTS = 20;
export const MAX_PRICE_LINES = 220;
/** The maximum number of listings that one charge may name. */
export const MAX_LISTINGS_OF_CHARGE = 1_000;
/**
 * The maximum number of fees, taxes and discounts that may apply to one listing. The accommodation and a
 * coupon add one price line each beside the lines by hand, so no price exceeds `MAX_PRICE_LINES`.
 */
export const MAX_CHARGES_OF_LISTING = MAX_PRICE_LINES - MAX_ADJUSTMENTS - 2;

// Lengths of texts are in code points, after they are trimmed and composed (docs/rules.md, 2.6).
/** The maximum length of names, titles and headlines. */
export const MAX_NAME_LENGTH = 255;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 50;
/** The maximum length of notes, special requests and descriptions. */
export const MAX_NOTES_LENGTH = 10_000;
/** The maximum length of a listing's registration number. */
export const MAX_REGISTRATION_NUMBER_LENGTH = 100;
export const MAX_REASON_LENGTH = 1_000;
/** The maximum length of a payment's id at the payment provider. */
export const MAX_PAYMENT_REFERENCE_LENGTH = 100;
/** The maximum length of codes of charges, coupons and bookings. */
export const MAX_CODE_LENGTH = 40;
export const MAX_TOKEN_NAME_LENGTH = 100;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/**
 * The maximum length of the number under which another system knows a listing, a unit, a guest or a booking.
 */
export const MAX_REFERENCE_LENGTH = 100;
/**
 * The limits of a team's own fields of one listing, unit, guest or booking: their number, the lengths of a name
 * and of a text, and the bytes of all as JSON.
 */
export const MAX_CUSTOM_FIELDS = 50;
export const MAX_CUSTOM_FIELD_NAME_LENGTH = 40;
export const MAX_CUSTOM_TEXT_LENGTH = 500;
export const MAX_CUSTOM_FIELDS_BYTES = 4_096;
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;

/** The maximum number of amenity codes in a list that is sent, counting repeated codes. */
export const MAX_AMENITIES_SENT = 500;
export const MAX_HOUSE_RULES_LENGTH = 5_000;
export const MAX_AGE_OF_HOUSE_RULES = 99;
export const MAX_ROOMS_OF_LISTING = 50;
/** The maximum number of kinds of beds in one room, and of beds of one kind. */
export const MAX_BED_KINDS_OF_ROOM = 20;
export const MAX_BEDS_OF_KIND = 100;

export const MAX_PHOTOS_OF_LISTING = 50;
/**
 * The maximum number of photos of a unit type in lists of places, which may have a hundred buildings of a
 * hundred unit types.
 */
export const MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS = 5;
/** The maximum size of a picture that is sent, in bytes: 25 MiB. */
export const MAX_PICTURE_BYTES = 26_214_400;
export const MAX_PICTURE_PIXELS = 50_000_000;
/** The longest side of a picture, which is the longest that a WebP can have. */
export const MAX_PICTURE_SIDE = 16_383;
/** The maximum length of a photo's caption. */
export const MAX_CAPTION_LENGTH = 255;
export const MAX_UNITS_OF_LISTING = 500;
/** The spans of days on which a unit could be sold, in a team file. */
export const MAX_SELLABLE_SPANS_OF_UNIT = 3_660;
export const MAX_SEASONS_OF_LISTING = 500;
export const MAX_DAY_OVERRIDES_OF_LISTING = 3_660;
/**
 * The limits of one request that changes day overrides: the number of listings, of ranges for each listing, and
 * of ranges in all.
 */
export const MAX_LISTINGS_OF_DAYS_REQUEST = 200;
export const MAX_RANGES_OF_LISTING = 500;
export const MAX_RANGES_OF_DAYS_REQUEST = 5_000;
/**
 * The maximum number of days in all ranges of one request that changes days. A day that is in two ranges counts
 * twice.
 */
export const MAX_DAYS_OF_DAYS_REQUEST = 5_000;
/** The maximum number of nights whose rates one request adjusts, and of listings that it may name. */
export const MAX_NIGHTS_OF_ADJUSTMENT = 10_000;
export const MAX_LISTINGS_OF_ADJUSTMENT = 1_000;
/** The maximum number of months in one report. */
export const MAX_MONTHS_OF_REPORT = 36;
/** The maximum number of rows in a list that is answered as a whole and not by pages. */
export const MAX_ROWS_OF_WHOLE_LIST = 1_000_000;
/** The maximum number of unit types in one building. */
export const MAX_UNIT_TYPES_OF_BUILDING = 100;
export const MAX_MEMBERS_OF_TEAM = 500;
export const MAX_LIVE_TOKENS = 500;

/** How long a pending booking may hold its nights, in minutes. */
export const MAX_HOLD_MINUTES = 10_080;
/**
 * The maximum number of requests from a booking site that wait for the team's answer: of one guest, of one address, and
 * of all.
 */
export const MAX_SITE_REQUESTS_OF_GUEST = 2;
export const MAX_SITE_REQUESTS_OF_ADDRESS = 3;
/** How many bookings of one site may be made from an address in 24 hours, withdrawn ones included. */
export const MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY = 50;
export const MAX_SITE_REQUESTS_OF_TEAM = 200;
/** How often within an hour a guest who has lost the link to a booking can have it sent. */
export const MAX_BOOKING_LINKS_PER_HOUR = 3;
/** How many messages by hand a team may write to the guest of a booking within an hour. */
export const MAX_WRITTEN_MAILS_PER_HOUR = 20;
/** The maximum number of days before arrival within which a team may let bookings keep their units. */
export const MAX_UNIT_FIXED_DAYS = 30;

export const MAX_CANCELLATION_TIERS = 10;
export const MAX_CANCELLATION_POLICY_DAYS = 730;
export const MAX_GRACE_HOURS = 168;

/** The maximum number of problems that one 422 reports, although a body has room for many thousands. */
export const MAX_REPORTED_PROBLEMS = 1_000;

/** How deep lists and objects in the body of a request may be nested. No field needs more than six levels. */
export const MAX_BODY_LEVELS = 100;

/** The maximum number of events in one answer of a team's event feed. */
export const MAX_EVENTS_PER_ANSWER = 500;
/** The maximum number of things in one answer to a copy, and of events that the answer looks at. */
export const MAX_CHANGES_PER_ANSWER = 100;
export const MAX_EVENTS_PER_COPY_ANSWER = 5_000;
/** The greatest position in a team's event feed that a caller may name. */
export const MAX_EVENT_POSITION = 999_999_999_999_999;

/** The maximum number of payments and of invoices of one booking, all of which an answer shows. */
/** The maximum number of payments in a plan that a team makes for a booking. */
export const MAX_PLANNED_PAYMENTS = 36;
/** How far ahead of now money may have been received or given back, because clocks and time zones differ. */
export const MAX_RECEIPT_AHEAD_MS = 86_400_000;
/** The maximum number of refunds of one payment. */
export const MAX_REFUNDS_OF_PAYMENT = 100;
export const MAX_PAYMENTS_OF_BOOKING = 1_000;
export const MAX_INVOICES_OF_BOOKING = 1_000;

/**
 * If a text matches more guests, listings or confirmation codes than this, a search for bookings considers only
 * this many of each.
 */
export const MAX_MATCHES_OF_BOOKING_SEARCH = 1_000;

export const MAX_WEBHOOKS_OF_TEAM = 20;
export const MAX_WEBHOOK_REPLAYS_PER_HOUR = 10;
export const MAX_DELIVERIES_OF_WEBHOOK = 100_000;
export const MAX_URL_LENGTH = 2_000;
/** The maximum length of a photo's address. */
export const MAX_PHOTO_URL_LENGTH = 1_024;
/** The maximum length of the web addresses that a team's booking site links to. */
export const MAX_WEB_ADDRESS_LENGTH = 2_048;
/** The maximum length of what a team tells its guests about how to pay. */
export const MAX_PAYMENT_INSTRUCTIONS_LENGTH = 2_000;
/** The maximum length of what guests of a listing need to arrive. */
export const MAX_ARRIVAL_INSTRUCTIONS_LENGTH = 5_000;
export const MAX_ARRIVAL_DAYS_BEFORE = 60;
export const MAX_IMPRINT_LENGTH = 10_000;
export const MAX_INVOICE_PREFIX_LENGTH = 20;
/** The highest number from which a team's consecutive invoices may go on. */
export const MAX_INVOICE_NUMBER = 999_999_999;
export const MAX_INVOICE_DETAIL_LENGTH = 500;
export const MAX_INVOICE_TITLE_LENGTH = 100;
export const MAX_INVOICE_FOOTER_LENGTH = 2_000;
export const MAX_BILLING_ADDRESS_LENGTH = 1_000;

export const MAX_CALENDAR_FEEDS_OF_TEAM = 2_000;
export const MAX_EVENTS_OF_CALENDAR_FEED = 5_000;
/** The maximum number of conflicts that are stored for one calendar feed. The earliest ones are stored. */
export const MAX_CONFLICTS_OF_CALENDAR_FEED = 500;
export const MAX_CALENDAR_FEED_BYTES = 5_000_000;
export const MAX_EVENT_UID_LENGTH = 1_000;
/** The maximum lengths of what is kept of an event's texts. */
export const MAX_EVENT_SUMMARY_LENGTH = 255;
export const MAX_EVENT_DESCRIPTION_LENGTH = 1_000;
export const MAX_EVENT_LINK_LENGTH = 2_048;
/** The maximum number of summaries (titles of events) that a calendar feed can be told to ignore. */
export const MAX_IGNORED_SUMMARIES = 20;

/** The maximum length of a subject or a body of a message, as a team writes it. */
export const MAX_MAIL_SUBJECT_LENGTH = 255;
export const MAX_MAIL_BODY_LENGTH = 10_000;
/** The maximum length of a rendered text, and the time that rendering a message may take. */
export const MAX_MAIL_RENDER_BYTES = 100_000;
export const MAX_MAIL_RENDER_MS = 100;
/** The maximum length of the format of a date in the text of a message. */
export const MAX_MAIL_DATE_FORMAT_LENGTH = 100;
/** The maximum depth of nested Liquid tags in the text of a message. */
export const MAX_MAIL_NESTING = 3;
export const MAX_MAIL_RULE_DAYS = 60;
export const MAX_MAIL_SUPPRESSIONS_OF_TEAM = 100_000;
