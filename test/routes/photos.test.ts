import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../helpers/app.ts';
import { type Inn, type Json, openInn } from '../helpers/bookings.ts';
import { buildPhoto } from '../helpers/factories.ts';
import { eventsIn } from './team-events.ts';

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
