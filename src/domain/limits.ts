/**
 * The limits of the contract, section 3. They bind the values that a caller gives, over HTTP, on the pages and in team
 * files alike: a value beyond one is refused. What Innkeep computed itself may exceed `MAX_CENTS` and lie outside the dates.
 */

export const MAX_PAGE = 1_000_000;
export const MAX_PER_PAGE = 100;

export const FIRST_DATE = '2000-01-01';
/** The last day on which a stay can end, so the night before it is the last that can be sold. */
export const LAST_DATE = '2199-12-31';
export const MAX_STAY_NIGHTS = 365;
export const MAX_CALENDAR_DAYS = 731;
/** Days in rules: advance notice, booking window, preparation, stays, payment terms. */
export const MAX_RULE_DAYS = 3_650;
export const MAX_GUESTS = 1_000;

/** Amounts, in cents. */
export const MAX_CENTS = 100_000_000_000;
/** Totals and their parts that Innkeep computed, in cents: the integers that a number holds exactly. */
export const MAX_COMPUTED_CENTS = Number.MAX_SAFE_INTEGER;
export const MAX_PRICE_LINES = 200;
/**
 * Fees, taxes and discounts that apply to one listing. The accommodation and a coupon have a line each beside them, so
 * that no price passes `MAX_PRICE_LINES`.
 */
export const MAX_CHARGES_OF_LISTING = MAX_PRICE_LINES - 2;

// Lengths of texts are in characters as a reader counts them.
/** Names, titles, headlines. */
export const MAX_NAME_LENGTH = 255;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 50;
/** Notes, special requests, descriptions. */
export const MAX_NOTES_LENGTH = 10_000;
export const MAX_REASON_LENGTH = 1_000;
/** Codes of charges, coupons and bookings. */
export const MAX_CODE_LENGTH = 40;
export const MAX_TOKEN_NAME_LENGTH = 100;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** Not of section 3: the lengths of a password. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;

export const MAX_PHOTOS = 50;
export const MAX_UNITS = 500;
export const MAX_SEASONS = 500;
export const MAX_DAY_OVERRIDES = 3_660;
/** Unit types of one building. */
export const MAX_UNIT_TYPES = 100;
export const MAX_MEMBERS = 500;
export const MAX_LIVE_TOKENS = 500;
