/** What a place has, its rules and its rooms (docs/rules.md, 5.12 to 5.15). */
import { beforeEach, describe, expect, it } from 'vitest';
import { AMENITIES } from '../../../src/domain/amenities.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildFee, buildPhoto, day } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  inn = await openInn(world);
});

const LOFT = { kind: 'standalone', public_title: 'Loft', max_guests: 4, rates: { nightly: 12_000 } };
const add = (body: object = {}): Promise<Json> =>
  inn.data(inn.send('POST', '/listings', { ...LOFT, ...body }), 201);
const change = ({ id }: Json, body: object) => inn.send('PUT', `/listings/${id}`, body);
const refusedFields = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return [status, Object.keys(body.errors ?? {}).sort()];
};
const SILENT = {
  smoking: null,
  parties: null,
  quiet_from: null,
  quiet_until: null,
  minimum_age: null,
  text: null,
};

describe('amenities', () => {
  it('amenities are sorted and each kept once, and an event names the changed field', async () => {
    const listing = await add({ amenities: ['wifi', 'pool', 'cot', 'pool'] });
    expect(listing.amenities).toEqual(['cot', 'pool', 'wifi']);
    const same = await inn.data(change(listing, { amenities: ['wifi', 'cot', 'pool'] }));
    expect(same).toEqual(listing);
    const changed = await inn.data(change(listing, { amenities: ['lift'] }));
    expect(changed.amenities).toEqual(['lift']);
    expect(await inn.read(`/listings/${listing.id}`)).toEqual(changed);
    expect((await inn.data(change(listing, { headline: 'Quiet' }))).amenities).toEqual(['lift']);
    expect((await inn.data(change(listing, { amenities: null }))).amenities).toEqual([]);
    const names = (await eventsIn(world, inn.teamId)).map(({ data }: Json) => data.changed);
    expect(names).toEqual([[], ['amenities'], ['headline'], ['amenities']]);
  });

  it('a listing may have all known amenities, and no others', async () => {
    expect((await add({ amenities: AMENITIES })).amenities).toEqual([...AMENITIES].sort());
    expect(
      await refusedFields(inn.send('POST', '/listings', { ...LOFT, amenities: ['wifi', 'helipad'] })),
    ).toEqual([422, ['amenities.1']]);
    expect(await refusedFields(inn.send('POST', '/listings', { ...LOFT, amenities: 'wifi' }))).toEqual([
      422,
      ['amenities'],
    ]);
  });

  it('a search for several amenities finds places that have all of them, those of the building included, and facets leave that filter out', async () => {
    const building = await add({ kind: 'building', public_title: 'House', amenities: ['pool', 'wifi'] });
    const { id: building_id } = building;
    const inHouse = { kind: 'unit_type', building_id, units: 1 };
    await add({ ...inHouse, public_title: 'Double', amenities: ['cot', 'wifi'] });
    await add({ ...inHouse, public_title: 'Single' });
    await add({ public_title: 'Cabin', amenities: ['cot'] });
    const { slug } = await inn.read('/team');
    const stay = `check_in=${day(3)}&check_out=${day(5)}&sort=title`;
    for (const path of ['/search', `/public/${slug}/search`]) {
      const search = async (amenities: string) => {
        const { body } = await inn.send('GET', `${path}?${stay}${amenities}`);
        return {
          titles: body.data.map(({ listing }: Json) => listing.public_title),
          counts: body.facets.amenities,
        };
      };
      const counts = { pool: 2, wifi: 2, cot: 2 };
      expect((await search('')).counts).toEqual(counts);
      expect(await search('&amenities=pool')).toEqual({ titles: ['Double', 'Single'], counts });
      expect(await search('&amenities=cot&amenities=pool')).toEqual({ titles: ['Double'], counts });
      expect(await search('&amenities=cot,sauna')).toEqual({ titles: [], counts });
      expect(await refusedFields(inn.send('GET', `${path}?${stay}&amenities=helipad`))).toEqual([
        422,
        ['amenities'],
      ]);
    }
  });
});

describe('house rules', () => {
  it('house rules are changed key by key and always shown completely', async () => {
    const listing = await add({ house_rules: { smoking: false, quiet_from: '22:00', text: ' No drums. ' } });
    expect(listing.house_rules).toEqual({
      ...SILENT,
      smoking: false,
      quiet_from: '22:00',
      text: 'No drums.',
    });
    const changed = await inn.data(
      change(listing, { house_rules: { smoking: null, minimum_age: 0, text: '', parties: true } }),
    );
    expect(changed.house_rules).toEqual({ ...SILENT, parties: true, quiet_from: '22:00', minimum_age: 0 });
    expect(await inn.read(`/listings/${listing.id}`)).toEqual(changed);
    const cleared = await inn.data(change(listing, { house_rules: null }));
    expect(cleared.house_rules).toEqual(SILENT);
    expect((await inn.data(change(listing, { house_rules: { smoking: null } }))).updated_at).toBe(
      cleared.updated_at,
    );
    expect((await eventsIn(world, inn.teamId)).map(({ data }: Json) => data.changed)).toEqual([
      [],
      ['house_rules'],
      ['house_rules'],
    ]);
  });

  it.each([
    ['smoking', 'no'],
    ['quiet_from', '24:00'],
    ['quiet_until', '7:00'],
    ['minimum_age', 100],
    ['text', 'x'.repeat(5_001)],
  ])('house rules with a wrong %s are refused', async (key, value) => {
    const body = { ...LOFT, house_rules: { [key]: value } };
    expect(await refusedFields(inn.send('POST', '/listings', body))).toEqual([422, [`house_rules.${key}`]]);
  });
});

describe('rooms', () => {
  const ROOMS = [
    {
      name: 'Bedroom',
      beds: [
        { kind: 'double', count: 1 },
        { kind: 'cot', count: 2 },
      ],
    },
    { name: 'Living room', beds: [] },
  ];

  it('rooms are replaced as a whole, in the order of the list', async () => {
    const listing = await add({ rooms: [ROOMS[0], { name: ' Living room ' }] });
    expect(listing.rooms).toEqual(ROOMS);
    const turned = [...ROOMS].reverse();
    expect((await inn.data(change(listing, { rooms: turned }))).rooms).toEqual(turned);
    expect((await inn.read(`/listings/${listing.id}`)).rooms).toEqual(turned);
    expect((await inn.data(change(listing, { rooms: null }))).rooms).toEqual([]);
  });

  it.each([
    ['rooms.0.name', [{ beds: [] }]],
    ['rooms.0.beds.0.kind', [{ name: 'A', beds: [{ kind: 'hammock', count: 1 }] }]],
    ['rooms.0.beds.0.count', [{ name: 'A', beds: [{ kind: 'bunk', count: 101 }] }]],
    [
      'rooms.0.beds.1.kind',
      [
        {
          name: 'A',
          beds: [
            { kind: 'bunk', count: 1 },
            { kind: 'bunk', count: 2 },
          ],
        },
      ],
    ],
    [
      'rooms.0.beds.1.kind and other field',
      [
        {
          name: 'A',
          beds: [
            { kind: 'bunk', count: 1 },
            { kind: 'bunk', count: 'two' },
            { kind: 'hammock', count: 1 },
          ],
        },
      ],
      ['rooms.0.beds.1.count', 'rooms.0.beds.1.kind', 'rooms.0.beds.2.kind'],
    ],
    ['rooms', Array.from({ length: 51 }, () => ({ name: 'A', beds: [] }))],
  ])('rooms with a wrong %s are refused', async (field, rooms, fields = [field]) => {
    expect(await refusedFields(inn.send('POST', '/listings', { ...LOFT, rooms }))).toEqual([422, fields]);
  });

  it('a kind of bed that a room names twice is refused together with everything else that is wrong with its beds', async () => {
    const beds = [{ kind: 'bunk', count: 0 }, null, { kind: 'bunk', count: 1 }];
    const sent = inn.send('POST', '/listings', { ...LOFT, rooms: [{ name: '', beds }] });
    expect(await refusedFields(sent)).toEqual([
      422,
      ['rooms.0.beds.0.count', 'rooms.0.beds.1', 'rooms.0.beds.2.kind', 'rooms.0.name'],
    ]);
  });
});

it('amenities, house rules and rooms are neither in bookings nor in the listing of the booking site’s index', async () => {
  const listing = await add({
    amenities: ['wifi'],
    house_rules: { smoking: false },
    rooms: [{ name: 'A', beds: [] }],
  });
  const booking = await inn.book({ listing_id: listing.id, check_in: day(30), check_out: day(32) });
  const { slug } = await inn.read('/team');
  const site = (await inn.send('GET', `/public/${slug}/listings/${listing.slug}`)).body.data;
  for (const field of ['amenities', 'house_rules', 'rooms']) {
    expect(booking.listing).not.toHaveProperty(field);
    expect(site).not.toHaveProperty(field);
  }
});

it('a place keeps what guests need to arrive, and shows it to nobody but its team', async () => {
  const arrival_instructions = `The key box\nhas the code 4711${'.'.repeat(4_971)}`;
  expect(arrival_instructions).toHaveLength(5_000);
  const listing = await add({ public_title: 'Quay', arrival_instructions });
  expect(await inn.read(`/listings/${listing.id}`)).toMatchObject({ arrival_instructions });
  const tooLong = await change(listing, { arrival_instructions: `${arrival_instructions}.` });
  expect(Object.keys(tooLong.body.errors)).toEqual(['arrival_instructions']);
  await inn.data(change(listing, { arrival_instructions: '' }));
  expect(await inn.read(`/listings/${listing.id}`)).toMatchObject({ arrival_instructions: null });
  await inn.data(change(listing, { arrival_instructions }));
  const booking = await inn.book({ listing_id: listing.id, check_in: day(30), check_out: day(32) });
  const { slug } = await inn.read('/team');
  const site = `/public/${slug}/listings`;
  for (const path of ['', `/${listing.slug}`, `/${listing.slug}/details`, `/${listing.slug}/terms`]) {
    const shown = JSON.stringify((await inn.send('GET', `${site}${path}`)).body);
    expect(shown).not.toContain('4711');
  }
  expect(JSON.stringify(booking)).not.toContain('4711');
  const events = JSON.stringify((await inn.send('GET', '/events?types=listing.changed')).body);
  expect(events).toContain('"changed":["arrival_instructions"]');
  expect(events).not.toContain('4711');
});

it('a place’s details show its amenities, house rules and rooms, with those of its building', async () => {
  const building = await add({
    kind: 'building',
    amenities: ['pool'],
    house_rules: { smoking: false, parties: false },
  });
  const type = await add({
    kind: 'unit_type',
    public_title: 'Double',
    building_id: building.id,
    max_pets: 1,
    amenities: ['wifi', 'cot'],
    house_rules: { parties: true },
    registration_number: '1/AL',
    rooms: [{ name: 'A', beds: [{ kind: 'king', count: 1 }] }],
  });
  const fee = {
    teamId: inn.teamId,
    optional: true,
    basis: 'stay' as const,
    amountCents: 700,
    maxQuantity: 3,
  };
  await buildFee(world, { ...fee, code: 'crib', name: 'Crib', validUntil: day(400) });
  await buildFee(world, { ...fee, code: 'over', validUntil: '2020-01-01' });
  await buildFee(world, { ...fee, code: 'cleaning', optional: false, maxQuantity: null });
  const photo = await buildPhoto(world, { teamId: inn.teamId, listingId: type.id, caption: 'The bed' });
  const { slug } = await inn.read('/team');
  const path = (one: string) => `/public/${slug}/listings/${one}/details`;
  expect((await inn.send('GET', path(type.slug))).body).toEqual({
    data: {
      amenities: [
        { code: 'cot', name: 'Cot', group: 'Children' },
        { code: 'pool', name: 'Pool', group: 'Pool and wellness' },
        { code: 'wifi', name: 'Wi-Fi', group: 'Internet and work' },
      ],
      house_rules: { ...SILENT, smoking: false, parties: true },
      rooms: [{ name: 'A', beds: [{ kind: 'king', count: 1 }] }],
      photos: [{ id: photo.id, caption: 'The bed' }],
      party: { max_guests: 4, max_children: null, max_infants: null, max_pets: 1, infant_age: 2 },
      extras: [{ code: 'crib', name: 'Crib', basis: 'stay', amount: 700, max_quantity: 3 }],
      check_in_time: '15:00',
      check_out_time: '11:00',
      registration_number: '1/AL',
    },
  });
  await inn.data(change(building, { listed_on_site: false }));
  expect((await inn.send('GET', path(type.slug))).status).toBe(404);
  expect((await inn.send('GET', path('nowhere'))).status).toBe(404);
});
