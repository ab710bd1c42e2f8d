import { toNewForm } from '../../../src/options/desk/web/charges/templates.ts';
import { buildAboutForm, isAboutPart, PART_WORDS } from '../../../src/options/desk/web/places/about/form.ts';
import { buildKindRows } from '../../../src/options/desk/web/places/new-form.ts';
import { SITE_FORM } from '../../../src/options/desk/web/site/form.ts';
import { OPTIONS } from '../../../src/options.ts';
import { day } from '../../helpers/factories.ts';
import { empty, idAtEnd, refused, seen } from '../../registers/calls.ts';
import type { Undo } from '../../registers/entry.ts';
import { A_MONTH, byStayInBody, MORE, stay } from '../../registers/loads.ts';
import type { RouteRegister } from '../../registers/registers.ts';

/** Of things to decide. */
const KINDS_OF_OPTIONS = OPTIONS.flatMap(({ toDecide = [] }) => toDecide).length;
const dates = { check_in: day(40), check_out: day(43) };
const party = { adults: '2', children_ages: '', pets: '' };
const cancelBooking: Undo = async (_world, { client, own }, { location }) => {
  // Without a session, a form leads to the sign-in.
  if (idAtEnd(location) === '') return;
  const { guest_id } = await client.read(`/bookings/${idAtEnd(location)}`);
  await client.cancel(idAtEnd(location));
  if (guest_id !== own.guest) await client.send('PUT', `/guests/${guest_id}`, { email: null });
};
/** Every field of a form, and nothing in it. */
const emptied = ({ labels }: { labels: object }) =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, '']));
/** Of all parts of a place, though only one is sent: none of their fields names anything. */
const emptiedAbout = Object.assign(
  {},
  ...Object.keys(PART_WORDS)
    .filter(isAboutPart)
    .map((part) => emptied(buildAboutForm(part, { kind: 'building', customFields: null, rooms: [] }))),
);
const FILTERS = {
  q: '',
  status: '',
  source: '',
  balance: '',
  from: '',
  to: '',
  sort: '',
  arriving_on: '',
  departing_on: '',
  in_house_on: '',
};
const season = ['name', 'start_date', 'end_date', 'nightly', 'weekend_nightly', 'min_stay', 'max_stay'];
const rates = [
  'nightly',
  'weekend_nightly',
  'weekend_days',
  'included_guests',
  'extra_guest_nightly',
  'extra_child_nightly',
];
const rules = ['min_stay', 'max_stay', 'advance_notice_days', 'booking_window_days', 'preparation_days'];
const emptyCharge = {
  ...toNewForm('fee', undefined).values,
  ...empty('ages', ['from', 'to']),
  ...empty('valid', ['from', 'until']),
  name: '',
  code: '',
  value: '',
  listings: '',
  look: '',
  optional: '',
  max_quantity: '',
};
const nights = { check_in: day(80), check_out: day(82) };
/** The pages of daily work. */
export const deskRoutes: Record<string, RouteRegister> = {
  // What is to do today, the stays of channels, what is done towards a first booking, and each kind of thing to decide.
  'GET /app/teams/:team/today': { mostStatements: 16 + KINDS_OF_OPTIONS },
  'GET /app/teams/:team/today/cleaning': 'small',
  'GET /app/teams/:team/calendar': {
    load: 'dear',
    query: { from: '', q: '', days: '', building: '' },
    mostStatements: 9,
  },
  'GET /app/teams/:team/calendar/units/:unit': 'small',
  'GET /app/teams/:team/calendar/units/:unit/block': 'small',
  'POST /app/teams/:team/calendar/units/:unit/block': {
    form: { ...nights, reason: 'Swept', all: '' },
    undo: async (_world, { client }) => {
      const blocks = await client.read(`/blocks?from=${nights.check_in}&to=${nights.check_out}`);
      for (const { id } of blocks) await client.send('DELETE', `/blocks/${id}`);
    },
  },
  'GET /app/teams/:team/calendar/blocks/:block': 'small',
  // The API has deleted it.
  'POST /app/teams/:team/calendar/blocks/:block/delete': { status: 404 },
  'GET /app/teams/:team/calendar/blocks/:block/guest': { status: 404 },
  'POST /app/teams/:team/calendar/blocks/:block/guest': { status: 404 },
  'GET /app/teams/:team/team': 'small',
  'POST /app/teams/:team/team/:part': refused({
    seen,
    name: 'Swept',
    timezone: 'UTC',
    require_second_factor: '',
    reseating: '',
    unit_fixed_days: '',
    invoice_numbering: 'booking',
    invoice_prefix: '',
    invoice_next_number: '',
    credit_note_prefix: '',
    credit_note_next_number: '',
    ...empty('invoice_details', ['name', 'address', 'tax_number', 'footer', 'title']),
  }),
  'GET /app/teams/:team/bookings': {
    places: { 'query.q': 'confirmationCode' },
    query: FILTERS,
  },
  'GET /app/teams/:team/bookings.csv': { places: { 'query.q': 'confirmationCode' }, query: FILTERS },
  // A booking with its messages.
  // One asks what the booking's channel says otherwise.
  'GET /app/teams/:team/bookings/:booking': { mostStatements: 10 },
  // The API has confirmed it, and recorded these steps.
  'POST /app/teams/:team/bookings/:booking/confirm': { status: 422 },
  'POST /app/teams/:team/bookings/:booking/messages': refused({ subject: '', body: 'Swept' }),
  'POST /app/teams/:team/bookings/:booking/notes': refused({ notes: 'Swept', special_requests: '', seen }),
  'POST /app/teams/:team/bookings/:booking/billing': refused({
    billing_name: '',
    billing_address: '',
    language: '',
    billing_seen: seen,
  }),
  'POST /app/teams/:team/bookings/:booking/references': refused({
    external_reference: '',
    custom_fields: '',
    references_seen: seen,
  }),
  'GET /app/teams/:team/bookings/new': {
    load: {
      dear: [{ query: stay(A_MONTH) }, { query: { ...stay(MORE), listing: 'a' } }],
      small: [{}, { query: { ...stay(A_MONTH), listing: 'a' } }, { query: { check_in: '2031-06-01' } }],
    },
    places: { 'query.listing': 'listing', 'query.guest': 'guest', 'query.coupon_code': 'coupon' },
    query: { ...dates, ...party, q: '' },
  },
  'POST /app/teams/:team/bookings/new': {
    load: byStayInBody,
    places: {
      'form.listing_id': 'listing',
      'form.guest_email': 'guestEmail',
      'form.coupon_code': 'coupon',
    },
    form: {
      ...dates,
      ...party,
      extras: '',
      expected_total: '',
      guest_name: 'Swept',
      guest_phone: '',
      notes: '',
      special_requests: '',
      source: 'manual',
      status: 'confirmed',
      override_rules: '',
      hold_hours: '',
    },
    formOf: ({ listing }) => ({ listing_id: listing }),
    undo: cancelBooking,
  },
  'GET /app/teams/:team/bookings/:booking/change': 'small',
  'POST /app/teams/:team/bookings/:booking/change': {
    load: byStayInBody,
    places: { 'form.listing_id': 'listing', 'form.unit_id': 'unit', 'form.coupon_code': 'coupon' },
    form: {
      ...dates,
      ...party,
      adults: 'x',
      extras: '',
      keep_price: '',
      override_rules: '',
      step: 'preview',
      previewed: '',
      units_of: '',
    },
    formOf: ({ listing, unit }) => ({ listing_id: listing, unit_id: unit }),
    status: 422,
  },
  'GET /app/teams/:team/bookings/:booking/cancel': 'small',
  'POST /app/teams/:team/bookings/:booking/cancel': refused({
    fee: 'none',
    reason: '',
    step: '',
    previewed: '',
  }),
  'GET /app/teams/:team/bookings/:booking/price': 'small',
  'POST /app/teams/:team/bookings/:booking/price': {
    form: {
      agreed: 'total',
      agreed_amount: '',
      discount_total: '',
      fees_total: '',
      taxes_total: '',
      line_0_id: '',
      line_0_name: '',
      line_0_amount: '',
      line_0_taxable: '',
      step: 'preview',
      previewed: '',
    },
    status: 200,
  },
  'POST /app/teams/:team/bookings/:booking/unit': { form: { unit_pinned: '' } },
  'POST /app/teams/:team/bookings/:booking/hold': refused({ hold_hours: 'x' }),
  'POST /app/teams/:team/bookings/:booking/guest-link': { status: 200 },
  'POST /app/teams/:team/bookings/:booking/payments/:payment': refused({
    status: 'paid',
    refunded_amount: '',
    lower_price: '',
    step_paid_on: '',
    step_method: '',
  }),
  'POST /app/teams/:team/bookings/:booking/payments': refused({
    payment_amount: '',
    payment_method: '',
    paid_on: '',
    payment_reference: '',
    allow_overpayment: '',
  }),
  'GET /app/teams/:team/bookings/:booking/invoices/:invoice': 'small',
  'POST /app/teams/:team/bookings/:booking/invoices/:invoice': refused({ status: 'paid' }),
  'POST /app/teams/:team/bookings/:booking/invoices': { status: 422 },
  'POST /app/teams/:team/bookings/:booking/security-deposit': refused({ status: 'held' }),
  'POST /app/teams/:team/bookings/:booking/payment-plan': refused({
    plan: '',
    plan_seen: seen,
    ...Object.fromEntries(
      [0, 1, 2, 3].flatMap((row) => [
        [`plan_${row}_amount`, ''],
        [`plan_${row}_due_on`, ''],
      ]),
    ),
    step: 'save',
  }),
  'GET /app/teams/:team/places': { query: { q: '' } },
  'GET /app/teams/:team/prices/new': { status: 303 },
  'GET /app/teams/:team/places/new': { places: { 'query.building': 'building' }, query: { kind: '' } },
  'POST /app/teams/:team/places/new': {
    places: { 'form.building': 'building' },
    ...refused({
      ...emptied(buildKindRows('EUR')),
      whole_building_bookable: '',
      kind: '',
      public_title: '',
      property_type: 'house',
      max_guests: '2',
      units: '1',
      city: '',
      nightly: '1',
      min_stay: '',
      open: '',
    }),
    formOf: ({ building }) => ({ building }),
  },
  'GET /app/teams/:team/places/:listing': 'small',
  'GET /app/teams/:team/places/:listing/about': 'small',
  'GET /app/teams/:team/places/:listing/about/:aboutPart': 'small',
  'POST /app/teams/:team/places/:listing/about/:aboutPart': refused({
    ...emptiedAbout,
    cancellation_name: 'Half',
    cancellation_fee_of: 'total',
    seen,
  }),
  'POST /app/teams/:team/places/:listing/open': 'small',
  'POST /app/teams/:team/places/:listing/close': {
    undo: (_world, { client, own }) => client.send('PUT', `/listings/${own.listing}`, { status: 'active' }),
  },
  'GET /app/teams/:team/places/:listing/delete': 'small',
  // It has bookings.
  'POST /app/teams/:team/places/:listing/delete': { status: 422 },
  'GET /app/teams/:team/places/:listing/units': 'small',
  'POST /app/teams/:team/places/:listing/units': refused({ names: '' }),
  'POST /app/teams/:team/places/:listing/units/:unit': refused({ name: '' }),
  'GET /app/teams/:team/places/:listing/units/:unit/take-out': 'small',
  'POST /app/teams/:team/places/:listing/units/:unit/take-out': {
    undo: (_world, { client, own }) => client.send('PUT', `/units/${own.unit}`, { active: true }),
  },
  'POST /app/teams/:team/places/:listing/units/:unit/put-back': 'small',
  'POST /app/teams/:team/places/:listing/units/:unit/delete': { status: 422 },
  'GET /app/teams/:team/places/:listing/channels': { places: { 'query.unit': 'unit' }, query: { page: '' } },
  'POST /app/teams/:team/places/:listing/channels': {
    places: { 'form.unit_id': 'unit' },
    form: { name: 'Swept', url: 'https://swept.example/feed.ics', ignore: '' },
    formOf: ({ unit }) => ({ unit_id: unit }),
    undo: (_world, { client }, { location }) => client.send('DELETE', `/calendar-feeds/${idAtEnd(location)}`),
  },
  'GET /app/teams/:team/prices': { query: { q: '' } },
  'GET /app/teams/:team/prices/:listing': { query: { month: '', season: '', from: '', to: '', done: '' } },
  'POST /app/teams/:team/prices/:listing': refused({
    seen,
    ...empty('rates', rates),
    ...empty('rules', rules),
    rates_nightly: '1',
    security_deposit: '',
  }),
  'POST /app/teams/:team/prices/:listing/seasons': refused({
    seen,
    chosen: '',
    ...empty('season', season),
    remove: 'on',
  }),
  'POST /app/teams/:team/prices/:listing/guests': refused({
    seen,
    max_guests: '2',
    max_children: '',
    max_infants: '',
    max_pets: '',
  }),
  'POST /app/teams/:team/prices/:listing/days': {
    load: 'dear',
    form: {
      back: '',
      month: '',
      start_date: day(95),
      end_date: day(95),
      weekdays: '',
      nightly: '130',
      min_stay: '',
      max_stay: '',
      closed: '',
      closed_for_arrival: '',
      closed_for_departure: '',
      clear: '',
    },
  },
  'GET /app/teams/:team/prices/adjust': { query: { done: '' } },
  'POST /app/teams/:team/prices/adjust': {
    load: 'dear',
    places: { 'form.listings': 'listing' },
    ...refused({
      places: 'some',
      start_date: '',
      end_date: '',
      weekdays: '',
      way: '',
      value: '',
      round_to: '',
      look: 'on',
      change: '',
    }),
    formOf: ({ listing }) => ({ listings: listing }),
  },
  'POST /app/teams/:team/prices/adjust/undo': { load: 'dear', form: { done: '' } },
  'GET /app/teams/:team/prices/:listing/copy-seasons': 'small',
  'POST /app/teams/:team/prices/:listing/copy-seasons': refused({ seasons: '', listings: '', next_year: '' }),
  'POST /app/teams/:team/prices/:listing/undo': { load: 'dear', form: { done: '' } },
  // Each charge of the list is shown by a quote, and charges for the same stays by one.
  'GET /app/teams/:team/charges': { load: 'dear', query: { kind: '' }, mostStatements: 12 },
  'GET /app/teams/:team/charges/new/:chargeKind': { query: { template: '' } },
  'POST /app/teams/:team/charges/new/:chargeKind': refused(emptyCharge),
  'GET /app/teams/:team/charges/:chargeKind/:charge': 'small',
  'POST /app/teams/:team/charges/:chargeKind/:charge': refused({ ...emptyCharge, seen }),
  'GET /app/teams/:team/charges/:chargeKind/:charge/delete': 'small',
  // The API has deleted it.
  'POST /app/teams/:team/charges/:chargeKind/:charge/delete': { status: 404 },
  'GET /app/teams/:team/languages': 'small',
  'POST /app/teams/:team/languages': refused({ first: '', others: '', seen }),
  // A team of one language has nothing to translate into.
  'GET /app/teams/:team/languages/:into': { status: 404 },
  ...Object.fromEntries(
    ['team', 'charges', 'places/:listing'].flatMap((end): [string, RouteRegister][] => [
      [`GET /app/teams/:team/languages/:into/${end}`, { status: 404 }],
      [`POST /app/teams/:team/languages/:into/${end}`, { form: { thing: '', seen }, status: 404 }],
    ]),
  ),
  'GET /app/teams/:team/site': 'small',
  'GET /app/teams/:team/site/preview': 'small',
  ...Object.fromEntries(
    ['logo', 'cover'].flatMap((kind): [string, RouteRegister][] => [
      [
        `POST /app/teams/:team/site/${kind}/upload`,
        { form: undefined, body: {}, contentType: 'image/jpeg', status: 422 },
      ],
      [`GET /app/teams/:team/site/${kind}/delete`, 'small'],
      [`POST /app/teams/:team/site/${kind}/delete`, { status: 303 }],
    ]),
  ),
  'POST /app/teams/:team/site': refused({ ...emptied(SITE_FORM), fee_of: 'total', seen }),
  'GET /app/teams/:team/guests': { query: { search: '' } },
  'POST /app/teams/:team/guests': {
    places: { 'form.email': 'guestEmail' },
    form: { name: 'Swept', email: '', phone: '', language: '', notes: '' },
    undo: ({ db }, _team, { location }) =>
      db.execute(`delete from guests where id::text = '${idAtEnd(location)}'`),
  },
  'GET /app/teams/:team/guests/:guest': 'small',
  'POST /app/teams/:team/guests/:guest': {
    places: { 'form.email': 'guestEmail' },
    ...refused({ name: 'Swept', phone: '', language: '', notes: '', seen }),
  },
  'GET /app/teams/:team/guests/:guest/export': 'dear',
  'GET /app/teams/:team/guests/:guest/erase': 'small',
  'POST /app/teams/:team/guests/:guest/erase': { status: 422 },
  'GET /app/teams/:team/places/:listing/photos': 'small',
  'POST /app/teams/:team/places/:listing/photos/:photo': refused({ caption: '', place: '0', move: '', seen }),
  'GET /app/teams/:team/places/:listing/photos/:photo/delete': 'small',
  // The API has deleted it.
  'POST /app/teams/:team/places/:listing/photos/:photo/delete': { status: 404 },
  // Its body is a picture, and JSON is none.
  'POST /app/teams/:team/places/:listing/photos/upload': {
    form: undefined,
    body: {},
    contentType: 'image/jpeg',
    status: 422,
  },
  // The months, read in a transaction, and the payments that are due.
  'GET /app/teams/:team/money': { load: 'dear', mostStatements: 13 },
  'GET /app/teams/:team/money.csv': 'small',
};
