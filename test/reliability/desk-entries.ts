/** How to call the pages of a team's daily work: their filters, and the fields of their forms. */

import { toNewForm } from '../../src/options/desk/web/charges/templates.ts';
import { readAboutForm } from '../../src/options/desk/web/places/about/form.ts';
import { buildLabels, ROWS_OF_KINDS } from '../../src/options/desk/web/places/new-form.ts';
import { readSiteForm } from '../../src/options/desk/web/site/form.ts';
import { day } from '../helpers/factories.ts';
import type { Entry, Special } from './entry.ts';

const TEAM = '/app/teams/:team';
const idAtEnd = (location: string): string => /([0-9a-f-]{36})$/.exec(location)?.[1] ?? '';
const stay = { check_in: day(40), check_out: day(43) };
const party = { adults: '2', children_ages: '', pets: '' };

/** Forms say what their sender saw, and this sender saw something else, so that nothing is changed. */
const seen = 'something else';
const refused = (form: Record<string, string>): Special => ({ form, status: 422 });

const cancelBooking: Entry['undo'] = async (_world, { client, own }, { location }) => {
  // Without a session, a form leads to the sign-in.
  if (idAtEnd(location) === '') return;
  const { guest_id } = await client.read(`/bookings/${idAtEnd(location)}`);
  await client.cancel(idAtEnd(location));
  if (guest_id !== own.guest) await client.send('PUT', `/guests/${guest_id}`, { email: null });
};

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
const BOOKINGS: Record<string, Special> = {
  // What is to do today, the stays of channels, what is done towards a first booking, and each kind of thing to decide.
  [`GET ${TEAM}/today`]: { mostStatements: 19 },
  // The months, read in a transaction, and the payments that are due.
  [`GET ${TEAM}/money`]: { mostStatements: 13 },
  // A booking with its messages.
  [`GET ${TEAM}/bookings/:booking`]: { mostStatements: 9 },
  [`GET ${TEAM}/bookings`]: {
    places: { 'query.q': 'confirmationCode' },
    query: FILTERS,
  },
  [`GET ${TEAM}/bookings.csv`]: { places: { 'query.q': 'confirmationCode' }, query: FILTERS },
  [`POST ${TEAM}/bookings/:booking/price`]: {
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
  [`POST ${TEAM}/bookings/:booking/billing`]: refused({
    billing_name: '',
    billing_address: '',
    billing_seen: seen,
  }),
  [`POST ${TEAM}/bookings/:booking/references`]: refused({
    external_reference: '',
    custom_fields: '',
    references_seen: seen,
  }),
  [`GET ${TEAM}/bookings/new`]: {
    places: { 'query.listing': 'listing', 'query.guest': 'guest', 'query.coupon_code': 'coupon' },
    query: { ...stay, ...party, q: '' },
  },
  [`POST ${TEAM}/bookings/new`]: {
    places: {
      'form.listing_id': 'listing',
      'form.guest_email': 'guestEmail',
      'form.coupon_code': 'coupon',
    },
    form: {
      ...stay,
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
  // The API has confirmed it, and recorded these steps.
  [`POST ${TEAM}/bookings/:booking/confirm`]: { status: 422 },
  [`POST ${TEAM}/bookings/:booking/payments/:payment`]: refused({
    status: 'paid',
    refunded_amount: '',
    lower_price: '',
    step_paid_on: '',
    step_method: '',
  }),
  [`POST ${TEAM}/bookings/:booking/invoices/:invoice`]: refused({ status: 'paid' }),
  [`POST ${TEAM}/bookings/:booking/invoices`]: { status: 422 },
  [`POST ${TEAM}/bookings/:booking/security-deposit`]: refused({ status: 'held' }),
  [`POST ${TEAM}/bookings/:booking/payments`]: refused({
    payment_amount: '',
    payment_method: '',
    paid_on: '',
    payment_reference: '',
    allow_overpayment: '',
  }),
  [`POST ${TEAM}/bookings/:booking/payment-plan`]: refused({
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
  [`POST ${TEAM}/bookings/:booking/change`]: {
    places: { 'form.listing_id': 'listing', 'form.unit_id': 'unit', 'form.coupon_code': 'coupon' },
    form: {
      ...stay,
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
  [`POST ${TEAM}/bookings/:booking/cancel`]: refused({ fee: 'none', reason: '', step: '', previewed: '' }),
  [`POST ${TEAM}/bookings/:booking/unit`]: { form: { unit_pinned: '' } },
  [`POST ${TEAM}/bookings/:booking/guest-link`]: { status: 200 },
  [`POST ${TEAM}/bookings/:booking/messages`]: refused({ subject: '', body: 'Swept' }),
  [`POST ${TEAM}/bookings/:booking/hold`]: refused({ hold_hours: 'x' }),
  [`POST ${TEAM}/bookings/:booking/notes`]: refused({ notes: 'Swept', special_requests: '', seen }),
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
const empty = (prefix: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${prefix}_${name}`, '']));

const PRICES: Record<string, Special> = {
  [`GET ${TEAM}/prices`]: { query: { q: '' } },
  [`GET ${TEAM}/prices/new`]: { status: 303 },
  [`GET ${TEAM}/prices/:listing`]: { query: { month: '', season: '', from: '', to: '', done: '' } },
  [`POST ${TEAM}/prices/:listing`]: refused({
    seen,
    ...empty('rates', rates),
    ...empty('rules', rules),
    rates_nightly: '1',
    security_deposit: '',
  }),
  [`POST ${TEAM}/prices/:listing/guests`]: refused({
    seen,
    max_guests: '2',
    max_children: '',
    max_infants: '',
    max_pets: '',
  }),
  [`POST ${TEAM}/prices/:listing/seasons`]: refused({
    seen,
    chosen: '',
    ...empty('season', season),
    remove: 'on',
  }),
  [`POST ${TEAM}/prices/:listing/copy-seasons`]: refused({ seasons: '', listings: '', next_year: '' }),
  [`GET ${TEAM}/prices/adjust`]: { query: { done: '' } },
  [`POST ${TEAM}/prices/adjust`]: {
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
  [`POST ${TEAM}/prices/adjust/undo`]: { form: { done: '' } },
  [`POST ${TEAM}/prices/:listing/undo`]: { form: { done: '' } },
  [`POST ${TEAM}/prices/:listing/days`]: {
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
};

const CHARGE = `${TEAM}/charges/:chargeKind/:charge`;
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
const CHARGES: Record<string, Special> = {
  // Each charge of the list is shown by a quote, and charges for the same stays by one.
  [`GET ${TEAM}/charges`]: { query: { kind: '' }, mostStatements: 12 },
  [`GET ${TEAM}/charges/new/:chargeKind`]: { query: { template: '' } },
  [`POST ${TEAM}/charges/new/:chargeKind`]: refused(emptyCharge),
  [`POST ${TEAM}/site`]: refused({ ...readSiteForm({}).form.values, fee_of: 'total', seen }),
  [`POST ${CHARGE}`]: refused({ ...emptyCharge, seen }),
  // The API has deleted it.
  [`POST ${CHARGE}/delete`]: { status: 404 },
};

const PLACE = `${TEAM}/places/:listing`;
const UNIT = `${PLACE}/units/:unit`;
const PLACES: Record<string, Special> = {
  [`GET ${TEAM}/places`]: { query: { q: '' } },
  [`GET ${TEAM}/places/new`]: { places: { 'query.building': 'building' }, query: { kind: '' } },
  [`POST ${TEAM}/places/new`]: {
    places: { 'form.building': 'building' },
    ...refused({
      ...Object.fromEntries(Object.keys(buildLabels(ROWS_OF_KINDS)).map((name) => [name, ''])),
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
  [`POST ${PLACE}`]: refused({
    ...readAboutForm({}, { kind: 'building', customFields: null }).form.values,
    cancellation_fee_of: 'total',
    seen,
  }),
  // It has bookings.
  [`POST ${PLACE}/delete`]: { status: 422 },
  [`POST ${PLACE}/close`]: {
    undo: (_world, { client, own }) => client.send('PUT', `/listings/${own.listing}`, { status: 'active' }),
  },
  [`POST ${PLACE}/units`]: refused({ names: '' }),
  [`POST ${UNIT}`]: refused({ name: '' }),
  [`POST ${UNIT}/take-out`]: {
    undo: (_world, { client, own }) => client.send('PUT', `/units/${own.unit}`, { active: true }),
  },
  [`POST ${UNIT}/delete`]: { status: 422 },
  [`GET ${PLACE}/channels`]: { places: { 'query.unit': 'unit' }, query: { page: '' } },
  [`POST ${PLACE}/channels`]: {
    places: { 'form.unit_id': 'unit' },
    form: { name: 'Swept', url: 'https://swept.example/feed.ics', ignore: '' },
    formOf: ({ unit }) => ({ unit_id: unit }),
    undo: (_world, { client }, { location }) => client.send('DELETE', `/calendar-feeds/${idAtEnd(location)}`),
  },
};

const GUESTS: Record<string, Special> = {
  [`GET ${TEAM}/guests`]: { query: { search: '' } },
  [`POST ${TEAM}/guests`]: {
    places: { 'form.email': 'guestEmail' },
    form: { name: 'Swept', email: '', phone: '', notes: '' },
    undo: ({ db }, _team, { location }) =>
      db.execute(`delete from guests where id::text = '${idAtEnd(location)}'`),
  },
  [`POST ${TEAM}/guests/:guest`]: {
    places: { 'form.email': 'guestEmail' },
    ...refused({ name: 'Swept', phone: '', notes: '', seen }),
  },
  [`POST ${TEAM}/guests/:guest/erase`]: { status: 422 },
};

const HOOK = `${TEAM}/webhooks/:webhook`;
const WEBHOOKS: Record<string, Special> = {
  [`POST ${TEAM}/webhooks`]: {
    form: { url: 'https://swept.example', description: '', types: '' },
    undo: (_world, { client }, { location }) => client.send('DELETE', `/webhooks/${idAtEnd(location)}`),
  },
  [`GET ${HOOK}`]: { query: { status: '' } },
  [`POST ${HOOK}`]: refused({ url: 'no address', description: '', types: '' }),
  [`POST ${HOOK}/status`]: { form: { status: 'active' } },
  [`POST ${HOOK}/secret`]: { status: 200 },
  [`POST ${HOOK}/replay`]: { form: { after: '0' } },
  // The API has gone back in the feed, which drops what waits.
  [`POST ${HOOK}/deliveries/:delivery/redeliver`]: { status: 404 },
  // The API has deleted it.
  [`POST ${HOOK}/delete`]: { status: 404 },
};

const nights = { check_in: day(80), check_out: day(82) };
const CALENDAR: Record<string, Special> = {
  [`GET ${TEAM}/calendar`]: { query: { from: '', q: '', days: '', building: '' }, mostStatements: 9 },
  [`POST ${TEAM}/calendar/units/:unit/block`]: {
    form: { ...nights, reason: 'Swept', all: '' },
    undo: async (_world, { client }) => {
      const blocks = await client.read(`/blocks?from=${nights.check_in}&to=${nights.check_out}`);
      for (const { id } of blocks) await client.send('DELETE', `/blocks/${id}`);
    },
  },
  // The API has deleted it.
  [`POST ${TEAM}/calendar/blocks/:block/delete`]: { status: 404 },
  [`GET ${TEAM}/calendar/blocks/:block/guest`]: { status: 404 },
  [`POST ${TEAM}/calendar/blocks/:block/guest`]: { status: 404 },
};

const FEED = `${TEAM}/calendar-feeds/:feed`;
const FEEDS: Record<string, Special> = {
  [`POST ${TEAM}/calendar-feeds`]: {
    places: { 'form.unit_id': 'unit' },
    form: { name: 'Swept', url: 'https://swept.example/feed.ics', ignore: '' },
    formOf: ({ unit }) => ({ unit_id: unit }),
    undo: (_world, { client }, { location }) => client.send('DELETE', `/calendar-feeds/${idAtEnd(location)}`),
  },
  [`POST ${FEED}`]: refused({ name: '', url: '', paused: '', ignore: '' }),
  // The API has deleted it.
  [`POST ${FEED}/delete`]: { status: 404 },
  [`GET ${TEAM}/calendar-feeds`]: { places: { 'query.unit': 'unit' }, query: { page: '' } },
  [`POST ${FEED}/address`]: { status: 303 },
  [`POST ${FEED}/address/show`]: { status: 200 },
  // The API has withdrawn it.
  [`POST ${FEED}/address/withdraw`]: { status: 404 },
  // Without a unit it leads back to the form.
  [`GET ${TEAM}/calendar-feeds/out`]: { places: { 'query.unit': 'unit' }, status: 303 },
  [`POST ${TEAM}/calendar/units/:unit/address/show`]: { status: 200 },
  // The API has withdrawn it.
  [`POST ${TEAM}/calendar/units/:unit/address/withdraw`]: { status: 404 },
};

const PHOTO = `${TEAM}/places/:listing/photos/:photo`;
const PHOTOS: Record<string, Special> = {
  // Its body is a picture, and JSON is none.
  [`POST ${TEAM}/places/:listing/photos/upload`]: {
    form: undefined,
    body: {},
    contentType: 'image/jpeg',
    status: 422,
  },
  [`POST ${PHOTO}`]: { form: { caption: '', place: '0', move: '' } },
  // The API has deleted it.
  [`POST ${PHOTO}/delete`]: { status: 404 },
};

const TEAM_PAGE: Record<string, Special> = {
  [`POST ${TEAM}/team/:part`]: refused({
    seen,
    name: 'Swept',
    timezone: 'UTC',
    reseating: '',
    unit_fixed_days: '',
    invoice_numbering: 'booking',
    invoice_prefix: '',
    invoice_next_number: '',
    credit_note_prefix: '',
    credit_note_next_number: '',
    ...empty('invoice_details', ['name', 'address', 'tax_number', 'footer', 'title']),
  }),
};

const MESSAGE = `${TEAM}/messages/:mail`;
const KIND = `${TEAM}/messages/kinds/:kind`;
const text = { subject: 'Swept', body: 'Swept', booking_id: '' };
const MESSAGES: Record<string, Special> = {
  [`GET ${TEAM}/messages`]: { query: { kind: '', status: '' } },
  // The API has withdrawn it.
  [`POST ${MESSAGE}/withdraw`]: { status: 422 },
  // A booking with its folio is read for the preview, after the list to choose it from, and the places of the rule.
  [`GET ${KIND}`]: { mostStatements: 12 },
  [`POST ${KIND}/rule`]: {
    form: { active: 'on', days: '', hour: '', sources: '', places: '', listings: '' },
  },
  [`POST ${KIND}/preview`]: {
    places: { 'form.booking_id': 'booking' },
    form: text,
    formOf: ({ booking }) => ({ booking_id: booking }),
    status: 200,
  },
  [`POST ${KIND}/text`]: {
    places: { 'form.booking_id': 'booking' },
    form: text,
    undo: (_world, { client }) => client.send('DELETE', '/mail-texts/booking_expired/en'),
  },
  [`POST ${TEAM}/messages/suppressions`]: {
    places: { 'form.email': 'guestEmail' },
    form: { email: 'swept@example.com', reason: '' },
    undo: async (_world, { client, own }) => {
      for (const { id } of await client.read('/mail-suppressions'))
        if (id !== own.suppression) await client.send('DELETE', `/mail-suppressions/${id}`);
    },
  },
  // The API has deleted it.
  [`POST ${TEAM}/messages/suppressions/:suppression/delete`]: { status: 404 },
};

export const DESK: Record<string, Special> = {
  ...PHOTOS,
  ...BOOKINGS,
  ...CALENDAR,
  ...PRICES,
  ...CHARGES,
  ...PLACES,
  ...GUESTS,
  ...WEBHOOKS,
  ...FEEDS,
  ...MESSAGES,
  ...TEAM_PAGE,
};
