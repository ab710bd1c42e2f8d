/** Fields of a team's own (docs/rules.md, 5.18 and 5.19). */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectRefusal, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';
import { seed } from '../../helpers/random.ts';
import { openSite } from '../../helpers/site.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  inn = await openInn(world);
});

const LOFT = { kind: 'standalone', public_title: 'Loft', max_guests: 4, rates: { nightly: 12_000 } };
const MAKE = {
  listing: (body: object) => inn.send('POST', '/listings', { ...LOFT, ...body }),
  unit: (body: object) => inn.send('POST', `/listings/${inn.listing.id}/units`, { name: 'New', ...body }),
  guest: (body: object) => inn.send('POST', '/guests', { name: 'Bea', ...body }),
  booking: (body: object) => inn.tryBook({ ...body }),
};
const NAMES = Object.keys(MAKE) as (keyof typeof MAKE)[];
const pathOf = (name: string, { id }: Json) => `/${name}s/${id}`;

describe.each(NAMES)('the own fields of a %s', (name) => {
  const make = (custom_fields: unknown): Promise<Json> => inn.data(MAKE[name]({ custom_fields }), 201);
  const put = (thing: Json, custom_fields: unknown) =>
    inn.send('PUT', pathOf(name, thing), { custom_fields });

  it('are merged name by name, and come back in alphabetical order', async () => {
    const thing = await make({ zone: ' b ', lock_2: 12.5, a: true, gone: '', none: null });
    expect(JSON.stringify(thing.custom_fields)).toBe('{"a":true,"lock_2":12.5,"zone":"b"}');
    const { updated_at } = thing;
    const same = await put(thing, { lock_2: 12.5, gone: null });
    expect(same.body.data).toMatchObject({
      custom_fields: thing.custom_fields,
      ...(updated_at ? { updated_at } : {}),
    });
    const changed = await inn.data(put(thing, { lock_2: null, zone: '', b: -0, bb: 'e\u0301' }));
    expect(JSON.stringify(changed.custom_fields)).toBe('{"a":true,"b":0,"bb":"é"}');
    expect((await inn.read(pathOf(name, thing))).custom_fields).toEqual(changed.custom_fields);
    expect((await inn.data(put(thing, undefined))).custom_fields).toEqual(changed.custom_fields);
    expect((await inn.data(put(thing, null))).custom_fields).toEqual({});
  });

  it('are none unless somebody sets them', async () => {
    expect((await make(undefined)).custom_fields).toEqual({});
    inn = await openInn(world);
    expect((await make(null)).custom_fields).toEqual({});
  });

  it('are refused under their own names', async () => {
    const wrong = {
      A: 1,
      _a: 1,
      'a-b': null,
      'a.b': 1,
      ['x'.repeat(41)]: 1,
      list: [],
      object: {},
      long: 'x'.repeat(501),
      lines: 'a\nb',
      nul: 'a\0',
      big: 2 ** 53,
      small: -(2 ** 53),
      '': 1,
      // As a computed name it is a key like any other.
      ['__proto__']: 1,
    };
    const right = {
      constructor: 'a',
      ['x'.repeat(40)]: 'x'.repeat(500),
      most: 2 ** 53 - 1,
      least: -(2 ** 53 - 1),
      a1_: 0.1,
    };
    expectRefusal(
      await MAKE[name]({ custom_fields: { ...wrong, ...right } }),
      Object.keys(wrong).map((key) => `custom_fields.${key}`),
    );
    expect((await make(right)).custom_fields).toEqual(right);
    for (const whole of [[], 'a', 7, true])
      expectRefusal(await MAKE[name]({ custom_fields: whole }), ['custom_fields']);
  });

  it('are at most 50, with 4,096 bytes of JSON in all, also after a merge', async () => {
    const numbered = (from: number, to: number, value: unknown = 1) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`f${from + index}`, value]));
    expectRefusal(await MAKE[name]({ custom_fields: numbered(0, 51) }), ['custom_fields']);
    expectRefusal(await MAKE[name]({ custom_fields: numbered(0, 2_000) }), ['custom_fields']);
    const thing = await make(numbered(0, 50));
    expectRefusal(await put(thing, { one_more: 1 }), ['custom_fields']);
    expect((await put(thing, { ...numbered(0, 50, null), ...numbered(50, 100) })).status).toBe(200);
    await inn.data(put(thing, null));
    // Eight texts of 500 characters, with their names.
    await inn.data(put(thing, numbered(0, 8, 'x'.repeat(500))));
    const bytes = Buffer.byteLength(JSON.stringify(numbered(0, 8, 'x'.repeat(500))));
    const room = 4_096 - bytes - ',"g":""'.length;
    expectRefusal(await put(thing, { g: 'x'.repeat(room + 1) }), ['custom_fields']);
    expect((await put(thing, { g: 'x'.repeat(room) })).status).toBe(200);
    expect((await put(thing, { f0: 'short' })).status).toBe(200);
  });

  it('hold what they like if unknown fields are refused', async () => {
    const strict = { prefer: 'handling=strict' };
    const thing = await make({ a: 1 });
    const path = pathOf(name, thing);
    expect((await inn.send('PUT', path, { custom_fields: { anything: 1 } }, strict)).status).toBe(200);
  });
});

it('the own fields of a guest are after any writes what was set last', async () => {
  const { id } = await inn.data(MAKE.guest({}), 201);
  const value = fc.constantFrom(null, '', 'x', 'y', true, false, 1, 2.5, -3);
  const body = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'cc', 'd_1'), value, {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  let model: Record<string, unknown> = {};
  await fc.assert(
    fc.asyncProperty(body, async (custom_fields) => {
      model = custom_fields === null ? {} : { ...model, ...custom_fields };
      for (const [key, set] of Object.entries(model)) if (set === null || set === '') delete model[key];
      const answer = await inn.data(inn.send('PUT', `/guests/${id}`, { custom_fields }));
      expect(answer.custom_fields).toEqual(model);
      expect(Object.keys(answer.custom_fields)).toEqual(Object.keys(model).sort());
    }),
    { numRuns: 60, seed },
  );
});

it('neither references nor own fields are on the booking site', async () => {
  const site = await openSite(world, { units: ['A'] });
  const own = { external_reference: 'HIDDENREF', custom_fields: { hidden_name: 'HIDDENVALUE' } };
  const change = (path: string) => site.data(site.send('PUT', path, own));
  await change(`/listings/${site.listing.id}`);
  for (const { id } of site.units) await change(`/units/${id}`);
  const stay = { check_in: day(0), check_out: day(3), number_of_guests: 2 };
  const { price } = await site.data(
    site.send(
      'GET',
      `/availability/${site.listing.id}?check_in=${stay.check_in}&check_out=${stay.check_out}&guests=2`,
    ),
  );
  const wish = {
    listing: site.listing.slug,
    ...stay,
    guest: { name: 'Bea', email: 'bea@example.com', ...own },
    expected_total: price.grand_total,
    ...own,
    external_reference: 'SENTREF',
    source: 'airbnb',
  };
  const base = `/v1/public/${site.slug}`;
  const headers = { 'content-type': 'application/json' };
  const made = await world.app.inject({
    method: 'POST',
    url: `${base}/bookings`,
    headers,
    payload: JSON.stringify(wish),
  });
  expect(made.statusCode).toBe(201);
  const { confirmation_code: code, key } = made.json().data;
  const [booking] = await site.read(`/bookings?confirmation_code=${code}`);
  expect(booking).toMatchObject({ external_reference: null, custom_fields: {}, source: 'booking_site' });
  expect(booking.guest).toMatchObject({ external_reference: null, custom_fields: {} });
  await change(`/bookings/${booking.id}`);
  await change(`/guests/${booking.guest_id}`);
  const addresses = [
    base,
    `${base}/listings`,
    `${base}/listings/${site.listing.slug}`,
    `${base}/listings/${site.listing.slug}/details`,
    `${base}/search?check_in=${day(5)}&check_out=${day(7)}`,
    `${base}/bookings/${code}?key=${key}`,
    `/book/${site.slug}`,
    `/book/${site.slug}/${site.listing.slug}`,
  ];
  for (const address of addresses) {
    const answer = await world.app.inject({
      url: address,
      headers: { authorization: `Bearer ${key}`, 'booking-key': key },
    });
    expect([address, answer.body.match(/HIDDEN|hidden_name|external_reference|custom_fields/)?.[0]]).toEqual([
      address,
      undefined,
    ]);
  }
});
