import type { FastifyInstance } from 'fastify';
import { SHOWN_ANYWHERE } from '../plugins/security.ts';
import { readStaticFiles, serveStaticFiles } from '../plugins/static-files.ts';

const FOLDER = new URL('../../examples/demo/photos/', import.meta.url);
/** A drawing seldom changes, and an older one does no harm. */
const MAX_AGE_SECONDS = 2_592_000;

/** The demo team's pictures, for everybody. A script in an SVG would not run. */
export async function demoPhotoRoutes(app: FastifyInstance): Promise<void> {
  serveStaticFiles(app, {
    prefix: '/demo/photos/',
    files: readStaticFiles(FOLDER, /\.svg$/),
    keeping: `public, max-age=${MAX_AGE_SECONDS}`,
    headers: {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      ...SHOWN_ANYWHERE,
    },
  });
}
