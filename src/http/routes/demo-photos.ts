import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { SHOWN_ANYWHERE } from '../security-headers.ts';

const FOLDER = new URL('../../../demo/photos/', import.meta.url);
/** A drawing seldom changes, and a page that shows an older one harms nobody. */
const MAX_AGE_SECONDS = 2_592_000;

/**
 * The demo team's pictures, for anyone. Only names that were in the folder at the start are served, so no path is ever
 * made from what somebody asks for; and no script in an SVG would run.
 */
export const demoPhotoRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
  const files = new Set(listFiles());
  app.get(
    '/demo/photos/:file',
    { schema: { params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { file } = request.params;
      if (!files.has(file)) throw notFound('picture');
      return reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
          ...SHOWN_ANYWHERE,
        })
        .send(await readFile(new URL(file, FOLDER)));
    },
  );
  done();
};

/** An installation without the demo's folder has no pictures to serve. */
function listFiles(): string[] {
  try {
    return readdirSync(FOLDER).filter((file) => file.endsWith('.svg'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
