import type { FastifyInstance } from 'fastify';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What a page may do: show itself, in no frame, with files of its own and nothing inline, kept by nobody. The referrer
 * goes to this server alone: a link that is a secret stays here. With none at all, browsers would send the pages' own
 * forms with `Origin: null`, and they could not be told from those of others.
 */
export function setPageHeaders(app: FastifyInstance): void {
  // As the answer leaves, so that these hold whatever the rest of the app says of its own.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'x-robots-tag': 'noindex',
    });
  });
}
