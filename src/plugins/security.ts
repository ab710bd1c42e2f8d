import type { FastifyRequest } from 'fastify';

/**
 * The instructions to browsers with every answer: load nothing for it, show it in no frame, do not guess its
 * type, and send its address to no other site. A scope with pages sets its own content security policy
 * afterwards. The security headers are constants, because answers that no hook sees (400, 408, 431) have them
 * too. @fastify/helmet sets headers in a hook, and sends `strict-transport-security` without asking how the
 * caller reached the proxy.
 */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const SECURITY_HEADERS_BEHIND_HTTPS = {
  ...SECURITY_HEADERS,
  'strict-transport-security': 'max-age=31536000',
};

/** The security headers of answers that other sites may show in their pages: the public endpoints, and pictures. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

export type SecurityHeaders = {
  of(request: FastifyRequest): Record<string, string>;
  /** The security headers of an answer to something that is not a valid request. */
  always: Record<string, string>;
};

/** `strict-transport-security` is sent only if `PUBLIC_URL` or a trusted proxy says that callers use HTTPS. */
export function buildSecurityHeaders(
  publicUrl: string | null,
  trustProxy: boolean | string,
): SecurityHeaders {
  const always = publicUrl?.startsWith('https:') ? SECURITY_HEADERS_BEHIND_HTTPS : SECURITY_HEADERS;
  const isDecidedByProxy = trustProxy !== false && always === SECURITY_HEADERS;
  return {
    of: (request) =>
      isDecidedByProxy && readProtocol(request) === 'https' ? SECURITY_HEADERS_BEHIND_HTTPS : always,
    always,
  };
}

/**
 * The protocol by which the caller reached the service. Any other protocol that a trusted proxy names counts
 * as `http`.
 */
export const readProtocol = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
