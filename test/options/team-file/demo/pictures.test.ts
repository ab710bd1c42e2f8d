import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { harbourTeam, PICTURES_FOLDER } from '../../../../examples/demo/harbour.ts';

const { listings } = harbourTeam('2027-03-10');

it('the demo’s pictures are two or three for every listing, the first one featured, each with a caption, none used twice', () => {
  const files = listings.flatMap(({ photos }) => photos.map(({ file }) => file));
  expect(new Set(files).size).toBe(files.length);
  expect(files.toSorted()).toEqual(readdirSync(PICTURES_FOLDER).sort());
  for (const { photos } of listings) {
    expect([2, 3]).toContain(photos.length);
    for (const [place, { is_featured, caption }] of photos.entries())
      expect([is_featured, caption.length > 5]).toEqual([place === 0, true]);
  }
});

it('the demo’s pictures are small enough for every start', async () => {
  for (const { file } of listings.flatMap(({ photos }) => photos)) {
    const content = readFileSync(new URL(file, PICTURES_FOLDER));
    expect(content.length).toBeLessThan(120_000);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 1_200, height: 800 });
  }
});

it('every place of the demo has amenities, rooms and house rules', () => {
  for (const { slug, amenities, rooms, house_rules } of listings)
    expect([slug, amenities.length > 5, rooms.length > 0, Object.keys(house_rules).length > 0]).toEqual([
      ...[slug, true, true, true],
    ]);
});
