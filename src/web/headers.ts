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
 * The HTTP headers of every web page of the teams. The Content-Security-Policy allows only scripts and styles
 * of this server's own files, and nothing inline. Security headers against frames, caching and the like are
 * set for all answers of the server and not here. Browsers send the header `Referer` only to this server, so
 * that a secret link is not revealed to others. `Referer` is not switched off, because browsers would then
 * send the pages' own forms with `Origin: null`, like those of other sites.
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
    /**
     * Whether scripts of the page may send requests to this server. Scripts of pages can never send requests
     * to another server.
     */
    mayFetch?: boolean;
    /** Headers of one page that replace the usual ones. */
    headers?: Readonly<Record<string, string>>;
  }
}

const FETCHING_HEADERS = { 'content-security-policy': `${CONTENT_SECURITY_POLICY}; connect-src 'self'` };

export const pageHeaders = fp(async (app) => {
  // The headers of web pages are set when the answer is sent, because they must replace the server's usual
  // headers.
  app.addHook('onSend', async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    if (request.routeOptions.config.mayFetch) reply.headers(FETCHING_HEADERS);
    reply.headers(request.routeOptions.config.headers ?? {});
  });
});
