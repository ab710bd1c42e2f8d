import type { FastifyRequest } from 'fastify';

/**
 * Browsers load nothing for an answer, do not show it in a frame, do not guess its type, and do not send its
 * address to other sites. Web pages replace the `Content-Security-Policy` by their own. Constants, because
 * answers to malformed requests (400, 408, 431), which no Fastify hook sees, have them too.
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

/** Other sites may embed answers of the public API, and pictures. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

export type SecurityHeaders = {
  of(request: FastifyRequest): Record<string, string>;
  /** For something that is not a valid HTTP request. */
  always: Record<string, string>;
};

/**
 * `strict-transport-security` is sent only if `PUBLIC_URL` or a trusted proxy says that callers use HTTPS.
 */
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

/** Any protocol but `https` that a trusted proxy reports counts as `http`. */
export const readProtocol = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';
