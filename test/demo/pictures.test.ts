import { readdirSync, readFileSync } from 'node:fs';
import sensible from '@fastify/sensible';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harbourTeam, PICTURES_PATH } from '../../examples/demo/harbour.ts';
import { errorAnswers } from '../../src/plugins/errors.ts';
import { demoPhotoRoutes } from '../../src/routes/demo-photos.ts';

const BASE_URL = 'https://stays.example';
const FOLDER = new URL('../../examples/demo/photos/', import.meta.url);
const MAX_BYTES = 6_400;

const files = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');
const photos = harbourTeam('2027-03-10', BASE_URL).listings.map(({ slug, photos: ofListing }) => ({
  slug,
  photos: ofListing ?? [],
}));

describe('the demo’s pictures', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    app.register(sensible);
    app.setSerializerCompiler(serializerCompiler);
    app.register(errorAnswers);
    app.register(demoPhotoRoutes);
    await app.ready();
  });
  afterAll(() => app.close());

  it('are two or three for every listing, the first one featured, none used twice', () => {
    const urls = photos.flatMap((listing) => listing.photos.map(({ original_url }) => original_url));
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.length).toBe(files.length);
    for (const { photos: ofListing } of photos) {
      expect([2, 3]).toContain(ofListing.length);
      expect(ofListing.map(({ is_featured }) => is_featured)).toEqual(
        ofListing.map((_, position) => position === 0),
      );
    }
  });

  it('are all served under the addresses that the team file gives', async () => {
    for (const photo of photos.flatMap((listing) => listing.photos)) {
      expect(photo.thumbnail_url).toBe(photo.original_url);
      expect(photo.medium_url).toBe(photo.original_url);
      expect(photo.original_url?.startsWith(`${BASE_URL}${PICTURES_PATH}/`)).toBe(true);
      const answer = await app.inject(photo.original_url?.slice(BASE_URL.length) ?? '');
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(answer.headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d{6,}$/);
      expect(answer.body).toContain(`width="${photo.width}" height="${photo.height}"`);
    }
  });

  it.each([
    'nothing.svg',
    'README.md',
    '..%2F..%2Fpackage.json',
    '%2e%2e%2fharbour.ts',
    'sea-loft-roofs.svg%00',
    'sea-loft-roofs.svg/',
    '.',
    'a'.repeat(90),
  ])('answer 404 in the app’s own words for %s', async (file) => {
    const answer = await app.inject(`${PICTURES_PATH}/${file}`);
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.json())).toEqual(['message']);
  });

  it('are small, well formed and refer to nothing outside', () => {
    for (const file of files) {
      const svg = textOf(file);
      expect(Buffer.byteLength(svg), file).toBeLessThanOrEqual(MAX_BYTES);
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="1200" height="800" viewBox="0 0 1200 800"><title>[^<]+<\/title>/,
      );
      expect(svg).not.toMatch(/href|<script|<image|<foreignObject|<style|\son\w+=|NaN|undefined|Infinity/);
      // Every fill that is used by name is drawn in the same file.
      for (const [, name] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg).toContain(`id="${name}"`);
      expect(isBalanced(svg), file).toBe(true);
    }
  });
});

/** Whether every opened element is closed, in order. */
function isBalanced(svg: string): boolean {
  const open: string[] = [];
  for (const [, slash, name, end] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (slash) {
      if (open.pop() !== name) return false;
    } else if (!end) {
      open.push(name ?? '');
    }
  }
  return open.length === 0;
}
