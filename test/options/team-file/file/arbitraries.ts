/** Team files with every feature, for properties: always valid, in any order and with awkward texts. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { AMENITIES } from '../../../../src/domain/amenities.ts';
import { addDays, type StayDate } from '../../../../src/domain/dates/dates.ts';
import { LANGUAGES } from '../../../../src/domain/languages/languages.ts';
import { IS_COUNTED_BY_PERSON } from '../../../../src/domain/pricing/counting.ts';
import {
  BED_KINDS,
  BOOKING_SOURCES,
  CHARGE_BASES,
  DISCOUNT_KINDS,
  LISTING_STATUSES,
  PROPERTY_TYPES,
  RESEATING_MODES,
  SITE_BOOKING_MODES,
  SITE_CANCELLATION_MODES,
  TAX_BASES,
  type TaxBasis,
} from '../../../../src/domain/vocabulary.ts';
import { listingFields } from '../../../../src/schemas/listings/fields.ts';
import { listLongTextFields, listTextFields } from '../../../helpers/row-fields.ts';
import { bookingFolio, bookingPrice, type Draw, eventsOf } from './folios.ts';

const FIRST_STAY: StayDate = '2028-01-01';
/** Whole buildings and stays without a unit have years of their own, so that they never overlap the others. */
const FIRST_WHOLE_STAY: StayDate = '2031-01-01';
const FIRST_FREE_STAY: StayDate = '2034-01-01';

/** Texts that break careless sorting, layout or encoding: the order of code points is not that of any language. */
const textOf = (characters: readonly string[]) => (maxLength: number) =>
  fc
    .array(fc.constantFrom(...characters), { minLength: 1, maxLength })
    .map((chosen) => `x${chosen.join('')}x`);
const AWKWARD = ['a', 'Z', 'z', 'å', 'ä', 'Ö', 'ß', '-', ' ', '"', '\\', '/', '�', '😀', '0'];
const text = textOf(AWKWARD);
const longText = textOf([...AWKWARD, '\n', '\t', '\u202e']);
const MAIL_RULE_KINDS = ['after_departure', 'booking_changed', 'payment_due'];

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const amount = fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.constant(100_000_000_000));
const percent = fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 10_000);
const days = fc.integer({ min: 0, max: 30 });
const instant = fc
  .integer({ min: 0, max: 86_400 * 700 })
  .map((seconds) => `${new Date(Date.UTC(2024, 0, 1) + seconds * 1_000).toISOString().slice(0, 19)}+00:00`);
const moment = () => instant;
const policy = fc.uniqueArray(fc.nat({ max: 730 }), { minLength: 1, maxLength: 10 }).chain((daysBefore) =>
  fc.record({
    name: text(5),
    grace_hours: fc.nat({ max: 168 }),
    grace_days_before: fc.nat({ max: 730 }),
    fee_of: fc.constantFrom('total', 'nights'),
    fee_tax: fc.constantFrom(null, 'vat'),
    translations: orNull(fc.record({ fr: orNull(fc.record({ name: orNull(text(4)) })) })),
    tiers: fc.array(percent, { minLength: daysBefore.length, maxLength: daysBefore.length }).map((percents) =>
      percents
        .toSorted((a, b) => b - a)
        .map((refund_percent, tier) => ({
          days_before: daysBefore.toSorted((a, b) => b - a)[tier] ?? 0,
          refund_percent,
        })),
    ),
  }),
);

const contact = fc.record(
  {
    email: orNull(fc.constant('hello@harbour.example')),
    phone: orNull(fc.constant('+351 1')),
    website: orNull(fc.constantFrom('https://harbour.example', 'http://harbour.example/a?b=c')),
  },
  { requiredKeys: [] },
);
const houseRules = fc.record(
  {
    smoking: orNull(fc.boolean()),
    parties: orNull(fc.boolean()),
    quiet_from: orNull(fc.constantFrom('22:00', '23:30')),
    minimum_age: orNull(fc.nat({ max: 99 })),
    text: orNull(longText(20)),
  },
  { requiredKeys: [] },
);
const bed = fc.record({ kind: fc.constantFrom(...BED_KINDS), count: fc.integer({ min: 1, max: 100 }) });
const room = fc.record({
  name: text(5),
  beds: fc.uniqueArray(bed, { selector: ({ kind }) => kind, maxLength: 3 }),
});

const LISTING_TEXTS = ['public_title', 'headline', 'description', 'arrival_instructions', 'house_rules'];

/** Of some of those texts that it has, into languages that are never the team's first. */
function withTranslations<Thing extends Record<string, unknown>>(
  draw: Draw,
  names: readonly string[],
  thing: Thing,
): Thing {
  const isSaid = (value: unknown): boolean =>
    typeof value === 'string' ||
    (typeof value === 'object' && isSaid((value as { text?: unknown } | null)?.text));
  const translate = () =>
    Object.fromEntries(
      draw(() => fc.subarray(names.filter((name) => isSaid(thing[name])))).map((name) => {
        const translated = draw(() => orNull(text(6)));
        return [name, name === 'house_rules' ? { text: translated } : translated];
      }),
    );
  return draw(fc.boolean)
    ? { ...thing, translations: draw(fc.constantFrom, null, { fr: translate(), es: translate() }) }
    : thing;
}

type Listing = ReturnType<typeof listingOf>;
type Guest = { id?: string; email: string | null };

/** A team file with unique names, so that any number of them can be imported into one database. */
export const teamFile: fc.Arbitrary<ReturnType<typeof teamFileOf>> = fc
  .gen()
  .map((gen) => teamFileOf(gen as Draw));

const PICTURES = [
  { original_url: null, medium_url: 'https://p.example/medium.jpg' },
  { original_url: 'https://p.example/a.jpg' },
  { original_url: 'https://p.example/b.jpg' },
];

let made = 0;

function teamFileOf(draw: Draw) {
  made += 1;
  const own = `t${process.pid}x${made}`;
  const hasFixedAmounts = draw(fc.boolean);
  const team = withTranslations(draw, ['site_sentence', 'site_headline', 'imprint', 'payment_instructions'], {
    slug: own,
    name: draw(text, 8),
    currency: 'EUR',
    timezone: draw(fc.constantFrom, 'Europe/Lisbon', 'America/St_Johns', 'Pacific/Kiritimati'),
    enforce_token_scope: draw(fc.boolean),
    deposit_percent: draw(() => percent),
    balance_due_days: draw(() => days),
    cancellation_policy: draw(() => orNull(policy)),
    site_bookings: draw(fc.constantFrom, ...SITE_BOOKING_MODES),
    site_hold_minutes: draw(fc.integer, { min: 1, max: 10_080 }),
    site_max_nights: draw(fc.integer, { min: 1, max: 365 }),
    infant_age: draw(fc.nat, 5),
    calendars_show_requests: draw(fc.boolean),
    reseating: draw(fc.constantFrom, ...RESEATING_MODES),
    unit_fixed_days: draw(fc.nat, 30),
    site_cancellation: draw(fc.constantFrom, ...SITE_CANCELLATION_MODES),
    mail_from_name: draw(() => orNull(fc.constantFrom('Ana', 'Ana of Harbour'))),
    mail_reply_to: draw(() => orNull(fc.constantFrom('desk@harbour.example'))),
    contact: draw(() => orNull(contact)),
    privacy_url: draw(() => orNull(fc.constantFrom('https://harbour.example/privacy'))),
    terms_url: draw(() => orNull(fc.constantFrom('http://harbour.example/terms'))),
    imprint: draw(() => orNull(longText(20))),
    site_sentence: draw(() => orNull(fc.constantFrom('Flats by the river', 'Quiet rooms'))),
    site_headline: draw(() => orNull(fc.constantFrom('Wake up by the river'))),
    site_color: draw(() => orNull(fc.constantFrom('#1f6f5c', '#ffffff'))),
    payment_instructions: draw(() => orNull(longText(20))),
    payment_link: draw(() => orNull(fc.constantFrom('https://pay.example/?a={amount}'))),
    arrival_days_before: draw(fc.integer, { min: 0, max: 60 }),
    languages: draw(fc.constantFrom, null, ['de'], ['en', 'fr', 'it'], ['pt', 'es', 'fr', 'de', 'en', 'it']),
  });
  const listings = listingsOf(draw, hasFixedAmounts ? ['EUR'] : ['EUR', 'SEK', 'JPY']);
  const slugs = listings.map(({ slug }) => slug);
  const members = some(draw, 3, (index) => ({
    email: `${draw(fc.constantFrom, 'Å', 'a', 'Z')}${index}@${own}.example`.replace('Å', 'q'),
    name: draw(text, 6),
    ...(draw(fc.boolean) ? { password_hash: passwordHash(draw(fc.nat, 9)) } : {}),
    ...maybeTimes(draw),
  }));
  const guests = some(draw, 5, (index): Guest & Record<string, unknown> => ({
    ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
    email: `${draw(fc.constantFrom, 'G', 'g', 'z')}uest${index}@${own}.example`,
    ...guestFields(draw),
  })).concat(some(draw, 3, () => ({ id: randomUUID(), email: null, ...guestFields(draw) })));
  const coupons = codes(draw, 4, 'C').map((code) => ({
    code,
    ...(hasFixedAmounts && draw(fc.boolean)
      ? { amount: draw(() => amount) }
      : { percent: draw(() => percent) }),
    active: draw(fc.boolean),
    valid_from: draw(fc.constantFrom, null, '2026-01-01'),
    stay_until: draw(fc.constantFrom, null, '2040-01-01'),
    min_nights: draw(() => orNull(days)),
    max_redemptions: draw(() => orNull(fc.nat({ max: 5 }))),
    ...namedListings(draw, slugs),
  }));
  const stays = guests.length === 0 ? [] : staysOf(draw, listings);
  const file = {
    team,
    members,
    tokens: some(draw, 3, (index) => ({
      name: `${draw(text, 5)}${index}`,
      scope: draw(fc.constantFrom, 'read-only', 'read-write'),
      token: `token-of-${own}-with-the-number-${index}`,
      created_by: members.length > 0 && draw(fc.boolean) ? members[0]?.email : null,
    })),
    fees: codes(draw, 3, 'f').map((code, index) => {
      const charge = charged(draw, hasFixedAmounts, CHARGE_BASES);
      const isExtra = charge.basis !== 'percent' && draw(fc.boolean);
      return withTranslations(draw, ['name'], {
        code: isExtra ? `extra-${index}` : code,
        name: draw(text, 5),
        ...charge,
        taxable: draw(fc.boolean),
        ...(isExtra ? { optional: true, max_quantity: draw(fc.constantFrom, null, 1, 100) } : {}),
        ...namedListings(draw, slugs),
      });
    }),
    taxes: codes(draw, 3, 't').map((code) => {
      const charge = charged(draw, hasFixedAmounts, TAX_BASES);
      return withTranslations(draw, ['name'], {
        code,
        name: draw(text, 5),
        ...charge,
        ...(charge.basis === 'percent'
          ? { applies_to: draw(fc.subarray<string>, ['accommodation', 'fees'], { minLength: 1 }) }
          : {}),
        included: charge.basis === 'percent' && draw(fc.boolean),
        ...(charge.basis.endsWith('night') ? { max_nights: draw(() => orNull(days)) } : {}),
        exempt_from_nights: draw(fc.constantFrom, null, 2, 28, 365),
        ...(charge.basis === 'percent_guest_night' && hasFixedAmounts
          ? { max_amount: draw(() => orNull(amount)) }
          : {}),
        ...namedListings(draw, slugs),
      });
    }),
    mail_rules: MAIL_RULE_KINDS.filter(() => draw(fc.boolean)).map((kind) => ({
      kind,
      active: draw(fc.boolean),
      ...(kind === 'booking_changed' ? {} : { days: draw(fc.nat, 60), hour: draw(fc.nat, 23) }),
      sources: draw(fc.constantFrom, null, [], ['airbnb', 'channel:holidu']),
      ...namedListings(draw, slugs),
    })),
    mail_texts: draw(fc.boolean)
      ? [{ kind: 'payment_due', subject: draw(text, 20), body: 'Dear {{ guest.name }},\n\n**pay**' }]
      : [],
    mail_suppressions: some(draw, 3, (index) => ({
      email: `gone${index}@${own}.example`,
      reason: draw(fc.constantFrom, null, 'Asked.'),
    })),
    discounts: codes(draw, 3, 'd').map((code) => {
      const kind = draw(fc.constantFrom, ...DISCOUNT_KINDS);
      const rule = kind === 'length_of_stay' ? 'min_nights' : 'days_before';
      return withTranslations(draw, ['name'], {
        code,
        name: draw(text, 5),
        kind,
        percent: draw(() => percent),
        [rule]: draw(() => days),
      });
    }),
    coupons,
    listings,
    guests,
    blocks: stays.flatMap((stay) => (stay.isBlock ? [blockOf(draw, stay)] : [])),
    bookings: stays
      .filter((stay) => !stay.isBlock)
      .map((stay, index) => bookingOf(draw, stay, `${own}-${index}`.toUpperCase(), guests, coupons)),
  };
  return shuffled(draw, file);
}

/** Entries with a natural key may be in any order. */
function shuffled<File extends Record<string, unknown>>(draw: Draw, file: File): File {
  const entries = Object.entries(file).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? draw(() => fc.shuffledSubarray(value, { minLength: value.length, maxLength: value.length }))
      : value,
  ]);
  return Object.fromEntries(entries);
}

function some<T>(draw: Draw, most: number, make: (index: number) => T): T[] {
  return Array.from({ length: draw(fc.nat, most) }, (_, index) => make(index));
}

const codes = (draw: Draw, most: number, prefix: string) =>
  some(draw, most, (index) => `${draw(fc.constantFrom, 'ä', 'Z', 'a', '😀', '�')}${prefix}${index}`);

const guestFields = (draw: Draw) => ({
  name: draw(text, 8),
  phone: draw(() => orNull(text(5))),
  notes: draw(() => orNull(longText(12))),
  language: draw(fc.constantFrom, null, ...LANGUAGES),
  custom_fields: draw(() => orNull(ownFields)),
  ...maybeTimes(draw),
});

const maybeTimes = (draw: Draw) =>
  draw(fc.boolean) ? { created_at: draw(moment), updated_at: draw(moment) } : {};

const namedListings = (draw: Draw, slugs: string[]) =>
  draw(fc.boolean) ? { listings: draw(() => fc.subarray(slugs)) } : {};

function charged<Basis extends TaxBasis>(draw: Draw, hasFixedAmounts: boolean, bases: readonly Basis[]) {
  const basis = hasFixedAmounts ? draw(() => fc.constantFrom<TaxBasis>(...bases)) : 'percent';
  const from = draw(fc.nat, 18);
  const ages = draw(fc.constantFrom, null, {}, { from }, { from, to: Math.min(17, from + 3) });
  const fits = IS_COUNTED_BY_PERSON[basis] && (from < 18 || ages === null || !('to' in ages));
  return {
    basis,
    ...(basis === 'percent' || basis === 'percent_guest_night'
      ? { percent: draw(() => percent) }
      : { amount: draw(() => amount) }),
    ...(fits ? { ages } : {}),
    valid_from: draw(fc.constantFrom, null, '2026-01-01'),
    valid_until: draw(fc.constantFrom, null, '2040-01-01'),
  };
}

function listingsOf(draw: Draw, currencies: string[]) {
  const standalone = some(draw, 3, (index) => listingOf(draw, `home-${index}`, 'standalone', currencies));
  const buildings = some(draw, 2, (index) => {
    const building = listingOf(draw, `house-${index}`, 'building', currencies);
    const types = some(draw, 2, (type) => {
      const { address, currency, timezone, ...own } = listingOf(
        draw,
        `house-${index}-${type}`,
        'unit_type',
        [],
      );
      return { ...own, building: building.slug };
    });
    return [building, ...types];
  });
  return [...standalone, ...buildings.flat()] as Listing[];
}

/** A reference that nothing else has, and fields of the team's own. */
const ownFieldsOf = (draw: Draw, name: string) => ({
  external_reference: draw(fc.constantFrom, null, `#${name.replace(/[^!-~]/g, '_')}`),
  custom_fields: draw(() => orNull(ownFields)),
});
const ownFields = fc.dictionary(
  fc.constantFrom('a', 'bb', 'lock_code', 'zone_2'),
  fc.oneof(fc.constantFrom(null, '', 'Größe', true, 0.5), fc.integer()),
  { maxKeys: 4, noNullPrototype: true },
);

/** Each text of a table of fields, or null, in several lines where it takes them. */
function textsOf(draw: Draw, fields: Parameters<typeof listTextFields>[0]): Record<string, string | null> {
  const long = new Set(listLongTextFields(fields));
  return Object.fromEntries(
    listTextFields(fields).map((name) => [name, draw(() => orNull(long.has(name) ? longText(30) : text(4)))]),
  );
}

function listingOf(draw: Draw, slug: string, kind: string, currencies: string[]) {
  return withTranslations(draw, LISTING_TEXTS, {
    ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
    slug,
    kind,
    building: null as string | null,
    whole_building_bookable: kind === 'building' && draw(fc.boolean),
    ...textsOf(draw, listingFields),
    public_title: draw(text, 10),
    status: draw(fc.constantFrom, ...LISTING_STATUSES),
    listed_on_site: draw(fc.boolean),
    property_type: draw(fc.constantFrom, ...PROPERTY_TYPES),
    max_guests: draw(fc.integer, { min: 1, max: 12 }),
    max_children: draw(() => orNull(fc.nat({ max: 3 }))),
    max_infants: draw(() => orNull(fc.nat({ max: 3 }))),
    max_pets: kind === 'unit_type' ? draw(() => orNull(fc.nat({ max: 3 }))) : draw(fc.nat, 3),
    bedrooms_count: draw(fc.nat, 5),
    currency: currencies.length > 0 ? draw(fc.constantFrom, ...currencies) : null,
    timezone: draw(fc.constantFrom, null, 'Asia/Kathmandu', 'America/Adak'),
    check_out_time: draw(fc.constantFrom, null, '00:00', '10:30'),
    address: {
      street: draw(() => orNull(text(10))),
      latitude: draw(fc.constantFrom, null, '38.711300', '-0.5'),
    },
    amenities: draw(() => orNull(fc.subarray(AMENITIES, { maxLength: 5 }))),
    house_rules: draw(() => orNull(houseRules)),
    rooms: draw(() => orNull(fc.array(room, { maxLength: 3 }))),
    rates: {
      nightly: draw(fc.integer, { min: 0, max: 90_000 }),
      weekend_nightly: draw(() => orNull(amount)),
      weekend_days: draw(() => fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7])),
      included_guests: draw(() => orNull(fc.nat({ max: 4 }))),
      extra_guest_nightly: draw(fc.nat, 5_000),
      extra_child_nightly: draw(() => orNull(fc.nat({ max: 5_000 }))),
    },
    rules: { min_stay: draw(fc.constantFrom, null, 2), preparation_days: draw(fc.nat, 3) },
    security_deposit: draw(() => orNull(amount)),
    cancellation_policy: draw(() => orNull(policy)),
    reseating: draw(fc.constantFrom, null, ...RESEATING_MODES),
    ...ownFieldsOf(draw, slug),
    seasons: some(draw, 3, (index) =>
      withTranslations(draw, ['name'], {
        name: draw(text, 4),
        start_date: addDays(FIRST_STAY, index * 40),
        end_date: addDays(FIRST_STAY, index * 40 + draw(fc.nat, 39)),
        nightly: draw(() => orNull(amount)),
        max_stay: draw(fc.constantFrom, null, 9),
      }),
    ),
    days: draw(() => fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 4 })).map((day) => ({
      date: addDays(FIRST_STAY, day),
      nightly: draw(() => orNull(amount)),
      closed: draw(fc.boolean),
    })),
    units:
      kind === 'building'
        ? []
        : [
            { name: 'First', ...ownFieldsOf(draw, slug) },
            ...some(draw, 2, (index) => ({ name: `${draw(text, 3)}${index}`, active: draw(fc.boolean) })),
          ],
    photos: some(draw, 3, () =>
      withTranslations(draw, ['caption'], {
        ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
        is_featured: draw(fc.boolean),
        sort_order: draw(fc.integer, { min: 0, max: 2 }),
        caption: draw(() => orNull(text(4))),
        ...draw(fc.constantFrom, ...PICTURES),
      }),
    ),
    ...maybeTimes(draw),
  });
}

type Stay = {
  listing: Listing;
  unit: string | null;
  isBlock: boolean;
  checkIn: StayDate;
  checkOut: StayDate;
  preparationDays: number;
};

/** Consecutive stays in every unit, in whole buildings, and in listings without a named unit. */
function staysOf(draw: Draw, listings: Listing[]): Stay[] {
  return listings.flatMap((listing) => {
    const hasUnits = listings.some(({ building }) => building === listing.slug);
    if (listing.kind === 'building') {
      return hasUnits ? staysFrom(draw, listing, null, FIRST_WHOLE_STAY, false) : [];
    }
    const inUnits = listing.units.flatMap(({ name }) => staysFrom(draw, listing, name, FIRST_STAY, true));
    return [...inUnits, ...staysFrom(draw, listing, null, FIRST_FREE_STAY, false)];
  });
}

function staysFrom(
  draw: Draw,
  listing: Listing,
  unit: string | null,
  from: StayDate,
  mayBlock: boolean,
): Stay[] {
  let next = from;
  return some(draw, 3, () => {
    const checkIn = addDays(next, draw(fc.nat, 3));
    const checkOut = addDays(checkIn, draw(fc.integer, { min: 1, max: 9 }));
    const isBlock = mayBlock && draw(fc.nat, 3) === 0;
    const preparationDays = isBlock ? 0 : draw(fc.nat, 2);
    next = addDays(checkOut, preparationDays);
    return { listing, unit, isBlock, checkIn, checkOut, preparationDays };
  });
}

const blockOf = (draw: Draw, { listing, unit, checkIn, checkOut }: Stay) => ({
  ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
  listing: listing.slug,
  unit,
  start_date: checkIn,
  end_date: checkOut,
  reason: draw(() => orNull(longText(6))),
});

/** The fee is 0, because a price at today's rates may be lower than any other. */
const cancellationOf = (draw: Draw) => ({
  cancellation_reason: draw(() => orNull(longText(9))),
  cancellation_fee: draw(fc.constantFrom, null, 0),
});

function partyOf(draw: Draw) {
  const adults = draw(fc.integer, { min: 1, max: 12 });
  const pets = draw(fc.nat, 2);
  if (draw(fc.boolean)) return { number_of_guests: adults, party: draw(fc.constantFrom, null, { pets }) };
  const ages = some(draw, 3, () => draw(fc.nat, 17));
  const infants = draw(fc.constantFrom, undefined, Math.min(1, ages.length));
  return { party: { adults, children_ages: ages, pets, ...(infants === undefined ? {} : { infants }) } };
}

function bookingOf(draw: Draw, stay: Stay, code: string, guests: Guest[], coupons: { code: string }[]) {
  const guest = draw(fc.constantFrom, ...guests);
  const status = draw(fc.constantFrom, 'pending', 'confirmed', 'completed', 'cancelled');
  const canBePriced = stay.listing.rates.weekend_nightly !== 100_000_000_000;
  const price = canBePriced && draw(fc.boolean) ? null : bookingPrice(draw);
  return {
    ...(draw(fc.boolean) ? { id: randomUUID() } : {}),
    confirmation_code: code,
    listing: stay.listing.slug,
    unit: stay.unit,
    guest: (draw(fc.boolean) ? guest.email?.toUpperCase() : guest.email) ?? guest.id,
    status,
    source: draw(fc.constantFrom, ...BOOKING_SOURCES, 'channel:nest'),
    ...ownFieldsOf(draw, code),
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    ...partyOf(draw),
    // Extras that nobody offers any more come with the price that they had.
    ...(price ? { extras: some(draw, 2, (index) => ({ code: `gone-${index}`, quantity: index + 1 })) } : {}),
    coupon_code: draw(() => fc.constantFrom(null, ...coupons.map((coupon) => coupon.code.toLowerCase()))),
    notes: draw(() => orNull(longText(20))),
    language: draw(fc.constantFrom, null, ...LANGUAGES),
    preparation_days: stay.preparationDays,
    unit_pinned: draw(fc.boolean),
    calendar_invited: draw(fc.boolean),
    ...price,
    cancellation_policy: draw(() => orNull(policy)),
    ...(status === 'cancelled' ? cancellationOf(draw) : {}),
    ...(draw(fc.boolean) ? bookingFolio(draw, status, price?.totals.grand_total ?? null) : {}),
    ...(draw(fc.boolean) ? { events: eventsOf(draw) } : {}),
    ...maybeTimes(draw),
  };
}

const passwordHash = (digit: number) =>
  `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2Fs${digit}$${String(digit).repeat(43)}`;
