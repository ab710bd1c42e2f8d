import type { FastifyInstance } from 'fastify';
import { CROSS_ORIGIN_HEADERS } from '../plugins/security.ts';
import { readStaticFiles, serveStaticFiles } from '../plugins/static-files.ts';

const DEMO_PHOTOS_FOLDER = new URL('../../examples/demo/photos/', import.meta.url);
/** A drawing seldom changes, and an older one does no harm. */
const DEMO_PHOTO_MAX_AGE_SECONDS = 2_592_000;

/** The demo team's pictures, for everybody. A script in an SVG would not run. */
export async function demoPhotoRoutes(app: FastifyInstance): Promise<void> {
  serveStaticFiles(app, {
    prefix: '/demo/photos/',
    files: readStaticFiles(DEMO_PHOTOS_FOLDER, /\.svg$/),
    keeping: `public, max-age=${DEMO_PHOTO_MAX_AGE_SECONDS}`,
    headers: {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      ...CROSS_ORIGIN_HEADERS,
    },
  });
}
