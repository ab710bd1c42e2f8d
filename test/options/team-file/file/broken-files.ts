/** Mistakes of a team file, and the place that a refusal names for each. */
import { type ExampleFile, exampleFile } from './example.ts';

export type Mistake = {
  what: string;
  path: Path;
  /** What stands there. Undefined if the field is removed. */
  value: unknown;
  field: string;
  /** The entry that is named, if it is not the one of the path. */
  place?: string;
};

export type Path = readonly (string | number)[];
type Json = Record<string | number, unknown>;

/** The example with something of every kind, including optional fields and ids. */
export function goodFile() {
  const file: ExampleFile & Json = exampleFile();
  const [booking] = file.bookings;
  return {
    ...file,
    bookings: [
      {
        ...booking,
        id: '01970000-0000-7000-8000-000000000002',
        coupon_code: 'TAKE20',
        confirmed_at: '2026-11-01T10:00:00Z',
        lines: [
          {
            type: 'accommodation',
            code: 'accommodation',
            name: 'Stay',
            basis: 'night',
            quantity: 4,
            amount: 48000,
          },
          { type: 'fee', code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5000 },
          {
            type: 'tax',
            code: 'vat',
            name: 'VAT',
            basis: 'percent',
            percent: 6,
            base_amount: 53000,
            amount: 4780,
          },
        ],
        events: [{ type: 'booking.created', actor: { type: 'token', name: 'Till' }, data: { a: [1, 2] } }],
      },
      {
        ...booking,
        confirmation_code: 'SECOND',
        unit: 'Loft B',
        status: 'cancelled',
        cancellation_reason: 'Ill',
        payments: [],
        invoices: [],
        security_deposit: null,
      },
      {
        ...booking,
        confirmation_code: 'WHOLE',
        listing: 'pier-house',
        unit: null,
        payments: [],
        invoices: [],
      },
    ],
  };
}

const NATURAL_KEY: Record<string, string> = {
  members: 'email',
  tokens: 'name',
  fees: 'code',
  taxes: 'code',
  discounts: 'code',
  coupons: 'code',
  mail_rules: 'kind',
  mail_texts: 'kind',
  mail_suppressions: 'email',
  listings: 'slug',
  guests: 'email',
  bookings: 'confirmation_code',
};

/** Every required field, left out and null. */
const REQUIRED: Path[] = [
  ...['slug', 'name', 'currency', 'timezone'].map((field) => ['team', field]),
  ...['email', 'name'].map((field) => ['members', 0, field]),
  ...['name', 'scope', 'token'].map((field) => ['tokens', 0, field]),
  ...['fees', 'taxes'].flatMap((list) => ['code', 'name', 'basis'].map((field) => [list, 0, field])),
  ...[0, 1].map((index) => ['fees', index, index === 0 ? 'amount' : 'percent']),
  ['taxes', 1, 'amount'],
  ...['code', 'name', 'kind', 'percent', 'min_nights'].map((field) => ['discounts', 0, field]),
  ['discounts', 1, 'days_before'],
  ['coupons', 0, 'code'],
  ['coupons', 0, 'percent'],
  ['coupons', 1, 'amount'],
  ['mail_rules', 0, 'kind'],
  ...['kind', 'subject', 'body'].map((field) => ['mail_texts', 0, field]),
  ['mail_suppressions', 0, 'email'],
  ...['slug', 'kind', 'public_title', 'max_guests', 'rates'].map((field) => ['listings', 0, field]),
  ['listings', 0, 'rates', 'nightly'],
  ['listings', 2, 'building'],
  ...['name', 'start_date', 'end_date'].map((field) => ['listings', 0, 'seasons', 0, field]),
  ['listings', 0, 'days', 0, 'date'],
  ['listings', 0, 'units', 0, 'name'],
  ['guests', 0, 'name'],
  ['guests', 0, 'email'],
  ...['listing', 'unit', 'start_date', 'end_date'].map((field) => ['blocks', 0, field]),
  ...['confirmation_code', 'listing', 'guest', 'status', 'check_in', 'check_out', 'number_of_guests'].map(
    (field) => ['bookings', 0, field],
  ),
  ...['accommodation_total', 'grand_total'].map((field) => ['bookings', 0, 'totals', field]),
  ...['type', 'code', 'name', 'basis', 'amount'].map((field) => ['bookings', 0, 'lines', 0, field]),
  ...['amount', 'status'].map((field) => ['bookings', 0, 'payments', 0, field]),
  ...['amount', 'status'].map((field) => ['bookings', 0, 'invoices', 0, field]),
  ...['amount', 'status'].map((field) => ['bookings', 0, 'security_deposit', field]),
  ...['type', 'actor'].map((field) => ['bookings', 0, 'events', 0, field]),
];

export const missing = (): Mistake[] =>
  REQUIRED.flatMap((path) => [
    mistake(`${nameOf(path)} is missing`, path, undefined),
    mistake(`${nameOf(path)} is null`, path, null),
  ]);

const mistypedValues = (): [path: Path, value: unknown][] =>
  leavesOf({ ...goodFile(), bookings: goodFile().bookings.slice(0, 1) }).map(({ path, value }) => [
    path,
    typeof value === 'string' ? 7 : typeof value === 'object' ? 'text' : { not: 'this' },
  ]);

/**
 * Every value of the good file replaced by one of another type. Of the bookings only the first, which has all fields.
 */
export const mistyped = (): Mistake[] =>
  mistypedValues().map(([path, value]) => mistake(`${nameOf(path)} is of another type`, path, value));

/** Values that are refused whichever way they come, with their paths in the good file. */
export const refusedValues = (): [path: Path, value: unknown][] => [
  ...mistypedValues(),
  ...OUT_OF_RANGE.flatMap(([path, ...values]) => values.map((value): [Path, unknown] => [path, value])),
];

const tierOf = (_: unknown, index: number) => ({ days_before: 20 - index, refund_percent: 50 });
const LONG = 'x'.repeat(10_001);
const OUT_OF_RANGE: [path: Path, ...values: unknown[]][] = [
  [['team', 'slug'], 'Harbour', '-harbour', 'a'.repeat(64), ''],
  [['team', 'name'], '', '   ', 'x'.repeat(256), 'a\0b', '\ud800', 'a\nb', '\x1b[2J', '\u202eabc'],
  [['team', 'currency'], 'eur', 'XXQ', 'EURO'],
  [['team', 'timezone'], 'Europe/Nowhere', '+01:00', ''],
  [['team', 'deposit_percent'], -1, 100.1, 8.12345, '30'],
  [['team', 'balance_due_days'], -1, 3_651, 1.5],
  [['team', 'site_bookings'], 'on'],
  [['team', 'site_hold_minutes'], 0, 10_081],
  [['team', 'site_max_nights'], 0, 366, 1.5],
  [['team', 'infant_age'], -1, 6, 1.5],
  [['team', 'calendars_show_requests'], 'yes', 1],
  [['team', 'reseating'], 'maybe', true],
  [['team', 'unit_fixed_days'], -1, 31],
  [['team', 'site_cancellation'], 'always'],
  [['team', 'mail_from_name'], 'x'.repeat(256), 'a\nb'],
  [['team', 'mail_reply_to'], 'desk'],
  [['team', 'payment_instructions'], 'x'.repeat(2_001)],
  [['team', 'payment_link'], 'https://pay.example/{iban}'],
  [['team', 'arrival_days_before'], 61],
  [['team', 'contact'], 'desk', []],
  [['team', 'contact', 'website'], 'javascript:alert(1)', 'harbour.example'],
  [['team', 'privacy_url'], 'data:text/html,x', `https://h.example/${'x'.repeat(2_031)}`],
  [['team', 'terms_url'], 'ftp://h.example/', 'https://'],
  [['team', 'imprint'], LONG],
  [['team', 'site_sentence'], LONG],
  [['team', 'site_headline'], LONG, 'a\nb'],
  [['team', 'site_color'], '#fff', 'red', '1f6f5c', '#1f6f5c80', LONG],
  [['team', 'cancellation_policy', 'name'], '', 'x'.repeat(256)],
  [['team', 'cancellation_policy', 'grace_hours'], -1, 169],
  [['team', 'cancellation_policy', 'grace_days_before'], -1, 731],
  [['team', 'cancellation_policy', 'fee_of'], 'fees'],
  [['team', 'cancellation_policy', 'fee_tax'], '', LONG],
  [['team', 'cancellation_policy', 'tiers'], [], Array.from({ length: 11 }, tierOf)],
  [['team', 'cancellation_policy', 'tiers', 0, 'days_before'], -1, 731],
  [['team', 'cancellation_policy', 'tiers', 0, 'refund_percent'], -1, 100.1, 8.12345],
  [['members', 0, 'email'], 'ana', 'ana@', `${'a'.repeat(250)}@b.example`],
  [['members', 0, 'password'], ''],
  [['tokens', 0, 'token'], 'short', 'ünvisible-in-ascii-but-long-enough', `ink_${'0'.repeat(46)}`],
  [['tokens', 0, 'scope'], 'write'],
  [['tokens', 0, 'name'], 'x'.repeat(101)],
  [['fees', 0, 'basis'], 'week'],
  [['fees', 0, 'amount'], -1, 100_000_000_001, 1.5],
  [['fees', 0, 'code'], 'x'.repeat(41)],
  [['taxes', 0, 'applies_to'], ['rent'], []],
  [['taxes', 1, 'max_nights'], -1],
  [['taxes', 1, 'ages'], 7, 'all'],
  [['taxes', 1, 'max_amount'], -1, 5],
  [['fees', 0, 'valid_from'], 'soon', '2027-02-30'],
  [['fees', 0, 'max_quantity'], 0, 101, 5],
  [['discounts', 0, 'kind'], 'loyalty'],
  [['discounts', 0, 'percent'], 101],
  [['mail_rules', 0, 'kind'], 'newsletter'],
  [['mail_rules', 0, 'days'], -1, 61],
  [['mail_rules', 0, 'hour'], 24],
  [['mail_rules', 0, 'sources'], ['fax']],
  [['mail_texts', 0, 'language'], 'xx'],
  [['mail_texts', 0, 'subject'], 'x'.repeat(256)],
  [['mail_texts', 0, 'body'], LONG],
  [['mail_suppressions', 0, 'email'], 'nobody'],
  [['coupons', 0, 'max_redemptions'], -1],
  [['coupons', 0, 'valid_from'], '2027-02-30', '1999-12-31', '2200-01-01', 'infinity'],
  [['listings', 0, 'kind'], 'castle', 'building'],
  [['listings', 0, 'status'], 'deleted'],
  [['listings', 0, 'property_type'], 'palace'],
  [['listings', 0, 'max_guests'], 0, 1_001],
  [['listings', 0, 'max_children'], -1, 1_001],
  [['listings', 0, 'max_infants'], -1, 1_001],
  [['listings', 0, 'max_pets'], -1, 101],
  [['listings', 0, 'rates', 'extra_child_nightly'], -1, 0.5],
  [['listings', 0, 'check_in_time'], '24:00', '9:00', '15:00:00'],
  [['listings', 0, 'address', 'latitude'], '90.1', 'north'],
  [['listings', 0, 'address', 'longitude'], '-180.5'],
  [['listings', 0, 'description'], LONG],
  [['listings', 0, 'headline'], 'x'.repeat(256)],
  [['listings', 0, 'amenities'], 'wifi', ['helipad'], Array.from({ length: 501 }, () => 'wifi')],
  [['listings', 0, 'house_rules'], 'none', []],
  [['listings', 0, 'rooms'], {}, Array.from({ length: 51 }, () => ({ name: 'Bedroom' }))],
  [['listings', 0, 'registration_number'], 'x'.repeat(101)],
  [['listings', 0, 'arrival_instructions'], 'x'.repeat(5_001)],
  [['listings', 0, 'external_reference'], 'x'.repeat(101), 'a b'],
  [['listings', 0, 'custom_fields'], 'none', [], { Lock: 1 }, { lock: {} }],
  [['listings', 0, 'units', 0, 'external_reference'], 'é'],
  [['listings', 0, 'reseating'], 'maybe'],
  [['listings', 0, 'rates', 'weekend_days'], [0], [8]],
  [['listings', 0, 'rules', 'min_stay'], 0, 3_651],
  [['listings', 0, 'photos'], Array.from({ length: 51 }, () => ({}))],
  [['listings', 0, 'units'], Array.from({ length: 501 }, (_, index) => ({ name: `Unit ${index}` }))],
  [['listings', 0, 'seasons', 0, 'nightly'], -1],
  [['listings', 0, 'days', 0, 'date'], '2027-13-01', 'today'],
  [['guests', 0, 'phone'], '0'.repeat(51)],
  [['blocks', 0, 'reason'], 'x'.repeat(1_001)],
  [['bookings', 0, 'id'], 'not-a-uuid'],
  [['bookings', 0, 'confirmation_code'], 'x'.repeat(41)],
  [['bookings', 0, 'status'], 'open'],
  [['bookings', 0, 'source'], 'fax'],
  [['bookings', 0, 'number_of_guests'], 0, 1_001, '2'],
  [['bookings', 0, 'party'], 7, 'two'],
  [['bookings', 0, 'extras'], 7, {}],
  [['bookings', 0, 'check_out'], '2028-03-02', '2027-03-01', '2027-02-28', '2027-02-29'],
  [
    ['bookings', 0, 'created_at'],
    '2026-11-01',
    '2026-11-01T10:00:00',
    '2026-11-01T10:00Z',
    '0000-01-01T00:00:00Z',
  ],
  [['bookings', 0, 'totals', 'fees_total'], -1],
  [['bookings', 0, 'payments', 0, 'amount'], -1, 2 ** 53],
  [['bookings', 0, 'payments', 0, 'due_on'], '1898-12-31', '2200-01-01'],
  [['bookings', 0, 'payments', 0, 'status'], 'due'],
  [['bookings', 0, 'payments', 0, 'refunded_amount'], -1, 17_334, 17_335, 0.5],
  [['bookings', 0, 'payments', 0, 'reference'], 'x'.repeat(101), 'a\nb'],
  [['bookings', 1, 'cancellation_fee'], -1, 0.5, 2 ** 53],
  [['bookings', 0, 'invoices', 0, 'status'], 'unpaid'],
  [['bookings', 0, 'events', 0, 'type'], 'booking.moved'],
  [['bookings', 0, 'events', 0, 'data'], { text: 'a\0b' }, { deep: deep(30) }],
];

export const outOfRange = (): Mistake[] =>
  OUT_OF_RANGE.flatMap(([path, ...values]) =>
    values.map((value) => mistake(`${nameOf(path)} is ${JSON.stringify(value)?.slice(0, 40)}`, path, value)),
  );

/**
 * Mistakes that only show together with the rest of the file: unknown references, duplicates, overlaps, contradictions.
 */
export const contradictory = (): Mistake[] => [
  ...DANGLING.map(([path, value]) => mistake(`${nameOf(path)} names nothing`, path, value)),
  ...Object.keys(NATURAL_KEY).map((list) => {
    const entries = goodFile()[list as 'guests'] as Json[];
    return mistake(`${list} has one twice`, [list, entries.length], entries[0], NATURAL_KEY[list]);
  }),
  ...CONTRADICTIONS.map(([what, path, value, field, place]) => ({
    ...mistake(what, path, value, field),
    ...(place ? { place } : {}),
  })),
];

const DANGLING: [Path, unknown][] = [
  [['tokens', 0, 'created_by'], 'nobody@harbour.example'],
  [
    ['fees', 0, 'listings'],
    ['sea-loft', 'nowhere'],
  ],
  [['coupons', 0, 'listings'], ['nowhere']],
  [['listings', 2, 'building'], 'nowhere'],
  [['listings', 2, 'building'], 'sea-loft'],
  [['blocks', 0, 'listing'], 'nowhere'],
  [['blocks', 0, 'unit'], 'Loft Z'],
  [['bookings', 0, 'listing'], 'nowhere'],
  [['bookings', 0, 'unit'], 'Loft Z'],
  [['bookings', 0, 'guest'], 'nobody@example.com'],
  [['bookings', 0, 'guest'], '01970000-0000-7000-8000-0000000000ff'],
  [['bookings', 0, 'coupon_code'], 'AUTUMN'],
];

const season = { name: 'Feast', start_date: '2027-09-15', end_date: '2027-09-20' };
const stayOf = (code: string, more: Json) => ({
  ...goodFile().bookings[0],
  id: null,
  confirmation_code: code,
  ...more,
});
const CONTRADICTIONS: [what: string, path: Path, value: unknown, field?: string, place?: string][] = [
  [
    'two stays overlap',
    ['bookings', 3],
    stayOf('THIRD', { check_in: '2027-03-04', check_out: '2027-03-06' }),
    'nights',
  ],
  [
    'preparation nights overlap',
    ['bookings', 3],
    stayOf('THIRD', { check_in: '2027-02-25', check_out: '2027-03-01', preparation_days: 1 }),
    'nights',
  ],
  [
    'a block overlaps',
    ['blocks', 1],
    { listing: 'sea-loft', unit: 'Loft A', start_date: '2027-03-04', end_date: '2027-03-09' },
    'nights',
    'bookings[0] (HB7K2M9Q)',
  ],
  [
    'a building and its unit overlap',
    ['bookings', 3],
    stayOf('THIRD', { listing: 'pier-double', unit: '101' }),
    'nights',
  ],
  ['no unit is left', ['bookings', 3], stayOf('THIRD', { listing: 'pier-double', unit: null }), 'unit'],
  [
    'a building without units',
    ['bookings', 3],
    stayOf('THIRD', { listing: 'empty-house', unit: null }),
    'listing',
  ],
  ['a unit of a whole building', ['bookings', 2, 'unit'], '101'],
  ['seasons overlap', ['listings', 0, 'seasons', 1], season, 'seasons[1]'],
  ['a season ends early', ['listings', 0, 'seasons', 0, 'end_date'], '2027-06-14'],
  [
    'a tier as early as the one before',
    ['team', 'cancellation_policy', 'tiers', 1, 'days_before'],
    14,
    'cancellation_policy.tiers[1].days_before',
  ],
  [
    'a tier that gives back more than the one before',
    ['listings', 0, 'cancellation_policy', 'tiers', 1],
    { days_before: 7, refund_percent: 33.3334 },
    'cancellation_policy.tiers[1].refund_percent',
  ],
  ['a day twice', ['listings', 0, 'days', 1], { date: '2027-12-31' }, 'days[1].date'],
  ['a unit twice', ['listings', 0, 'units', 2], { name: ' Loft A ' }, 'units[2].name'],
  ['a unit id twice', ['listings', 0, 'units', 1, 'id'], '01970000-0000-7000-8000-000000000001', 'units.id'],
  ['units of a building', ['listings', 1, 'units'], [{ name: 'Attic' }]],
  ['a whole standalone listing', ['listings', 0, 'whole_building_bookable'], true],
  ['a building of a standalone listing', ['listings', 0, 'building'], 'pier-house'],
  ['another currency than the building', ['listings', 2, 'currency'], 'SEK'],
  ['another city than the building', ['listings', 2, 'address'], { city: 'Faro' }, 'address.city'],
  ['fixed amounts in another currency', ['listings', 1, 'currency'], 'SEK'],
  ['a block that ends as it begins', ['blocks', 0, 'end_date'], '2027-02-01'],
  ['an amount and a percentage', ['fees', 0, 'percent'], 3],
  ['a fixed tax that is included', ['taxes', 1, 'included'], true],
  ['a coupon of both kinds', ['coupons', 0, 'amount'], 5],
  [
    'a coupon that ends before it begins',
    ['coupons', 0],
    { code: 'SPRING15', percent: 1, valid_from: '2027-02-02', valid_until: '2027-02-01' },
    'valid_until',
  ],
  ['a rule of the other kind', ['discounts', 0, 'days_before'], 3],
  ['days of a kind that a change brings about', ['mail_rules', 1, 'days'], 3],
  ['a text with an unknown variable', ['mail_texts', 0, 'body'], '{{ guest.phone }}'],
  ['totals that do not add up', ['bookings', 0, 'totals', 'grand_total'], 57781],
  ['lines that do not add up', ['bookings', 0, 'lines', 1, 'amount'], 4999, 'totals.fees_total'],
  ['lines without totals', ['bookings', 0, 'totals'], null, 'lines'],
  [
    'a cancelled booking with a scheduled payment',
    ['bookings', 1, 'payments'],
    [{ amount: 1, status: 'scheduled' }],
    'payments',
  ],
  [
    'a cancelled booking with an open invoice',
    ['bookings', 1, 'invoices'],
    [{ number: '1', amount: 1, status: 'open' }],
    'invoices[0].status',
  ],
  ['scheduled payments of more than is owed', ['bookings', 0, 'payments', 1, 'amount'], 40_447, 'payments'],
  [
    'a plan that leaves out a part of the total',
    ['bookings', 0, 'payments', 1, 'amount'],
    40_445,
    'payments',
  ],
  ['an open invoice of more than the total', ['bookings', 0, 'invoices', 0, 'amount'], 57_781, 'invoices'],
  [
    'an open invoice beside one that is paid',
    ['bookings', 0, 'invoices'],
    [
      { number: '1', amount: 57_780, status: 'paid' },
      { number: '2', amount: 1, status: 'open' },
    ],
    'invoices',
  ],
  [
    'a cancelled booking with a held deposit',
    ['bookings', 1, 'security_deposit'],
    { amount: 1, status: 'held' },
    'security_deposit.status',
  ],
  ['a confirmed booking with a cancellation', ['bookings', 0, 'cancelled_at'], '2026-12-01T00:00:00Z'],
  ['a confirmed booking with a reason', ['bookings', 0, 'cancellation_reason'], 'Ill'],
  [
    'terms of a booking without a tier',
    ['bookings', 0, 'cancellation_policy'],
    { name: 'Strict', tiers: [] },
    'cancellation_policy.tiers',
  ],
  ['a confirmed booking with a fee', ['bookings', 0, 'cancellation_fee'], 0],
  ['a fee above the grand total', ['bookings', 1, 'cancellation_fee'], 100_000_000],
  [
    'a refunded payment of which a part is left',
    ['bookings', 1, 'payments'],
    [{ amount: 2, status: 'refunded', refunded_amount: 1 }],
    'payments[0].refunded_amount',
  ],
  [
    'a refund of a payment that was not paid',
    ['bookings', 0, 'payments'],
    [{ amount: 2, status: 'scheduled', refunded_amount: 1 }],
    'payments[0].refunded_amount',
  ],
  ['a confirmed booking that is completed', ['bookings', 0, 'completed_at'], '2026-12-01T00:00:00Z'],
  ['a pending booking that is confirmed', ['bookings', 0, 'status'], 'pending', 'confirmed_at'],
  [
    'an invoice number twice',
    ['bookings', 0, 'invoices', 1],
    { number: '2026-0001', amount: 1, status: 'void' },
    'invoices[1].number',
  ],
  [
    'a price that is too large',
    ['bookings', 0],
    stayOf('HB7K2M9Q', {
      listing: 'palace',
      unit: null,
      totals: null,
      lines: [],
      coupon_code: null,
      number_of_guests: 1_000,
      check_out: '2028-02-28',
    }),
    'totals',
  ],
  ['a list that is none', ['guests'], { email: 'bea@example.com' }, ''],
];

function mistake(what: string, path: Path, value: unknown, field?: string): Mistake {
  return { what, path, value, field: field ?? fieldOf(path) };
}

/** A field as refusals name it within its entry, such as `payments[0].amount`. */
function fieldOf(path: Path): string {
  const within = path
    .slice(0, path.findLastIndex((step) => typeof step === 'string') + 1)
    .slice(path[0] === 'team' ? 1 : 2);
  return within
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** The good file with these mistakes, and the place of each. */
export function brokenFile(mistakes: readonly Mistake[]): { file: Json; places: string[] } {
  const file = withScenery(goodFile());
  for (const { path, value } of mistakes) {
    const last = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, file);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return { file, places: mistakes.map(({ path, place }) => place ?? placeOf(file, path)) };
}

/**
 * The mistakes in as few files as possible. Those at or within the same place exclude each other, and so do those of an
 * entry of which one is in a field that decides what the others mean.
 */
export function inFewFiles(mistakes: readonly Mistake[]): Mistake[][] {
  const files: Mistake[][] = [];
  for (const one of mistakes) {
    const file = files.find((some) => some.every((other) => fitTogether(one, other)));
    if (file) file.push(one);
    else files.push([one]);
  }
  return files;
}

const DECIDING = new Set(['kind', 'basis', 'status', 'type', 'refunded_amount']);

function fitTogether({ path: one }: Mistake, { path: other }: Mistake): boolean {
  const shared = one.findIndex((step, index) => step !== other[index]);
  if (shared === -1 || shared === other.length) return false;
  return shared < 2 || ![one, other].some((path) => DECIDING.has(String(path.at(-1))));
}

/** Additional listings that nothing in the good file refers to, for mistakes that need one. */
function withScenery(file: ReturnType<typeof goodFile>): Json {
  const plain = { public_title: 'Scenery', max_guests: 2 };
  const rates = { nightly: 100_000_000_000, included_guests: 0, extra_guest_nightly: 100_000_000_000 };
  return {
    ...file,
    listings: [
      ...file.listings,
      { ...plain, slug: 'empty-house', kind: 'building', rates: { nightly: 1 } },
      { ...plain, slug: 'palace', kind: 'standalone', rates },
    ],
  };
}

function placeOf(file: Json, [list = '', index]: Path): string {
  if (typeof index !== 'number') return list === 'team' ? 'team' : `${list}`;
  const entry = (file[list] as Json[])[index] ?? {};
  const key = entry[NATURAL_KEY[list] ?? ''];
  return `${list}[${index}]${typeof key === 'string' && key.length < 60 && key.trim() ? ` (${key})` : ''}`;
}

function leavesOf(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) {
    // A null accepts any text in its place, so it says nothing about types.
    return value === null ? [] : [{ path, value }];
  }
  // An event's data may be of any type.
  if (path.at(-1) === 'data') return [{ path, value }];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length < 2 ? inner : [{ path, value }, ...inner];
}

const nameOf = (path: Path) => path.join('.');

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}
