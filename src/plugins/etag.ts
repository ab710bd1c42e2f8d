/** How long clients may keep answers, and how they ask whether a kept answer is still current. */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ENCODINGS, type Encoding, encodingFor, isWorthCompressing } from './compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Cache-Control` of this route's successful answers. Without it, they must not be kept. */
    keeping?: string;
    /** Whether its answers have an `ETag` although they must not be kept, for the `If-Match` of a write. */
    etag?: boolean;
  }
}

/** Listings seldom change, and one that is a minute old does no harm, because prices are requested separately. */
export const MAY_BE_KEPT = 'public, max-age=60';
/** May be kept, but must be checked with the service before each use, so prices and free nights are never old. */
export const ASKED_EVERY_TIME = 'public, no-cache';

/** The request headers that the links in answers depend on if no public address is configured. */
const LINKS_FOLLOW = ['X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Answers with `no-store` unless the route says otherwise and succeeds. An answer that may be kept gets an `ETag`
 * computed from its text, so a 304 is as fresh as the answer that it replaces.
 */
export function controlCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { keeping, etag } = request.routeOptions.config;
    const isTagged = keeping !== undefined || etag === true;
    if (!isTagged || reply.statusCode !== 200 || typeof payload !== 'string') return done();
    const encoding = encodingFor(request.headers['accept-encoding'], payload.length);
    const isKnown = tagAnswer(reply, contentHash(payload), encoding);
    if (keeping !== undefined) {
      reply.header('cache-control', keeping);
      if (app.publicUrl === null) reply.vary(LINKS_FOLLOW);
    }
    if (isWorthCompressing(payload.length)) reply.vary('Accept-Encoding');
    // Null, because the length of an empty text would be sent as the answer's length.
    done(null, isKnown ? null : payload);
  });
}

const contentHash = (text: string): string => hash('sha1', text, 'base64url');

/** The `ETag` of a content. Each encoding has its own, because a strong tag identifies the exact bytes. */
const tagOf = (hash: string, encoding: Encoding | null): string =>
  `"${hash}${encoding === null ? '' : `-${encoding}`}"`;

/**
 * Tags an answer with the hash of its content. Returns true if its caller has the content already, which is then a 304.
 * For HEAD, Fastify removes the content itself, after it has read its length.
 */
export function tagAnswer(reply: FastifyReply, hash: string, encoding: Encoding | null): boolean {
  const named = tagNamedBy(reply.request.headers['if-none-match'], hash, encoding);
  reply.header('etag', named ?? tagOf(hash, encoding));
  if (named !== null) reply.code(304).removeHeader('content-type');
  return named !== null && reply.request.method !== 'HEAD';
}

/**
 * The tag that an `If-None-Match` names for a content, or null. A caller with the content in any encoding need not load
 * it again. `*` names every content, and a weak tag counts as well, because a proxy may have weakened it.
 */
function tagNamedBy(condition: string | undefined, hash: string, encoding: Encoding | null): string | null {
  if (condition === undefined) return null;
  const tags = [encoding, null, ...ENCODINGS].map((one) => tagOf(hash, one));
  if (condition.trim() === '*') return tags[0] ?? null;
  const named = new Set(condition.match(/"[\x21\x23-\x7e\x80-\xff]*"/g));
  return tags.find((tag) => named.has(tag)) ?? null;
}

/** Whether an `If-Match` matches the present answer, in any encoding. A weak tag never does (RFC 9110, 13.1.1). */
export function isMetBy(condition: string, payload: string): boolean {
  if (condition.trim() === '*') return true;
  const content = contentHash(payload);
  const tags = [null, ...ENCODINGS].map((encoding) => tagOf(content, encoding));
  const named = condition.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g);
  return [...named].some(([, weak, tag = '']) => weak === undefined && tags.includes(tag));
}
