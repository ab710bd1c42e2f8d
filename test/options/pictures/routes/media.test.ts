/** How pictures of uploaded photos are served. */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp, openTestApp } from '../../../helpers/app.ts';
import { type Inn, openInn } from '../../../helpers/bookings.ts';
import { jpeg, pathOf, tryUpload, upload } from '../../../helpers/pictures.ts';

const world = await openSharedApp({ limits: { public: 3, token: 0, signIn: 0 } });
let inn: Inn;
let path: string;
beforeEach(async () => {
  inn = await openInn(world);
  path = pathOf((await upload(world, inn, await jpeg())).original_url);
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  world.app.inject({ method, url, headers });

it('a photo may be cached for ever, and shown by any website', async () => {
  const answer = await get(path);
  const hash = path.match(/([0-9a-f]{32})\.webp$/)?.[1];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${hash}"`,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(answer.headers.vary).toBeUndefined();
  const head = await get(path, {}, 'HEAD');
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers).toMatchObject({
    'content-length': String(answer.rawPayload.length),
    etag: answer.headers.etag,
  });
  for (const condition of [`"${hash}"`, `W/"${hash}"`, `"x", "${hash}"`, '*']) {
    const known = await get(path, { 'if-none-match': condition });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    expect(known.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      etag: answer.headers.etag,
      'access-control-allow-origin': '*',
    });
  }
  expect((await get(path, { 'if-none-match': '"x"' })).statusCode).toBe(200);
});

it('an unknown photo, or one under another team’s slug, is a 404', async () => {
  const other = await openInn(world);
  const { slug } = await other.read('/team');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const unknown = [
    path.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    `/media/${slug}/${name}`,
    `/media/nobody/${name}`,
    path.replace('.webp', '.jpg'),
    path.replace('.webp', ''),
    path.toUpperCase().replace('/MEDIA', '/media'),
    `/media/${slug}/..%2f${name}`,
    `/media/${slug}/`,
    `/media/${slug}`,
  ];
  for (const url of unknown) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.json()]).toEqual([
      url,
      404,
      { message: 'There is nothing at this path and method.' },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  // Other websites may see that it is not there.
  expect((await get(`/media/${slug}/${'0'.repeat(32)}.webp`)).headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await get(path, {}, 'POST')).statusCode).toBe(404);
});

it('requests for photos do not count towards the limit of an address', async () => {
  for (let count = 0; count < 10; count += 1) expect((await get(path)).statusCode).toBe(200);
  expect((await get(path)).headers['ratelimit-limit']).toBeUndefined();
});

it('a photo that was requested a moment ago is not read from the database again', async () => {
  const reads = async (work: () => Promise<unknown>) =>
    (await world.statements.during(work)).statements.filter((sql) => sql.includes('photo_files'));
  await get(path);
  expect(await reads(() => get(path))).toEqual([]);
});

it('addresses of photos are complete, and begin with PUBLIC_URL if that is set', async () => {
  const behind = await openTestApp({ url: world.url, publicUrl: 'https://stays.example/inn' });
  const { body } = await tryUpload(
    behind,
    inn,
    `/listings/${inn.listing.id}/photos`,
    await jpeg({ width: 70 }),
  );
  expect(body.data.original_url).toMatch(
    /^https:\/\/stays\.example\/inn\/media\/[a-z0-9-]+\/[0-9a-f]{32}\.webp$/,
  );
  const listing = await behind.get(`/v1/listings/${inn.listing.id}`, inn.token);
  expect(listing.json().data.photos[0].original_url).toBe(`https://stays.example/inn${path}`);
  const { rows } = await world.db.execute<{ url: string }>(
    `select original_url as url from photos where team_id = ${inn.teamId} order by sort_order`,
  );
  expect(rows[0]?.url).toBe(path);
  await behind.close();
});

it('the photos of a team have a size limit, and equal ones are counted once', async () => {
  const bounded = await openTestApp({ url: world.url, mediaTeamMib: 1 });
  const { randomFillSync } = await import('node:crypto');
  const { default: sharp } = await import('sharp');
  // Noise does not compress: each picture takes more than a quarter of the room.
  const noise = (seed: number) =>
    sharp(randomFillSync(Buffer.alloc(700 * 700 * 3)), {
      raw: { width: 700, height: 700 - seed, channels: 3 },
    })
      .jpeg({ quality: 100 })
      .toBuffer();
  const send = async (picture: Buffer) =>
    tryUpload(bounded, inn, `/listings/${inn.listing.id}/photos`, picture);
  const pictures = await Promise.all([0, 1, 2, 3].map(noise));
  const answers = await Promise.all(pictures.map(send));
  const full = answers.filter(({ status }) => status === 422);
  expect(full.length).toBeGreaterThan(0);
  expect(full.length).toBeLessThan(4);
  expect(full[0]?.body.errors.photo).toEqual([
    'The photo field must fit into the 1 MiB that a team has for its pictures.',
  ]);
  const { rows } = await world.db.execute<{ bytes: number }>(
    `select sum(size)::int as bytes from photo_files where team_id = ${inn.teamId}`,
  );
  expect(rows[0]?.bytes).toBeLessThanOrEqual(1_048_576);
  // One that is stored already takes no more room.
  const index = answers.findIndex(({ status }) => status === 201);
  expect((await send(pictures[index] ?? Buffer.alloc(0))).status).toBe(201);
  await bounded.close();

  const closed = await openTestApp({ url: world.url, mediaTeamMib: 0 });
  const refused = await tryUpload(closed, inn, `/listings/${inn.listing.id}/photos`, await jpeg());
  expect([refused.status, refused.body.errors.photo]).toEqual([
    422,
    ['The photo field cannot be taken, because no pictures are uploaded here.'],
  ]);
  await closed.close();
});
