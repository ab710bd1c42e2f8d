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
 * What a page may do: show itself, with files of its own and nothing inline. What every answer forbids (to be framed,
 * to be taken for something else, to be kept) stands in `http`. The referrer goes to this server alone: a link that is
 * a secret stays here. With none at all, browsers would send the pages' own forms with `Origin: null`, and they could
 * not be told from those of others.
 */
export function setPageHeaders(app: FastifyInstance): void {
  // As the answer leaves, so that these hold whatever the rest of the app says of its own.
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'x-robots-tag': 'noindex',
    });
  });
}
