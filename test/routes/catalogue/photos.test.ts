import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildPhoto } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const refusalOf = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return { status, fields: Object.keys(body.errors ?? {}).sort() };
};
const refused = (...fields: string[]) => ({ status: 422, fields });

describe('photos', () => {
  it('photos are replaced as a whole, in the order of the list', async () => {
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

  it('after a photo is deleted, the list that is read and sent back is no change', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const sent = ['a', 'b', 'c', 'd'].map((name) => ({ original_url: `https://p.example/${name}.jpg` }));
    const [a, b, c, d] = (await inn.data(inn.send('PUT', path, { photos: sent }))).photos;
    world.clock.set('2031-05-05T11:00:00Z');
    expect((await inn.send('DELETE', `${path}/${b.id}`)).status).toBe(204);
    expect((await inn.send('DELETE', `${path}/${a.id}`)).status).toBe(204);
    const read = await inn.read(path);
    expect(read.photos).toEqual([
      { ...c, sort_order: 0 },
      { ...d, sort_order: 1 },
    ]);
    const { updated_at } = await inn.read(`/listings/${inn.listing.id}`);
    const events = await eventsIn(world, inn.teamId);
    world.clock.set('2031-05-05T12:00:00Z');
    expect(await inn.data(inn.send('PUT', path, read))).toEqual(read);
    expect(await eventsIn(world, inn.teamId)).toEqual(events);
    expect((await inn.read(`/listings/${inn.listing.id}`)).updated_at).toBe(updated_at);
  });

  it('a photo of the list needs an address, and without one no photo is replaced', async () => {
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
      expect((await put(photo)).body).toEqual({
        message,
        errors: { 'photos.0.original_url': [message] },
        codes: { 'photos.0.original_url': ['required'] },
      });
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

  it('addresses of photos must begin with http:// or https://, and are reported with other invalid fields', async () => {
    const path = `/listings/${inn.listing.id}/photos`;
    const put = (...photos: object[]) => inn.send('PUT', path, { photos });
    const ofLength = (length: number) => `https://p.example/${'x'.repeat(length - 18)}`;
    const message = (field: string) =>
      `The photos 1 ${field} url field must be an address that begins with https:// or http://, of at most 1024 characters.`;
    const foreign = [
      ...[
        'javascript:alert(1)',
        'JavaScript://p.example/%0aalert(1)',
        ' javascript:alert(1)',
        'data:image/png,x',
      ],
      ...['ftp://p.example/a.jpg', 'file:///etc/passwd', '//p.example/a.jpg', '/a.jpg', 'a.jpg', 'https:'],
      ...[
        'https:p.example',
        'https://',
        'https://a b/',
        'https://p.example/\na',
        'java\nscript:alert(1)',
        ofLength(1_025),
      ],
    ];
    for (const field of ['original', 'medium', 'thumbnail'])
      for (const address of foreign)
        expect((await put({}, { [`${field}_url`]: address, width: -1 })).body.errors).toMatchObject({
          [`photos.1.${field}_url`]: [message(field)],
          'photos.1.width': expect.any(Array),
        });
    expect((await inn.read(path)).photos).toEqual([]);
    const good = [
      'https://p.example/a.jpg',
      ' HTTP://p.example/a.jpg ',
      'http://[::1]:8080/ä?b#c',
      ofLength(1_024),
    ];
    const { photos } = await inn.data(put(...good.map((address) => ({ original_url: address }))));
    expect(photos.map((photo: Json) => photo.original_url)).toEqual(good.map((address) => address.trim()));
  });

  it('a photo stored long ago with another kind of address still shows it until it is changed', async () => {
    const { teamId, id: listingId } = inn.listing;
    const old = { originalUrl: 'javascript:alert(1)', mediumUrl: null, thumbnailUrl: null };
    await buildPhoto(world, { ...old, teamId, listingId });
    const path = `/listings/${listingId}/photos`;
    const put = (...photos: object[]) => inn.send('PUT', path, { photos });
    const [photo] = (await inn.read(path)).photos;
    expect(photo.original_url).toBe(old.originalUrl);
    expect(await refusalOf(put(photo))).toEqual(refused('photos.0.original_url'));
    const wider = (await inn.data(put({ id: photo.id, width: 7 }))).photos;
    expect(wider).toEqual([{ ...photo, sort_order: 0, width: 7 }]);
    const changed = await inn.data(put({ id: photo.id, original_url: 'https://p.example/a.jpg' }));
    expect(changed.photos[0].original_url).toBe('https://p.example/a.jpg');
  });

  it('a photo of the list with a known id keeps the fields that are left out', async () => {
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

  it('photos stored long ago without an address can be sent back as they were read', async () => {
    const photo = { originalUrl: null, mediumUrl: null, thumbnailUrl: null };
    const { teamId, id: listingId } = inn.listing;
    await buildPhoto(world, { ...photo, teamId, listingId });
    const path = `/listings/${listingId}/photos`;
    const stored = await inn.read(path);
    expect(await inn.data(inn.send('PUT', path, stored))).toEqual(stored);
  });
});
