import { mergeRegisters } from '../../../registers/all.ts';

/**
 * A team file with everything that a team can have. It is a function, so that a test may change
 * its own copy.
 */
export function exampleFile() {
  return {
    team: {
      slug: 'harbour',
      name: 'Harbour Stays',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      enforce_token_scope: false,
      deposit_percent: 30,
      balance_due_days: 30,
      cancellation_policy: {
        name: 'Flexible',
        grace_hours: 24,
        grace_days_before: 14,
        tiers: [
          { days_before: 14, refund_percent: 100 },
          { days_before: 7, refund_percent: 50 },
        ],
        fee_of: 'total',
        fee_tax: null,
        translations: { de: { name: 'Flexibel' } },
      },
      site_bookings: 'request',
      site_hold_minutes: 120,
      site_max_nights: 60,
      infant_age: 3,
      calendars_show_requests: true,
      reseating: 'on',
      unit_fixed_days: 3,
      site_cancellation: 'by_terms',
      mail_from_name: 'Ana of Harbour Stays',
      mail_reply_to: 'desk@harbour.example',
      contact: {
        email: 'hello@harbour.example',
        phone: '+351 210 000 000',
        website: 'https://harbour.example',
      },
      privacy_url: 'https://harbour.example/privacy',
      terms_url: 'https://harbour.example/terms',
      site_sentence: 'Flats by the river, and a boat.',
      site_headline: 'Wake up by the river',
      site_color: '#1f6f5c',
      payment_instructions: 'IBAN PT50 0002 0123\nwith your booking code',
      payment_link: 'https://pay.harbour.example/{confirmation_code}?amount={amount}',
      arrival_days_before: 7,
      imprint: 'Harbour Stays Lda\nRua do Mar 1, Lisbon',
      languages: ['en', 'de', 'pt'],
      translations: {
        de: { site_sentence: 'Wohnungen am Fluss, und ein Boot.', site_headline: 'Aufwachen am Fluss' },
        pt: { imprint: 'Harbour Stays Lda\nRua do Mar 1, Lisboa' },
      },
    },
    roles: [{ code: 'night', name: 'Night desk', permissions: ['calendar:read', 'bookings:write'] }],
    members: [{ email: 'ana@harbour.example', name: 'Ana Reis', password: 'a long enough password' }],
    tokens: [
      {
        name: 'Back office',
        scope: 'read-write',
        token: 'token-of-another-system-0001',
        created_by: 'ana@harbour.example',
      },
    ],
    fees: [
      {
        code: 'cleaning',
        name: 'Cleaning fee',
        basis: 'stay',
        amount: 5000,
        taxable: true,
        listings: null,
        translations: { de: { name: 'Endreinigung' } },
      },
      { code: 'service', name: 'Service fee', basis: 'percent', percent: 3.5 },
    ],
    taxes: [
      {
        code: 'vat',
        name: 'VAT',
        basis: 'percent',
        percent: 6,
        applies_to: ['accommodation', 'fees'],
        included: false,
      },
      { code: 'city', name: 'City tax', basis: 'guest_night', amount: 200, max_nights: 7 },
    ],
    discounts: [
      { code: 'weekly', name: 'Weekly discount', kind: 'length_of_stay', min_nights: 7, percent: 10 },
      { code: 'early', name: 'Early bird', kind: 'early_bird', days_before: 90, percent: 5 },
    ],
    coupons: [
      {
        code: 'SPRING15',
        percent: 15,
        active: true,
        valid_from: null,
        valid_until: null,
        stay_from: null,
        stay_until: null,
        min_nights: 2,
        max_redemptions: 100,
        listings: ['sea-loft'],
      },
      { code: 'TAKE20', amount: 2000 },
    ],
    ...listsOfOptions(),
    listings: [seaLoft(), pierHouse(), pierDouble()],
    guests: [
      { email: 'bea@example.com', name: 'Bea Lind', phone: '+46 70 123 45 67', notes: null, language: 'de' },
    ],
    blocks: [
      {
        listing: 'sea-loft',
        unit: 'Loft A',
        start_date: '2027-02-01',
        end_date: '2027-02-08',
        reason: 'Owner stay',
      },
    ],
    bookings: [booking()],
  };
}

const listsOfOptions = () =>
  Object.fromEntries(
    Object.entries(mergeRegisters('fileLists')).map(([name, { example }]) => [
      name,
      structuredClone(example),
    ]),
  );

export type ExampleFile = ReturnType<typeof exampleFile>;

function seaLoft() {
  return {
    slug: 'sea-loft',
    kind: 'standalone',
    public_title: 'Sea Loft',
    nickname: 'SL',
    status: 'active',
    listed_on_site: true,
    property_type: 'loft',
    max_guests: 4,
    bedrooms_count: 2,
    beds_count: 3,
    bathrooms_count: 1,
    bathrooms_half: true,
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    check_in_time: '15:00',
    check_out_time: '11:00',
    address: {
      street: '1 Quay',
      city: 'Lisbon',
      state: null,
      postcode: '1100-001',
      country: 'PT',
      latitude: '38.711300',
      longitude: '-9.139600',
    },
    headline: 'Above the water',
    arrival_instructions: 'The key is in the box beside the door.\nIts code is 4711.',
    description: 'A loft above the water.',
    translations: {
      de: {
        public_title: 'Loft am Meer',
        headline: 'Über dem Wasser',
        description: 'Ein Loft.\nÜber dem Wasser.',
      },
      fr: { arrival_instructions: 'La clé est dans la boîte.' },
    },
    rates: {
      nightly: 12000,
      weekend_nightly: 15000,
      weekend_days: [5, 6],
      included_guests: 2,
      extra_guest_nightly: 1500,
      extra_child_nightly: 500,
    },
    rules: {
      min_stay: 2,
      max_stay: 28,
      advance_notice_days: 1,
      booking_window_days: 540,
      preparation_days: 0,
    },
    security_deposit: 20000,
    registration_number: '12345/AL',
    cancellation_policy: { name: 'Strict', tiers: [{ days_before: 30, refund_percent: 33.3333 }] },
    reseating: 'off',
    seasons: [
      {
        name: 'Summer',
        start_date: '2027-06-15',
        end_date: '2027-09-15',
        nightly: 18000,
        weekend_nightly: 21000,
        min_stay: 4,
        max_stay: null,
        translations: { de: { name: 'Sommer' } },
      },
    ],
    days: [
      {
        date: '2027-12-31',
        nightly: 40000,
        min_stay: 3,
        max_stay: null,
        closed_for_arrival: false,
        closed_for_departure: true,
        closed: false,
      },
    ],
    units: [
      { id: '01970000-0000-7000-8000-000000000001', name: 'Loft A' },
      { name: 'Loft B', active: true },
    ],
    photos: [
      {
        is_featured: true,
        sort_order: 0,
        width: 2400,
        height: 1600,
        thumbnail_url: 'https://photos.example/loft-small.jpg',
        medium_url: 'https://photos.example/loft-medium.jpg',
        original_url: 'https://photos.example/loft.jpg',
        caption: 'The terrace above the harbour',
        translations: { de: { caption: 'Die Terrasse über dem Hafen' } },
      },
    ],
  };
}

const pierHouse = () => ({
  slug: 'pier-house',
  kind: 'building',
  whole_building_bookable: true,
  public_title: 'Pier House',
  max_guests: 8,
  address: { street: '2 Pier', city: 'Porto', country: 'PT' },
  rates: { nightly: 50000 },
});

const pierDouble = () => ({
  slug: 'pier-double',
  kind: 'unit_type',
  building: 'pier-house',
  public_title: 'Pier Double',
  max_guests: 2,
  rates: { nightly: 9000 },
  units: [{ name: '101' }, { name: '102' }],
});

function booking() {
  return {
    confirmation_code: 'HB7K2M9Q',
    listing: 'sea-loft',
    unit: 'Loft A',
    guest: 'bea@example.com',
    status: 'confirmed',
    source: 'import',
    check_in: '2027-03-01',
    check_out: '2027-03-05',
    number_of_guests: 2,
    coupon_code: null,
    notes: null,
    special_requests: null,
    language: 'fr',
    totals: {
      accommodation_total: 48000,
      discount_total: 0,
      fees_total: 5000,
      taxes_total: 4780,
      grand_total: 57780,
    },
    lines: [],
    preparation_days: 0,
    cancellation_policy: null,
    cancellation_reason: null,
    cancellation_fee: null,
    events: [],
    created_at: '2026-11-01T10:00:00+00:00',
    payments: [
      { amount: 17334, status: 'paid', due_on: '2026-11-01', paid_at: '2026-11-01T10:00:05+00:00' },
      { amount: 40446, status: 'scheduled', due_on: '2027-01-30' },
    ],
    invoices: [{ number: '2026-0001', amount: 57780, status: 'open', document: structuredClone(DOCUMENT) }],
    security_deposit: { amount: 20000, status: 'held' },
  };
}

/** What the booking's invoice showed when it was issued. */
const DOCUMENT = {
  seller: {
    name: 'Harbour Stays Lda',
    address: 'Rua do Mar 1\nLisbon',
    tax_number: 'PT 500',
    footer: 'IBAN PT50',
  },
  billing_name: 'Lind & Co',
  billing_address: 'Storgatan 1\n111 22 Stockholm',
  place: {
    title: 'Sea Loft',
    building: 'Pier House',
    street: 'Cais 3',
    postcode: '1100',
    city: 'Lisbon',
    state: null,
    country: 'PT',
  },
  check_in: '2027-03-01',
  check_out: '2027-03-05',
  number_of_guests: 2,
  lines: [
    {
      type: 'accommodation',
      code: 'accommodation',
      name: 'Accommodation',
      basis: 'night',
      quantity: 4,
      unit_amount: null,
      percent: null,
      base_amount: null,
      amount: 57780,
      included: false,
    },
    {
      type: 'tax',
      code: 'vat',
      name: 'VAT',
      basis: 'percent',
      quantity: null,
      unit_amount: null,
      percent: 6,
      base_amount: 54509,
      amount: 3271,
      included: true,
      applies_to: ['accommodation'],
    },
  ],
};
