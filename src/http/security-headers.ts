import type { FastifyRequest } from 'fastify';
import { protocolOf } from './protocol.ts';

/**
 * What every answer tells a browser: load nothing for it, show it in no frame, take it for nothing but what it says it
 * is, and tell no other site its address. These are an API's; a scope with pages says what its own may do, in a hook
 * that runs after this one:
 *
 *     pages.addHook('onRequest', (_request, reply, done) => {
 *       reply.header('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
 *       done();
 *     });
 *
 * Constants: @fastify/helmet would make the same headers again for every request.
 */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const HEADERS_BEHIND_HTTPS = { ...HEADERS, 'strict-transport-security': 'max-age=31536000' };

/** For what other sites may show in their pages: the public endpoints, and pictures. */
export const SHOWN_ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' };

export type SecurityHeaders = {
  of(request: FastifyRequest): Record<string, string>;
  /** For an answer to something that is no valid request. */
  always: Record<string, string>;
};

/** Tells browsers to use HTTPS only if they certainly can: according to `PUBLIC_URL`, or to a trusted proxy. */
export function securityHeaders({
  publicUrl,
  trustProxy,
}: {
  publicUrl: string | null;
  trustProxy: boolean | string;
}): SecurityHeaders {
  const always = publicUrl?.startsWith('https:') ? HEADERS_BEHIND_HTTPS : HEADERS;
  const isToldByProxy = trustProxy !== false && always === HEADERS;
  return {
    of: (request) => (isToldByProxy && protocolOf(request) === 'https' ? HEADERS_BEHIND_HTTPS : always),
    always,
  };
}
