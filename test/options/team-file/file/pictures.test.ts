/** Pictures beside a team file. */
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportTeamFile } from '../../../../src/options/team-file/file/export/export.ts';
import { type ImportOptions, importTeamFile } from '../../../../src/options/team-file/file/import.ts';
import { runInProcess } from '../../../commands/command.ts';
import { openSharedApp, TEST_APP_KEY, type TestApp } from '../../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../../helpers/bookings.ts';
import { jpeg, png, tryUpload, upload, webp } from '../../../helpers/pictures.ts';

const world = await openSharedApp();
const elsewhere = await openSharedApp();
let folder: string;
let inn: Inn;
let slug: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'innkeep-media-'));
  inn = await openInn(world);
  slug = (await inn.read('/team')).slug;
});
afterEach(() => rm(folder, { recursive: true }));

async function exportTeam({ services }: TestApp, withPictures = true): Promise<Json> {
  const pieces: string[] = [];
  const known = await exportTeamFile(services, slug, {
    secrets: false,
    write: async (text) => void pieces.push(text),
    ...(withPictures
      ? { writePicture: (name: string, content: Buffer) => writeFile(path.join(folder, name), content) }
      : {}),
  });
  expect(known).toBe(true);
  return JSON.parse(pieces.join(''));
}

const importInto = ({ services }: TestApp, file: unknown, options: ImportOptions = { folder }) =>
  importTeamFile(services, file, options);
const problemsOf = async (file: unknown, options?: ImportOptions) => {
  const result = await importInto(elsewhere, file, options);
  return result.ok ? [] : result.problems;
};
const picturesIn = async ({ db }: TestApp) =>
  (
    await db.execute<{ hash: string; content: string }>(
      `select f.hash, f.width, f.height, encode(f.content, 'hex') as content from photo_files f join teams t on t.id = f.team_id
       where t.slug = '${slug}' order by f.hash`,
    )
  ).rows;

it('an export with photos makes the same team elsewhere, to the byte', async () => {
  const path = `/listings/${inn.listing.id}/photos`;
  await upload(world, inn, await jpeg({ width: 2_600, height: 300 }), { query: '?is_featured=true' });
  const narrow = await upload(world, inn, await webp({ width: 300, height: 20 }));
  await inn.send('PUT', `${path}/${narrow.id}`, { caption: 'Narrow' });
  const photos = (await inn.read(path)).photos;
  const foreign = { original_url: 'https://p.example/a.jpg' };
  await inn.data(inn.send('PUT', path, { photos: [...photos, foreign, { ...narrow, id: null }] }));
  // A change of the unit, which was made beside the service, begins the history of its days.
  await inn.data(inn.send('PUT', `/units/${inn.units[0]?.id}`, { name: 'Loft' }));
  const file = await exportTeam(world);
  const { slug: listing, photos: named } = file.listings[0];
  expect(named.map((photo: Json) => photo.file)).toEqual([
    `${listing}-1.webp`,
    `${listing}-2.webp`,
    undefined,
    `${listing}-4.webp`,
  ]);
  expect(named[0].original_url).toMatch(new RegExp(`^/media/${slug}/[0-9a-f]{32}\\.webp$`));
  expect((await readdir(folder)).length).toBe(3);

  expect(await importInto(elsewhere, file)).toMatchObject({ ok: true });
  expect(await exportTeam(elsewhere)).toEqual(file);
  expect(await picturesIn(elsewhere)).toEqual(await picturesIn(world));
  expect(await picturesIn(world)).toHaveLength(4);
  expect(await importInto(elsewhere, file)).toMatchObject({
    ok: true,
    counts: { listings: { unchanged: 1 } },
  });
  // Where the pictures are, their paths alone are enough.
  const alone = await exportTeam(world, false);
  expect(JSON.stringify(alone)).not.toContain('"file"');
  expect(await importInto(elsewhere, alone, {})).toMatchObject({ ok: true });
  expect(await exportTeam(elsewhere)).toEqual(file);
  // Pictures that no photo has any more are removed.
  const without = {
    team: { slug },
    listings: [{ slug: listing, photos: [{ ...named[1], file: undefined }] }],
  };
  expect(await importInto(elsewhere, without)).toMatchObject({ ok: true });
  expect(await picturesIn(elsewhere)).toHaveLength(1);
  await expectSound(world);
  await expectSound(elsewhere);
});

it('a team file may name any picture file, which is processed like an upload', async () => {
  await writeFile(path.join(folder, 'sea.jpg'), await jpeg({ width: 500, height: 100 }));
  const file = await exportTeam(world);
  file.listings[0].photos = [
    { file: 'sea.jpg', caption: 'The sea', thumbnail_url: 'https://p.example/small.jpg' },
    { file: 'sea.jpg', is_featured: true },
    { original_url: 'https://p.example/a.jpg', is_featured: true },
  ];
  expect(await importInto(world, file)).toMatchObject({ ok: true });
  const { photos } = await inn.read(`/listings/${inn.listing.id}/photos`);
  expect(photos).toMatchObject([
    { width: 500, height: 100, caption: 'The sea', thumbnail_url: 'https://p.example/small.jpg' },
    { width: 500, is_featured: true },
    { width: null, is_featured: false },
  ]);
  const uploaded = await upload(world, inn, await jpeg({ width: 500, height: 100 }));
  expect(photos[0].original_url).toBe(uploaded.original_url);
  expect(await importInto(world, file)).toMatchObject({ ok: true });
  await expectSound(world);
});

it('a WebP of a team file that holds more than its pixels is processed like an upload', async () => {
  const plain = await webp({ width: 300, height: 20 });
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
  };
  const pack = (...chunks: Buffer[]) =>
    chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]));
  const pixelsOfPlain = plain.subarray(12);
  // Nothing announces what is behind the pixels: no flag is set.
  const header = Buffer.from([0, 0, 0, 0, 43, 1, 0, 19, 0, 0]);
  const secret = Buffer.from('SECRET');
  const files = {
    'plain.webp': plain,
    'exif.webp': pack(chunk('VP8X', header), pixelsOfPlain, chunk('EXIF', secret)),
    'xmp.webp': pack(pixelsOfPlain, chunk('XMP ', secret)),
    'unknown.webp': pack(chunk('VP8X', header), pixelsOfPlain, chunk('JUNK', secret)),
    'behind.webp': Buffer.concat([plain, secret]),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const file = await exportTeam(world);
  file.listings[0].photos = Object.keys(files).map((name) => ({ file: name }));
  expect(await importInto(world, file)).toMatchObject({ ok: true });
  const stored = await picturesIn(world);
  const contents = stored.map(({ content }) => Buffer.from(content, 'hex'));
  expect(contents.some((content) => content.equals(plain))).toBe(true);
  expect(contents.some((content) => content.includes('SECRET'))).toBe(false);
  const { photos } = await inn.read(`/listings/${inn.listing.id}/photos`);
  expect(photos.map((photo: Json) => [photo.width, photo.height])).toEqual(
    Object.keys(files).map(() => [300, 20]),
  );
});

it('a team file is refused if a picture’s name leads elsewhere, is a link, missing or damaged, or the file comes from standard input', async () => {
  const whole = await jpeg();
  await writeFile(path.join(folder, 'whole.jpg'), whole);
  await writeFile(path.join(folder, 'text.jpg'), 'no picture');
  await writeFile(path.join(folder, 'cut.png'), (await webp({ width: 700, height: 500 })).subarray(0, 3_000));
  await symlink(path.join(folder, 'whole.jpg'), path.join(folder, 'link.jpg'));
  const file = await exportTeam(world);
  const place = `listings[0] (${inn.listing.slug})`;
  const problems = (photo: object, options?: ImportOptions) =>
    problemsOf({ ...file, listings: [{ ...file.listings[0], photos: [photo] }] }, options);
  for (const name of ['../whole.jpg', 'a/whole.jpg', '/etc/passwd', 'a\\whole.jpg', '..', 'C:whole.jpg'])
    expect(await problems({ file: name })).toEqual([
      expect.stringContaining(`${place}: photos[0].file must be the name of a file, without a folder, not`),
    ]);
  expect(await problems({ file: 'link.jpg' })).toEqual([
    `${place}: photos[0].file must be a file, and no link, not "link.jpg".`,
  ]);
  expect(await problems({ file: 'none.jpg' })).toEqual([
    `${place}: photos[0].file must be a file beside the team file, not "none.jpg".`,
  ]);
  expect(await problems({ file: 'text.jpg' })).toEqual([
    `${place}: photos[0].file must be a picture: JPEG, PNG, WebP or AVIF, not "text.jpg".`,
  ]);
  expect(await problems({ file: 'cut.png' })).toHaveLength(1);
  expect(await problems({ file: 'whole.jpg' }, {})).toEqual([
    `${place}: photos[0].file cannot be read beside standard input: import the file by its name, not "whole.jpg".`,
  ]);
  const unknown = `/media/${slug}/${'0'.repeat(32)}.webp`;
  expect(await problems({ original_url: unknown })).toEqual([
    expect.stringContaining(
      `${place}: photos[0].original_url must be a picture that this team has: export the team with --media`,
    ),
  ]);
  expect(await problems({ original_url: '/media/x' })).toHaveLength(1);
  expect(await readFile(path.join(folder, 'whole.jpg'))).toEqual(whole);
  expect((await elsewhere.services.account.findSite(slug)) ?? null).toBeNull();
});

it('an export has a team’s logo and cover, and an import makes the same ones', async () => {
  const put = (kind: string, picture: Buffer) =>
    tryUpload(world, inn, `/team/${kind}`, picture, { method: 'PUT' });
  await put('cover', await jpeg({ width: 2_600, height: 300 }));
  await put('logo', await png({ width: 900, height: 300 }));
  // A change of the unit, which was made beside the service, begins the history of its days.
  await inn.data(inn.send('PUT', `/units/${inn.units[0]?.id}`, { name: 'Loft' }));
  const file = await exportTeam(world);
  expect(file.team).toMatchObject({
    logo_url: expect.stringMatching(new RegExp(`^/media/${slug}/[0-9a-f]{32}\\.webp$`)),
    logo_file: 'logo.webp',
    cover_file: 'cover.webp',
  });
  expect((await readdir(folder)).sort()).toEqual(['cover.webp', 'logo.webp']);

  expect(await importInto(elsewhere, file)).toMatchObject({ ok: true });
  expect(await exportTeam(elsewhere)).toEqual(file);
  expect(await picturesIn(elsewhere)).toEqual(await picturesIn(world));
  expect(await picturesIn(elsewhere)).toHaveLength(6);
  expect(await importInto(elsewhere, file)).toMatchObject({ ok: true, team: { outcome: 'unchanged' } });
  // Where the pictures are, their paths alone are enough. What is left out stays.
  const alone = await exportTeam(world, false);
  expect(alone.team).not.toHaveProperty('logo_file');
  for (const same of [alone, { team: { slug } }])
    expect(await importInto(elsewhere, same, {})).toMatchObject({ ok: true, team: { outcome: 'unchanged' } });
  await expectSound(elsewhere);
  // Null removes one. A photo that has the same picture keeps it.
  const photos = [{ file: 'cover.webp' }];
  const listings = [{ slug: inn.listing.slug, photos }];
  const removing = { team: { slug, logo_url: null, cover_url: null }, listings };
  expect(await importInto(elsewhere, removing)).toMatchObject({ ok: true, team: { outcome: 'changed' } });
  expect(await picturesIn(elsewhere)).toHaveLength(3);
  await expectSound(elsewhere);
  // Then the path alone is not enough.
  expect(await problemsOf(alone, {})).toEqual(
    ['logo_url', 'cover_url'].map((field) =>
      expect.stringMatching(
        new RegExp(`^team \\(.*\\): ${field} must be a picture that this team has: .*--media`),
      ),
    ),
  );
  // A photo may give its picture to the cover in the same import.
  const giving = {
    team: { slug, cover_file: 'cover.webp' },
    listings: [{ slug: inn.listing.slug, photos: [] }],
  };
  expect(await importInto(elsewhere, giving)).toMatchObject({ ok: true });
  expect(await picturesIn(elsewhere)).toHaveLength(3);
  await expectSound(elsewhere);
});

it('a team file is refused if the picture of its logo cannot be used', async () => {
  await writeFile(path.join(folder, 'text.jpg'), 'no picture');
  const problems = (team: object, options?: ImportOptions) =>
    problemsOf({ team: { slug, name: 'A', currency: 'EUR', timezone: 'Europe/Lisbon', ...team } }, options);
  for (const name of ['../text.jpg', 'text.jpg', 'none.jpg'])
    expect(await problems({ logo_file: name })).toEqual([expect.stringContaining('logo_file ')]);
  expect(await problems({ cover_file: 'text.jpg' }, {})).toEqual([
    expect.stringContaining('cover_file cannot be read beside standard input'),
  ]);
  expect(await problems({ cover_url: 'https://pics.example/1.jpg' })).toEqual([
    expect.stringContaining('cover_url must be a picture that this team has'),
  ]);
});

it('team export says how many stored pictures are not in the file, and refuses folders from which it could not be imported', async () => {
  await upload(world, inn, await jpeg({ width: 500, height: 100 }));
  const photos = `/listings/${inn.listing.id}/photos`;
  const foreign = { original_url: 'https://p.example/a.jpg' };
  await inn.data(inn.send('PUT', photos, { photos: [...(await inn.read(photos)).photos, foreign] }));
  const env = { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64') };
  const run = (...words: string[]) => runInProcess(['team', 'export', slug, ...words], env);
  const note = (pictures: string) =>
    `innkeep: ${pictures} stored here and not in the file, so another installation refuses the file: add --media.\n`;
  expect(await run()).toMatchObject({ code: 0, stderr: note('1 picture is') });
  await tryUpload(world, inn, '/team/logo', await png({ width: 900, height: 300 }), { method: 'PUT' });
  const alone = path.join(folder, 'alone.json');
  expect(await run('--out', alone)).toMatchObject({ code: 0, stderr: note('2 pictures are') });

  const media = path.join(folder, 'media');
  expect(await run('--media', media, '--out', path.join(folder, 'team.json'))).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^innkeep: --out must name a file in the folder of --media, .*media\/team\.json\.\n$/,
    ),
  });
  for (const option of ['--media', '--out'])
    expect(await run(option, '--force')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^innkeep: .* Write \.\/--force for a name .*\n$/),
    });
  expect(await readdir(folder)).toEqual(['alone.json']);
  expect(await run('--media', media, '--out', path.join(media, 'mine.json'))).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect((await readdir(media)).sort()).toEqual([`${inn.listing.slug}-1.webp`, 'logo.webp', 'mine.json']);
});
