/** Who may keep answers and for how long, and how a client asks whether a kept answer is still current. */
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Cache-Control` of this route's successes; without it nobody may keep them. */
    keeping?: string;
  }
}

/** Listings seldom change, and one that is a minute old does no harm: prices are asked for again. */
export const MAY_BE_KEPT = 'public, max-age=60';
/** May be kept, but must be checked with the service before each use: prices and free nights are never old. */
export const ASKED_EVERY_TIME = 'public, no-cache';

/** The headers that decide the links in answers if no public address is configured. */
const LINKS_FOLLOW = ['X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Answers with `no-store` unless the route says otherwise and succeeds. An answer that may be kept gets an `ETag` made
 * from the bytes that would be sent, so a 304 is as fresh as the answer that it replaces.
 */
export function controlCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { keeping } = request.routeOptions.config;
    if (keeping === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return done();
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.headers({ 'cache-control': keeping, etag });
    if (app.publicUrl === null) reply.vary(LINKS_FOLLOW);
    if (!isNamedBy(request.headers['if-none-match'], etag)) return done();
    reply.code(304).removeHeader('content-type');
    // Null, because the length of an empty text would be sent as the answer's length. For HEAD, Fastify removes the
    // payload itself, after it has read its length.
    done(null, request.method === 'HEAD' ? payload : null);
  });
}

/** Whether an `If-None-Match` matches: `*` does, and so does a weak tag, because a proxy may have weakened it. */
export function isNamedBy(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)].some(([name]) => name === etag);
}
