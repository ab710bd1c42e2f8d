/**
 * Limits of what callers may send: over HTTP, on the pages and in team files. What Innkeep computes may lie
 * beyond them.
 */

export const MAX_PAGE = 1_000_000;
export const MAX_PER_PAGE = 100;

export const FIRST_ALLOWED_DATE = '2000-01-01';
/** The last check-out: the night before it is the last that can be sold. */
export const LAST_ALLOWED_DATE = '2199-12-31';
export const MAX_STAY_NIGHTS = 365;
export const MAX_CALENDAR_DAYS = 731;
/** For requests for the calendars of many listings. */
export const MAX_DAYS_OF_MANY_CALENDARS = 93;
export const MAX_LISTING_IDS = 100;
/** Of one request. */
export const MAX_OCCUPANCY_NIGHTS = 93;
/** Over all listings of the page. */
export const MAX_CALENDAR_DAYS_OF_PAGE = 3_100;
export const MAX_SEARCH_RESULTS_PER_PAGE = 50;
export const MAX_ALTERNATIVES = 10;
/** Fewer for each listing, if a page of results or a stay is long. */
export const MAX_ALTERNATIVES_OF_LONG_PAGE = 3;
export const LONG_PAGE_FROM_RESULTS = 21;
export const MAX_NIGHTS_WITH_ALTERNATIVES = 31;
export const MIN_SEARCH_TEXT_LENGTH = 2;
export const MAX_SEARCH_TEXT_LENGTH = 100;
export const MAX_ROOMS_FILTER = 100;
export const MAX_RADIUS_KM = 500;
/** Such as the advance notice, the booking window or the length of a stay. */
export const MAX_RULE_DAYS = 3_650;
export const MAX_GUESTS = 1_000;
export const MAX_CHILDREN = 100;
export const MAX_CHILD_AGE = 17;
export const MAX_PETS = 100;
export const MAX_INFANT_AGE = 5;
export const MAX_EXTRAS = 100;
export const MAX_EXTRA_QUANTITY = 100;

/** The largest amount that a caller may send. */
export const MAX_CENTS = 100_000_000_000;
/** Of totals that Innkeep computes: the integers that a number represents exactly. */
export const MAX_COMPUTED_CENTS = Number.MAX_SAFE_INTEGER;
/** Lines that a team adds to a booking's price by hand. */
export const MAX_ADJUSTMENTS = 20;
export const MAX_PRICE_LINES = 220;
export const MAX_LISTINGS_OF_CHARGE = 1_000;
/**
 * Fees, taxes and discounts that may apply to one listing. The accommodation and a coupon add one price line
 * each beside the lines by hand, so no price exceeds `MAX_PRICE_LINES`.
 */
export const MAX_CHARGES_OF_LISTING = MAX_PRICE_LINES - MAX_ADJUSTMENTS - 2;

// Lengths of texts are in code points, after they are trimmed and composed (docs/rules.md, 2.6).
/** Names, titles and headlines. */
export const MAX_NAME_LENGTH = 255;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 50;
/** Notes, special requests and descriptions. */
export const MAX_NOTES_LENGTH = 10_000;
export const MAX_REGISTRATION_NUMBER_LENGTH = 100;
export const MAX_REASON_LENGTH = 1_000;
/** The id at the payment provider. */
export const MAX_PAYMENT_REFERENCE_LENGTH = 100;
/** Codes of charges, coupons and bookings. */
export const MAX_CODE_LENGTH = 40;
export const MAX_TOKEN_NAME_LENGTH = 100;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** Ids of other systems. */
export const MAX_REFERENCE_LENGTH = 100;
/** A team's own fields of one listing, unit, guest or booking. The bytes are those of all as JSON. */
export const MAX_CUSTOM_FIELDS = 50;
export const MAX_CUSTOM_FIELD_NAME_LENGTH = 40;
export const MAX_CUSTOM_TEXT_LENGTH = 500;
export const MAX_CUSTOM_FIELDS_BYTES = 4_096;
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;

/** Counting repeated codes. */
export const MAX_AMENITIES_SENT = 500;
export const MAX_HOUSE_RULES_LENGTH = 5_000;
export const MAX_AGE_OF_HOUSE_RULES = 99;
export const MAX_ROOMS_OF_LISTING = 50;
export const MAX_BED_KINDS_OF_ROOM = 20;
export const MAX_BEDS_OF_KIND = 100;

export const MAX_PHOTOS_OF_LISTING = 50;
/** In lists of places, which may have a hundred buildings of a hundred unit types. */
export const MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS = 5;
/** 25 MiB. */
export const MAX_PICTURE_BYTES = 26_214_400;
export const MAX_PICTURE_PIXELS = 50_000_000;
/** The longest side that a WebP can have. */
export const MAX_PICTURE_SIDE = 16_383;
export const MAX_CAPTION_LENGTH = 255;
export const MAX_UNITS_OF_LISTING = 500;
/** The spans of days on which a unit could be sold, in a team file. */
export const MAX_SELLABLE_SPANS_OF_UNIT = 3_660;
export const MAX_SEASONS_OF_LISTING = 500;
export const MAX_DAY_OVERRIDES_OF_LISTING = 3_660;
/** Of one request that changes day overrides. */
export const MAX_LISTINGS_OF_DAYS_REQUEST = 200;
export const MAX_RANGES_OF_LISTING = 500;
export const MAX_RANGES_OF_DAYS_REQUEST = 5_000;
/** A day in two ranges counts twice. */
export const MAX_DAYS_OF_DAYS_REQUEST = 5_000;
/** Of one request that adjusts rates. */
export const MAX_NIGHTS_OF_ADJUSTMENT = 10_000;
export const MAX_LISTINGS_OF_ADJUSTMENT = 1_000;
export const MAX_MONTHS_OF_REPORT = 36;
/** In a list that is answered as a whole and not by pages. */
export const MAX_ROWS_OF_WHOLE_LIST = 1_000_000;
export const MAX_UNIT_TYPES_OF_BUILDING = 100;
/** Authenticator apps of a person. */
export const MAX_FACTORS = 5;
export const MAX_MEMBERS_OF_TEAM = 500;
export const MAX_LIVE_TOKENS = 500;
/** Of a team's own. */
export const MAX_ROLES = 20;
/** To which a member or a token can be limited. */
export const MAX_LISTINGS_OF_ACCESS = 500;

/** How long a pending booking may hold its nights. */
export const MAX_HOLD_MINUTES = 10_080;
/** Requests from a booking site that wait for the team's answer. */
export const MAX_SITE_REQUESTS_OF_GUEST = 2;
export const MAX_SITE_REQUESTS_OF_ADDRESS = 3;
/** Of one site, withdrawn ones included. */
export const MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY = 50;
export const MAX_SITE_REQUESTS_OF_TEAM = 200;
/** The link to a booking, for a guest who has lost it. */
export const MAX_BOOKING_LINKS_PER_HOUR = 3;
/** To the guest of one booking. */
export const MAX_WRITTEN_MAILS_PER_HOUR = 20;
/** Within this many days before arrival, a team may let bookings keep their units. */
export const MAX_UNIT_FIXED_DAYS = 30;

export const MAX_CANCELLATION_TIERS = 10;
export const MAX_CANCELLATION_POLICY_DAYS = 730;
export const MAX_GRACE_HOURS = 168;

/** In one 422, although a body has room for many thousands. */
export const MAX_REPORTED_PROBLEMS = 1_000;

/** Nested lists and objects. No field needs more than six levels. */
export const MAX_BODY_LEVELS = 100;

/** In one answer of the event feed. */
export const MAX_EVENTS_PER_ANSWER = 500;
/** Things in one answer to a copy, and events that it looks at. */
export const MAX_CHANGES_PER_ANSWER = 100;
export const MAX_EVENTS_PER_COPY_ANSWER = 5_000;
/** In the event feed. */
export const MAX_EVENT_POSITION = 999_999_999_999_999;

/** In a plan that a team makes for a booking. */
export const MAX_PLANNED_PAYMENTS = 36;
/** How far ahead of now money may have been received or given back, because clocks and time zones differ. */
export const MAX_RECEIPT_AHEAD_MS = 86_400_000;
export const MAX_REFUNDS_OF_PAYMENT = 100;
export const MAX_PAYMENTS_OF_BOOKING = 1_000;
export const MAX_INVOICES_OF_BOOKING = 1_000;

/** Guests, listings and confirmation codes each, if a text matches more. */
export const MAX_MATCHES_OF_BOOKING_SEARCH = 1_000;

export const MAX_WEBHOOKS_OF_TEAM = 20;
export const MAX_WEBHOOK_REPLAYS_PER_HOUR = 10;
export const MAX_DELIVERIES_OF_WEBHOOK = 100_000;
export const MAX_URL_LENGTH = 2_000;
export const MAX_PHOTO_URL_LENGTH = 1_024;
/** Addresses to which a booking site links. */
export const MAX_WEB_ADDRESS_LENGTH = 2_048;
export const MAX_PAYMENT_INSTRUCTIONS_LENGTH = 2_000;
export const MAX_ARRIVAL_INSTRUCTIONS_LENGTH = 5_000;
export const MAX_ARRIVAL_DAYS_BEFORE = 60;
export const MAX_IMPRINT_LENGTH = 10_000;
export const MAX_INVOICE_PREFIX_LENGTH = 20;
/** The highest number from which consecutive invoices may go on. */
export const MAX_INVOICE_NUMBER = 999_999_999;
export const MAX_INVOICE_DETAIL_LENGTH = 500;
export const MAX_INVOICE_TITLE_LENGTH = 100;
export const MAX_INVOICE_FOOTER_LENGTH = 2_000;
export const MAX_BILLING_ADDRESS_LENGTH = 1_000;

export const MAX_CALENDAR_FEEDS_OF_TEAM = 2_000;
export const MAX_EVENTS_OF_CALENDAR_FEED = 5_000;
/** Stored for one feed, the earliest ones. */
export const MAX_CONFLICTS_OF_CALENDAR_FEED = 500;
export const MAX_CALENDAR_FEED_BYTES = 5_000_000;
export const MAX_EVENT_UID_LENGTH = 1_000;
/** Of what is kept of an event's texts. */
export const MAX_EVENT_SUMMARY_LENGTH = 255;
export const MAX_EVENT_DESCRIPTION_LENGTH = 1_000;
export const MAX_EVENT_LINK_LENGTH = 2_048;
/** Titles of events that a feed can ignore. */
export const MAX_IGNORED_SUMMARIES = 20;

/** As a team writes them. */
export const MAX_MAIL_SUBJECT_LENGTH = 255;
export const MAX_MAIL_BODY_LENGTH = 10_000;
/** The rendered text, and the time that rendering may take. */
export const MAX_MAIL_RENDER_BYTES = 100_000;
export const MAX_MAIL_RENDER_MS = 100;
export const MAX_MAIL_DATE_FORMAT_LENGTH = 100;
/** Of Liquid tags. */
export const MAX_MAIL_NESTING = 3;
export const MAX_MAIL_RULE_DAYS = 60;
export const MAX_MAIL_SUPPRESSIONS_OF_TEAM = 100_000;
/** One file of a sitemap may have 50,000 addresses. */
export const MAX_PLACES_IN_SITEMAP = 5_000;
