import fp from 'fastify-plugin';

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
 * The content security policy of a page: it shows itself and its own files, and nothing inline. The plugin
 * `http` sets what every answer forbids (frames, guessed types, caching). The referrer is sent only to this
 * server, so a secret link is not sent elsewhere. With no referrer at all, browsers would send the pages' own
 * forms with `Origin: null`, like those of other sites.
 */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-robots-tag': 'noindex',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the page's script may send requests to this server, and to no other. */
    mayFetch?: boolean;
    /** Headers that replace those of every page. */
    headers?: Readonly<Record<string, string>>;
  }
}

const FETCHING_HEADERS = { 'content-security-policy': `${CONTENT_SECURITY_POLICY}; connect-src 'self'` };

export const pageHeaders = fp(async (app) => {
  // The headers of pages are set when the answer is sent, so that they win over the app's other headers.
  app.addHook('onSend', async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    if (request.routeOptions.config.mayFetch) reply.headers(FETCHING_HEADERS);
    reply.headers(request.routeOptions.config.headers ?? {});
  });
});
