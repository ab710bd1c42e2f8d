/** Which answers may be kept, by whom and how long, and how it is asked whether a kept one is still right. */
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Cache-Control` of this route's answers where they succeed; without it nobody keeps any. */
    keeping?: string;
  }
}

/** Listings seldom change, and one that is a minute old harms nobody: what it costs is asked anew. */
export const MAY_BE_KEPT = 'public, max-age=60';
/** May be kept, and not used again before the service was asked: prices and free nights are never old. */
export const ASKED_EVERY_TIME = 'public, no-cache';

/** What links in answers may follow where no public address is configured. */
const LINKS_FOLLOW = ['X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Answers with `no-store` unless the route says otherwise and succeeds. A route whose answers may be kept names each by
 * an `ETag`, made from the very bytes that would be sent, so a 304 is as fresh as the answer that it saves.
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
    // Null and not an empty text, of which the length would be told as if it were the answer's. What HEAD would have
    // answered with is taken away by fastify, which wants to know its length.
    done(null, request.method === 'HEAD' ? payload : null);
  });
}

/** Whether an `If-None-Match` names the answer: `*` does, and so does a weak name, as a proxy may have made it one. */
export function isNamedBy(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)].some(([name]) => name === etag);
}
