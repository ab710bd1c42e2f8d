import { beforeEach, describe, expect, it } from 'vitest';
import { pickShown } from '../../../src/schemas/fields/row-fields.ts';
import { bookedListingSchema } from '../../../src/schemas/listings/listing.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildCoupon, buildFee, buildSeason, day } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const LOFT = {
  kind: 'standalone',
  public_title: 'Casa do Pátio, 2º',
  max_guests: 4,
  rates: { nightly: 12_000 },
};
const post = (body: object) => inn.send('POST', '/listings', body);
const add = (body: object = {}): Promise<Json> => inn.data(post({ ...LOFT, ...body }), 201);
const unitsOf = async ({ id }: { id: string }) =>
  (await inn.read(`/listings/${id}/units`)).map(({ name }: { name: string }) => name);
const refusalOf = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return { status, fields: Object.keys(body.errors ?? {}).sort() };
};
const refused = (...fields: string[]) => ({ status: 422, fields });

const POLICY = {
  name: 'Strict',
  grace_hours: 0,
  grace_days_before: 0,
  tiers: [{ days_before: 30, refund_percent: 50 }],
  fee_of: 'nights',
  fee_tax: 'vat',
  translations: {},
};
const NOTHING = {
  street: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
  latitude: null,
  longitude: null,
};
const NO_HOUSE_RULES = {
  smoking: null,
  parties: null,
  quiet_from: null,
  quiet_until: null,
  minimum_age: null,
  text: null,
};
const NOW = '2031-05-05T10:00:00+00:00';

describe('a new listing', () => {
  it('a new listing gets defaults, a slug from its title, and a unit named like it', async () => {
    const listing = await add({
      address: { city: ' Faro ' },
      cancellation_policy: POLICY,
      registration_number: '1/AL',
    });
    expect(listing).toMatchObject({
      id: expect.any(String),
      slug: 'casa-do-patio-2o',
      kind: 'standalone',
      building_id: null,
      whole_building_bookable: false,
      public_title: 'Casa do Pátio, 2º',
      nickname: null,
      status: 'active',
      listed_on_site: true,
      property_type: 'other',
      max_guests: 4,
      max_children: null,
      max_infants: null,
      max_pets: 0,
      bedrooms_count: 0,
      beds_count: 0,
      bathrooms_count: 0,
      bathrooms_half: false,
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      check_in_time: '15:00',
      check_out_time: '11:00',
      address: { ...NOTHING, city: 'Faro' },
      headline: null,
      description: null,
      arrival_instructions: null,
      amenities: [],
      house_rules: NO_HOUSE_RULES,
      rooms: [],
      registration_number: '1/AL',
      cancellation_policy: POLICY,
      reseating: null,
      created_at: NOW,
      updated_at: NOW,
      photos: [],
    });
    expect(await inn.read(`/listings/${listing.id}`)).toEqual(listing);
    expect(await unitsOf(listing)).toEqual(['Casa do Pátio, 2º']);
    const [unit] = await inn.read(`/listings/${listing.id}/units`);
    expect(await eventsIn(world, inn.teamId)).toEqual([
      {
        type: 'listing.created',
        actor: 'Back office',
        data: { listing_id: listing.id, changed: [], units: [{ id: unit.id, deleted: false }] },
      },
    ]);
    const booked = { listing_id: listing.id, check_in: day(30), check_out: day(32) };
    expect((await inn.book(booked)).grand_total).toBe(24_000);
  });

  it.each([
    [{ slug: 'loft' }, 'loft', ['Casa do Pátio, 2º']],
    [{ slug: ' ', units: 3 }, 'casa-do-patio-2o', ['1', '2', '3']],
    [{ public_title: '東京', units: ['B', ' A '] }, 'listing', ['A', 'B']],
    [{ units: [] }, 'casa-do-patio-2o', []],
    [{ units: null }, 'casa-do-patio-2o', ['Casa do Pátio, 2º']],
    [{ kind: 'building', whole_building_bookable: true }, 'casa-do-patio-2o', []],
  ])('a new listing with %j gets the slug %j and the units %j', async (body, slug, units) => {
    const listing = await add(body);
    expect([listing.slug, await unitsOf(listing)]).toEqual([slug, units]);
  });

  it('a new listing whose slug is taken gets a number behind it', async () => {
    const made = await Promise.all([add(), add(), add()]);
    const slugs = made.map(({ slug }) => slug).sort();
    expect(slugs).toEqual(['casa-do-patio-2o', 'casa-do-patio-2o-2', 'casa-do-patio-2o-3']);
    expect(await refusalOf(post({ ...LOFT, slug: slugs[0] }))).toEqual(refused('slug'));
  });

  it('a new unit type has the address, time zone and currency of its building', async () => {
    const building = await add({
      kind: 'building',
      timezone: 'Asia/Tokyo',
      currency: 'JPY',
      address: { city: 'Oita' },
    });
    const ofBuilding = { kind: 'unit_type', building_id: building.id };
    const type = await add({ ...ofBuilding, currency: 'JPY', units: 2 });
    expect(type).toMatchObject({
      building_id: building.id,
      timezone: 'Asia/Tokyo',
      address: { city: 'Oita' },
    });
    const other = { ...LOFT, ...ofBuilding, currency: 'EUR', address: { city: 'Faro' } };
    expect(await refusalOf(post(other))).toEqual(refused('address.city', 'currency'));
    // What changes in the building changes in its unit types.
    await inn.data(inn.send('PUT', `/listings/${building.id}`, { address: { city: null, country: 'JP' } }));
    expect((await inn.read(`/listings/${type.id}`)).address).toEqual({ ...NOTHING, country: 'JP' });
    expect((await eventsIn(world, inn.teamId)).slice(2)).toEqual(
      [building, type].map(({ id }) => ({
        type: 'listing.changed',
        actor: 'Back office',
        data: { listing_id: id, changed: ['address'], units: [] },
      })),
    );
    // What is the building's own leaves them as they are.
    world.clock.set('2031-05-06T10:00:00Z');
    const before = await inn.read(`/listings/${type.id}`);
    await inn.data(inn.send('PUT', `/listings/${building.id}`, { headline: 'Blue' }));
    expect(await inn.read(`/listings/${type.id}`)).toEqual(before);
    expect((await eventsIn(world, inn.teamId)).slice(4)).toMatchObject([
      { type: 'listing.changed', data: { listing_id: building.id, changed: ['headline'] } },
    ]);
  });

  const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
  it.each([
    [{}, ['kind', 'max_guests', 'public_title', 'rates']],
    [{ ...LOFT, rates: {} }, ['rates.nightly']],
    [{ ...LOFT, kind: 'unit_type' }, ['building_id']],
    [{ ...LOFT, kind: 'unit_type', building_id: NOBODY }, ['building_id']],
    // Contradictions are reported after all fields are valid.
    [{ ...LOFT, building_id: NOBODY, max_guests: 0 }, ['max_guests']],
    [
      { ...LOFT, building_id: NOBODY, whole_building_bookable: true },
      ['building_id', 'whole_building_bookable'],
    ],
    [{ ...LOFT, kind: 'building', units: 1, building_id: NOBODY }, ['building_id', 'units']],
    [{ ...LOFT, units: ['A', 'A'] }, ['units.1']],
    [{ ...LOFT, units: 501 }, ['units']],
    // Nothing is made before it is checked: no list could be so long, or the server would be out of memory.
    ...[-1, 1.5, 4_000_000_000, 1e308].map((units): [object, string[]] => [{ ...LOFT, units }, ['units']]),
    [
      { ...LOFT, whole_building_bookable: 7, slug: 'No', address: { latitude: 'N' } },
      ['address.latitude', 'slug', 'whole_building_bookable'],
    ],
  ])('a new listing with %j is refused', async (body, fields) => {
    expect(await refusalOf(post(body))).toEqual(refused(...fields));
  });

  it('a new unit type cannot be in a building of another team, which is checked once its fields are valid', async () => {
    const other = await openInn(world, { listing: { kind: 'building' }, units: [] });
    const wrong = { ...LOFT, kind: 'unit_type', building_id: other.listing.id };
    expect(await refusalOf(post(wrong))).toEqual(refused('building_id'));
    expect(await refusalOf(post({ ...wrong, max_guests: 0 }))).toEqual(refused('max_guests'));
  });

  it('a new listing in another currency is refused while a fee of a fixed amount would apply to it', async () => {
    await buildFee(world, { teamId: inn.teamId, code: 'cleaning' });
    const { body } = await post({ ...LOFT, currency: 'SEK' });
    expect(body.errors.currency).toEqual([
      'The currency field must be the team\'s, EUR, because the fee "cleaning" of a fixed amount applies to it.',
    ]);
  });
});

describe('changing a listing', () => {
  const put = (body: object) => inn.send('PUT', `/listings/${inn.listing.id}`, body);

  it('changing a listing keeps absent fields, clears null ones, and its event names what differs', async () => {
    const before = await inn.read(`/listings/${inn.listing.id}`);
    const change = {
      public_title: 'Sea Loft',
      address: { city: 'Faro', latitude: '37.02' },
      listed_on_site: false,
      headline: 'Blue',
    };
    const after = { ...before, ...change, address: { ...NOTHING, ...change.address }, updated_at: NOW };
    expect(await inn.data(put({ ...before, ...change, rates: { nightly: 1 } }))).toEqual(after);
    expect(await inn.data(put({ ...change, address: {} }))).toEqual(after);
    expect(await inn.data(put({ address: { city: null }, headline: null }))).toMatchObject({
      address: { ...NOTHING, latitude: '37.02' },
      headline: null,
    });
    expect((await eventsIn(world, inn.teamId)).map(({ data }) => data.changed)).toEqual([
      ['public_title', 'listed_on_site', 'address', 'headline'],
      ['address', 'headline'],
    ]);
    const quote = await inn.quote(inn.listing.id, { check_in: day(30), check_out: day(31) });
    expect(quote.body.data.price.grand_total).toBe(10_000);
  });

  it('changing a listing’s terms leaves its bookings as they are', async () => {
    const booking = await inn.book();
    const before = await inn.read(`/listings/${inn.listing.id}`);
    world.clock.set('2031-05-06T10:00:00Z');
    const terms = { cancellation_policy: POLICY, reseating: 'on' };
    const listing = await inn.data(put(terms));
    expect(listing).toEqual({ ...before, ...terms, updated_at: '2031-05-06T10:00:00+00:00' });
    expect(await inn.read(`/bookings/${booking.id}`)).toEqual({
      ...booking,
      listing: pickShown(bookedListingSchema, listing),
    });
    world.clock.set('2031-05-06T11:00:00Z');
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}/rates`, { rates: { nightly: 1 } }));
    expect(await inn.read(`/listings/${inn.listing.id}`)).toEqual(listing);
  });

  it('kind, building and currency of a listing cannot change once it has bookings or unit types', async () => {
    expect(await refusalOf(put({ kind: 'building', currency: 'SEK' }))).toEqual(refused('currency', 'kind'));
    const building = await add({ kind: 'building' });
    expect(await refusalOf(put({ kind: 'unit_type', building_id: building.id }))).toEqual(
      refused('building_id', 'kind'),
    );
    await inn.send('DELETE', `/units/${inn.units[0]?.id}`);
    const moved = { kind: 'unit_type', building_id: building.id };
    expect(await inn.data(put(moved))).toMatchObject(moved);
    const path = `/listings/${building.id}`;
    expect(await refusalOf(inn.send('PUT', path, { currency: 'SEK' }))).toEqual(refused('currency'));
  });

  it('changing a listing is refused by the same rules as in a team file', async () => {
    const other = await add();
    expect(await refusalOf(put({ slug: other.slug }))).toEqual(refused('slug'));
    expect(await refusalOf(put({ slug: null, max_guests: null, public_title: '' }))).toEqual(
      refused('max_guests', 'public_title', 'slug'),
    );
    // A contradiction with stored fields is reported together with the rest.
    expect(await refusalOf(put({ whole_building_bookable: true, slug: other.slug }))).toEqual(
      refused('slug', 'whole_building_bookable'),
    );
    expect(await refusalOf(put({ building_id: other.id }))).toEqual(refused('building_id'));
  });
});

describe('deleting a listing', () => {
  const remove = (id: string, headers = {}) => inn.send('DELETE', `/listings/${id}`, undefined, headers);

  it('deleting a listing deletes its parts, and removes it from the lists of charges', async () => {
    const { teamId, listing } = inn;
    await buildSeason(world, { teamId, listingId: listing.id });
    await buildFee(world, { teamId, listingIds: [listing.id] });
    await buildCoupon(world, { teamId, listingIds: [listing.id, (await add()).id] });
    expect((await remove(listing.id, { 'if-match': '"else"' })).status).toBe(412);
    expect(await remove(listing.id)).toMatchObject({ status: 204, text: '' });
    expect((await inn.send('GET', `/listings/${listing.id}`)).status).toBe(404);
    const {
      rows: [charges],
    } = await world.db.execute<{ fee: string[]; coupon: number }>(
      `select (select listing_ids from fees where team_id = ${teamId}) as fee,
        (select cardinality(listing_ids) from coupons where team_id = ${teamId}) as coupon`,
    );
    expect(charges).toEqual({ fee: [], coupon: 1 });
    expect((await eventsIn(world, teamId)).at(-1)).toMatchObject({ type: 'listing.deleted' });
    expect((await remove(listing.id)).status).toBe(404);
  });

  it('a listing that was ever booked or blocked, or has unit types, cannot be deleted', async () => {
    const { id } = await inn.book();
    await inn.cancel(id);
    expect(await refusalOf(remove(inn.listing.id))).toEqual(refused('listing'));
    const blocked = await add();
    const block = { listing_id: blocked.id, start_date: day(1), end_date: day(2) };
    await inn.data(inn.send('POST', '/blocks', block), 201);
    const building = await add({ kind: 'building', whole_building_bookable: true });
    const type = await add({ kind: 'unit_type', building_id: building.id });
    await inn.book({ listing_id: building.id });
    const unused = await add({ kind: 'building' });
    await add({ kind: 'unit_type', building_id: unused.id });
    for (const listing of [blocked, building, type, unused])
      expect(await refusalOf(remove(listing.id))).toEqual(refused('listing'));
  });

  it('if a listing is deleted and booked at once, only one of the two succeeds', {
    timeout: 60_000,
  }, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await add({ units: 2 });
      const [gone, made] = await Promise.all([remove(id), inn.tryBook({ listing_id: id })]);
      outcomes.add(`${gone.status} ${made.status}`);
    }
    expect([...outcomes].filter((outcome) => !['204 422', '422 201'].includes(outcome))).toEqual([]);
  });
});
