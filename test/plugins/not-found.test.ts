import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { buildBooking, buildGuest, buildListing, buildTeam, buildToken } from '../helpers/factories.ts';

/** Operations that read one entity by its id, with the function that makes one. */
const ROUTES = [
  { route: '/v1/listings/:listing', name: 'listing', build: buildListing },
  { route: '/v1/guests/:guest', name: 'guest', build: buildGuest },
  { route: '/v1/bookings/:booking', name: 'booking', build: buildBooking },
];

const MALFORMED_IDS = [
  'x',
  '0',
  'null',
  '%00',
  '%20',
  '..%2F..',
  '00000000-0000-0000-0000-00000000000',
  '00000000-0000-0000-0000-0000000000000',
  '00000000-0000-0000-0000-00000000000g',
  '%7B00000000-0000-0000-0000-000000000000%7D',
  '00000000000000000000000000000000',
  'e'.repeat(100),
];

const world = await openSharedApp();
const teamId = (await buildTeam(world)).id;
const token = await buildToken(world, { teamId });

describe.each(ROUTES)('$route', ({ route, name, build }) => {
  const ask = async (id: string) => {
    const { result, statements } = await world.statements.during(() =>
      world.get(route.replace(/:\w+$/, id), token),
    );
    return { status: result.statusCode, body: result.json(), statements: [...statements] };
  };
  const notFound = { status: 404, body: { message: `There is no such ${name}.` } };

  test('ids of another team and unknown ids get the same 404, by the same statements', async () => {
    const others = await build(world);
    const unknown = await ask(randomUUIDv7());
    expect(unknown).toMatchObject(notFound);
    for (const id of [
      others.id,
      randomUUID(),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ])
      expect(await ask(id)).toEqual(unknown);
  });

  test.each(MALFORMED_IDS)('the malformed id %s gets the same 404', async (id) => {
    expect(await ask(id)).toMatchObject(notFound);
  });

  test('an id may be sent in upper case, and is answered in lower case', async () => {
    const { id } = await build(world, { teamId });
    const upper = await ask(id.toUpperCase());
    expect(upper.body.data.id).toBe(id);
    expect(upper).toEqual(await ask(id));
  });

  test('HEAD is answered with the headers of GET', async () => {
    const { id } = await build(world, { teamId });
    for (const path of [id, randomUUIDv7(), 'x']) {
      const url = route.replace(/:\w+$/, path);
      const headers = { authorization: `Bearer ${token}` };
      const get = await world.app.inject({ method: 'GET', url, headers });
      const head = await world.app.inject({ method: 'HEAD', url, headers });
      expect([head.statusCode, head.body]).toEqual([get.statusCode, '']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });
});

test('HEAD is answered with the headers of GET for lists, on the booking site, and for refusals', async () => {
  const { slug } = await buildTeam(world);
  for (const url of [
    '/v1/me',
    '/v1/listings?page=0',
    `/v1/public/${slug}/listings`,
    '/v1/public/none/listings',
  ]) {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const get = await world.app.inject({ method: 'GET', url, headers });
      const head = await world.app.inject({ method: 'HEAD', url, headers });
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
    }
  }
});
