import { describe, expect, test } from 'vitest';
import { listingFields } from '../../../src/schemas/listings/fields.ts';
import { openSharedApp, openWithoutIndexes } from '../../helpers/app.ts';
import { buildListing, buildPhoto, buildTeam, buildUnit } from '../../helpers/factories.ts';
import { markColumns } from '../../helpers/row-fields.ts';
import { words } from '../../helpers/words.ts';
import { sitePhotoBody } from '../bodies.ts';

// All fields, and no others.
const PUBLIC_LISTING_KEYS =
  `slug kind public_title property_type max_guests bedrooms_count beds_count bathrooms_count
  bathrooms_half currency timezone check_in_time check_out_time address headline description photos unit_types
  whole_building`.split(/\s+/);
const ADDRESS_KEYS = ['city', 'state', 'country', 'latitude', 'longitude'];
const PHOTO_KEYS = `id is_featured sort_order width height thumbnail_url medium_url original_url`.split(' ');
const NOT_FOUND = { message: 'There is no such listing.' };

const world = await openSharedApp();

async function openSite() {
  const { id: teamId, slug: site } = await buildTeam(world);
  const get = (path = '') => world.get(`/v1/public/${site}/listings${path}`);
  const index = async () => (await get()).json();
  return { teamId, site, get, index };
}

const sorted = (keys: Iterable<string>) => [...keys].sort();
const keysOf = (value: object) => sorted(Object.keys(value));

const { publicTitle: _, ...PRIVATE_TEXTS } = markColumns(listingFields, 'PRIVATE');

/** A listing with a value in every field, including private ones. */
const EVERYTHING = {
  ...PRIVATE_TEXTS,
  street: 'PRIVATE street',
  postcode: 'PRIVATE postcode',
  city: 'Lisbon',
  state: 'Estremadura',
  country: 'PT',
  latitude: '38.711300',
  longitude: '-9.139600',
  headline: 'By the sea',
  description: 'A loft by the sea.',
  bathroomsHalf: true,
  propertyType: 'loft',
} as const;

test('the booking site shows a standalone listing', async () => {
  const { teamId, get } = await openSite();
  const { id } = await buildListing(world, {
    teamId,
    ...EVERYTHING,
    slug: 'sea-loft',
    publicTitle: 'Sea Loft',
  });
  await buildUnit(world, { teamId, listingId: id, name: 'PRIVATE unit' });
  const second = await buildPhoto(world, { teamId, listingId: id, sortOrder: 2 });
  const first = await buildPhoto(world, { teamId, listingId: id, sortOrder: 1, isFeatured: true });
  const response = await get('/sea-loft');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    data: {
      slug: 'sea-loft',
      kind: 'standalone',
      public_title: 'Sea Loft',
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
        city: 'Lisbon',
        state: 'Estremadura',
        country: 'PT',
        latitude: '38.711300',
        longitude: '-9.139600',
      },
      headline: 'By the sea',
      description: 'A loft by the sea.',
      photos: [sitePhotoBody(first), sitePhotoBody(second)],
      unit_types: [],
      whole_building: null,
    },
  });
});

/** A building with two visible unit types, in the order of their titles, and three hidden ones. */
async function buildPierHouse() {
  const site = await openSite();
  const { teamId } = site;
  const building = await buildListing(world, {
    teamId,
    kind: 'building',
    slug: 'pier-house',
    publicTitle: 'Pier House',
    wholeBuildingBookable: true,
    maxGuests: 12,
    bedroomsCount: 6,
  });
  const type = { teamId, kind: 'unit_type', buildingId: building.id } as const;
  const double = await buildListing(world, {
    ...type,
    ...EVERYTHING,
    slug: 'pier-double',
    publicTitle: 'Double',
  });
  const attic = await buildListing(world, { ...type, slug: 'pier-attic', publicTitle: 'Attic' });
  await buildListing(world, { ...type, slug: 'pier-draft', status: 'draft' });
  await buildListing(world, { ...type, slug: 'pier-inactive', status: 'inactive' });
  await buildListing(world, { ...type, slug: 'pier-unlisted', listedOnSite: false });
  for (const active of [true, true, false])
    await buildUnit(world, {
      teamId,
      listingId: double.id,
      active,
      name: `PRIVATE ${active} ${Math.random()}`,
    });
  const photo = await buildPhoto(world, { teamId, listingId: double.id });
  return { ...site, building, double, attic, photo };
}

test('the booking site shows a building with its visible unit types', async () => {
  const { get, photo } = await buildPierHouse();
  const { data } = (await get('/pier-house')).json();
  expect(data).toMatchObject({
    kind: 'building',
    whole_building: { max_guests: 12, bedrooms: 6 },
    address: { city: null, state: null, country: null, latitude: null, longitude: null },
    headline: null,
    description: null,
    photos: [],
  });
  expect(data.unit_types).toEqual([
    {
      slug: 'pier-attic',
      public_title: 'Attic',
      headline: null,
      max_guests: 4,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 1,
      bathrooms_half: false,
      units_count: 0,
      photos: [],
    },
    {
      slug: 'pier-double',
      public_title: 'Double',
      headline: 'By the sea',
      max_guests: 4,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 1,
      bathrooms_half: true,
      units_count: 2,
      photos: [sitePhotoBody(photo)],
    },
  ]);
});

test('the booking site shows a unit type under its own slug, with a building that is not let as a whole', async () => {
  const { teamId, get } = await buildPierHouse();
  const { data } = (await get('/pier-double')).json();
  expect(data).toMatchObject({
    kind: 'unit_type',
    slug: 'pier-double',
    unit_types: [],
    whole_building: null,
  });
  expect(data.photos).toHaveLength(1);
  await buildListing(world, { teamId, kind: 'building', slug: 'annex', wholeBuildingBookable: false });
  expect((await get('/annex')).json().data).toMatchObject({ unit_types: [], whole_building: null });
});

test('listings of the booking site have exactly the specified keys, alone and in the index, and nothing private', async () => {
  const { teamId, get, index } = await buildPierHouse();
  const { id } = await buildListing(world, { teamId, ...EVERYTHING, slug: 'sea-loft' });
  await buildPhoto(world, { teamId, listingId: id });
  const alone = await Promise.all(['/sea-loft', '/pier-house', '/pier-double'].map((path) => get(path)));
  const shown = [...alone.map((response) => response.json().data), ...(await index()).data];
  expect(shown.map((listing) => listing.kind)).toEqual(
    words(`
    standalone building unit_type standalone building`),
  );
  for (const listing of shown) {
    expect(keysOf(listing)).toEqual(sorted(PUBLIC_LISTING_KEYS));
    expect(keysOf(listing.address)).toEqual(sorted(ADDRESS_KEYS));
    for (const photo of [
      ...listing.photos,
      ...listing.unit_types.flatMap(({ photos }: { photos: [] }) => photos),
    ])
      expect(keysOf(photo)).toEqual(sorted(PHOTO_KEYS));
  }
  const text = JSON.stringify(shown);
  expect(text).not.toContain('PRIVATE');
  expect(text).not.toContain(id);
});

test('a unit type has at most 5 photos in lists, its featured one among them, and all of them in its building alone', async () => {
  const { teamId, site, double, photo, get, index } = await buildPierHouse();
  const added = [photo];
  for (let sortOrder = 1; sortOrder < 9; sortOrder += 1) {
    const isFeatured = sortOrder === 7;
    added.push(await buildPhoto(world, { teamId, listingId: double.id, sortOrder, isFeatured }));
  }
  const idsIn = (listing: { unit_types: { slug: string; photos: { id: string }[] }[] }) =>
    listing.unit_types.find(({ slug }) => slug === 'pier-double')?.photos.map(({ id }) => id);
  const all = added.map(({ id }) => id);
  const few = [0, 1, 2, 3, 7].map((place) => all[place]);
  expect(idsIn((await index()).data[0])).toEqual(few);
  const search = (
    await world.get(`/v1/public/${site}/search?check_in=2031-06-01&check_out=2031-06-03`)
  ).json();
  const found = search.data.find(
    ({ listing }: { listing: { slug: string } }) => listing.slug === 'pier-house',
  );
  expect(idsIn(found.listing)).toEqual(few);
  expect(idsIn((await get('/pier-house')).json().data)).toEqual(all);
  expect((await get('/pier-double')).json().data.photos).toHaveLength(9);
});

test('the index of the booking site has standalone listings and buildings as they are read alone, by title, then slug', async () => {
  const { teamId, site, get, index } = await buildPierHouse();
  for (const [slug, publicTitle] of [
    ['c', 'zoo'],
    ['b', 'Pier House'],
    ['a', 'Árbol'],
    ['d', 'Attic'],
  ] as const)
    await buildListing(world, { teamId, slug, publicTitle });
  await buildListing(world, { teamId, status: 'archived' });
  await buildListing(world, { teamId, listedOnSite: false });
  await buildListing(world);
  const { data, meta } = await index();
  const slugs: string[] = data.map((listing: { slug: string }) => listing.slug);
  expect(slugs).toEqual(['d', 'b', 'pier-house', 'c', 'a']);
  expect(meta.total).toBe(5);
  const unindexed = await openWithoutIndexes(world);
  expect((await unindexed.get(`/v1/public/${site}/listings`)).json().data).toEqual(data);
  await unindexed.close();
  const alone = await Promise.all(slugs.map(async (slug) => (await get(`/${slug}`)).json().data));
  expect(data).toEqual(alone);
});

describe('hidden listings', () => {
  const hidden: [string, () => Promise<string>][] = [
    ['an unknown slug', async () => (await openSite()).site.concat('/listings/nowhere')],
    ['an unknown team', async () => 'no-such-team/listings/sea-loft'],
    ['an unknown team’s index', async () => 'no-such-team/listings'],
    ['a team’s name that is no slug', async () => 'No%20Team/listings'],
    ['a team’s slug in upper case', async () => `${(await openSite()).site.toUpperCase()}/listings`],
    ['a slug that is none', async () => `${(await openSite()).site}/listings/a%2Fb`],
    ['a slug with a NUL', async () => `${(await openSite()).site}/listings/a%00b`],
    ...(['draft', 'inactive', 'archived'] as const).map((status): [string, () => Promise<string>] => [
      `a listing in status ${status}`,
      () => hiddenListing({ status }),
    ]),
    ['a listing that is not listed on the site', () => hiddenListing({ listedOnSite: false })],
    ['a unit type of a building that is not listed', () => unitTypeOf({ listedOnSite: false })],
    ['a unit type of a building that is not active', () => unitTypeOf({ status: 'inactive' })],
    [
      'another team’s listing',
      async () => {
        const { site } = await openSite();
        return `${site}/listings/${(await buildListing(world)).slug}`;
      },
    ],
    [
      'a listing’s id',
      async () => {
        const { teamId, site } = await openSite();
        return `${site}/listings/${(await buildListing(world, { teamId })).id}`;
      },
    ],
  ];

  async function hiddenListing(overrides: Parameters<typeof buildListing>[1]) {
    const { teamId, site } = await openSite();
    return `${site}/listings/${(await buildListing(world, { teamId, ...overrides })).slug}`;
  }

  async function unitTypeOf(building: Parameters<typeof buildListing>[1]) {
    const { teamId, site } = await openSite();
    const { id: buildingId } = await buildListing(world, { teamId, kind: 'building', ...building });
    const { slug } = await buildListing(world, { teamId, kind: 'unit_type', buildingId });
    return `${site}/listings/${slug}`;
  }

  test.each(hidden)('a listing that the booking site does not show is a 404: %s', async (_name, pathOf) => {
    const response = await world.get(`/v1/public/${await pathOf()}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(NOT_FOUND);
  });

  test('the listings that a booking site hides are found once they are visible', async () => {
    expect((await world.get(`/v1/public/${await hiddenListing({})}`)).statusCode).toBe(200);
    expect((await world.get(`/v1/public/${await unitTypeOf({})}`)).statusCode).toBe(200);
  });
});
