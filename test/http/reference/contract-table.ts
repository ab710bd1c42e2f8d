import { words } from '../../support/words.ts';

/** What the contract and the specification declare, written from them and from nothing else. `?` is a field that may be null. */

const ANY = [400, 429, 500, 503];
/** A token's unknown parameters are refused everywhere. */
const TOKEN = [...ANY, 401, 422];
const READ = [200, ...TOKEN];
const ANYONE = [200, 304, 404, ...ANY];
const write = (done: number) => [done, 403, 409, 413, 415, ...TOKEN];
const PAGE = ['page', 'per_page'];
const STAY = ['check_in!', 'check_out!', 'guests', 'coupon_code'];
const DAYS = ['start_date!', 'end_date!'];

type Operation = { statuses: number[]; query?: string[]; body?: string[] };

/** By method and path; `!` is what must be given. */
export const OPERATIONS: Record<string, Operation> = {
  'GET /v1/me': { statuses: READ },
  'GET /v1/listings': { statuses: READ, query: [...PAGE, 'status', 'kind', 'slug'] },
  'GET /v1/listings/{listing}': { statuses: [...READ, 404] },
  'GET /v1/listings/{listing}/calendar': { statuses: [...READ, 404], query: DAYS },
  'GET /v1/availability/{listing}': { statuses: [...READ, 404], query: STAY },
  'POST /v1/bookings': {
    statuses: write(201),
    body: words(`
      listing_id! check_in! check_out! number_of_guests! guest guest_id coupon_code notes
      special_requests source status override_rules`),
  },
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
  'GET /v1/bookings/{booking}': { statuses: [...READ, 404] },
  'PUT /v1/bookings/{booking}': {
    statuses: [...write(200), 404],
    body: words('check_in check_out number_of_guests notes special_requests guest override_rules'),
  },
  'POST /v1/bookings/{booking}/confirm': { statuses: [...write(200), 404] },
  'POST /v1/bookings/{booking}/cancel': { statuses: [...write(200), 404], body: ['reason'] },
  'GET /v1/bookings/{booking}/events': { statuses: [...READ, 404], query: PAGE },
  'GET /v1/bookings/{booking}/folio': { statuses: [...READ, 404] },
  'PUT /v1/bookings/{booking}/payments/{payment}': { statuses: [...write(200), 404], body: ['status!'] },
  'PUT /v1/bookings/{booking}/invoices/{invoice}': { statuses: [...write(200), 404], body: ['status!'] },
  'PUT /v1/bookings/{booking}/security-deposit': { statuses: [...write(200), 404], body: ['status!'] },
  'GET /v1/blocks': { statuses: READ, query: [...PAGE, 'listing_id', 'from', 'to'] },
  'POST /v1/blocks': {
    statuses: write(201),
    body: ['listing_id!', 'unit_id', 'start_date!', 'end_date!', 'reason'],
  },
  'DELETE /v1/blocks/{block}': { statuses: [...write(204), 404] },
  'GET /v1/guests': { statuses: READ, query: [...PAGE, 'email', 'search'] },
  'POST /v1/guests': { statuses: write(201), body: ['name!', 'email', 'phone', 'notes'] },
  'GET /v1/guests/{guest}': { statuses: [...READ, 404] },
  'PUT /v1/guests/{guest}': { statuses: [...write(200), 404], body: ['name', 'email', 'phone', 'notes'] },
  'GET /v1/public/{teamSlug}/listings': { statuses: [...ANYONE, 422], query: PAGE },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}': { statuses: ANYONE },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/availability': {
    statuses: [...ANYONE, 422],
    query: STAY,
  },
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/calendar': { statuses: [...ANYONE, 422], query: DAYS },
};

const text = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'string']));
const maybeText = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'string?']));
const whole = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'integer']));
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
const GUEST: Fields = { ...text('id name created_at'), ...maybeText('email phone notes') };
const LISTING: Fields = {
  ...text('id slug kind public_title status property_type currency timezone check_in_time check_out_time'),
  ...text('created_at updated_at'),
  ...maybeText('building_id nickname headline description'),
  ...yesOrNo('whole_building_bookable'),
  ...ROOMS,
  address: maybeText('street city state postcode country latitude longitude'),
  photos: [PHOTO],
};
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
const BOOKING: Fields = {
  ...text('id confirmation_code listing_id guest_id status source check_in check_out currency'),
  ...text('created_at updated_at'),
  'unit?': text('id name'),
  ...yesOrNo('whole_building'),
  ...whole('nights number_of_guests'),
  ...whole('accommodation_total discount_total fees_total taxes_total grand_total'),
  price_breakdown: [LINE],
  ...maybeText('notes special_requests confirmed_at cancelled_at completed_at'),
  ...maybeText('coupon_code cancellation_reason'),
  listing: LISTING,
  guest: GUEST,
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
};
const LISTING_DAY: Fields = {
  ...text('date status units_left'),
  ...yesOrNo('available closed_for_arrival closed_for_departure'),
  ...whole('day_rate min_stay'),
};
const FOLIO: Fields = {
  ...text('currency'),
  ...whole('grand_total paid_total balance_due'),
  payments: [{ ...text('id status'), ...whole('amount'), ...maybeText('due_on paid_at') }],
  invoices: [{ ...text('id number status issued_at'), ...whole('amount'), ...maybeText('voided_at') }],
  'security_deposit?': { ...text('id status'), ...whole('amount'), ...maybeText('held_at returned_at') },
};
const EVENT: Fields = {
  ...text('id type created_at'),
  actor: { ...text('type'), ...maybeText('name') },
  data: 'object',
};
const BLOCK: Fields = {
  ...text('id listing_id unit_id start_date end_date created_at'),
  ...maybeText('reason'),
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

/** The body of each operation's success. */
export const ANSWERS: Record<string, Fields | null> = {
  'GET /v1/me': {
    success: 'boolean',
    data: {
      team: { ...whole('id'), ...text('slug name') },
      token: { ...text('name last_used_at'), abilities: 'string[]' },
    },
  },
  'GET /v1/listings': page(LISTING),
  'GET /v1/listings/{listing}': one(LISTING),
  'GET /v1/listings/{listing}/calendar': list(LISTING_DAY),
  'GET /v1/availability/{listing}': one(AVAILABILITY),
  'POST /v1/bookings': one(BOOKING),
  'GET /v1/bookings': page(BOOKING),
  'GET /v1/bookings/{booking}': one(BOOKING),
  'PUT /v1/bookings/{booking}': one(BOOKING),
  'POST /v1/bookings/{booking}/confirm': one(BOOKING),
  'POST /v1/bookings/{booking}/cancel': one(BOOKING),
  'GET /v1/bookings/{booking}/events': page(EVENT),
  'GET /v1/bookings/{booking}/folio': one(FOLIO),
  'PUT /v1/bookings/{booking}/payments/{payment}': one(FOLIO),
  'PUT /v1/bookings/{booking}/invoices/{invoice}': one(FOLIO),
  'PUT /v1/bookings/{booking}/security-deposit': one(FOLIO),
  'GET /v1/blocks': page(BLOCK),
  'POST /v1/blocks': list(BLOCK),
  'DELETE /v1/blocks/{block}': null,
  'GET /v1/guests': page(GUEST),
  'POST /v1/guests': one(GUEST),
  'GET /v1/guests/{guest}': one(GUEST),
  'PUT /v1/guests/{guest}': one(GUEST),
  'GET /v1/public/{teamSlug}/listings': page(PUBLIC_LISTING),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}': one(PUBLIC_LISTING),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/availability': one(AVAILABILITY),
  'GET /v1/public/{teamSlug}/listings/{listingSlug}/calendar': list(LISTING_DAY),
};

/** The words that the contract names. */
export const WORDS: Record<string, string[]> = {
  'Listing.kind': ['standalone', 'building', 'unit_type'],
  'Listing.status': ['draft', 'active', 'inactive', 'archived'],
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
    booking.created booking.confirmed booking.changed booking.cancelled booking.completed
    booking.folio_changed`),
  'PaymentStep.status': ['paid', 'failed', 'refunded'],
  'InvoiceStep.status': ['paid', 'void'],
  'SecurityDepositStep.status': ['held', 'returned', 'kept'],
};
