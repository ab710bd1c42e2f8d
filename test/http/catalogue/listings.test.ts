import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../support/app.ts';
import { type Inn, type Json, openInn } from '../../support/bookings.ts';
import { buildCoupon, buildFee, buildPhoto, buildSeason, day } from '../../support/factories.ts';
import { eventsIn } from './feed.ts';

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
const NOW = '2031-05-05T10:00:00+00:00';

describe('a new listing', () => {
  it('is answered whole, with a slug made from its title and a unit named by it', async () => {
    const listing = await add({
      address: { city: ' Faro ' },
      cancellation_policy: POLICY,
      registration_number: '1/AL',
    });
    expect(listing).toEqual({
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
      registration_number: '1/AL',
      cancellation_policy: POLICY,
      reseating: null,
      created_at: NOW,
      updated_at: NOW,
      photos: [],
    });
    expect(await inn.read(`/listings/${listing.id}`)).toEqual(listing);
    expect(await unitsOf(listing)).toEqual(['Casa do Pátio, 2º']);
    expect(await eventsIn(world, inn.teamId)).toEqual([
      { type: 'listing.created', actor: 'Back office', data: { listing_id: listing.id, changed: [] } },
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
  ])('%j', async (body, slug, units) => {
    const listing = await add(body);
    expect([listing.slug, await unitsOf(listing)]).toEqual([slug, units]);
  });

  it('gets a number behind a slug that is taken', async () => {
    const made = await Promise.all([add(), add(), add()]);
    const slugs = made.map(({ slug }) => slug).sort();
    expect(slugs).toEqual(['casa-do-patio-2o', 'casa-do-patio-2o-2', 'casa-do-patio-2o-3']);
    expect(await refusalOf(post({ ...LOFT, slug: slugs[0] }))).toEqual(refused('slug'));
  });

  it('has the address, the zone and the currency of its building', async () => {
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
        data: { listing_id: id, changed: ['address'] },
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
    [{ ...LOFT, building_id: NOBODY, max_guests: 0 }, ['building_id', 'max_guests']],
    [
      { ...LOFT, kind: 'building', units: 1, whole_building_bookable: 7 },
      ['units', 'whole_building_bookable'],
    ],
    [{ ...LOFT, units: ['A', 'A'] }, ['units.1']],
    [{ ...LOFT, units: 501 }, ['units']],
    // Nothing is made before it is checked: no list could be so long, or the server would be out of memory.
    ...[-1, 1.5, 4_000_000_000, 1e308].map((units): [object, string[]] => [{ ...LOFT, units }, ['units']]),
    [
      { ...LOFT, whole_building_bookable: true, slug: 'No', address: { latitude: 'N' } },
      ['address.latitude', 'slug', 'whole_building_bookable'],
    ],
  ])('%j is refused', async (body, fields) => {
    expect(await refusalOf(post(body))).toEqual(refused(...fields));
  });

  it('is in no other team’s building, also if more is wrong', async () => {
    const other = await openInn(world, { listing: { kind: 'building' }, units: [] });
    const wrong = { ...LOFT, kind: 'unit_type', building_id: other.listing.id };
    expect(await refusalOf(post(wrong))).toEqual(refused('building_id'));
    expect(await refusalOf(post({ ...wrong, max_guests: 0 }))).toEqual(refused('building_id', 'max_guests'));
  });

  it('in another currency is refused while a fixed amount applies to it', async () => {
    await buildFee(world, { teamId: inn.teamId, code: 'cleaning' });
    const { body } = await post({ ...LOFT, currency: 'SEK' });
    expect(body.errors.currency).toEqual([
      'The currency field must be the team\'s, EUR, because the fee "cleaning" of a fixed amount applies to it.',
    ]);
  });
});

describe('a listing that is changed', () => {
  const put = (body: object) => inn.send('PUT', `/listings/${inn.listing.id}`, body);

  it('keeps what is absent, clears what is null, and says what differs', async () => {
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

  it('keeps its bookings as they are, whatever its terms become', async () => {
    const booking = await inn.book();
    const before = await inn.read(`/listings/${inn.listing.id}`);
    world.clock.set('2031-05-06T10:00:00Z');
    // Bookings show when their listing has changed. Its terms are not part of what they show.
    const terms = { cancellation_policy: POLICY, reseating: 'on' };
    const listing = await inn.data(put(terms));
    expect(listing).toEqual({ ...before, ...terms });
    expect(await inn.read(`/bookings/${booking.id}`)).toEqual({ ...booking, listing });
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}/rates`, { rates: { nightly: 1 } }));
    expect((await inn.read(`/listings/${inn.listing.id}`)).updated_at).toBe(before.updated_at);
  });

  it('has its kind, building and currency for good once there is something in it', async () => {
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

  it('is refused as a file would be', async () => {
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

describe('a listing that is deleted', () => {
  const remove = (id: string, headers = {}) => inn.send('DELETE', `/listings/${id}`, undefined, headers);

  it('goes with its parts, and out of the lists of charges', async () => {
    const { teamId, listing } = inn;
    await buildSeason(world, { teamId, listingId: listing.id });
    await buildFee(world, { teamId, listingIds: [listing.id] });
    await buildCoupon(world, { teamId, listingIds: [listing.id, (await add()).id] });
    expect((await remove(listing.id, { 'if-match': '"else"' })).status).toBe(412);
    expect(await remove(listing.id)).toMatchObject({ status: 204, text: '' });
    expect((await inn.send('GET', `/listings/${listing.id}`)).status).toBe(404);
    const [charges] = await world.db.execute<{ fee: string[]; coupon: number }>(
      `select (select listing_ids from fees where team_id = ${teamId}) as fee,
        (select cardinality(listing_ids) from coupons where team_id = ${teamId}) as coupon`,
    );
    expect(charges).toEqual({ fee: [], coupon: 1 });
    expect((await eventsIn(world, teamId)).at(-1)).toMatchObject({ type: 'listing.deleted' });
    expect((await remove(listing.id)).status).toBe(404);
  });

  it('stays where anything ever took it, or is inside it', async () => {
    const { id } = await inn.book();
    await inn.cancel(id);
    expect(await refusalOf(remove(inn.listing.id))).toEqual(refused('listing'));
    const blocked = await add();
    const block = { listing_id: blocked.id, start_date: day(1), end_date: day(2) };
    await inn.data(inn.send('POST', '/blocks', block), 201);
    const building = await add({ kind: 'building', whole_building_bookable: true });
    const type = await add({ kind: 'unit_type', building_id: building.id });
    await inn.book({ listing_id: building.id });
    for (const listing of [blocked, building, type])
      expect(await refusalOf(remove(listing.id))).toEqual(refused('listing'));
  });

  it('is deleted or booked, of the two at once, and never both', { timeout: 60_000 }, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await add({ units: 2 });
      const [gone, made] = await Promise.all([remove(id), inn.tryBook({ listing_id: id })]);
      outcomes.add(`${gone.status} ${made.status}`);
    }
    expect([...outcomes].filter((outcome) => !['204 422', '422 201'].includes(outcome))).toEqual([]);
  });
});

describe('units', () => {
  it('are added, renamed, made inactive and deleted one by one', async () => {
    const path = `/listings/${inn.listing.id}/units`;
    const unit = await inn.data(inn.send('POST', path, { name: ' B ' }), 201);
    expect(unit).toEqual({ id: expect.any(String), name: 'B', active: true, listing_id: inn.listing.id });
    const own = `/units/${unit.id}`;
    expect(await inn.read(own)).toEqual(unit);
    expect(await inn.data(inn.send('PUT', own, { active: false }))).toEqual({ ...unit, active: false });
    expect(await inn.data(inn.send('PUT', own, { name: 'C', active: null }))).toEqual({ ...unit, name: 'C' });
    await inn.data(inn.send('PUT', own, { name: 'C' }));
    expect(await unitsOf(inn.listing)).toEqual(['A', 'C']);
    expect(await refusalOf(inn.send('PUT', own, { name: 'A' }))).toEqual(refused('name'));
    expect(await refusalOf(inn.send('POST', path, { name: '', active: 1 }))).toEqual(
      refused('active', 'name'),
    );
    expect((await inn.send('DELETE', own)).status).toBe(204);
    expect((await inn.send('GET', own)).status).toBe(404);
    expect((await eventsIn(world, inn.teamId)).map(({ data }) => data.changed)).toEqual(
      Array(4).fill(['units']),
    );
    const building = await add({ kind: 'building' });
    expect(await refusalOf(inn.send('POST', `/listings/${building.id}/units`, { name: 'A' }))).toEqual(
      refused('listing'),
    );
    await inn.book();
    expect(await refusalOf(inn.send('DELETE', `/units/${inn.units[0]?.id}`))).toEqual(refused('unit'));
  });

  it('stay if anything ever took them', async () => {
    const { id: listing_id } = await add({ units: 4 });
    const all: Json[] = await inn.read(`/listings/${listing_id}/units`);
    const [blocked, left, kept, free] = all.map(({ id }) => id);
    const nights = { start_date: day(1), end_date: day(2) };
    const block = (unit_id: string) =>
      inn.data(inn.send('POST', '/blocks', { listing_id, unit_id, ...nights }), 201);
    const remove = (id: string) => inn.send('DELETE', `/units/${id}`);
    const [deleted] = await block(blocked);
    await inn.send('DELETE', `/blocks/${deleted.id}`);
    await world.db.execute(
      `update units set active = id in ('${left}', '${kept}') where listing_id = '${listing_id}'`,
    );
    // The booking moves, because on its new dates only the other unit is free.
    const booking = await inn.book({ listing_id, check_in: day(5), check_out: day(6) });
    await block(booking.unit.id);
    await inn.data(inn.send('PUT', `/bookings/${booking.id}`, { check_in: day(1), check_out: day(2) }));
    for (const id of [blocked, left, kept]) expect(await refusalOf(remove(id))).toEqual(refused('unit'));
    expect((await remove(free)).status).toBe(204);
  });

  it('stay if their building was sold as a whole while they were there', async () => {
    const building = await add({ kind: 'building', whole_building_bookable: true });
    const type = await add({ kind: 'unit_type', building_id: building.id, units: 1 });
    const [old]: Json[] = await inn.read(`/listings/${type.id}/units`);
    const { id } = await inn.book({ listing_id: building.id });
    await inn.cancel(id);
    expect(await refusalOf(inn.send('DELETE', `/units/${old.id}`))).toEqual(refused('unit'));
    await world.db.execute("update team_events set created_at = '2020-01-01'");
    const added = await inn.data(inn.send('POST', `/listings/${type.id}/units`, { name: 'new' }), 201);
    expect((await inn.send('DELETE', `/units/${added.id}`)).status).toBe(204);
  });

  it('are one if a building becomes a place of its own', async () => {
    const building = await add({ kind: 'building' });
    await inn.data(inn.send('PUT', `/listings/${building.id}`, { kind: 'standalone', public_title: 'Hut' }));
    expect(await unitsOf(building)).toEqual(['Hut']);
    expect((await eventsIn(world, inn.teamId)).at(-1)?.data.changed).toEqual([
      'kind',
      'public_title',
      'units',
    ]);
  });
});

describe('photos', () => {
  it('are replaced as a whole, in the order of the list', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const put = async (...photos: object[]): Promise<Json[]> =>
      (await inn.data(inn.send('PUT', path, { photos }))).photos;
    const url = (name: string) => `https://p.example/${name}.jpg`;
    const [a, b] = await put(
      { original_url: url('a'), sort_order: 9 },
      { original_url: url('b'), is_featured: true },
    );
    expect([a, b].map(({ sort_order, is_featured }) => [sort_order, is_featured])).toEqual([
      [0, false],
      [1, true],
    ]);
    const swapped = await put(b, { ...a, width: 10 }, { id: inn.listing.id, original_url: url('c') });
    expect(swapped).toEqual([
      { ...b, sort_order: 0 },
      { ...a, sort_order: 1, width: 10 },
      { ...a, id: expect.not.stringMatching(inn.listing.id), original_url: url('c'), sort_order: 2 },
    ]);
    expect(await put(...swapped)).toEqual(swapped);
    expect((await inn.read(path)).photos).toEqual(swapped);
    expect((await inn.read(`/listings/${inn.listing.id}`)).photos).toEqual(swapped);
    expect(await eventsIn(world, inn.teamId)).toHaveLength(2);
    expect(await refusalOf(inn.send('PUT', path, { photos: [a, a] }))).toEqual(refused('photos.1.id'));
    expect(await refusalOf(inn.send('PUT', path, {}))).toEqual(refused('photos'));
    expect(await put()).toEqual([]);
  });

  it('are never replaced by one without an address', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const put = (...photos: object[]) => inn.send('PUT', path, { photos });
    const url = (name: string) => `https://p.example/${name}.jpg`;
    const given = ['a', 'b', 'c'].map((name) => ({ original_url: url(name), width: 10 }));
    const { photos: stored } = await inn.data(put(...given));
    const message =
      'The photos 0 original url field is required for a photo without medium_url and thumbnail_url.';
    for (const photo of [
      { file: 'x' },
      {},
      { original_url: ' ' },
      { id: null, width: 3 },
      { id: inn.listing.id },
    ])
      expect((await put(photo)).body).toEqual({ message, errors: { 'photos.0.original_url': [message] } });
    // One that is known may not lose its address either.
    expect(await refusalOf(put(stored[0], { ...stored[1], original_url: null }))).toEqual(
      refused('photos.1.original_url'),
    );
    expect(await refusalOf(put(stored[0], {}, { id: stored[2].id }, {}))).toEqual(
      refused('photos.1.original_url', 'photos.3.original_url'),
    );
    expect((await inn.read(path)).photos).toEqual(stored);
    expect((await put({ thumbnail_url: url('small') })).status).toBe(200);
  });

  it('with a known id keep what is left out', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const put = async (...photos: object[]) => (await inn.data(inn.send('PUT', path, { photos }))).photos;
    const [a, b] = await put(
      { original_url: 'https://p.example/a.jpg', width: 10 },
      { original_url: 'https://p.example/b.jpg' },
    );
    expect(await put({ id: b.id, is_featured: true }, { id: a.id, width: null })).toEqual([
      { ...b, sort_order: 0, is_featured: true },
      { ...a, sort_order: 1, width: null },
    ]);
  });

  it('that have been stored without an address can be sent back', async () => {
    const photo = { originalUrl: null, mediumUrl: null, thumbnailUrl: null };
    const { teamId, id: listingId } = inn.listing;
    await buildPhoto(world, { ...photo, teamId, listingId });
    const path = `/listings/${listingId}/photos`;
    const stored = await inn.read(path);
    expect(await inn.data(inn.send('PUT', path, stored))).toEqual(stored);
  });
});
