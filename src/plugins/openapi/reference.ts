/** `/openapi.json`, and `/docs`, a page on which requests can be tried. */
import { readFileSync } from 'node:fs';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../services/clock.ts';
import { REVALIDATED_ANSWER } from '../etag.ts';
import { publicBaseUrl } from '../paging.ts';
import { declareRateLimit } from '../rate-limit.ts';
import { REVALIDATED_FILE, readStaticFiles, serveStaticFiles } from '../static-files.ts';
import { createServedDocument } from './served.ts';

const SWAGGER_UI_FILES = readStaticFiles(
  new URL('static/', import.meta.resolve('@fastify/swagger-ui')),
  /\.(?:css|js|png)$/,
);

/** Inline styles are allowed, because the page's script sets them. */
const DOCS_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const referenceRoutes: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  declareRateLimit(app, 'address');
  const writeDocument = createServedDocument(() => app.swagger());
  app.get('/openapi.json', { config: { keeping: REVALIDATED_ANSWER } }, (request, reply) => {
    const text = writeDocument(publicBaseUrl(request), clock());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  // @fastify/swagger-ui does not compress the page's files.
  serveStaticFiles(app, { prefix: '/docs/static/', files: SWAGGER_UI_FILES, keeping: REVALIDATED_FILE });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // If a proxy serves Innkeep below a path.
    indexPrefix: new URL(app.publicUrl ?? 'http://localhost').pathname,
    staticCSP: DOCS_SECURITY_POLICY,
    theme: { title: 'Innkeep API' },
    logo: {
      type: 'image/svg+xml',
      content: readFileSync(new URL('../../web/assets/icon.svg', import.meta.url)),
    },
    uiConfig: { docExpansion: 'none', deepLinking: true, filter: true, displayRequestDuration: true },
    transformSpecification: (_document, request) =>
      JSON.parse(writeDocument(publicBaseUrl(request), clock())),
    transformSpecificationClone: false,
  });
};
