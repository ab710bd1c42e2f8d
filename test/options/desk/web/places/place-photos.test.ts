/** The page on which a team sends, orders, describes and removes the photos of a place. */
import { beforeEach, expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { clientOf, type Json } from '../../../../helpers/bookings.ts';
import { buildListing, buildToken } from '../../../../helpers/factories.ts';
import { expectPage, openTeamPages, sendPicture } from '../../../../helpers/pages.ts';
import { jpeg, webp } from '../../../../helpers/pictures.ts';

const world = await openSharedApp();
let team: Awaited<ReturnType<typeof openPlace>>;
beforeEach(async () => {
  team = await openPlace();
});

async function openPlace() {
  const pages = await openTeamPages(world);
  const client = clientOf(world, await buildToken(world, { teamId: pages.team.id }));
  const listing = await buildListing(world, { teamId: pages.team.id, publicTitle: 'Sea <Loft>' });
  const path = `${pages.base}/places/${listing.id}/photos`;
  const photos = async (): Promise<Json[]> => (await client.read(`/listings/${listing.id}/photos`)).photos;
  return { ...pages, client, listing, path, photos };
}

const send = (picture: Buffer, headers?: Record<string, string>) => {
  const { visitor, path: page } = team;
  return sendPicture({ world, visitor }, { page, upload: `${page}/upload` }, picture, headers);
};
const sendSizes = async (...widths: number[]) => {
  for (const width of widths) expect((await send(await jpeg({ width, height: 40 }))).statusCode).toBe(201);
};
const listWidths = async () => (await team.photos()).map(({ width }) => width);

test('a photo is sent as the API takes it, and stands on the page', async () => {
  const { visitor, path, photos } = team;
  expectPage(await visitor.get(path), 200, 'No photos yet');
  const answer = await send(await webp(), { 'content-type': 'image/webp' });
  expect(answer.statusCode).toBe(201);
  const [photo, ...others] = await photos();
  expect(others).toEqual([]);
  expect(answer.json().data).toEqual(photo);
  const page = await visitor.get(path);
  expectPage(page, 200, `src="${new URL(photo?.medium_url).pathname}" alt="Photo 1, without a caption"`);
  expect(page.body).toContain('1 of 50');
  expect(page.headers['content-security-policy']).toContain("img-src 'self' https: http:");
  const { body } = await team.client.send('GET', '/events?types=listing.changed');
  expect(body.data.at(-1)).toMatchObject({ data: { changed: ['photos'] }, actor: { type: 'member' } });
});

test('what cannot be taken is said in a sentence, for the page’s script', async () => {
  const refusals = [
    await send(Buffer.from('no picture')),
    await send(await jpeg(), { 'content-type': 'image/gif' }),
    await send(Buffer.alloc(26_214_401)),
    await send(await jpeg(), { 'form-token': '' }),
    await send(await jpeg(), { 'sec-fetch-site': 'cross-site' }),
  ];
  expect(refusals.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [422, 'The photo field must be a picture: JPEG, PNG, WebP or AVIF.'],
    [415, 'The body must be a picture: image/jpeg, image/png, image/webp or image/avif.'],
    [413, 'The body is larger than 25 MiB.'],
    [403, expect.stringContaining('Nothing was changed')],
    [403, expect.stringContaining('Nothing was changed')],
  ]);
  expect(await team.photos()).toEqual([]);
  // Someone who has signed out, and another team's place.
  const stranger = await openTeamPages(world);
  const other = team.path.replace(team.base, stranger.base);
  expect((await stranger.visitor.get(other)).statusCode).toBe(404);
  team.visitor.cookies.clear();
  const { statusCode, headers } = await send(await jpeg());
  expect([statusCode, headers.location]).toEqual([303, '/app/sign-in']);
});

test('photos are put in order by buttons, which also save the caption', async () => {
  const { visitor, path, photos } = team;
  await sendSizes(61, 62, 63);
  const move = async (place: number, fields: Record<string, string>) => {
    await visitor.get(path);
    const { id } = (await photos())[place] ?? {};
    return visitor.post(`${path}/${id}`, { place: String(place), caption: '', ...fields });
  };
  const answer = await move(2, { move: 'earlier', caption: ' The bay ' });
  const { id } = (await photos())[1] ?? {};
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}#photo-${id}`]);
  expect(await listWidths()).toEqual([61, 63, 62]);
  expect((await photos())[1]).toMatchObject({ caption: 'The bay', is_featured: false });
  await move(0, { move: 'later' });
  expect(await listWidths()).toEqual([63, 61, 62]);
  await move(2, { move: 'first', caption: 'The <roofs>' });
  expect(await listWidths()).toEqual([62, 63, 61]);
  expect((await photos()).map(({ is_featured }) => is_featured)).toEqual([true, false, false]);
  expect((await visitor.get(path)).body).toContain('alt="The &#60;roofs&#62;"');
  await move(0, { move: 'first' });
  expect((await photos())[0]).toMatchObject({ width: 62, caption: null });
});

test('a caption that is too long is refused at its field, and kept as it was typed', async () => {
  const { visitor, path, photos } = team;
  await sendSizes(61);
  const [photo] = await photos();
  await visitor.get(path);
  const answer = await visitor.post(`${path}/${photo?.id}`, { place: '0', caption: 'x'.repeat(256) });
  expectPage(answer, 422, 'Caption must not have more than 255 characters.');
  expect(answer.body).toContain('x'.repeat(256));
  expect(answer.body).toContain('id="caption-1-error"');
  const odd = await visitor.post(`${path}/${photo?.id}`, { place: 'x', move: 'later', caption: '' });
  expect(odd.statusCode).toBe(422);
  expect(await photos()).toEqual([photo]);
});

test('a photo is removed after its picture was shown once more', async () => {
  const { visitor, path, photos } = team;
  await sendSizes(61, 62);
  const [first] = await photos();
  expectPage(await visitor.get(`${path}/${first?.id}/delete`), 200, 'Remove this photo?');
  expectPage(await visitor.submit(`${path}/${first?.id}/delete`), 200, 'The photo is removed.');
  expect(await listWidths()).toEqual([62]);
  expect((await visitor.get(`${path}/${first?.id}/delete`)).statusCode).toBe(404);
});

test('photos that were named by their addresses stand on the page too', async () => {
  const { client, listing, visitor, path } = team;
  await client.data(
    client.send('PUT', `/listings/${listing.id}/photos`, {
      photos: [{ original_url: 'https://pics.example/1.jpg', caption: 'The "bay"' }],
    }),
  );
  expect((await visitor.get(path)).body).toContain(
    'src="https://pics.example/1.jpg" alt="The &#34;bay&#34;"',
  );
});
