/** The error codes of 422s, and the ids of what has a value that is taken (docs/rules.md, 3.4). */
import { describe, expect, it, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { at, type Inn, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { openSite } from '../helpers/site.ts';

const world = await openSharedApp();

type Sent = Promise<{ status: number; body: { codes: object; existing?: object } }>;

async function codesOf(sent: Sent) {
  const { status, body } = await sent;
  expect(status).toBe(422);
  return body.codes;
}

const UNKNOWN_ID = '01943600-0000-7000-8000-ffffffffffff';

describe('each word', () => {
  test.each<[string, (inn: Inn) => Sent, Record<string, string[]>]>([
    ['a missing field', (inn) => inn.send('POST', '/guests', {}), { name: ['required'] }],
    [
      'null in place of a value',
      (inn) => inn.send('POST', '/guests', { name: null }),
      { name: ['required'] },
    ],
    ['an empty name', (inn) => inn.send('POST', '/guests', { name: ' ' }), { name: ['required'] }],
    [
      'a value of another type',
      (inn) => inn.send('POST', '/guests', { name: 1, phone: {} }),
      { name: ['invalid'], phone: ['invalid'] },
    ],
    [
      'a text that is too long',
      (inn) => inn.send('POST', '/guests', { name: 'x'.repeat(256) }),
      { name: ['too_long'] },
    ],
    ['a search that is too short', (inn) => inn.send('GET', '/guests?search=x'), { search: ['too_short'] }],
    [
      'a reference and a slug that are too long',
      (inn) =>
        inn.send('PUT', `/listings/${inn.listing.id}`, {
          external_reference: 'x'.repeat(256),
          slug: 'x'.repeat(64),
        }),
      { external_reference: ['too_long'], slug: ['too_long'] },
    ],
    [
      'numbers out of range',
      (inn) => inn.send('PUT', `/listings/${inn.listing.id}`, { max_guests: 0, bedrooms_count: 100_001 }),
      { max_guests: ['too_small'], bedrooms_count: ['too_large'] },
    ],
    [
      'dates out of range',
      (inn) => inn.tryBook({ check_in: '1999-12-31', check_out: '2200-01-01' }),
      { check_in: ['too_small'], check_out: ['too_large'] },
    ],
    ['no date', (inn) => inn.tryBook({ check_in: '2027-02-30' }), { check_in: ['invalid'] }],
    [
      'a stay that ends before it begins',
      (inn) => inn.tryBook({ check_in: day(2), check_out: day(1) }),
      { check_out: ['contradicts'] },
    ],
    [
      'a stay that is too long',
      (inn) => inn.tryBook({ check_in: day(0), check_out: day(366) }),
      { check_out: ['too_large'] },
    ],
    ['an unknown parameter', (inn) => inn.send('GET', '/guests?serach=x'), { serach: ['unknown'] }],
    [
      'an unknown field of a strict body',
      (inn) => inn.send('POST', '/guests', { name: 'A', nickname: 'B' }, { prefer: 'handling=strict' }),
      { nickname: ['unknown'] },
    ],
    [
      'unknown things',
      (inn) => inn.tryBook({ listing_id: UNKNOWN_ID, guest: undefined, guest_id: UNKNOWN_ID }),
      { listing_id: ['unknown'], guest_id: ['unknown'] },
    ],
    ['an unknown coupon', (inn) => inn.tryBook({ coupon_code: 'NONE' }), { coupon_code: ['unknown'] }],
    [
      'two guests in one booking',
      (inn) => inn.tryBook({ guest_id: UNKNOWN_ID }),
      { guest_id: ['contradicts'] },
    ],
    [
      'too many guests for the place',
      (inn) => inn.tryBook({ number_of_guests: 900 }),
      { number_of_guests: ['rule'] },
    ],
    [
      'a unit for a building',
      async (inn) => {
        const building = await inn.data(
          inn.send('POST', '/listings', {
            kind: 'building',
            whole_building_bookable: true,
            public_title: 'The Pier',
            max_guests: 9,
            rates: { nightly: 100 },
          }),
          201,
        );
        return inn.tryBook({ listing_id: building.id, unit_id: at(inn.units, 0).id });
      },
      { unit_id: ['not_allowed'] },
    ],
    [
      'taken nights',
      async (inn) => {
        await inn.book();
        return inn.tryBook();
      },
      { availability: ['rule'] },
    ],
    [
      'a booking that is over',
      async (inn) => {
        const { id } = await inn.book();
        await inn.cancel(id);
        return inn.change(id, { number_of_guests: 1 });
      },
      { status: ['state'] },
    ],
  ])('%s', async (_what, send, codes) => {
    expect(await codesOf(send(await openInn(world)))).toEqual(codes);
  });

  it('a field with two messages has two codes, in their order', async () => {
    const inn = await openInn(world);
    const { body } = await inn.tryBook({ extras: [{ code: 'a' }, { code: 'a' }, { code: ' ' }] });
    expect(body.codes).toEqual({ 'extras.1.code': ['contradicts'], 'extras.2.code': ['invalid'] });
  });

  test.each(['[]', 'null', '1', '"a"'])('the body %s has no field, and so no code', async (body) => {
    const inn = await openInn(world);
    expect((await inn.send('POST', '/guests', body)).body).toMatchObject({ errors: {}, codes: {} });
  });

  it('a refused cancellation keeps its body', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await inn.cancel(id);
    expect((await inn.cancel(id)).body).toEqual({
      success: false,
      message: 'A cancelled booking cannot be cancelled.',
      errors: {},
    });
  });
});

describe('what has a value that is taken', () => {
  const refusalOf = async (sent: Sent) => {
    const { status, body } = await sent;
    return { status, codes: body.codes, existing: body.existing };
  };
  const taken = (field: string, id: string) => ({
    status: 422,
    codes: { [field]: ['taken'] },
    existing: { [field]: id },
  });

  it('a guest who has the email, for a new guest, a changed one, and the guest of a booking', async () => {
    const inn = await openInn(world);
    const { id } = await inn.data(
      inn.send('POST', '/guests', { name: 'Ada', email: 'ada@example.com' }),
      201,
    );
    const bob = await inn.data(inn.send('POST', '/guests', { name: 'Bob' }), 201);
    const booking = await inn.book();
    const email = 'ADA@example.com';
    expect(await refusalOf(inn.send('POST', '/guests', { name: 'Eve', email }))).toEqual(taken('email', id));
    expect(await refusalOf(inn.send('PUT', `/guests/${bob.id}`, { email }))).toEqual(taken('email', id));
    expect(await refusalOf(inn.change(booking.id, { guest: { email } }))).toEqual(taken('guest.email', id));
  });

  it('the guest, booking, listing or unit that has the reference', async () => {
    const inn = await openInn(world);
    const external_reference = 'R-1';
    const guest = await inn.data(inn.send('POST', '/guests', { name: 'Ada', external_reference }), 201);
    const booking = await inn.book({ external_reference });
    const unit = await inn.data(
      inn.send('POST', `/listings/${inn.listing.id}/units`, { name: 'B', external_reference }),
      201,
    );
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { external_reference }));
    const field = 'external_reference';
    expect(await refusalOf(inn.send('POST', '/guests', { name: 'Eve', external_reference }))).toEqual(
      taken(field, guest.id),
    );
    expect(await refusalOf(inn.tryBook({ check_in: day(8), check_out: day(9), external_reference }))).toEqual(
      taken(field, booking.id),
    );
    expect(
      await refusalOf(
        inn.send('POST', `/listings/${inn.listing.id}/units`, { name: 'C', external_reference }),
      ),
    ).toEqual(taken(field, unit.id));
    const place = { kind: 'standalone', public_title: 'B', max_guests: 2, rates: { nightly: 100 } };
    expect(await refusalOf(inn.send('POST', '/listings', { ...place, external_reference }))).toEqual(
      taken(field, inn.listing.id),
    );
  });

  it('the listing that has the slug, and the unit that has the name', async () => {
    const inn = await openInn(world);
    const { id, slug } = await inn.read(`/listings/${inn.listing.id}`);
    const place = { kind: 'standalone', public_title: 'B', max_guests: 2, rates: { nightly: 100 } };
    expect(await refusalOf(inn.send('POST', '/listings', { ...place, slug }))).toEqual(taken('slug', id));
    const unit = at(inn.units, 0);
    expect(
      await refusalOf(
        inn.send('POST', `/listings/${id}/units`, { name: (await inn.read(`/units/${unit.id}`)).name }),
      ),
    ).toEqual(taken('name', unit.id));
  });

  it('a fee has no id, so nothing is named', async () => {
    const inn = await openInn(world);
    const fee = { code: 'linen', name: 'Linen', basis: 'stay', amount: 100 };
    await inn.data(inn.send('POST', '/fees', fee), 201);
    expect(await refusalOf(inn.send('POST', '/fees', fee))).toEqual({
      status: 422,
      codes: { code: ['taken'] },
      existing: undefined,
    });
  });

  it('of many who create the same guest or reference at once, one succeeds and all others learn who it is', async () => {
    const inn = await openInn(world);
    for (const fields of [{ email: 'storm@example.com' }, { external_reference: 'S-1' }]) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => inn.send('POST', '/guests', { name: 'Storm', ...fields })),
      );
      const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(made?.status).toBe(201);
      const [field = ''] = Object.keys(fields);
      for (const { status, body } of others)
        expect({ status, codes: body.codes, existing: body.existing }).toEqual(
          taken(field, made?.body.data.id),
        );
    }
  });
});

it('the booking site has codes too', async () => {
  const site = await openSite(world);
  const { body } = await site.request({ listing: 'nothing', guest: { name: 'Ada', email: 'nobody' } });
  expect(body.codes).toEqual({ 'guest.email': ['invalid'] });
  const quote = await site.visit('GET', `/listings/${site.listing.slug}/availability?check_in=${day(1)}`);
  expect(quote.body.codes).toEqual({ check_out: ['required'] });
});
