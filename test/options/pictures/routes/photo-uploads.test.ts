/** Photos that are uploaded: which pictures are taken, and what is made of them. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../../helpers/app.ts';
import { type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import {
  animated,
  avif,
  fetchPicture,
  jpeg,
  pathOf,
  pixels,
  png,
  tryUpload,
  upload,
  webp,
} from '../../../helpers/pictures.ts';
import { eventsIn } from '../../../routes/events/team-events.ts';

const world = await openSharedApp();
let inn: Inn;
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const photosPath = () => `/listings/${inn.listing.id}/photos`;
const send = (picture: Buffer, sent?: Parameters<typeof tryUpload>[4]) =>
  tryUpload(world, inn, photosPath(), picture, sent);
const listPhotos = async (): Promise<Json[]> => (await inn.read(photosPath())).photos;
const countFiles = async (): Promise<number> => {
  const { rows } = await world.db.execute<{ count: number }>(
    `select count(*)::int as count from photo_files where team_id = ${inn.teamId}`,
  );
  return rows[0]?.count ?? 0;
};
const refusal = async (picture: Buffer, sent?: Parameters<typeof tryUpload>[4]) => {
  const { status, body } = await send(picture, sent);
  return { status, photo: body.errors?.photo?.[0] ?? body.message };
};

/** A part of a PNG. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black PNG with one bit for a pixel, in a fraction of the time that sharp takes for it. */
function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

describe('an uploaded photo', () => {
  it('an uploaded photo is stored in three sizes, as the last photo', async () => {
    const { slug } = (await inn.read('/team')) as Json;
    const first = await upload(world, inn, await jpeg({ width: 3_000, height: 150 }));
    const address = expect.stringMatching(
      new RegExp(`^http://localhost(:80)?/media/${slug}/[0-9a-f]{32}\\.webp$`),
    );
    expect(first).toEqual({
      id: expect.any(String),
      is_featured: false,
      sort_order: 0,
      width: 2_400,
      height: 120,
      original_url: address,
      medium_url: address,
      thumbnail_url: address,
      caption: null,
      translations: {},
    });
    for (const [field, width] of Object.entries({
      original_url: 2_400,
      medium_url: 1_200,
      thumbnail_url: 400,
    })) {
      const content = await fetchPicture(world, first[field]);
      expect(await sharp(content).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: width / 20,
        space: 'srgb',
      });
    }
    const second = await upload(world, inn, await png(), { type: 'image/png', query: '?is_featured=true' });
    expect(second).toMatchObject({ is_featured: true, sort_order: 1, width: 60, height: 40 });
    expect(await listPhotos()).toEqual([first, second]);
    const third = await upload(world, inn, await webp(), { type: 'image/webp', query: '?is_featured=true' });
    expect((await listPhotos()).map(({ is_featured }) => is_featured)).toEqual([false, false, true]);
    expect((await inn.read(`/listings/${inn.listing.id}`)).photos.at(-1)).toEqual(third);
    expect((await eventsIn(world, inn.teamId)).at(-1)).toMatchObject({
      type: 'listing.changed',
      data: { listing_id: inn.listing.id, changed: ['photos'] },
    });
  });

  it('a small uploaded photo is not enlarged, and sizes that are equal share a file', async () => {
    const narrow = await upload(world, inn, await jpeg({ width: 300, height: 900 }));
    expect(narrow).toMatchObject({ width: 300, height: 900 });
    expect(new Set([narrow.original_url, narrow.medium_url, narrow.thumbnail_url]).size).toBe(1);
    const wider = await upload(world, inn, await jpeg({ width: 900, height: 300 }));
    expect(wider.medium_url).toBe(wider.original_url);
    expect(wider.thumbnail_url).not.toBe(wider.original_url);
    expect(await countFiles()).toBe(3);
  });

  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
    ['image/avif', avif],
    ['IMAGE/JPEG; name=a.jpg', jpeg],
    // The content decides what it is, not the header.
    ['image/jpeg', png],
    ['image/avif', webp],
  ])('a photo may be uploaded as %s', async (type, make) => {
    expect(await upload(world, inn, await make(), { type })).toMatchObject({ width: 60, height: 40 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a photo uploaded with EXIF orientation %i is turned upright',
    async (orientation) => {
      // The left upper corner of the scene is red. The others are blue.
      const scene = { create: { width: 64, height: 32, channels: 3, background: '#0000ff' } } as const;
      const corner = { create: { width: 16, height: 16, channels: 3, background: '#ff0000' } } as const;
      const upright = await sharp(scene)
        .composite([{ input: corner, left: 0, top: 0 }])
        .png()
        .toBuffer();
      const undone: Record<number, (image: Sharp) => Sharp> = {
        1: (image) => image,
        2: (image) => image.flop(),
        3: (image) => image.rotate(180),
        4: (image) => image.flip(),
        5: (image) => image.rotate(270).flop(),
        6: (image) => image.rotate(270),
        7: (image) => image.rotate(90).flop(),
        8: (image) => image.rotate(90),
      };
      const stored = await undone[orientation]?.(sharp(upright)).png().toBuffer();
      const sent = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
      const photo = await upload(world, inn, sent);
      expect(photo).toMatchObject({ width: 64, height: 32 });
      const { data, info } = await sharp(await fetchPicture(world, photo.original_url))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const isRed = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128;
      expect([isRed(4, 4), isRed(60, 4), isRed(4, 28), isRed(60, 28)]).toEqual([true, false, false, false]);
    },
  );

  it('an uploaded photo keeps no metadata of the sent file', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="SECRET-XMP"/></rdf:RDF></x:xmpmeta>';
    const withMetadata = () =>
      pixels({ width: 1_500, height: 90 })
        .withExif({
          IFD0: { Artist: 'SECRET-EXIF', Make: 'SECRET-MAKE' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1', GPSMapDatum: 'SECRET-GPS' },
        })
        .withXmp(xmp)
        .withIccProfile('p3');
    const iptc = Buffer.from(
      'Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x10\x1c\x02\x50\x00\x0bSECRET-IPTC',
      'latin1',
    );
    const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, iptc.length + 2]), iptc]);
    const photograph = await withMetadata().jpeg().toBuffer();
    const withIptc = Buffer.concat([photograph.subarray(0, 2), segment, photograph.subarray(2)]);
    for (const sent of [
      withIptc,
      await withMetadata().png().toBuffer(),
      await withMetadata().webp().toBuffer(),
    ]) {
      expect(sent.includes('SECRET-EXIF')).toBe(true);
      const photo = await upload(world, inn, sent);
      for (const field of ['original_url', 'medium_url', 'thumbnail_url']) {
        const content = await fetchPicture(world, photo[field]);
        for (const trace of ['SECRET', 'EXIF', 'Exif', 'XMP ', 'ICCP', 'xmpmeta', '8BIM', 'GPS', 'Photoshop'])
          expect([trace, content.includes(trace)]).toEqual([trace, false]);
      }
      const {
        exif,
        xmp: kept,
        iptc: keptIptc,
        icc,
      } = await sharp(await fetchPicture(world, photo.original_url)).metadata();
      expect([exif, kept, keptIptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it('an animated PNG is stored as its first picture', async () => {
    const still = await png({ width: 50, height: 30 });
    // An animation of one frame more, as `acTL` announces it, whose first picture is the ordinary one.
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2, 0);
    const afterHeader = 33;
    const sent = Buffer.concat([
      still.subarray(0, afterHeader),
      chunk('acTL', control),
      still.subarray(afterHeader),
    ]);
    expect(await upload(world, inn, sent, { type: 'image/png' })).toMatchObject({ width: 50, height: 30 });
  });
});

describe('a refused upload', () => {
  it.each([
    ['a text', () => Buffer.from('no picture')],
    [
      'an SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
        ),
    ],
    ['a still GIF', () => pixels().gif().toBuffer()],
    ['a TIFF', () => pixels().tiff().toBuffer()],
    ['an animated GIF', () => animated('gif')],
    ['the beginning of a JPEG', async () => (await jpeg()).subarray(0, 20)],
  ])('uploading %s as a photo is refused by its first bytes', async (_name, make) => {
    expect(await refusal(await make())).toEqual({
      status: 422,
      photo: 'The photo field must be a picture: JPEG, PNG, WebP or AVIF.',
    });
    expect(await countFiles()).toBe(0);
  });

  it('uploading an animated WebP or GIF as a photo is refused', async () => {
    expect(await refusal(await animated('webp'), { type: 'image/webp' })).toEqual({
      status: 422,
      photo: 'The photo field must be a still picture, not an animated one.',
    });
  });

  it('uploading a photo with too many pixels, or too long a side, is refused at once', async () => {
    const tooLarge = {
      status: 422,
      photo: 'The photo field must have at most 50 megapixels, and 16383 pixels in a side.',
    };
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png()
        .toBuffer();
    const large = blackPng(11_000);
    expect(large.length).toBeLessThan(2_000_000);
    expect(await sharp(large).metadata()).toMatchObject({ width: 11_000, height: 11_000 });
    const began = performance.now();
    expect(await refusal(large)).toEqual(tooLarge);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await refusal(await plain(16_384, 1))).toEqual(tooLarge);
    expect(await refusal(await plain(1, 16_384))).toEqual(tooLarge);
    // What a header claims need not be true.
    const liar = await plain(1, 1);
    liar.writeUInt32BE(2_000_000, 16);
    liar.writeUInt32BE(crc32(liar.subarray(12, 29)), 29);
    expect((await send(liar)).status).toBe(422);
    expect(await upload(world, inn, await plain(16_383, 2))).toMatchObject({ width: 2_400, height: 1 });
    expect(await upload(world, inn, await plain(2, 16_383))).toMatchObject({ width: 2, height: 16_383 });
  });

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['AVIF', avif],
  ])('uploading a %s photo that is cut off or damaged is refused', async (_name, make) => {
    const whole = await make({ width: 700, height: 500 });
    const damaged = {
      status: 422,
      photo: 'The photo field must be a whole picture, and this one is damaged.',
    };
    const cut = whole.subarray(0, Math.floor(whole.length * 0.7));
    expect((await send(cut)).status).toBe(422);
    expect([damaged.photo, 'The photo field must be a picture: JPEG, PNG, WebP or AVIF.']).toContain(
      (await refusal(cut)).photo,
    );
    expect(await listPhotos()).toEqual([]);
  });

  it('uploading no photo, one of another type or encoding, or too many bytes is refused', async () => {
    const required = { status: 422, photo: 'The photo field is required.' };
    expect(await refusal(Buffer.alloc(0))).toEqual(required);
    const without = await inn.send('POST', photosPath());
    expect([without.status, without.body.errors.photo]).toEqual([422, ['The photo field is required.']]);
    const picture = await jpeg();
    for (const type of [
      'image/gif',
      'image/jpg',
      'image/svg+xml',
      'application/json',
      'application/octet-stream',
    ])
      expect(await send(picture, { type })).toMatchObject({
        status: 415,
        body: { message: 'The body must be a picture: image/jpeg, image/png, image/webp or image/avif.' },
      });
    for (const encoding of ['gzip', 'identity'])
      expect((await send(picture, { headers: { 'content-encoding': encoding } })).status).toBe(415);
    expect(await send(Buffer.alloc(26_214_401))).toMatchObject({
      status: 413,
      body: { message: 'The body is larger than 25 MiB.' },
    });
    expect((await send(Buffer.alloc(26_214_400))).status).toBe(422);
  });

  it('an upload is checked after its parameters and its listing', async () => {
    const unknown = '/listings/01943600-0000-7000-8000-ffffffffffff/photos';
    const text = Buffer.from('no picture');
    const statusOf = async (path: string, sent?: Parameters<typeof tryUpload>[4]) =>
      (await tryUpload(world, inn, path, text, sent)).status;
    expect(await statusOf(unknown)).toBe(404);
    expect(await statusOf('/listings/nothing/photos')).toBe(404);
    expect(await statusOf(unknown, { type: 'text/plain' })).toBe(415);
    expect(await statusOf(unknown, { query: '?is_featured=yes' })).toBe(422);
    expect(await statusOf(photosPath(), { query: '?featured=true' })).toBe(422);
    expect((await tryUpload(world, { token: 'ink_none' }, photosPath(), text)).status).toBe(401);
    const other = await openInn(world);
    expect((await tryUpload(world, other, photosPath(), await jpeg())).status).toBe(404);
  });

  it('a photo uploaded twice under one idempotency key is stored once', async () => {
    const headers = { 'idempotency-key': 'a-photo' };
    const [picture, another] = [await jpeg(), await jpeg({ width: 61 })];
    const first = await send(picture, { headers });
    const again = await send(picture, { headers });
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await send(another, { headers })).toMatchObject({ status: 409, body: { code: 'key_reused' } });
    expect(await listPhotos()).toHaveLength(1);
  });

  it('a listing may have 50 photos, even if several are uploaded at once', async () => {
    const photos = Array.from({ length: 48 }, (_, index) => ({
      original_url: `https://p.example/${index}.jpg`,
    }));
    await inn.data(inn.send('PUT', photosPath(), { photos }));
    const pictures = await Promise.all([60, 61, 62, 63, 64].map((width) => jpeg({ width })));
    const answers = await Promise.all(pictures.map((picture) => send(picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({
      photo: ['A listing has at most 50 photos.'],
    });
    expect(await listPhotos()).toHaveLength(50);
    expect(await countFiles()).toBe(2);
  });
});

describe('a single photo', () => {
  const change = (id: string, body: object) => inn.send('PUT', `${photosPath()}/${id}`, body);
  const order = async () => (await listPhotos()).map(({ width, sort_order }) => [width, sort_order]);

  it('a single photo can be moved, featured and captioned', async () => {
    const ids: string[] = [];
    for (const width of [10, 11, 12]) ids.push((await upload(world, inn, await jpeg({ width }))).id);
    const [a = '', b = '', c = ''] = ids;
    expect(await inn.data(change(c, { sort_order: 0, caption: '  The bay ' }))).toMatchObject({
      id: c,
      sort_order: 0,
      caption: 'The bay',
      is_featured: false,
    });
    expect(await order()).toEqual([
      [12, 0],
      [10, 1],
      [11, 2],
    ]);
    expect(await inn.data(change(c, { sort_order: 9_000_000_000 }))).toMatchObject({ sort_order: 2 });
    expect(await order()).toEqual([
      [10, 0],
      [11, 1],
      [12, 2],
    ]);
    await inn.data(change(a, { is_featured: true }));
    expect(await inn.data(change(b, { is_featured: true }))).toMatchObject({ is_featured: true });
    expect((await listPhotos()).map(({ is_featured }) => is_featured)).toEqual([false, true, false]);
    expect(await inn.data(change(b, { is_featured: null, caption: null }))).toMatchObject({
      is_featured: false,
    });
    const events = await eventsIn(world, inn.teamId);
    expect(await inn.data(change(c, { caption: 'The bay', sort_order: 2 }))).toMatchObject({
      caption: 'The bay',
    });
    expect(await eventsIn(world, inn.teamId)).toEqual(events);
    expect(await inn.data(change(c, { caption: '' }))).toMatchObject({ caption: null });
  });

  it('changing a single photo is refused for invalid fields and under another listing', async () => {
    const { id } = await upload(world, inn, await jpeg());
    const { status, body } = await change(id, {
      sort_order: -1,
      is_featured: 'yes',
      caption: 'x'.repeat(256),
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['caption', 'is_featured', 'sort_order'],
    ]);
    expect((await change('01943600-0000-7000-8000-ffffffffffff', {})).status).toBe(404);
    const other = await openInn(world);
    expect((await other.send('PUT', `${photosPath()}/${id}`, {})).status).toBe(404);
    expect((await other.send('DELETE', `/listings/${other.listing.id}/photos/${id}`)).status).toBe(404);
    const stale = await inn.send('PUT', `${photosPath()}/${id}`, { caption: 'x' }, { 'if-match': '"x"' });
    expect(stale.status).toBe(412);
  });

  it('deleting a photo deletes its files, unless another photo uses them', async () => {
    const picture = await jpeg({ width: 1_300, height: 100 });
    const first = await upload(world, inn, picture);
    const second = await upload(world, inn, picture);
    expect(second).toMatchObject({ original_url: first.original_url, thumbnail_url: first.thumbnail_url });
    expect(await countFiles()).toBe(3);
    const status = async () => (await world.app.inject(pathOf(first.original_url))).statusCode;
    expect(await status()).toBe(200);
    expect((await inn.send('DELETE', `${photosPath()}/${first.id}`)).status).toBe(204);
    expect([await countFiles(), await status()]).toEqual([3, 200]);
    expect((await inn.send('DELETE', `${photosPath()}/${second.id}`)).status).toBe(204);
    expect([await countFiles(), await status()]).toEqual([0, 404]);
    expect((await inn.send('DELETE', `${photosPath()}/${second.id}`)).status).toBe(404);
    await upload(world, inn, picture);
    expect((await inn.send('DELETE', `/listings/${inn.listing.id}`)).status).toBe(204);
    expect(await countFiles()).toBe(0);
  });
});
