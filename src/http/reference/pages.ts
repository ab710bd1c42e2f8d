/** Serves the document at `/openapi.json`, and at `/docs` for reading and trying out, from our own files alone. */

import { readFileSync } from 'node:fs';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { ASKED_EVERY_TIME } from '../caching.ts';

const file = (name: string) => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');

export function serveReference(app: FastifyInstance, publicUrl: string | null): void {
  let text: string | undefined;
  app.get('/openapi.json', { config: { keeping: ASKED_EVERY_TIME } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.header('content-type', 'application/json; charset=utf-8').serializer(String).send(text);
  });

  const address = publicUrl === null ? null : new URL(publicUrl);
  app.register(swaggerUi, {
    routePrefix: '/docs',
    // A page that is reached behind a path of its own finds its files there.
    ...(address && address.pathname !== '/' ? { indexPrefix: address.pathname } : {}),
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
    },
    theme: {
      title: 'Innkeep: reference',
      css: [{ filename: 'reference.css', content: file('reference.css') }],
      js: [{ filename: 'reference.js', content: file('reference.js') }],
    },
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'none'",
      'connect-src': address ? ["'self'", address.origin] : "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  });
}
