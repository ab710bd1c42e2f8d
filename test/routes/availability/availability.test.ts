import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { reasonOf } from '../../domain/reason.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildBooking,
  buildCoupon,
  buildDayOverride,
  buildListing,
  buildTax,
  buildTeam,
  buildToken,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { openSeaLoft } from '../sea-loft-team.ts';

const world = await openSharedApp();

const query = (parameters: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

/** A listing with units, on a booking site, and everything needed to request it. */
async function openListing(overrides: Parameters<typeof buildListing>[1] = {}, unitNames = ['A']) {
  const team = await buildTeam(world);
  const listing = await buildListing(world, { teamId: team.id, ...overrides });
  const units = [];
  for (const name of unitNames) {
    units.push(await buildUnit(world, { teamId: team.id, listingId: listing.id, name }));
  }
  const site = `/v1/public/${team.slug}/listings/${listing.slug}`;
  const quote = async (parameters: Record<string, string | number>) => {
    const answer = await world.get(`${site}/availability?${query(parameters)}`);
    return { status: answer.statusCode, ...answer.json() };
  };
  return { team, listing, units, site, quote };
}

/** A complete line of a price. Missing fields are null. */
const line = ([type, code, name, basis]: string[], amount: number, more: object) => ({
  type,
  code,
  name,
  basis,
  amount,
  included: false,
  quantity: null,
  unit_amount: null,
  percent: null,
  base_amount: null,
  ...more,
});

describe('the worked example', () => {
  it('the price of the worked example is right line by line, for the team and on the booking site', async () => {
    world.clock.set('2026-11-20T12:00:00Z');
    const { token, loftId } = await openSeaLoft(world);
    const stay = 'check_in=2027-04-01&check_out=2027-04-04&guests=3&coupon_code=spring15';

    const ofTeam = await world.get(`/v1/availability/${loftId}?${stay}`, token);
    const ofSite = await world.get(`/v1/public/harbour/listings/sea-loft/availability?${stay}`);

    const discounts = [
      line(['discount', 'early', 'Early bird', 'percent'], -2325, { percent: 5, base_amount: 46500 }),
      line(['discount', 'coupon:SPRING15', 'SPRING15', 'percent'], -6626, {
        percent: 15,
        base_amount: 44175,
      }),
    ];
    const fees = [
      line(['fee', 'cleaning', 'Cleaning fee', 'stay'], 5000, { quantity: 1, unit_amount: 5000 }),
      line(['fee', 'service', 'Service fee', 'percent'], 1314, { percent: 3.5, base_amount: 37549 }),
    ];
    const taxes = [
      line(['tax', 'city', 'City tax', 'guest_night'], 1800, { quantity: 9, unit_amount: 200 }),
      line(['tax', 'vat', 'VAT', 'percent'], 2553, { percent: 6, base_amount: 42549 }),
    ];
    const { price, ...answer } = ofSite.json().data;
    expect(answer).toMatchObject({ available: true });
    const { discounts: discountText, fees: feeText, taxes: taxText, ...rest } = price;
    expect([discountText, feeText, taxText].map((text) => JSON.parse(text))).toEqual([
      discounts,
      fees,
      taxes,
    ]);
    expect(rest).toEqual({
      accommodation_total: 46500,
      discount_amount: 8951,
      fees_total: 6314,
      taxes_total: 4353,
      grand_total: 48216,
      currency: 'EUR',
      coupon_code: 'SPRING15',
      nightly_rates: [
        { date: '2027-04-01', base_rate: 12000, extra_guests: 1500, rate: 13500 },
        { date: '2027-04-02', base_rate: 15000, extra_guests: 1500, rate: 16500 },
        { date: '2027-04-03', base_rate: 15000, extra_guests: 1500, rate: 16500 },
      ],
      price_breakdown: [
        line(['accommodation', 'accommodation', 'Accommodation', 'night'], 46500, { quantity: 3 }),
        ...discounts,
        ...fees,
        ...taxes,
      ],
    });
    expect(ofTeam.body).toBe(ofSite.body);
  });
});

describe('an available stay', () => {
  it('a quote of an available stay has every key, with empty texts if nothing applies', async () => {
    const { quote } = await openListing({ nightlyCents: 9_900, currency: 'JPY', timezone: 'Asia/Tokyo' });
    expect(await quote({ check_in: day(0), check_out: day(1) })).toEqual({
      status: 200,
      data: {
        available: true,
        reason_code: null,
        reason_message: null,
        reasons: [],
        party: { adults: 1, children_ages: [], infants: 0, pets: 0 },
        extras: [],
        price: {
          accommodation_total: 9_900,
          discount_amount: 0,
          fees_total: 0,
          taxes_total: 0,
          grand_total: 9_900,
          currency: 'JPY',
          nightly_rates: [{ date: day(0), base_rate: 9_900, extra_guests: 0, rate: 9_900 }],
          discounts: '[]',
          fees: '[]',
          taxes: '[]',
          coupon_code: null,
          price_breakdown: [
            line(['accommodation', 'accommodation', 'Accommodation', 'night'], 9_900, { quantity: 1 }),
          ],
        },
        units_left: 1,
        alternatives: [],
        cancellation: null,
      },
    });
  });

  it('units_left counts the active units that are free for the whole stay', async () => {
    const { team, listing, units, quote } = await openListing({}, ['A', 'B', 'C']);
    const keys = { teamId: team.id, listingId: listing.id };
    await buildUnit(world, { ...keys, name: 'closed', active: false });
    await buildBooking(world, { ...keys, unitId: units[0]?.id ?? '', checkIn: day(2), checkOut: day(4) });
    await buildBlock(world, { ...keys, unitId: units[1]?.id ?? '', startDate: day(4), endDate: day(6) });
    const left = async (from: number, to: number) =>
      (await quote({ check_in: day(from), check_out: day(to) })).data.units_left;
    expect(await Promise.all([left(0, 2), left(0, 3), left(3, 5), left(4, 6), left(6, 8)])).toEqual([
      3, 2, 1, 2, 3,
    ]);
  });

  it('a quote includes only charges that apply to the listing, and does not add an included tax', async () => {
    const { team, listing, quote } = await openListing();
    const other = await buildListing(world, { teamId: team.id });
    await buildTax(world, { teamId: team.id, code: 'theirs', listingIds: [other.id] });
    await buildTax(world, { teamId: team.id, code: 'inside', listingIds: [listing.id], included: true });
    const { price } = (await quote({ check_in: day(0), check_out: day(1) })).data;
    expect(JSON.parse(price.taxes)).toMatchObject([
      { code: 'inside', amount: 909, included: true, base_amount: 10_000 },
    ]);
    expect([price.taxes_total, price.grand_total]).toEqual([0, 10_000]);
  });
});

describe('an unavailable stay', () => {
  it('a quote of a stay that breaks several rules names all of them, and still has a price', async () => {
    world.clock.set('2031-05-30T10:00:00Z');
    const { listing, team, quote } = await openListing({
      status: 'active',
      maxGuests: 2,
      minStay: 5,
      advanceNoticeDays: 7,
      bookingWindowDays: 3,
    });
    const keys = { teamId: team.id, listingId: listing.id };
    await buildDayOverride(world, { ...keys, date: day(0), closedForArrival: true });
    await buildDayOverride(world, { ...keys, date: day(1), closed: true });
    await buildDayOverride(world, { ...keys, date: day(2), closedForDeparture: true });
    const { data } = await quote({ check_in: day(0), check_out: day(2), guests: 3 });
    expect(data).toMatchObject({ available: false, units_left: 0, price: { grand_total: 20_000 } });
    expect(data).toMatchObject({
      reason_code: data.reasons[0].code,
      reason_message: data.reasons[0].message,
    });
    expect(data.reasons).toEqual([
      reasonOf('advance_notice', expect.stringContaining('7 days'), {
        required: 7,
        actual: 3,
        dates: [day(0)],
      }),
      reasonOf('booking_window', expect.stringContaining('3 days'), {
        required: 3,
        actual: 4,
        dates: [day(1)],
      }),
      reasonOf('guests_exceeded', expect.stringContaining('2 guests'), { required: 2, actual: 3 }),
      reasonOf('min_stay', 'This place needs a stay of at least 5 nights in this period.', {
        required: 5,
        actual: 2,
      }),
      reasonOf('closed_for_arrival', expect.any(String), { dates: [day(0)] }),
      reasonOf('closed_for_departure', expect.any(String), { dates: [day(2)] }),
      reasonOf('dates_unavailable', expect.any(String), { dates: [day(1)] }),
    ]);
  });

  it('whether a stay is in the past is decided by the clock of the listing’s time zone', async () => {
    world.clock.set('2031-06-02T10:30:00Z');
    const ahead = await openListing({ timezone: 'Pacific/Kiritimati' });
    const behind = await openListing({ timezone: 'Pacific/Pago_Pago' });
    /** At every door where the night can be seen or had, whether it is sold. */
    const isSold = async ({ team, listing, site }: typeof ahead, night: string) => {
      const token = await buildToken(world, { teamId: team.id });
      const get = async (path: string) => (await world.get(path, token)).json();
      const stay = { check_in: night, check_out: addDays(night, 1) };
      const stays = `?${query({ ...stay, guests: 1 })}`;
      const days = `?${query({ start_date: night, end_date: night })}`;
      const booking = { ...stay, number_of_guests: 1, listing_id: listing.id, guest: { name: 'Bea' } };
      const booked = await clientOf(world, token).send('POST', '/bookings/preview', booking);
      return {
        'site quote': (await get(`${site}/availability${stays}`)).data.available,
        'site calendar': (await get(`${site}/calendar${days}`)).data[0].available,
        'site search': (await get(`/v1/public/${team.slug}/search${stays}`)).meta.total === 1,
        quote: (await get(`/v1/availability/${listing.id}${stays}`)).data.available,
        calendar: (await get(`/v1/listings/${listing.id}/calendar${days}`)).data[0].available,
        calendars: (await get(`/v1/calendars${days}`)).data[0].days[0].available,
        booking: booked.status === 200,
      };
    };
    const everywhere = async (sold: boolean, place: typeof ahead, night: string) => {
      const doors = await isSold(place, night);
      expect([night, doors]).toEqual([
        night,
        Object.fromEntries(Object.keys(doors).map((door) => [door, sold])),
      ]);
    };
    await everywhere(false, ahead, '2031-06-02');
    await everywhere(true, ahead, '2031-06-03');
    await everywhere(false, behind, '2031-05-31');
    await everywhere(true, behind, '2031-06-01');
  });

  it('a stay needs its own preparation nights, and those of the booking before it', async () => {
    const { team, listing, units, quote } = await openListing({ preparationDays: 2 });
    await buildBooking(world, {
      teamId: team.id,
      listingId: listing.id,
      unitId: units[0]?.id ?? '',
      checkIn: day(10),
      checkOut: day(12),
      preparationDays: 1,
    });
    const available = async (from: number, to: number) =>
      (await quote({ check_in: day(from), check_out: day(to) })).data.available;
    expect(
      await Promise.all([available(6, 8), available(6, 9), available(12, 13), available(13, 14)]),
    ).toEqual([true, false, false, true]);
  });

  it('a stay in a whole building needs every unit of all its unit types, whatever their status', async () => {
    const team = await buildTeam(world);
    const keys = { teamId: team.id };
    const building = await buildListing(world, { ...keys, kind: 'building', wholeBuildingBookable: true });
    const doubles = await buildListing(world, { ...keys, kind: 'unit_type', buildingId: building.id });
    const hidden = await buildListing(world, {
      ...keys,
      kind: 'unit_type',
      buildingId: building.id,
      status: 'draft',
    });
    const unit = await buildUnit(world, { ...keys, listingId: doubles.id });
    const hiddenUnit = await buildUnit(world, { ...keys, listingId: hidden.id });
    const quote = async (slug: string, from: number, to: number) => {
      const path = `/v1/public/${team.slug}/listings/${slug}/availability`;
      return (await world.get(`${path}?${query({ check_in: day(from), check_out: day(to) })}`)).json().data;
    };
    expect(await quote(building.slug, 0, 4)).toMatchObject({ available: true, units_left: 1 });
    await buildBlock(world, {
      ...keys,
      listingId: hidden.id,
      unitId: hiddenUnit.id,
      startDate: day(3),
      endDate: day(5),
    });
    expect(await quote(building.slug, 0, 4)).toMatchObject({
      available: false,
      units_left: 0,
      reasons: [{ code: 'dates_unavailable', dates: [day(3)] }],
    });
    expect(await quote(doubles.slug, 0, 4)).toMatchObject({ available: true, units_left: 1 });
    await buildBooking(world, {
      ...keys,
      listingId: building.id,
      wholeBuilding: true,
      checkIn: day(20),
      checkOut: day(22),
    });
    expect(await quote(doubles.slug, 21, 23)).toMatchObject({ available: false, units_left: 0 });
    expect(unit.active).toBe(true);
  });

  it('a quote of an inactive listing is answered to its team, but not on the booking site', async () => {
    const { team, listing, site } = await openListing({ status: 'inactive' });
    const token = await buildToken(world, { teamId: team.id });
    const stay = query({ check_in: day(0), check_out: day(1) });
    const answer = await world.get(`/v1/availability/${listing.id}?${stay}`, token);
    expect(answer.json().data).toMatchObject({
      available: false,
      reason_code: 'listing_not_bookable',
      units_left: 0,
    });
    expect((await world.get(`${site}/availability?${stay}`)).statusCode).toBe(404);
    expect((await world.get(`${site}/calendar?start_date=${day(0)}&end_date=${day(1)}`)).statusCode).toBe(
      404,
    );
  });
});

describe('a coupon in a quote', () => {
  const stay = { check_in: day(0), check_out: day(2) };

  it.each([
    ['unknown', null, 'The coupon code is not valid.'],
    ['switched off', { active: false }, 'The coupon code is not valid.'],
    ['not yet valid', { validFrom: '2031-05-06' }, 'The coupon code can be used from 2031-05-06 on.'],
    ['no longer valid', { validUntil: '2031-05-04' }, 'The coupon code could be used until 2031-05-04.'],
    ['for later stays', { stayFrom: day(1) }, `The coupon code is for stays from ${day(1)} on.`],
    ['for earlier stays', { stayUntil: day(1) }, `The coupon code is for stays that end by ${day(1)}.`],
    ['for longer stays', { minNights: 3 }, 'The coupon code needs a stay of at least 3 nights.'],
    ['for other listings', { listingIds: [] }, 'The coupon code is not for this place.'],
    ['used up', { maxRedemptions: 0 }, 'The coupon code has been used up.'],
  ])('a quote with a coupon that is %s is a 422 that says why', async (_name, conditions, message) => {
    const { team, quote } = await openListing();
    if (conditions) await buildCoupon(world, { teamId: team.id, code: 'Ten', ...conditions });
    expect(await quote({ ...stay, coupon_code: 'TEN' })).toEqual({
      status: 422,
      message,
      errors: { coupon_code: [message] },
      codes: { coupon_code: [message.endsWith('is not valid.') ? 'unknown' : 'rule'] },
    });
  });

  it('only live bookings use up a coupon, and the first and last day of its dates count', async () => {
    const { team, listing, units, quote } = await openListing();
    const coupon = await buildCoupon(world, {
      teamId: team.id,
      maxRedemptions: 2,
      validFrom: '2031-05-05',
      validUntil: '2031-05-05',
      stayFrom: day(0),
      stayUntil: day(2),
      minNights: 2,
    });
    const keys = {
      teamId: team.id,
      listingId: listing.id,
      unitId: units[0]?.id ?? '',
      couponKey: coupon.codeKey,
    };
    await buildBooking(world, { ...keys, status: 'cancelled' });
    await buildBooking(world, { ...keys, checkIn: day(20), checkOut: day(21) });
    const query = { ...stay, coupon_code: ` ${coupon.code.toLowerCase()} ` };
    expect(await quote(query)).toMatchObject({
      status: 200,
      data: { price: { coupon_code: coupon.code, discount_amount: 2_000 } },
    });
    await buildBooking(world, { ...keys, checkIn: day(22), checkOut: day(23), status: 'pending' });
    expect(await quote(query)).toMatchObject({
      status: 422,
      errors: { coupon_code: ['The coupon code has been used up.'] },
    });
  });

  it('a quote with an empty coupon code is a quote without a coupon', async () => {
    const { quote } = await openListing();
    expect(await quote({ ...stay, coupon_code: '' })).toMatchObject({
      status: 200,
      data: { price: { coupon_code: null } },
    });
  });
});

describe('invalid parameters of a quote', () => {
  const good = `check_in=${day(0)}&check_out=${day(2)}`;

  it.each([
    ['', ['check_in', 'check_out']],
    ['check_in=&check_out=', ['check_in', 'check_out']],
    [`check_in=2027-02-30&check_out=${day(2)}`, ['check_in']],
    [`check_in=2027-1-5&check_out=${day(2)}`, ['check_in']],
    [`check_in=today&check_out=${day(2)}`, ['check_in']],
    [`check_in=1999-12-31&check_out=2000-01-02`, ['check_in']],
    [`check_in=2199-12-31&check_out=2200-01-01`, ['check_out']],
    [`check_in=${day(0)}&check_in=${day(0)}&check_out=${day(2)}`, ['check_in']],
    [`check_in=${day(0)}&check_out=${day(0)}`, ['check_out']],
    [`check_in=${day(1)}&check_out=${day(0)}`, ['check_out']],
    [`check_in=${day(1)}&check_out=${day(0)}&guests=02`, ['check_out', 'guests']],
    [`check_in=${day(0)}&check_out=${day(366)}&guests=x`, ['check_out', 'guests']],
    [`check_in=${day(0)}&check_out=${day(366)}`, ['check_out']],
    ...['0', '-1', '1.5', '1e3', '0x10', '99999999999', '1001', '', '%20', '02', '+2'].map((guests) => [
      `${good}&guests=${guests}`,
      ['guests'],
    ]),
    [`${good}&guests=1&guests=2`, ['guests']],
    [`${good}&coupon_code=${'x'.repeat(41)}`, ['coupon_code']],
    [`${good}&coupon_code=a%00b`, ['coupon_code']],
    [
      `check_in=${day(1)}&check_out=${day(0)}&guests=0&coupon_code=${'x'.repeat(41)}`,
      ['check_out', 'coupon_code', 'guests'],
    ],
  ] as [string, string[]][])('a quote with the parameters "%s" is refused', async (parameters, fields) => {
    const { site } = await openListing();
    const answer = await world.get(`${site}/availability?${parameters}`);
    const body = answer.json();
    expect([answer.statusCode, Object.keys(body.errors).sort()]).toEqual([422, fields]);
    expect(Object.keys(body).sort()).toEqual(['codes', 'errors', 'message']);
  });

  it('a quote whose check-out is not after its check-in says so', async () => {
    const { quote } = await openListing();
    const message = 'The check out field must be a date after check in.';
    expect(await quote({ check_in: day(2), check_out: day(1) })).toEqual({
      status: 422,
      message,
      errors: { check_out: [message] },
      codes: { check_out: ['contradicts'] },
    });
  });

  it('a quote may have 365 nights, 1,000 guests and a coupon of 40 characters', async () => {
    const { team, quote } = await openListing();
    const code = 'x'.repeat(40);
    await buildCoupon(world, { teamId: team.id, code });
    const query = { check_in: day(0), check_out: day(365), guests: 1_000, coupon_code: code };
    expect((await quote(query)).data.price.nightly_rates).toHaveLength(365);
  });

  it('invalid parameters of a quote are reported after an unknown site and a malformed id, and before an unknown listing', async () => {
    const { team, listing } = await openListing();
    const token = await buildToken(world, { teamId: team.id });
    const stranger = await buildToken(world);
    const missing = { message: 'There is no such listing.' };
    for (const [path, bearer] of [
      [`/v1/public/nobody/listings/${listing.slug}/availability`, null],
      [`/v1/public/${team.slug}/listings/UPPER%00/calendar`, null],
      ['/v1/availability/no-id', token],
    ] as const) {
      const answer = await world.get(`${path}?guests=none`, bearer);
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, missing]);
    }
    const days = `start_date=${day(0)}&end_date=${day(1)}`;
    for (const [path, query, bearer] of [
      [`/v1/public/${team.slug}/listings/nowhere/availability`, good, null],
      ['/v1/availability/01900000-0000-7000-8000-000000000000', good, token],
      [`/v1/availability/${listing.id}`, good, stranger],
      [`/v1/listings/${listing.id}/calendar`, days, stranger],
    ] as const) {
      expect([path, (await world.get(`${path}?guests=none`, bearer)).statusCode]).toEqual([path, 422]);
      const answer = await world.get(`${path}?${query}`, bearer);
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, missing]);
    }
    expect((await world.get(`/v1/availability/${listing.id.toUpperCase()}?${good}`, token)).statusCode).toBe(
      200,
    );
  });

  it('a quote whose amounts are too large to be exact is refused', async () => {
    const { quote } = await openListing({
      nightlyCents: 1,
      includedGuests: 0,
      extraGuestNightlyCents: 100_000_000_000,
    });
    const answer = await quote({ check_in: day(0), check_out: day(365), guests: 1_000 });
    expect(answer).toMatchObject({ status: 422, errors: { guests: [expect.stringContaining('too large')] } });
  });
});
