/** Lists of photos that name uploaded pictures by their addresses. */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp, openTestApp } from '../../../helpers/app.ts';
import { clientOf, type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { jpeg, pathOf, upload } from '../../../helpers/pictures.ts';
import { eventsIn } from '../../../routes/events/team-events.ts';

const world = await openSharedApp();
let inn: Inn;
let photo: Json;
beforeEach(async () => {
  inn = await openInn(world);
  photo = await upload(world, inn, await jpeg({ width: 1_300, height: 100 }));
});

const photosPath = () => `/listings/${inn.listing.id}/photos`;
const put = (...photos: object[]) => inn.send('PUT', photosPath(), { photos });
const putAndRead = async (...photos: object[]): Promise<Json[]> => (await inn.data(put(...photos))).photos;
const storedAddresses = async (): Promise<string[]> => {
  const { rows } = await world.db.execute<{ url: string }>(
    `select original_url as url from photos where team_id = ${inn.teamId} order by sort_order`,
  );
  return rows.map(({ url }) => url);
};
const countFiles = async (): Promise<number> => {
  const { rows } = await world.db.execute<{ count: number }>(
    `select count(*)::int as count from photo_files where team_id = ${inn.teamId}`,
  );
  return rows[0]?.count ?? 0;
};

it('sending a listing’s photos back as they were read changes nothing', async () => {
  const events = await eventsIn(world, inn.teamId);
  expect(await putAndRead(photo)).toEqual([photo]);
  expect(await eventsIn(world, inn.teamId)).toEqual(events);
  expect(await storedAddresses()).toEqual([pathOf(photo.original_url)]);
});

it('the address of an uploaded photo can be used for another photo of the same team', async () => {
  const { original_url, medium_url, thumbnail_url } = photo;
  const twin = {
    original_url: `${original_url}?v=1`,
    medium_url,
    thumbnail_url,
    caption: 'The same',
    width: 5,
  };
  const [, copy] = await putAndRead(photo, twin);
  expect(copy).toEqual({ ...photo, id: copy.id, sort_order: 1, caption: 'The same' });
  expect(copy.id).not.toBe(photo.id);
  expect(await countFiles()).toBe(3);
  expect(await putAndRead(copy)).toEqual([{ ...copy, sort_order: 0 }]);
  expect(await countFiles()).toBe(3);
  expect(await putAndRead()).toEqual([]);
  expect(await countFiles()).toBe(0);
});

it('a photo whose address is replaced by an external one no longer keeps its uploaded file', async () => {
  const url = 'https://p.example/a.jpg';
  const { original_url, medium_url, thumbnail_url } = photo;
  const [changed] = await putAndRead({ id: photo.id, original_url: url, width: 7 });
  const without = { medium_url: null, thumbnail_url: null, height: null };
  expect(changed).toEqual({ ...photo, ...without, original_url: url, width: 7 });
  expect(await countFiles()).toBe(0);
  for (const address of [original_url, medium_url, thumbnail_url])
    expect((await world.get(pathOf(address))).statusCode).toBe(404);
});

it('a photo whose address is replaced keeps the smaller sizes that are sent with it, and loses others that are replaced', async () => {
  const url = 'https://p.example/a.jpg';
  const [changed] = await putAndRead({ ...photo, original_url: url });
  expect(changed).toEqual({ ...photo, original_url: url });
  expect(await countFiles()).toBe(2);
  await putAndRead({ id: photo.id, medium_url: url, thumbnail_url: null });
  expect(await countFiles()).toBe(0);
});

it('a small photo whose address is replaced no longer keeps its uploaded file, which is all of its sizes', async () => {
  const small = await upload(world, inn, await jpeg());
  const [changed] = await putAndRead({ id: small.id, original_url: 'https://p.example/a.jpg' });
  expect(changed).toMatchObject({ width: null, height: null, medium_url: null, thumbnail_url: null });
  expect((await world.get(pathOf(small.original_url))).statusCode).toBe(404);
  expect(await countFiles()).toBe(0);
});

it('a photo that gets the address of another uploaded photo has that one’s dimensions, and no smaller sizes of the former', async () => {
  const other = await upload(world, inn, await jpeg());
  const [changed] = await putAndRead({ id: photo.id, original_url: other.original_url }, other);
  const { original_url, width, height } = other;
  expect(changed).toEqual({ ...photo, original_url, width, height, medium_url: null, thumbnail_url: null });
});

it('width and height of an uploaded photo cannot be changed', async () => {
  expect(await putAndRead({ id: photo.id, width: 5, height: null })).toEqual([photo]);
});

it('an address on another host is external, even if its path looks like an uploaded photo', async () => {
  const path = pathOf(photo.original_url);
  const other = await openInn(world);
  const { slug } = await other.read('/team');
  const foreign = [
    `https://elsewhere.example${path}`,
    `http://localhost:81${path}`,
    `http://localhost/v1${path}`,
    `http://localhost${path.replace(/[0-9a-f]{32}/, '0'.repeat(32))}`,
    // Another team has no such picture.
    `http://localhost${path.replace(/\/media\/[^/]+/, `/media/${slug}`)}`,
  ];
  const photos = await putAndRead(...foreign.map((original_url) => ({ original_url })));
  expect(photos.map(({ original_url }) => original_url)).toEqual(foreign);
  expect(await storedAddresses()).toEqual(foreign);
  expect(await countFiles()).toBe(0);
  // Nor may a team name another one's picture.
  const again = await upload(world, inn, await jpeg());
  const shown = await other.data(
    other.send('PUT', `/listings/${other.listing.id}/photos`, {
      photos: [{ original_url: again.original_url }],
    }),
  );
  expect(shown.photos[0]).toMatchObject({ original_url: again.original_url, width: null });
  expect((await other.read(`/listings/${other.listing.id}`)).photos).toHaveLength(1);
});

it('an uploaded photo is recognised by PUBLIC_URL and by the address of the request', async () => {
  const behind = await openTestApp({ url: world.url, publicUrl: 'https://stays.example/inn' });
  const client = clientOf(behind, inn.token);
  const path = pathOf(photo.original_url);
  for (const address of [
    `https://stays.example/inn${path}`,
    `http://stays.example/inn${path}`,
    `https://stays.example${path}`,
    `http://localhost${path}`,
  ]) {
    const { photos } = await client.data(
      client.send('PUT', photosPath(), { photos: [{ id: photo.id, original_url: address }] }),
    );
    expect(photos[0].original_url).toBe(`https://stays.example/inn${path}`);
    expect(await storedAddresses()).toEqual([path]);
  }
  await behind.close();
});

it('a photo’s address cannot be a path alone, and the first of several featured photos is the featured one', async () => {
  expect((await put({ original_url: pathOf(photo.original_url) })).status).toBe(422);
  expect((await put({ ...photo, sort_order: -1 })).body.errors).toHaveProperty(['photos.0.sort_order']);
  const url = (name: string) => ({ original_url: `https://p.example/${name}.jpg`, is_featured: true });
  const photos = await putAndRead(photo, url('a'), { ...url('b'), sort_order: 2 ** 40 });
  expect(photos.map(({ is_featured }) => is_featured)).toEqual([false, true, false]);
});

it('the booking site shows complete addresses of photos, without captions and their translations', async () => {
  await putAndRead({ ...photo, caption: 'For the team' });
  const { slug } = await inn.read('/team');
  const [listing] = (await world.get(`/v1/public/${slug}/listings`)).json().data;
  const { caption: _caption, translations: _translations, ...shown } = photo;
  expect(listing.photos).toEqual([shown]);
  const booked = await inn.book();
  expect((await inn.read(`/bookings/${booked.id}`)).listing.photos).toEqual([
    { ...photo, caption: 'For the team' },
  ]);
  const page = await world.get(`/site/${slug}`);
  expect(page.body).toContain(`<meta property="og:image" content="${photo.medium_url}">`);
});
