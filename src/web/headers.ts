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
 * Only scripts and styles from files of this server, and nothing inline. Headers against frames, caching and
 * the like are set for all answers of the server. `Referer` goes only to this server, so that a secret link
 * is not revealed to others. It is not switched off, because browsers would then send our own forms with
 * `Origin: null`, like those of other sites.
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
    /** Scripts may send requests, but only ever to this server. */
    mayFetch?: boolean;
    /** They replace the usual ones. */
    headers?: Readonly<Record<string, string>>;
  }
}

const FETCHING_HEADERS = { 'content-security-policy': `${CONTENT_SECURITY_POLICY}; connect-src 'self'` };

export const pageHeaders = fp(async (app) => {
  // On sending, because they must replace the server's usual headers.
  app.addHook('onSend', async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    if (request.routeOptions.config.mayFetch) reply.headers(FETCHING_HEADERS);
    reply.headers(request.routeOptions.config.headers ?? {});
  });
});
