import { getTableColumns, type Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookings } from '../../src/db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../src/db/schema/charges.ts';
import { listings, photos, seasons } from '../../src/db/schema/listings.ts';
import { teams } from '../../src/db/schema/teams.ts';
import { listFieldNames, toFieldPath } from '../../src/domain/field-names.ts';

const namesOf = (table: Table) => listFieldNames(Object.keys(getTableColumns(table)));

test('a team’s columns', () => {
  expect(namesOf(teams).join(' ')).toBe(
    'id slug name currency timezone enforce_token_scope deposit_percent balance_due_days cancellation_policy ' +
      'site_bookings site_hold_minutes site_max_nights infant_age calendars_show_requests reseating ' +
      'unit_fixed_days created_at updated_at',
  );
});

test('a listing’s columns, of which those of its address are one field', () => {
  expect(namesOf(listings).join(' ')).toBe(
    'team_id id slug kind building_id whole_building_bookable public_title nickname status listed_on_site ' +
      'property_type max_guests max_children max_infants max_pets bedrooms_count beds_count bathrooms_count ' +
      'bathrooms_half currency timezone check_in_time check_out_time address headline description ' +
      'nightly weekend_nightly weekend_days included_guests extra_guest_nightly extra_child_nightly ' +
      'min_stay max_stay advance_notice_days booking_window_days preparation_days security_deposit ' +
      'registration_number cancellation_policy reseating created_at updated_at',
  );
});

test('a booking’s columns', () => {
  expect(namesOf(bookings).join(' ')).toBe(
    'team_id id confirmation_code listing_id unit_id whole_building guest_id status source check_in check_out ' +
      'number_of_guests children_ages infants pets extras preparation_days currency accommodation_total ' +
      'discount_total fees_total taxes_total grand_total price_lines coupon_code notes special_requests ' +
      'cancellation_reason cancellation_policy cancellation_fee expires_at ip_hash unit_pinned confirmed_at ' +
      'cancelled_at completed_at created_at updated_at',
  );
});

test('the columns of charges, seasons and photos', () => {
  const ofAll = [fees, taxes, discounts, coupons, seasons, photos].flatMap(namesOf);
  expect([...new Set(ofAll)].join(' ')).toBe(
    'team_id code name basis amount percent taxable ages_from ages_to valid_from valid_until optional ' +
      'max_quantity listing_ids max_amount applies_to_accommodation applies_to_fees included max_nights kind ' +
      'min_nights days_before code_key active stay_from stay_until max_redemptions redeemed_beyond listing_id ' +
      'start_date end_date nightly weekend_nightly min_stay max_stay id is_featured sort_order width height ' +
      'thumbnail_url medium_url original_url',
  );
});

test('the place of a column in a body', () => {
  expect(['currency', 'depositPpm', 'latitude', 'city'].map(toFieldPath)).toEqual([
    ['currency'],
    ['deposit_percent'],
    ['address', 'latitude'],
    ['address', 'city'],
  ]);
});
