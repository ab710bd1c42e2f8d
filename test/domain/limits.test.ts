import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/languages/languages.ts';
import * as limits from '../../src/domain/limits.ts';
import { MAX_DNS_LABEL_LENGTH } from '../../src/domain/text/slug.ts';

const MIB = 1_048_576;

/** The numbers of each row of docs/rules.md, 4, in their order there. Plain ones stand in no file of the domain. */
const ROWS: Record<string, readonly (number | string)[]> = {
  dates: [limits.FIRST_ALLOWED_DATE, limits.LAST_ALLOWED_DATE],
  'a stay; a calendar; occupancies': [
    limits.MAX_STAY_NIGHTS,
    limits.MAX_CALENDAR_DAYS,
    limits.MAX_OCCUPANCY_NIGHTS,
  ],
  'many calendars at once': [limits.MAX_DAYS_OF_MANY_CALENDARS, limits.MAX_CALENDAR_DAYS_OF_PAGE],
  'a search': [
    limits.MAX_SEARCH_RESULTS_PER_PAGE,
    limits.MAX_ALTERNATIVES,
    limits.LONG_PAGE_FROM_RESULTS - 1,
    limits.MAX_ALTERNATIVES_OF_LONG_PAGE,
    limits.MAX_NIGHTS_WITH_ALTERNATIVES,
  ],
  'guests; amounts; percentages; days in rules': [
    limits.MAX_GUESTS,
    limits.MAX_CENTS,
    0,
    100,
    limits.MAX_RULE_DAYS,
  ],
  'names, titles, headlines; emails; phones': [
    limits.MAX_NAME_LENGTH,
    limits.MAX_EMAIL_LENGTH,
    limits.MAX_PHONE_LENGTH,
  ],
  'notes, requests, descriptions; reasons; codes': [
    limits.MAX_NOTES_LENGTH,
    limits.MAX_REASON_LENGTH,
    limits.MAX_CODE_LENGTH,
  ],
  'names of tokens; slugs; idempotency keys': [
    limits.MAX_TOKEN_NAME_LENGTH,
    MAX_DNS_LABEL_LENGTH,
    limits.MAX_IDEMPOTENCY_KEY_LENGTH,
  ],
  'a listing’s photos, units, seasons, single days': [
    limits.MAX_PHOTOS_OF_LISTING,
    limits.MAX_UNITS_OF_LISTING,
    limits.MAX_SEASONS_OF_LISTING,
    limits.MAX_DAY_OVERRIDES_OF_LISTING,
  ],
  'a building’s unit types': [limits.MAX_UNIT_TYPES_OF_BUILDING],
  'a price’s lines': [limits.MAX_PRICE_LINES, limits.MAX_ADJUSTMENTS, limits.MAX_CHARGES_OF_LISTING],
  'a booking’s payments; invoices': [limits.MAX_PAYMENTS_OF_BOOKING, limits.MAX_INVOICES_OF_BOOKING],
  'a team’s members, live tokens, webhooks, calendar feeds': [
    limits.MAX_MEMBERS_OF_TEAM,
    limits.MAX_LIVE_TOKENS,
    limits.MAX_WEBHOOKS_OF_TEAM,
    limits.MAX_CALENDAR_FEEDS_OF_TEAM,
  ],
  'a person’s authenticator apps': [limits.MAX_FACTORS],
  'the listings that a charge names': [limits.MAX_LISTINGS_OF_CHARGE],
  '`PUT …/days`': [limits.MAX_RANGES_OF_LISTING, limits.MAX_DAY_OVERRIDES_OF_LISTING],
  '`POST /v1/days/adjust`': [limits.MAX_LISTINGS_OF_ADJUSTMENT, limits.MAX_NIGHTS_OF_ADJUSTMENT],
  '`POST /v1/days`': [
    limits.MAX_LISTINGS_OF_DAYS_REQUEST,
    limits.MAX_RANGES_OF_LISTING,
    limits.MAX_RANGES_OF_DAYS_REQUEST,
    limits.MAX_DAYS_OF_DAYS_REQUEST,
  ],
  'a picture; a caption': [
    limits.MAX_PICTURE_BYTES / MIB,
    limits.MAX_PICTURE_PIXELS / 1_000_000,
    limits.MAX_PICTURE_SIDE,
    limits.MAX_CAPTION_LENGTH,
  ],
  'a listing’s rooms, kinds of beds of each, beds of a kind': [
    limits.MAX_ROOMS_OF_LISTING,
    limits.MAX_BED_KINDS_OF_ROOM,
    limits.MAX_BEDS_OF_KIND,
  ],
  'house rules; their minimum age': [limits.MAX_HOUSE_RULES_LENGTH, limits.MAX_AGE_OF_HOUSE_RULES],
  'a reference; `custom_fields`': [
    limits.MAX_REFERENCE_LENGTH,
    limits.MAX_CUSTOM_FIELDS,
    limits.MAX_CUSTOM_TEXT_LENGTH,
    limits.MAX_CUSTOM_FIELDS_BYTES,
  ],
  'the languages of a team; a translation': [LANGUAGES.length],
  'a body': [1, 64, 32, 64, limits.MAX_BODY_LEVELS, 400],
  'a team file': [128],
};

const readNumber = (text: string): number | string => {
  if (/^\d{4}-/.test(text)) return text;
  const [base = 0, exponent = 1] = text.replaceAll(',', '').split('^').map(Number);
  return base ** exponent;
};

test('the limits are those of docs/rules.md, row by row', () => {
  const rules = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  const [, section = ''] = rules.split('\n## 4. Limits\n');
  const rows = section
    .slice(0, section.indexOf('\n## '))
    .matchAll(/^\| (?<name>[^|]+) \| (?<text>[^|]+) \|$/gm);
  const numbers = Array.from(rows, ({ groups: { name = '', text = '' } = {} }) => [
    name.replaceAll("'", '’'),
    (text.match(/\d{4}-\d{2}-\d{2}|\d+\^\d+|\d[\d,]*/g) ?? []).map(readNumber),
  ]);
  expect(Object.fromEntries(numbers)).toEqual(ROWS);
});

test('no limit changes by itself', () => {
  // Not `toEqual`: a limit that is new is not a wrong one.
  expect({ ...limits }).toMatchObject({
    MAX_PAGE: 1_000_000,
    MAX_PER_PAGE: 100,
    FIRST_ALLOWED_DATE: '2000-01-01',
    LAST_ALLOWED_DATE: '2199-12-31',
    MAX_STAY_NIGHTS: 365,
    MAX_HOLD_MINUTES: 10_080,
    MAX_GRACE_HOURS: 168,
    MAX_CANCELLATION_TIERS: 10,
    MAX_CANCELLATION_POLICY_DAYS: 730,
    MAX_REGISTRATION_NUMBER_LENGTH: 100,
    MAX_UNIT_FIXED_DAYS: 30,
    MAX_SITE_REQUESTS_OF_GUEST: 2,
    MAX_SITE_REQUESTS_OF_TEAM: 200,
    MAX_CALENDAR_DAYS: 731,
    MAX_DAYS_OF_MANY_CALENDARS: 93,
    MAX_LISTING_IDS: 100,
    MAX_ALTERNATIVES: 10,
    MIN_SEARCH_TEXT_LENGTH: 2,
    MAX_SEARCH_TEXT_LENGTH: 100,
    MAX_ROOMS_FILTER: 100,
    MAX_RADIUS_KM: 500,
    MAX_BODY_LEVELS: 100,
    MAX_RULE_DAYS: 3_650,
    MAX_GUESTS: 1_000,
    MAX_CENTS: 10 ** 11,
    MAX_COMPUTED_CENTS: 2 ** 53 - 1,
    MAX_ADJUSTMENTS: 20,
    MAX_PRICE_LINES: 220,
    MAX_CHARGES_OF_LISTING: 198,
    MAX_NAME_LENGTH: 255,
    MAX_EMAIL_LENGTH: 254,
    MAX_PHONE_LENGTH: 50,
    MAX_NOTES_LENGTH: 10_000,
    MAX_REASON_LENGTH: 1_000,
    MAX_CODE_LENGTH: 40,
    MAX_TOKEN_NAME_LENGTH: 100,
    MAX_IDEMPOTENCY_KEY_LENGTH: 255,
    MIN_PASSWORD_LENGTH: 10,
    MAX_PASSWORD_LENGTH: 1_000,
    MAX_PHOTOS_OF_LISTING: 50,
    MAX_UNITS_OF_LISTING: 500,
    MAX_SEASONS_OF_LISTING: 500,
    MAX_DAY_OVERRIDES_OF_LISTING: 3_660,
    MAX_UNIT_TYPES_OF_BUILDING: 100,
    MAX_MEMBERS_OF_TEAM: 500,
    MAX_LIVE_TOKENS: 500,
    MAX_EVENTS_PER_ANSWER: 500,
    MAX_PAYMENT_REFERENCE_LENGTH: 100,
    MAX_WEBHOOKS_OF_TEAM: 20,
    MAX_LISTINGS_OF_DAYS_REQUEST: 200,
    MAX_RANGES_OF_LISTING: 500,
    MAX_RANGES_OF_DAYS_REQUEST: 5_000,
    MAX_DAYS_OF_DAYS_REQUEST: 5_000,
    MAX_SEARCH_RESULTS_PER_PAGE: 50,
    MAX_ALTERNATIVES_OF_LONG_PAGE: 3,
    MAX_NIGHTS_WITH_ALTERNATIVES: 31,
    MAX_CALENDAR_DAYS_OF_PAGE: 3_100,
    MAX_OCCUPANCY_NIGHTS: 93,
    MAX_LISTINGS_OF_CHARGE: 1_000,
    MAX_CALENDAR_FEEDS_OF_TEAM: 2_000,
    MAX_EVENTS_OF_CALENDAR_FEED: 5_000,
    MAX_CALENDAR_FEED_BYTES: 5_000_000,
  });
});
