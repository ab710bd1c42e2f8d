import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, rowCounts } from '../../helpers/bookings.ts';
import {
  buildBooking,
  buildCoupon,
  buildFee,
  buildGuest,
  buildListing,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { openSite } from '../../helpers/site.ts';

const world = await openSharedApp();
const MODERATE = {
  name: 'Moderate',
  graceHours: 24,
  graceDaysBefore: 0,
  tiers: [{ daysBefore: 7, refundPpm: 500_000 }],
};
const MESSAGE = { message: expect.any(String) };

describe('a request on the booking site', () => {
  it('a request on the booking site is a pending booking that expires, and its answer has exactly these fields', async () => {
    const site = await openSite(world, { team: { siteHoldMinutes: 90, cancellationPolicy: MODERATE } });
    await buildFee(world, { teamId: site.teamId, code: 'cleaning', name: 'Cleaning', amountCents: 5_000 });
    const answer = await site.request({
      guest: { name: ' Bea Lind ', email: 'Bea@Example.com', phone: '+351 1' },
      special_requests: 'A cot.\nAnd tea.',
      expected_total: 45_000,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = answer.body;
    const quote = (
      await site.visit(
        'GET',
        `/listings/${site.listing.slug}/availability?check_in=${day(0)}&check_out=${day(4)}&guests=2`,
      )
    ).body;
    expect(answer.body).toEqual({
      data: {
        confirmation_code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
        key: expect.stringMatching(/^[\w-]{32}$/),
        status: 'pending',
        expires_at: '2031-05-05T11:30:00+00:00',
        listing: site.listing.slug,
        check_in: day(0),
        check_out: day(4),
        nights: 4,
        number_of_guests: 2,
        party: { adults: 2, children_ages: [], infants: 0, pets: 0 },
        extras: [],
        language: 'en',
        currency: 'EUR',
        accommodation_total: 40_000,
        discount_total: 0,
        fees_total: 5_000,
        taxes_total: 0,
        grand_total: 45_000,
        price_breakdown: quote.data.price.lines ?? quote.data.price.price_breakdown,
        cancellation: {
          name: 'Moderate',
          fee_of: 'total',
          grace_until: '2031-05-06T10:00:00+00:00',
          refunds: [{ until: day(-7), percent: 50 }],
        },
        created_at: '2031-05-05T10:00:00+00:00',
      },
    });
    const [booking] = await site.read(`/bookings?confirmation_code=${data.confirmation_code}`);
    expect(booking).toMatchObject({
      status: 'pending',
      source: 'booking_site',
      special_requests: 'A cot.\nAnd tea.',
      notes: null,
      unit: { name: 'A' },
      guest: { name: 'Bea Lind', email: 'Bea@Example.com', phone: '+351 1' },
    });
    expect(await site.events(booking.id)).toMatchObject([
      { type: 'booking.created', actor: { type: 'site', name: null }, data: {} },
    ]);
    expect((await site.folio(booking.id)).invoices).toEqual([]);
    await expectSound(world);
  });

  it('a request on the booking site is confirmed at once if the team chooses so', async () => {
    const site = await openSite(world, { team: { siteBookings: 'instant' } });
    const data = await site.requested();
    expect(data).toMatchObject({ status: 'confirmed', expires_at: null });
    const [booking] = await site.read(`/bookings?confirmation_code=${data.confirmation_code}`);
    expect(booking).toMatchObject({ status: 'confirmed', source: 'booking_site' });
  });

  it('a request on the booking site may be for a unit type or a whole building', async () => {
    const site = await openSite(world, {
      listing: { kind: 'building', wholeBuildingBookable: true },
      units: [],
    });
    const keys = { teamId: site.teamId, kind: 'unit_type' as const, buildingId: site.listing.id };
    const type = await buildListing(world, { ...keys, slug: 'double' });
    await buildUnit(world, { teamId: site.teamId, listingId: type.id });
    expect(await site.requested({ listing: 'double' })).toMatchObject({ listing: 'double' });
    const whole = await site.requested({ check_in: day(10), check_out: day(14) });
    expect(whole).toMatchObject({ listing: site.listing.slug, status: 'pending' });
  });

  it('a request on the booking site can use a coupon', async () => {
    const site = await openSite(world);
    await buildCoupon(world, { teamId: site.teamId, code: 'TEN', percentPpm: 100_000 });
    expect(await site.requested({ coupon_code: 'ten', expected_total: 36_000 })).toMatchObject({
      discount_total: 4_000,
      grand_total: 36_000,
    });
  });

  it('a request on the booking site cannot override rules or choose its status or source', async () => {
    const site = await openSite(world, { listing: { minStay: 7 } });
    const more = {
      override_rules: true,
      status: 'confirmed',
      source: 'airbnb',
      notes: 'x',
      expires_in: 9,
      unit_pinned: true,
    };
    const refused = await site.request(more);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['availability']]);
    const long = await site.requested({ ...more, check_out: day(7), expected_total: 70_000 });
    expect(long).toMatchObject({ status: 'pending', expires_at: '2031-05-06T10:00:00+00:00' });
    const [booking] = await site.read('/bookings');
    expect(booking).toMatchObject({ source: 'booking_site', notes: null, unit_pinned: false });
  });
});

describe('the guest of a request', () => {
  it('a request by a guest whom the team knows by email is for that guest, whose record stays as it is', async () => {
    const site = await openSite(world);
    const { id, ...guest } = await buildGuest(world, {
      teamId: site.teamId,
      name: 'Known',
      email: 'Bea@example.com',
      phone: '1',
    });
    const before = await site.read(`/guests/${id}`);
    await site.requested({ guest: { name: 'Else', email: 'BEA@example.com', phone: '2' } });
    expect((await site.read('/bookings'))[0].guest_id).toBe(id);
    expect(await site.read(`/guests/${id}`)).toEqual(before);
    expect(guest.name).toBe('Known');
  });

  it('a request by an unknown guest makes a guest, with an event', async () => {
    const site = await openSite(world);
    await site.requested();
    const { data } = (await site.send('GET', '/events?types=guest.*')).body;
    expect(data).toMatchObject([{ type: 'guest.created', actor: { type: 'site', name: null } }]);
  });
});

describe('refused requests', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'nothing given',
      {
        listing: undefined,
        check_in: undefined,
        check_out: undefined,
        number_of_guests: undefined,
        guest: undefined,
        expected_total: undefined,
      },
      ['listing', 'check_in', 'check_out', 'number_of_guests', 'guest', 'expected_total'],
    ],
    ['an empty guest', { guest: {} }, ['guest.name', 'guest.email']],
    ['no email', { guest: { name: 'Bea', email: null } }, ['guest.email']],
    ['an empty email and name', { guest: { name: ' ', email: '' } }, ['guest.name', 'guest.email']],
    ['not an email', { guest: { name: 'Bea', email: 'bea' } }, ['guest.email']],
    [
      'a name with an address',
      { guest: { name: 'Your prize: https://evil.example', email: 'b@example.com' } },
      ['guest.name'],
    ],
    [
      'a name that mail programs link',
      { guest: { name: 'Prize at Evil.Example/x', email: 'b@example.com' } },
      ['guest.name'],
    ],
    [
      'a long phone',
      { guest: { name: 'Bea', email: 'b@example.com', phone: '1'.repeat(51) } },
      ['guest.phone'],
    ],
    ['a total that is a text', { expected_total: '40000' }, ['expected_total']],
    ['a negative total', { expected_total: -1 }, ['expected_total']],
    ['a total with a fraction', { expected_total: 1.5 }, ['expected_total']],
    ['null for the total', { expected_total: null }, ['expected_total']],
    ['dates in the wrong order', { check_out: day(0) }, ['check_out']],
    ['too many guests', { number_of_guests: 900 }, ['number_of_guests']],
    ['an unknown coupon', { coupon_code: 'NO' }, ['coupon_code']],
    ['an unknown listing', { listing: 'nothing' }, ['listing']],
    [
      'no total, before an unknown listing',
      { listing: 'nothing', expected_total: undefined },
      ['expected_total'],
    ],
  ])('a refused request on the booking site names the field: %s', async (_name, overrides, fields) => {
    const site = await openSite(world);
    const before = await rowCounts(world);
    const { status, body } = await site.request(overrides);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, [...fields].sort()]);
    const { reasons: _, ...others } = body;
    expect(others).toEqual({ ...MESSAGE, errors: expect.anything(), codes: expect.anything() });
    expect(await rowCounts(world)).toEqual(before);
  });

  it('a request for a hidden listing is refused exactly like one for an unknown listing', async () => {
    const site = await openSite(world);
    const own = { teamId: site.teamId };
    await buildListing(world, { ...own, slug: 'hidden', listedOnSite: false });
    await buildListing(world, { ...own, slug: 'draft', status: 'draft' });
    const pier = await buildListing(world, { ...own, kind: 'building', slug: 'pier', listedOnSite: false });
    await buildListing(world, { ...own, kind: 'unit_type', slug: 'room', buildingId: pier.id });
    const other = await openSite(world);
    const answers = [];
    for (const listing of ['nothing', 'hidden', 'draft', 'room', 'pier', 'No Slug', other.listing.slug]) {
      const { status, text } = await site.request({ listing });
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers)).toEqual(
      new Set([
        '422 {"message":"The booking site has no listing with this slug.","errors":{"listing":["The booking site has no listing with this slug."]},"codes":{"listing":["unknown"]}}',
      ]),
    );
  });

  it('a request with another expected_total is a 409 with the present price, after all rules', async () => {
    const site = await openSite(world);
    const before = await rowCounts(world);
    const { status, body } = await site.request({ expected_total: 39_999 });
    const query = `check_in=${day(0)}&check_out=${day(4)}&guests=2`;
    const quote = await site.visit('GET', `/listings/${site.listing.slug}/availability?${query}`);
    expect([status, body]).toEqual([
      409,
      { message: expect.any(String), code: 'price_changed', price: quote.body.data.price },
    ]);
    const both = await site.request({ expected_total: 39_999, number_of_guests: 900 });
    expect(both.status).toBe(422);
    expect(await rowCounts(world)).toEqual(before);
  });

  it('a request for taken nights is refused under availability', async () => {
    const site = await openSite(world);
    await site.requested();
    const { status, body } = await site.request({ guest: { name: 'Cleo', email: 'c@example.com' } });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['availability']]);
  });

  it('a request whose body is not JSON is a 400 or a 415', async () => {
    const site = await openSite(world);
    const send = (body: string) => site.visit('POST', '/bookings', { body });
    expect(await send('{')).toMatchObject({ status: 400 });
    const text = await world.app.inject({
      method: 'POST',
      url: `${site.at}/bookings`,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(text.statusCode).toBe(415);
  });
});

describe('a site that takes no bookings', () => {
  it('a site that takes no bookings answers a request like an unknown path, and so does an unknown site', async () => {
    const off = await openSite(world, { team: { siteBookings: 'off' } });
    const post = async (url: string) => {
      const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
      const answer = await world.app.inject({ method: 'POST', url, payload: '{', headers });
      return `${answer.statusCode} ${answer.body}`;
    };
    const nothing = await post('/v1/public/nobody/nothing');
    expect(nothing).toMatch(/^404 /);
    for (const base of [off.at, '/v1/public/nobody', '/v1/public/No'])
      expect(await post(`${base}/bookings`)).toBe(nothing);
    expect((await off.request()).status).toBe(404);
    await off.send('PUT', '/team', { site_bookings: 'instant' });
    expect((await off.request()).status).toBe(201);
  });

  it('a site that takes no bookings any more still shows earlier ones to those who have the key, and lets them be withdrawn', async () => {
    const site = await openSite(world);
    const { confirmation_code: code, key } = await site.requested();
    const { key: wrong } = await (await openSite(world)).requested();
    await site.send('PUT', '/team', { site_bookings: 'off' });
    expect(await site.look(code, key)).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
    const gone = { status: 404, body: { message: 'There is no such booking.' } };
    expect(await site.look(code, wrong)).toMatchObject(gone);
    expect(await site.withdraw(code, wrong)).toMatchObject(gone);
    expect((await world.get(`/v1/public/nobody/bookings/${code}`)).json()).toEqual(gone.body);
    expect(await site.withdraw(code, key)).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled' } },
    });
    expect((await site.look(code, key)).body.data.status).toBe('cancelled');
  });
});

it('bookings from other sources do not count as waiting requests', async () => {
  const site = await openSite(world, { units: ['A', 'B', 'C'] });
  const { id: guestId } = await buildGuest(world, { teamId: site.teamId, email: 'bea@example.com' });
  for (const [n, { id: unitId }] of site.units.entries())
    await buildBooking(world, {
      teamId: site.teamId,
      listingId: site.listing.id,
      unitId,
      guestId,
      status: 'pending',
      checkIn: day(50 + 4 * n),
      checkOut: day(54 + 4 * n),
    });
  expect((await site.request()).status).toBe(201);
});
