/** A team's logo, with its icons, and its cover (docs/rules.md, 15.16). */
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../../helpers/app.ts';
import { eventsOf, expectSound, type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { animated, fetchPicture, jpeg, pathOf, png, tryUpload, upload } from '../../../helpers/pictures.ts';

const world = await openSharedApp();
let inn: Inn;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

type Sent = Parameters<typeof tryUpload>[4];
const send = (kind: string, picture: Buffer, sent?: Sent) =>
  tryUpload(world, inn, `/team/${kind}`, picture, { method: 'PUT', ...sent });
async function put(kind: string, picture: Buffer, sent?: Sent): Promise<Json> {
  const { status, body } = await send(kind, picture, sent);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data;
}
const countFiles = async (): Promise<number> => {
  const { rows } = await world.db.execute<{ count: number }>(
    `select count(*)::int as count from photo_files where team_id = ${inn.teamId}`,
  );
  return rows[0]?.count ?? 0;
};
const describePicture = async (address: string) => {
  const { format, width, height, hasAlpha } = await sharp(await fetchPicture(world, address)).metadata();
  return { format, width, height, hasAlpha };
};
const NO_LOGO = { logo_url: null, icon_url: null, touch_icon_url: null };
const NO_COVER = { cover_url: null, cover_medium_url: null, cover_thumbnail_url: null };

/** A ring on nothing. */
const ring = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      { input: { create: { width: 10, height: 10, channels: 4, background: '#1f6f5c' } }, left: 2, top: 2 },
    ])
    .png()
    .toBuffer();

describe('a team’s logo and cover', () => {
  it('a logo is stored once and as two square icons, and everybody can read them', async () => {
    const { slug } = await inn.read('/team');
    const team = await put('logo', await ring(1_600, 400), { type: 'image/png' });
    const address = (format: string) =>
      expect.stringMatching(new RegExp(`^http://localhost(:80)?/media/${slug}/[0-9a-f]{32}\\.${format}$`));
    expect(team).toMatchObject({
      logo_url: address('webp'),
      icon_url: address('png'),
      touch_icon_url: address('png'),
      ...NO_COVER,
    });
    expect(await describePicture(team.logo_url)).toEqual({
      format: 'webp',
      width: 800,
      height: 200,
      hasAlpha: true,
    });
    expect(await describePicture(team.icon_url)).toEqual({
      format: 'png',
      width: 32,
      height: 32,
      hasAlpha: true,
    });
    expect(await describePicture(team.touch_icon_url)).toEqual({
      format: 'png',
      width: 180,
      height: 180,
      hasAlpha: false,
    });
    const served = await world.app.inject(pathOf(team.icon_url));
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    // A name belongs to one format.
    for (const [from, to] of [
      ['.png', '.webp'],
      ['.webp', '.png'],
    ] as const)
      for (const path of [team.icon_url, team.logo_url].map(pathOf).filter((one) => one.endsWith(from)))
        expect((await world.app.inject(path.replace(from, to))).statusCode).toBe(404);
    expect(await inn.read('/team')).toEqual(team);
    expect((await world.get(`/v1/public/${slug}`)).json().data).toMatchObject({
      logo_url: team.logo_url,
      touch_icon_url: team.touch_icon_url,
      ...NO_COVER,
    });
  });

  it('a cover is stored in three sizes, and each upload has one event', async () => {
    const picture = await jpeg({ width: 3_000, height: 300 });
    const team = await put('cover', picture);
    const widths = [team.cover_url, team.cover_medium_url, team.cover_thumbnail_url].map(describePicture);
    expect((await Promise.all(widths)).map(({ width, height }) => [width, height])).toEqual([
      [2_400, 240],
      [1_200, 120],
      [400, 40],
    ]);
    await put('cover', picture);
    await put('logo', await png());
    expect(await eventsOf(world, inn.teamId)).toEqual(
      [Object.keys(NO_COVER), Object.keys(NO_LOGO)].map((changed) => ({
        type: 'team.changed',
        actor: ['token', 'Back office'],
        data: { changed },
      })),
    );
  });

  it('a logo or cover that is replaced or deleted takes its files with it, unless a photo has them', async () => {
    const picture = await jpeg({ width: 1_300, height: 100 });
    const { cover_url } = await put('cover', picture);
    const photo = await upload(world, inn, picture);
    expect(photo.original_url).toBe(cover_url);
    expect(await countFiles()).toBe(3);
    const { logo_url } = await put('logo', await png());
    expect(await countFiles()).toBe(6);
    await put('logo', await png({ width: 61 }));
    expect(await countFiles()).toBe(6);
    expect((await world.app.inject(pathOf(logo_url))).statusCode).toBe(404);
    expect((await inn.send('DELETE', '/team/cover')).status).toBe(204);
    expect([await countFiles(), (await inn.read('/team')).cover_url]).toEqual([6, null]);
    await put('cover', picture);
    expect((await inn.send('DELETE', `/listings/${inn.listing.id}/photos/${photo.id}`)).status).toBe(204);
    expect((await world.app.inject(pathOf(cover_url))).statusCode).toBe(200);
    for (const kind of ['cover', 'logo', 'logo'])
      expect((await inn.send('DELETE', `/team/${kind}`)).status).toBe(204);
    expect(await inn.read('/team')).toMatchObject({ ...NO_COVER, ...NO_LOGO });
    expect(await countFiles()).toBe(0);
    await expectSound(world);
  });

  it('of two logos that are uploaded at once one stays, and nothing of the other', async () => {
    const answers = await Promise.all(
      [await png({ width: 70 }), await png({ width: 71 }), await png({ width: 72 })].map((picture) =>
        send('logo', picture, { type: 'image/png' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { logo_url } = await inn.read('/team');
    expect(answers.map(({ body }) => body.data.logo_url)).toContain(logo_url);
    expect(await countFiles()).toBe(3);
    await expectSound(world);
  });

  it('settings that are changed keep the pictures, and a team of another token has none of them', async () => {
    const team = await put('logo', await png());
    expect(await inn.data(inn.send('PUT', '/team', { ...team, site_headline: 'Hello' }))).toMatchObject({
      logo_url: team.logo_url,
      site_headline: 'Hello',
    });
    const other = await openInn(world);
    expect(await other.read('/team')).toMatchObject(NO_LOGO);
    const path = pathOf(team.logo_url).replace(team.slug, (await other.read('/team')).slug);
    expect((await world.app.inject(path)).statusCode).toBe(404);
  });

  it('an upload under one idempotency key is done once, and an If-Match is refused', async () => {
    const headers = { 'idempotency-key': 'a-logo' };
    const [first, again] = [
      await send('logo', await png(), { headers }),
      await send('logo', await png(), { headers }),
    ];
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    expect((await send('logo', await png({ width: 61 }), { headers })).status).toBe(409);
    expect((await send('cover', await png(), { headers: { 'if-match': '"x"' } })).status).toBe(412);
  });
});

describe('a logo or cover that cannot be taken', () => {
  it.each(['logo', 'cover'])('a %s is refused like a photo, under its own name', async (kind) => {
    const refusal = async (picture: Buffer, sent?: Sent) => {
      const { status, body } = await send(kind, picture, sent);
      return [status, body.errors?.[kind]?.[0] ?? body.message];
    };
    expect(await refusal(Buffer.from('no picture'))).toEqual([
      422,
      `The ${kind} field must be a picture: JPEG, PNG, WebP or AVIF.`,
    ]);
    expect(await refusal(Buffer.alloc(0))).toEqual([422, `The ${kind} field is required.`]);
    expect(await refusal(await animated('webp'))).toEqual([
      422,
      `The ${kind} field must be a still picture, not an animated one.`,
    ]);
    const whole = await jpeg({ width: 700, height: 500 });
    expect((await refusal(whole.subarray(0, Math.floor(whole.length * 0.7))))[0]).toBe(422);
    expect((await refusal(whole, { type: 'image/svg+xml' }))[0]).toBe(415);
    expect((await refusal(Buffer.alloc(26_214_401)))[0]).toBe(413);
    expect(
      (await tryUpload(world, { token: 'ink_none' }, `/team/${kind}`, whole, { method: 'PUT' })).status,
    ).toBe(401);
    expect((await inn.send('POST', `/team/${kind}`)).status).toBe(405);
    expect(await countFiles()).toBe(0);
  });
});
