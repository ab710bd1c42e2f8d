import { expect, test } from 'vitest';
import * as limits from '../../src/domain/limits.ts';

test('the limits are those of the contract, section 3', () => {
  expect({ ...limits }).toEqual({
    MAX_PAGE: 1_000_000,
    MAX_PER_PAGE: 100,
    FIRST_DATE: '2000-01-01',
    LAST_DATE: '2199-12-31',
    MAX_STAY_NIGHTS: 365,
    MAX_CALENDAR_DAYS: 731,
    MAX_RULE_DAYS: 3_650,
    MAX_GUESTS: 1_000,
    MAX_CENTS: 10 ** 11,
    MAX_COMPUTED_CENTS: 2 ** 53 - 1,
    MAX_PRICE_LINES: 200,
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
    MAX_PHOTOS: 50,
    MAX_UNITS: 500,
    MAX_SEASONS: 500,
    MAX_DAY_OVERRIDES: 3_660,
    MAX_UNIT_TYPES: 100,
    MAX_MEMBERS: 500,
    MAX_LIVE_TOKENS: 500,
  });
});
