import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ListingKind, ListingStatus } from '../../../src/domain/vocabulary.ts';
import { listingFields } from '../../../src/schemas/listings/fields.ts';
import { openSharedApp, openWithoutIndexes } from '../../helpers/app.ts';
import { buildListing, buildPhoto, buildTeam, buildToken } from '../../helpers/factories.ts';
import { listBlanks } from '../../helpers/row-fields.ts';
import { photoBody } from '../bodies.ts';

const world = await openSharedApp();

async function openTeam() {
  const { id: teamId } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  const titlesAt = async (path: string): Promise<string[]> => {
    const response = await world.get(path, token);
    expect(response.statusCode).toBe(200);
    return response.json().data.map((listing: { public_title: string }) => listing.public_title);
  };
  return { teamId, token, titlesAt };
}

test('a listing shows everything that it can have', async () => {
  const { teamId, token } = await openTeam();
  const { id: buildingId } = await buildListing(world, { teamId, kind: 'building' });
  const { id } = await buildListing(world, {
    teamId,
    kind: 'unit_type',
    buildingId,
    slug: 'pier-double',
    publicTitle: 'Pier Double',
    nickname: 'PD',
    status: 'inactive',
    listedOnSite: false,
    propertyType: 'hotel',
    maxGuests: 3,
    bedroomsCount: 1,
    bedsCount: 2,
    bathroomsCount: 1,
    bathroomsHalf: true,
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    checkInTime: '16:30',
    checkOutTime: '09:05',
    street: '1 Pier',
    city: 'Yokohama',
    state: 'Kanagawa',
    postcode: '231-0002',
    country: 'JP',
    latitude: '35.450000',
    longitude: '139.650000',
    headline: 'Over the water',
    description: 'A room over the water.',
    createdAt: new Date('2030-12-31T23:59:59Z'),
    updatedAt: new Date('2031-01-01T00:00:00Z'),
  });
  const last = await buildPhoto(world, { teamId, listingId: id, sortOrder: 2 });
  const first = await buildPhoto(world, {
    teamId,
    listingId: id,
    isFeatured: true,
    sortOrder: 1,
    width: 2400,
    height: 1600,
    thumbnailUrl: 'https://photos.example/t.jpg',
    mediumUrl: 'https://photos.example/m.jpg',
    originalUrl: 'https://photos.example/o.jpg',
  });

  const response = await world.get(`/v1/listings/${id}`, token);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    data: {
      ...listBlanks(listingFields),
      id,
      slug: 'pier-double',
      kind: 'unit_type',
      building_id: buildingId,
      whole_building_bookable: false,
      public_title: 'Pier Double',
      nickname: 'PD',
      status: 'inactive',
      listed_on_site: false,
      property_type: 'hotel',
      max_guests: 3,
      max_children: null,
      max_infants: null,
      max_pets: 0,
      bedrooms_count: 1,
      beds_count: 2,
      bathrooms_count: 1,
      bathrooms_half: true,
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      check_in_time: '16:30',
      check_out_time: '09:05',
      address: {
        street: '1 Pier',
        city: 'Yokohama',
        state: 'Kanagawa',
        postcode: '231-0002',
        country: 'JP',
        latitude: '35.450000',
        longitude: '139.650000',
      },
      headline: 'Over the water',
      description: 'A room over the water.',
      created_at: '2030-12-31T23:59:59+00:00',
      updated_at: '2031-01-01T00:00:00+00:00',
      photos: [photoBody(first), photoBody(last)],
    },
  });
});

test('a listing with nothing optional shows every key as null', async () => {
  const { teamId, token } = await openTeam();
  const { id, slug } = await buildListing(world, {
    teamId,
    kind: 'building',
    wholeBuildingBookable: true,
    publicTitle: 'Bare',
  });
  const photo = await buildPhoto(world, {
    teamId,
    listingId: id,
    width: null,
    height: null,
    thumbnailUrl: null,
    mediumUrl: null,
    originalUrl: null,
  });
  expect((await world.get(`/v1/listings/${id}`, token)).json()).toEqual({
    data: {
      ...listBlanks(listingFields),
      id,
      slug,
      kind: 'building',
      building_id: null,
      whole_building_bookable: true,
      public_title: 'Bare',
      nickname: null,
      status: 'active',
      property_type: 'other',
      max_guests: 4,
      max_children: null,
      max_infants: null,
      max_pets: 0,
      bedrooms_count: 2,
      beds_count: 3,
      bathrooms_count: 1,
      bathrooms_half: false,
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      check_in_time: '15:00',
      check_out_time: '11:00',
      address: {
        street: null,
        city: null,
        state: null,
        postcode: null,
        country: null,
        latitude: null,
        longitude: null,
      },
      headline: null,
      description: null,
      created_at: '2021-01-05T14:03:22+00:00',
      updated_at: '2021-01-05T14:03:22+00:00',
      photos: [photoBody(photo)],
    },
  });
});

test('photos with the same position are sorted by id', async () => {
  const { teamId, token } = await openTeam();
  const { id: listingId } = await buildListing(world, { teamId });
  const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()].sort();
  for (const id of [...ids].reverse()) await buildPhoto(world, { teamId, listingId, id });
  const { photos } = (await world.get(`/v1/listings/${listingId}`, token)).json().data;
  expect(photos.map((photo: { id: string }) => photo.id)).toEqual(ids);
});

test('the list of listings shows each as a single read does, and those of this team only', async () => {
  const { teamId, token } = await openTeam();
  const listing = await buildListing(world, { teamId, publicTitle: 'A' });
  await buildPhoto(world, { teamId, listingId: listing.id });
  const unitType = await buildListing(world, { teamId, kind: 'unit_type', publicTitle: 'B' });
  await buildListing(world);
  const single = async (id: string | null) => (await world.get(`/v1/listings/${id}`, token)).json().data;
  const { data, meta } = (await world.get('/v1/listings', token)).json();
  expect(meta.total).toBe(3);
  expect(data).toEqual([
    await single(listing.id),
    await single(unitType.id),
    await single(unitType.buildingId),
  ]);
});

test('listings are sorted by title in code-point order, then by slug', async () => {
  const { teamId, titlesAt } = await openTeam();
  for (const publicTitle of ['Ångel', 'apple', 'Zoo', 'Apple', 'Árbol', '10 Downing', '🏠'])
    await buildListing(world, { teamId, publicTitle });
  expect(await titlesAt('/v1/listings')).toEqual([
    '10 Downing',
    'Apple',
    'Zoo',
    'apple',
    'Árbol',
    'Ångel',
    '🏠',
  ]);
});

test('listings with the same title are sorted by slug', async () => {
  const { teamId, token } = await openTeam();
  for (const slug of ['b', 'a-2', 'a', 'a1', 'c'])
    await buildListing(world, { teamId, slug, publicTitle: 'Same' });
  const unindexed = await openWithoutIndexes(world);
  const { data } = (await unindexed.get('/v1/listings', token)).json();
  expect(data.map((listing: { slug: string }) => listing.slug)).toEqual(['a', 'a-2', 'a1', 'b', 'c']);
  await unindexed.close();
});

test('listings are filtered by one or several statuses and kinds, and by slug', async () => {
  const { teamId, titlesAt } = await openTeam();
  const kinds: ListingKind[] = ['standalone', 'building'];
  const statuses: ListingStatus[] = ['draft', 'active', 'inactive', 'archived'];
  for (const kind of kinds) {
    for (const status of statuses)
      await buildListing(world, {
        teamId,
        kind,
        status,
        publicTitle: `${kind} ${status}`,
        slug: `${kind}-${status}`,
      });
  }
  const found = async (query: string) => (await titlesAt(`/v1/listings?${query}`)).sort();
  expect(await found('')).toHaveLength(8);
  expect(await found('status=draft')).toEqual(['building draft', 'standalone draft']);
  expect(await found('kind=building&status=archived,active,active')).toEqual([
    'building active',
    'building archived',
  ]);
  expect(await found('kind=standalone,building&status=inactive')).toEqual([
    'building inactive',
    'standalone inactive',
  ]);
  expect(await found('kind=unit_type')).toEqual([]);
  expect(await found('slug=building-draft')).toEqual(['building draft']);
  for (const none of ['slug=building-draft&status=active', 'slug=nobodys'])
    expect(await found(none)).toEqual([]);
});
