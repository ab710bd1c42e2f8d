import type { FastifyRequest } from 'fastify';

/**
 * Security headers of every answer, which tell browsers to load nothing for it, not to show it in a frame,
 * not to guess its type, and not to send its address to other sites. Web pages later replace the
 * `Content-Security-Policy` by their own. The security headers are constants, because answers to malformed
 * requests (400, 408, 431), which no Fastify hook sees, have them too.
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

/** Security headers of answers that other sites may embed: the public API, and pictures. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

export type SecurityHeaders = {
  of(request: FastifyRequest): Record<string, string>;
  /** Security headers of the answer to something that is not a valid HTTP request. */
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
 * Whether the caller reached the service by `http` or `https`. A protocol other than `https` that a trusted
 * proxy reports counts as `http`.
 */
export const readProtocol = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
