import { words } from '../../support/words.ts';

/**
 * The declarations of the contract and the specification, written only from them. `?` marks a field that may be null.
 */

const ANY = [400, 429, 500, 503];
/** A token's unknown parameters are refused everywhere. */
const TOKEN = [...ANY, 401, 422];
const READ = [200, ...TOKEN];
const ANYONE = [200, 304, 404, ...ANY];
const write = (done: number) => [done, 403, 409, 413, 415, ...TOKEN];
const VISITOR = (done: number) => [done, 404, 409, 413, 415, 422, ...ANY];
/** Single resources have an `ETag`, which a write on them may name. A change of anything else cannot check one. */
const TAGGED = [...READ, 304, 404];
const matched = (done: number) => [...write(done), 404, 412];
const PAGE = ['page', 'per_page'];
const STAY = ['check_in!', 'check_out!', 'guests', 'coupon_code', 'alternatives'];
const SEARCH = [
  ...PAGE,
  ...words(`
    check_in! check_out! guests alternatives kind property_type city country q bedrooms_min beds_min bathrooms_min
    currency total_min total_max near radius_km available sort`),
];
const DAYS = ['start_date!', 'end_date!'];

/** What may be written of a listing, whether it is new or not. */
const LISTING_FIELDS = `
  slug building_id whole_building_bookable nickname status listed_on_site property_type bedrooms_count beds_count
  bathrooms_count bathrooms_half currency timezone check_in_time check_out_time address headline description
  registration_number cancellation_policy reseating`;

type Operation = { statuses: number[]; query?: string[]; body?: string[] };

/** A new one must have more than a change of it; a code stays. */
function charges(kind: string, fields: string): Record<string, Operation> {
  const [code = '', ...others] = words(fields);
  return {
    [`GET /v1/${kind}`]: { statuses: READ, query: PAGE },
    [`POST /v1/${kind}`]: { statuses: write(201), body: [code, ...others] },
    [`GET /v1/${kind}/{code}`]: { statuses: TAGGED },
    [`PUT /v1/${kind}/{code}`]: {
      statuses: matched(200),
      body: others.map((field) => field.replace('!', '')),
    },
    [`DELETE /v1/${kind}/{code}`]: { statuses: matched(204) },
  };
}

/** By method and path. `!` marks required fields. */
const NEW_BOOKING = words(`
  listing_id! check_in! check_out! number_of_guests! guest guest_id coupon_code notes special_requests source status
  override_rules expires_in expected_total unit_pinned`);
const BOOKING_CHANGE = words(`
  check_in check_out number_of_guests notes special_requests guest override_rules expires_in expected_total
  unit_id unit_pinned`);

export const OPERATIONS: Record<string, Operation> = {
  'GET /v1/me': { statuses: READ },
  'GET /v1/team': { statuses: [...READ, 304] },
  'PUT /v1/team': {
    statuses: [...write(200), 412],
    body: words(`
      name timezone enforce_token_scope deposit_percent balance_due_days cancellation_policy site_bookings
      site_hold_minutes site_max_nights calendars_show_requests reseating unit_fixed_days`),
  },
  'GET /v1/listings': { statuses: READ, query: [...PAGE, 'status', 'kind', 'slug'] },
  'POST /v1/listings': {
    statuses: write(201),
    body: words(`kind! public_title! max_guests! rates! rules security_deposit units ${LISTING_FIELDS}`),
  },
  'GET /v1/listings/{listing}': { statuses: TAGGED },
  'PUT /v1/listings/{listing}': {
    statuses: matched(200),
    body: words(`kind public_title max_guests ${LISTING_FIELDS}`),
  },
  'DELETE /v1/listings/{listing}': { statuses: matched(204) },
  'GET /v1/listings/{listing}/units': { statuses: [...READ, 404], query: PAGE },
  'POST /v1/listings/{listing}/units': { statuses: [...write(201), 404], body: ['name!', 'active'] },
  'GET /v1/units/{unit}': { statuses: TAGGED },
  'PUT /v1/units/{unit}': { statuses: matched(200), body: ['name', 'active'] },
  'DELETE /v1/units/{unit}': { statuses: matched(204) },
  'GET /v1/listings/{listing}/photos': { statuses: TAGGED },
  'PUT /v1/listings/{listing}/photos': { statuses: matched(200), body: ['photos!'] },
  'GET /v1/listings/{listing}/calendar': { statuses: [...READ, 404], query: DAYS },
  'GET /v1/listings/{listing}/rates': { statuses: TAGGED },
  'PUT /v1/listings/{listing}/rates': {
    statuses: matched(200),
    body: words('rates rules security_deposit cancellation_policy seasons'),
  },
  'GET /v1/listings/{listing}/days': { statuses: [...READ, 404], query: DAYS },
  'PUT /v1/listings/{listing}/days': { statuses: matched(200), body: ['ranges!'] },
  'POST /v1/days': { statuses: [...write(200), 412], body: ['updates!'] },
  ...charges('fees', 'code! name! basis! amount percent listings taxable'),
  ...charges('taxes', 'code! name! basis! amount percent listings applies_to included max_nights'),
  ...charges('discounts', 'code! name! kind! percent! min_nights days_before listings'),
  ...charges(
    'coupons',
    'code! percent amount active valid_from valid_until stay_from stay_until min_nights max_redemptions listings',
  ),
  'GET /v1/availability/{listing}': { statuses: [...READ, 404], query: STAY },
  'GET /v1/search': { statuses: READ, query: SEARCH },
  'GET /v1/calendars': { statuses: READ, query: [...PAGE, ...DAYS, 'status', 'kind', 'listing_ids'] },
  'GET /v1/occupancies': { statuses: READ, query: [...PAGE, 'from!', 'to!', 'listing_id', 'unit_id'] },
  'POST /v1/bookings': {
    statuses: write(201),
    body: NEW_BOOKING,
  },
  'POST /v1/bookings/preview': { statuses: write(200), body: NEW_BOOKING },
  'GET /v1/bookings': {
    statuses: READ,
    query: [
      ...PAGE,
      'status',
      'source',
      'listing_id',
      'guest_id',
      'confirmation_code',
      'check_in_from',
      'check_in_to',
      'updated_since',
    ],
  },
  'GET /v1/bookings/{booking}': { statuses: TAGGED },
  'PUT /v1/bookings/{booking}': {
    statuses: matched(200),
    body: BOOKING_CHANGE,
  },
  'POST /v1/bookings/{booking}/preview': { statuses: matched(200), body: BOOKING_CHANGE },
  'POST /v1/bookings/{booking}/confirm': { statuses: [...write(200), 404] },
  'POST /v1/bookings/{booking}/cancel': { statuses: [...write(200), 404], body: words('reason fee') },
  'POST /v1/bookings/{booking}/cancel/preview': {
    statuses: [...write(200).filter((status) => status !== 409), 404],
    body: words('reason fee'),
  },
  'GET /v1/bookings/{booking}/events': { statuses: [...READ, 404], query: PAGE },
  'GET /v1/webhooks': { statuses: READ, query: PAGE },
  'POST /v1/webhooks': { statuses: write(201), body: words('url! types description') },
  'GET /v1/webhooks/{webhook}': { statuses: [...READ, 404] },
  'PUT /v1/webhooks/{webhook}': {
    statuses: matched(200),
    body: words('url types description status'),
  },
  'DELETE /v1/webhooks/{webhook}': { statuses: matched(204) },
  'GET /v1/webhooks/{webhook}/secret': { statuses: [...READ, 403, 404] },
  'POST /v1/webhooks/{webhook}/secret/rotate': { statuses: [...write(200), 404] },
  'GET /v1/webhooks/{webhook}/deliveries': {
    statuses: [...READ, 404],
    query: [...PAGE, 'status', 'event_id'],
  },
  'POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver': { statuses: [...write(202), 404] },
  'POST /v1/webhooks/{webhook}/replay': { statuses: [...write(202), 404], body: ['after!'] },
  'POST /v1/webhooks/{webhook}/test': { statuses: [...write(200), 404] },
  'POST /v1/units/{unit}/calendar': { statuses: [...write(201), 404] },
  'GET /v1/units/{unit}/calendar': { statuses: [...READ, 404] },
  'DELETE /v1/units/{unit}/calendar': { statuses: matched(204) },
  'GET /v1/calendar-feeds': { statuses: READ, query: PAGE },
  'POST /v1/calendar-feeds': { statuses: write(201), body: words('unit_id! name! url! paused ignore') },
  'GET /v1/calendar-feeds/{feed}': { statuses: [...READ, 404] },
  'PUT /v1/calendar-feeds/{feed}': {
    statuses: matched(200),
    body: words('unit_id name url paused ignore'),
  },
  'DELETE /v1/calendar-feeds/{feed}': { statuses: matched(204) },
  'POST /v1/calendar-feeds/{feed}/refresh': { statuses: [...write(200), 404] },
  'GET /v1/events': { statuses: READ, query: ['after', 'limit', 'types'] },
  'GET /v1/bookings/{booking}/folio': { statuses: [...READ, 404] },
  'POST /v1/bookings/{booking}/payments': {
    statuses: [...write(201), 404],
    body: words('amount! paid_at reference allow_overpayment'),
  },
  'PUT /v1/bookings/{booking}/payments/{payment}': {
    statuses: matched(200),
    body: words('status refunded_amount reference allow_overpayment'),
  },
  'PUT /v1/bookings/{booking}/invoices/{invoice}': { statuses: matched(200), body: ['status!'] },
  'PUT /v1/bookings/{booking}/security-deposit': { statuses: matched(200), body: ['status!'] },
  'GET /v1/blocks': { statuses: READ, query: [...PAGE, 'listing_id', 'from', 'to'] },
  'POST /v1/blocks': {
    statuses: write(201),
    body: ['listing_id!', 'unit_id', 'start_date!', 'end_date!', 'reason'],
  },
  'DELETE /v1/blocks/{block}': { statuses: matched(204) },
  'GET /v1/guests': { statuses: READ, query: [...PAGE, 'email', 'search'] },
  'POST /v1/guests': { statuses: write(201), body: ['name!', 'email', 'phone', 'notes'] },
  'GET /v1/guests/{guest}': { statuses: TAGGED },
  'PUT /v1/guests/{guest}': { statuses: matched(200), body: ['name', 'email', 'phone', 'notes'] },
  'GET /v1/guests/{guest}/export': { statuses: [...READ, 404] },
  'POST /v1/guests/{guest}/erase': { statuses: [...write(200), 404] },
  'GET /v1/public/{teamSlug}/listings': { statuses: [...ANYONE, 422], query: PAGE },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}': { statuses: ANYONE },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/terms': { statuses: ANYONE },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/availability': {
    statuses: [...ANYONE, 422],
    query: STAY,
  },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/calendar': { statuses: [...ANYONE, 422], query: DAYS },
  'GET /v1/public/{teamSlug}/search': { statuses: [...ANYONE, 422], query: SEARCH },
  'POST /v1/public/{teamSlug}/bookings': {
    statuses: VISITOR(201),
    body: words(`
      listing! check_in! check_out! number_of_guests! guest! coupon_code special_requests expected_total!`),
  },
  'GET /v1/public/{teamSlug}/bookings/{confirmation_code}': { statuses: [200, 404, ...ANY] },
  'POST /v1/public/{teamSlug}/bookings/{confirmation_code}/cancel': { statuses: VISITOR(200) },
};

const text = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'string']));
const maybeText = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'string?']));
const whole = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'integer']));
const maybeWhole = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'integer?']));
const yesOrNo = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'boolean']));

const ROOMS = {
  ...whole('max_guests bedrooms_count beds_count bathrooms_count'),
  ...yesOrNo('bathrooms_half'),
};
const LINE = {
  ...text('type code name basis'),
  ...{ quantity: 'integer?', unit_amount: 'integer?', percent: 'number?', base_amount: 'integer?' },
  ...whole('amount'),
  ...yesOrNo('included'),
};

type Fields = { [field: string]: string | Fields | [Fields] };

const PHOTO: Fields = {
  ...text('id'),
  ...yesOrNo('is_featured'),
  ...whole('sort_order'),
  ...{ width: 'integer?', height: 'integer?' },
  ...maybeText('thumbnail_url medium_url original_url'),
};
const GUEST: Fields = { ...text('id name created_at'), ...maybeText('email phone notes erased_at') };
const LISTING: Fields = {
  ...text('id slug kind public_title status property_type currency timezone check_in_time check_out_time'),
  ...text('created_at updated_at'),
  ...maybeText('building_id nickname headline description'),
  ...yesOrNo('whole_building_bookable'),
  ...ROOMS,
  address: maybeText('street city state postcode country latitude longitude'),
  photos: [PHOTO],
};
const WEBHOOK: Fields = {
  ...text('id url status created_at'),
  types: 'string[]?',
  ...maybeText('description disabled_reason last_success_at'),
  ...whole('behind'),
};
const DELIVERY: Fields = {
  ...text('id event_id type status created_at'),
  ...whole('position attempts'),
  ...maybeWhole('response_status'),
  ...maybeText('error response_body next_attempt_at delivered_at'),
};
const POLICY: Fields = {
  ...text('name'),
  ...whole('grace_hours grace_days_before'),
  tiers: [{ ...whole('days_before'), refund_percent: 'number' }],
};
const OWN_LISTING: Fields = {
  ...LISTING,
  ...yesOrNo('listed_on_site'),
  ...maybeText('registration_number reseating'),
  'cancellation_policy?': POLICY,
};
const UNIT: Fields = { ...text('id name listing_id'), ...yesOrNo('active') };
const PUBLIC_LISTING: Fields = {
  ...text('slug kind public_title property_type currency timezone check_in_time check_out_time'),
  ...maybeText('headline description'),
  ...ROOMS,
  address: maybeText('city state country latitude longitude'),
  photos: [PHOTO],
  unit_types: [
    {
      ...text('slug public_title'),
      ...maybeText('headline'),
      ...ROOMS,
      ...whole('units_count'),
      photos: [PHOTO],
    },
  ],
  'whole_building?': whole('max_guests bedrooms'),
};
const CANCELLATION: Fields = {
  'cancellation?': {
    ...{ ...text('name'), ...maybeText('grace_until') },
    refunds: [{ ...text('until'), percent: 'number' }],
  },
};
const BOOKING: Fields = {
  ...text('id confirmation_code listing_id guest_id status source check_in check_out currency'),
  ...text('created_at updated_at'),
  'unit?': text('id name'),
  ...yesOrNo('whole_building unit_pinned'),
  ...whole('nights number_of_guests'),
  ...whole('accommodation_total discount_total fees_total taxes_total grand_total'),
  price_breakdown: [LINE],
  ...maybeText('notes special_requests confirmed_at cancelled_at completed_at'),
  ...maybeText('coupon_code cancellation_reason expires_at'),
  ...CANCELLATION,
  cancellation_fee: 'integer?',
  listing: OWN_LISTING,
  guest: GUEST,
};
const SITE_BOOKING: Fields = {
  ...text('confirmation_code status listing check_in check_out currency created_at'),
  ...maybeText('expires_at'),
  ...whole('nights number_of_guests'),
  ...whole('accommodation_total discount_total fees_total taxes_total grand_total'),
  price_breakdown: [LINE],
  ...CANCELLATION,
};
const AVAILABILITY: Fields = {
  ...yesOrNo('available'),
  ...maybeText('reason_code reason_message'),
  reasons: [{ ...text('code message'), required: 'integer?', actual: 'integer?', dates: 'string[]' }],
  ...whole('units_left'),
  price: {
    ...whole('accommodation_total discount_amount fees_total taxes_total grand_total'),
    nightly_rates: [{ ...text('date'), ...whole('base_rate extra_guests rate') }],
    ...text('discounts fees taxes currency'),
    ...maybeText('coupon_code'),
    price_breakdown: [LINE],
  },
  alternatives: [{ ...text('check_in check_out'), ...whole('nights grand_total') }],
  ...CANCELLATION,
};
const OCCUPANCY: Fields = {
  ...text('listing_id unit_id unit_name start_date end_date'),
  'booking?': {
    ...text('id confirmation_code status source check_in check_out guest_name'),
    ...whole('number_of_guests'),
    ...yesOrNo('whole_building'),
    ...maybeText('expires_at'),
  },
  'block?': { ...text('id'), ...maybeText('reason source') },
};
const LISTING_DAY: Fields = {
  ...text('date status units_left'),
  ...yesOrNo('available closed_for_arrival closed_for_departure'),
  ...whole('day_rate min_stay'),
};
const FOLIO: Fields = {
  ...text('currency'),
  ...whole('grand_total paid_total balance_due refund_due'),
  cancellation_fee: 'integer?',
  payments: [
    { ...text('id status'), ...whole('amount refunded_amount'), ...maybeText('due_on paid_at reference') },
  ],
  invoices: [{ ...text('id number status issued_at'), ...whole('amount'), ...maybeText('voided_at') }],
  'security_deposit?': { ...text('id status'), ...whole('amount'), ...maybeText('held_at returned_at') },
};
const PREVIEW: Fields = {
  ...{ booking: BOOKING, folio: FOLIO },
  ...{ ...maybeWhole('previous_total'), ...whole('difference') },
};
const EVENT: Fields = {
  ...text('id type created_at'),
  actor: { ...text('type'), ...maybeText('name') },
  data: 'object',
};
const TEAM: Fields = {
  ...text('slug name currency timezone site_bookings reseating created_at updated_at'),
  ...whole('id balance_due_days site_hold_minutes site_max_nights unit_fixed_days'),
  ...yesOrNo('enforce_token_scope calendars_show_requests'),
  ...{ deposit_percent: 'number', 'cancellation_policy?': POLICY },
};
const RATES: Fields = {
  ...text('currency'),
  rates: {
    ...whole('nightly extra_guest_nightly'),
    ...maybeWhole('weekend_nightly included_guests'),
    weekend_days: 'integer[]',
  },
  rules: {
    ...maybeWhole('min_stay max_stay advance_notice_days booking_window_days'),
    ...whole('preparation_days'),
  },
  ...maybeWhole('security_deposit'),
  'cancellation_policy?': POLICY,
  seasons: [
    {
      ...text('name start_date end_date'),
      ...maybeWhole('nightly weekend_nightly min_stay max_stay'),
    },
  ],
};
const DAY: Fields = {
  ...text('date'),
  ...maybeWhole('nightly min_stay max_stay'),
  ...yesOrNo('closed_for_arrival closed_for_departure closed'),
};
const BLOCK: Fields = {
  ...text('id listing_id unit_id start_date end_date created_at'),
  ...maybeText('reason source feed_id'),
};
const FEED: Fields = {
  ...text('id unit_id name url status'),
  ...yesOrNo('paused'),
  ...maybeText('last_checked_at last_success_at last_error'),
  ...whole('events'),
  ignore: 'string[]',
  conflicts: [{ ...text('uid start_date end_date'), with: maybeText('booking_id block_id') }],
};

const one = (data: Fields): Fields => ({ data });
const list = (item: Fields): Fields => ({ data: [item] });
const page = (item: Fields): Fields => ({
  data: [item],
  links: { ...text('first last'), ...maybeText('prev next') },
  meta: {
    ...whole('current_page last_page per_page total'),
    ...{ from: 'integer?', to: 'integer?' },
    ...text('path'),
    links: [{ ...maybeText('url'), ...text('label'), ...yesOrNo('active') }],
  },
});
const searched = (listing: Fields): Fields => {
  const { data, links, meta } = page({ listing, distance_km: 'number?', ...AVAILABILITY });
  return {
    ...({ data, links } as Fields),
    meta: { ...(meta as Fields), ...whole('available_total unavailable_total') },
    facets: {
      ...{ property_type: 'object', kind: 'object', city: 'object', bedrooms: 'object' },
      'total?': { ...whole('min max'), ...text('currency') },
    },
  };
};

const CHARGE: Fields = {
  ...text('code name basis'),
  ...{ amount: 'integer?', percent: 'number?', listings: 'string[]?' },
};
const chargeAnswers = (kind: string, fields: Fields): Record<string, Fields | null> => ({
  [`GET /v1/${kind}`]: page(fields),
  [`POST /v1/${kind}`]: one(fields),
  [`GET /v1/${kind}/{code}`]: one(fields),
  [`PUT /v1/${kind}/{code}`]: one(fields),
  [`DELETE /v1/${kind}/{code}`]: null,
});

/** The body of each operation's success. */
export const ANSWERS: Record<string, Fields | null> = {
  'GET /v1/me': {
    success: 'boolean',
    data: {
      team: { ...whole('id'), ...text('slug name') },
      token: { ...text('name last_used_at'), abilities: 'string[]' },
    },
  },
  'GET /v1/team': one(TEAM),
  'PUT /v1/team': one(TEAM),
  'GET /v1/listings': page(OWN_LISTING),
  'POST /v1/listings': one(OWN_LISTING),
  'GET /v1/listings/{listing}': one(OWN_LISTING),
  'PUT /v1/listings/{listing}': one(OWN_LISTING),
  'DELETE /v1/listings/{listing}': null,
  'GET /v1/listings/{listing}/units': page(UNIT),
  'POST /v1/listings/{listing}/units': one(UNIT),
  'GET /v1/units/{unit}': one(UNIT),
  'PUT /v1/units/{unit}': one(UNIT),
  'DELETE /v1/units/{unit}': null,
  'GET /v1/listings/{listing}/photos': one({ photos: [PHOTO] }),
  'PUT /v1/listings/{listing}/photos': one({ photos: [PHOTO] }),
  'GET /v1/listings/{listing}/calendar': list(LISTING_DAY),
  'GET /v1/listings/{listing}/rates': one(RATES),
  'PUT /v1/listings/{listing}/rates': one(RATES),
  'GET /v1/listings/{listing}/days': list(DAY),
  'PUT /v1/listings/{listing}/days': list(DAY),
  'POST /v1/days': one(whole('listings days')),
  ...chargeAnswers('fees', { ...CHARGE, ...yesOrNo('taxable') }),
  ...chargeAnswers('taxes', {
    ...CHARGE,
    ...yesOrNo('included'),
    ...{ applies_to: 'string[]', max_nights: 'integer?' },
  }),
  ...chargeAnswers('discounts', {
    ...text('code name kind'),
    ...maybeWhole('min_nights days_before'),
    ...{ percent: 'number?', listings: 'string[]?' },
  }),
  ...chargeAnswers('coupons', {
    ...text('code'),
    ...{ percent: 'number?', listings: 'string[]?' },
    ...maybeWhole('amount min_nights max_redemptions'),
    ...maybeText('valid_from valid_until stay_from stay_until'),
    ...yesOrNo('active'),
    ...whole('redemptions'),
  }),
  'GET /v1/availability/{listing}': one(AVAILABILITY),
  'GET /v1/search': searched(OWN_LISTING),
  'GET /v1/calendars': page({ ...text('listing_id slug public_title kind'), days: [LISTING_DAY] }),
  'GET /v1/occupancies': page(OCCUPANCY),
  'POST /v1/bookings': one(BOOKING),
  'GET /v1/bookings': page(BOOKING),
  'GET /v1/bookings/{booking}': one(BOOKING),
  'PUT /v1/bookings/{booking}': one(BOOKING),
  'POST /v1/bookings/preview': one(PREVIEW),
  'POST /v1/bookings/{booking}/preview': one(PREVIEW),
  'POST /v1/bookings/{booking}/cancel/preview': one(PREVIEW),
  'POST /v1/bookings/{booking}/confirm': one(BOOKING),
  'POST /v1/bookings/{booking}/cancel': one(BOOKING),
  'GET /v1/bookings/{booking}/events': page(EVENT),
  'GET /v1/bookings/{booking}/folio': one(FOLIO),
  'POST /v1/bookings/{booking}/payments': one(FOLIO),
  'PUT /v1/bookings/{booking}/payments/{payment}': one(FOLIO),
  'PUT /v1/bookings/{booking}/invoices/{invoice}': one(FOLIO),
  'PUT /v1/bookings/{booking}/security-deposit': one(FOLIO),
  'GET /v1/blocks': page(BLOCK),
  'POST /v1/blocks': list(BLOCK),
  'DELETE /v1/blocks/{block}': null,
  'GET /v1/guests': page(GUEST),
  'GET /v1/webhooks': page(WEBHOOK),
  'POST /v1/webhooks': one({ ...WEBHOOK, ...text('secret') }),
  'GET /v1/webhooks/{webhook}': one(WEBHOOK),
  'PUT /v1/webhooks/{webhook}': one(WEBHOOK),
  'GET /v1/webhooks/{webhook}/secret': one(text('secret')),
  'POST /v1/webhooks/{webhook}/secret/rotate': one(text('secret')),
  'GET /v1/webhooks/{webhook}/deliveries': page(DELIVERY),
  'POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver': one(DELIVERY),
  'POST /v1/webhooks/{webhook}/replay': one(WEBHOOK),
  'POST /v1/webhooks/{webhook}/test': one({
    ...maybeWhole('response_status'),
    ...maybeText('error'),
    ...whole('duration_ms'),
  }),
  'POST /v1/units/{unit}/calendar': one(text('url')),
  'GET /v1/units/{unit}/calendar': one(text('url')),
  'DELETE /v1/units/{unit}/calendar': null,
  'GET /v1/calendar-feeds': page(FEED),
  'POST /v1/calendar-feeds': one(FEED),
  'GET /v1/calendar-feeds/{feed}': one(FEED),
  'PUT /v1/calendar-feeds/{feed}': one(FEED),
  'DELETE /v1/calendar-feeds/{feed}': null,
  'POST /v1/calendar-feeds/{feed}/refresh': one(FEED),
  'GET /v1/events': {
    data: [{ ...EVENT, ...whole('position') }],
    meta: { ...whole('next'), ...yesOrNo('has_more') },
  },
  'POST /v1/guests': one(GUEST),
  'GET /v1/guests/{guest}': one(GUEST),
  'PUT /v1/guests/{guest}': one(GUEST),
  'GET /v1/guests/{guest}/export': one({
    guest: GUEST,
    bookings: [{ ...BOOKING, folio: FOLIO, events: [EVENT] }],
  }),
  'POST /v1/guests/{guest}/erase': one(GUEST),
  'GET /v1/public/{teamSlug}/listings': page(PUBLIC_LISTING),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}': one(PUBLIC_LISTING),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/terms': one({
    ...text('site_bookings currency check_in_time check_out_time'),
    ...whole('balance_due_days'),
    ...{ deposit_percent: 'number', security_deposit: 'integer?', 'cancellation_policy?': POLICY },
    ...maybeText('registration_number'),
  }),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/availability': one(AVAILABILITY),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/calendar': list(LISTING_DAY),
  'GET /v1/public/{teamSlug}/search': searched(PUBLIC_LISTING),
  'POST /v1/public/{teamSlug}/bookings': one({ ...SITE_BOOKING, ...text('key') }),
  'GET /v1/public/{teamSlug}/bookings/{confirmation_code}': one({
    ...SITE_BOOKING,
    ...maybeText('cancelled_at'),
  }),
  'POST /v1/public/{teamSlug}/bookings/{confirmation_code}/cancel': one({
    ...SITE_BOOKING,
    ...maybeText('cancelled_at'),
  }),
};

/** The words that the contract names. */
export const WORDS: Record<string, string[]> = {
  'Listing.kind': ['standalone', 'building', 'unit_type'],
  'Listing.status': ['draft', 'active', 'inactive', 'archived'],
  'Team.site_bookings': ['off', 'request', 'instant'],
  'Team.reseating': ['off', 'on'],
  'Booking.status': ['pending', 'confirmed', 'completed', 'cancelled'],
  'Booking.source': 'api manual booking_site import airbnb booking_com vrbo expedia other'.split(' '),
  'Reason.code': words(`
    listing_not_bookable past_date advance_notice booking_window guests_exceeded min_stay max_stay
    closed_for_arrival closed_for_departure dates_unavailable`),
  'PriceLine.type': ['accommodation', 'discount', 'fee', 'tax'],
  'PriceLine.basis': ['stay', 'night', 'guest', 'guest_night', 'percent'],
  'Payment.status': ['scheduled', 'paid', 'failed', 'cancelled', 'refunded'],
  'Invoice.status': ['open', 'paid', 'void'],
  'SecurityDeposit.status': ['pending', 'held', 'returned', 'kept', 'cancelled'],
  'BookingEvent.type': words(`
    booking.created booking.confirmed booking.changed booking.cancelled booking.expired booking.completed
    booking.folio_changed booking.unit_moved`),
  'Webhook.status': ['active', 'paused', 'disabled'],
  'CalendarFeed.status': ['new', 'ok', 'failing', 'suspicious'],
  'Delivery.status': ['pending', 'delivered', 'failed'],
  'PaymentStep.status': ['paid', 'failed', 'refunded'],
  'InvoiceStep.status': ['paid', 'void'],
  'Fee.basis': ['stay', 'night', 'guest', 'guest_night', 'percent'],
  'Discount.kind': ['length_of_stay', 'early_bird', 'last_minute'],
  'SecurityDepositStep.status': ['held', 'returned', 'kept'],
};
