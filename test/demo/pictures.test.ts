import { readdirSync } from 'node:fs';
import sensible from '@fastify/sensible';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harbourTeam, PICTURES_PATH } from '../../examples/demo/harbour.ts';
import { errorAnswers } from '../../src/plugins/errors.ts';
import { demoPhotoRoutes } from '../../src/routes/demo-photos.ts';

const BASE_URL = 'https://stays.example';
const FOLDER = new URL('../../examples/demo/photos/', import.meta.url);

const files = readdirSync(FOLDER);
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

  it('each of the demo’s listings has two or three photos, the first one featured, and none is used twice', () => {
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

  it('all photos of the demo are served at the addresses in its team file', async () => {
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
});
