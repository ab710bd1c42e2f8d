/** How long clients may keep answers, and how they ask whether a kept answer is still current. */
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { ZodObject } from 'zod';
import { isWorthCompressing } from './compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The `Cache-Control` of this route's successful answers. An answer of a route without `Cache-Control`
     * must not be kept.
     */
    keeping?: string;
    /**
     * Whether the route's answers have an `ETag` although they must not be kept, for the `If-Match` of a
     * write.
     */
    etag?: boolean;
  }
}

/**
 * Such answers may be kept, but must be checked with the service before each use: a new place is shown at
 * once, and no price is old.
 */
export const REVALIDATED_ANSWER = 'public, no-cache';

/** The request headers that the links in answers depend on if no public address is configured. */
const LINK_HEADERS = ['X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * Sends `no-store` with answers, unless the route sets another `Cache-Control` and succeeds. An answer that
 * may be kept gets an `ETag` computed from its text, so a 304 is as fresh as the answer that it replaces.
 */
export const caching = fp(async (app) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { keeping, etag } = request.routeOptions.config;
    const hasEtag = keeping !== undefined || etag === true;
    if (!hasEtag || reply.statusCode !== 200 || typeof payload !== 'string') return done();
    const isKnown = setEtagAndCheckFresh(reply, computeContentHash(payload));
    if (keeping !== undefined) {
      reply.header('cache-control', keeping);
      if (app.publicUrl === null) reply.vary(LINK_HEADERS);
    }
    if (isWorthCompressing(payload.length)) reply.vary('Accept-Encoding');
    // The body of a 304 is null instead of an empty text, whose length would be sent as the answer's length.
    done(null, isKnown ? null : payload);
  });
});

const computeContentHash = (text: string): string => hash('sha1', text, 'base64url');

/**
 * Tags an answer with the hash of its content before compression, so every encoding has the same tag. Returns
 * true if the caller already has the content, which is then answered by a 304. For a HEAD request, Fastify
 * removes the content itself, after it has read its length.
 */
export function setEtagAndCheckFresh(reply: FastifyReply, hash: string): boolean {
  const { 'if-none-match': condition } = reply.request.headers;
  const isNamed = condition !== undefined && isTagListed(condition, hash);
  reply.header('etag', `"${hash}"`);
  if (isNamed) reply.code(304).removeHeader('content-type');
  return isNamed && reply.request.method !== 'HEAD';
}

/** Whether an `If-Match` matches the present answer. */
export const isIfMatchMet = (condition: string, payload: string): boolean =>
  isTagListed(condition, computeContentHash(payload));

/** One entity tag of a list in a header, or an empty place in that list. */
const LISTED_TAG_PATTERN = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/**
 * The tags in a condition, without their marks of weakness, or null if it is not a list of tags (RFC 9110,
 * 8.8.3).
 */
function readEntityTags(condition: string): string[] | null {
  const pattern = new RegExp(LISTED_TAG_PATTERN);
  const tags: string[] = [];
  while (pattern.lastIndex < condition.length) {
    const match = pattern.exec(condition);
    if (!match) return null;
    if (match[1] !== undefined) tags.push(match[1]);
  }
  return tags.length > 0 ? tags : null;
}

const isAnyVersion = (condition: string): boolean => condition.trim() === '*';

/** What servers append to a tag if they compress its answer: Apache, for one. */
const COMPRESSION_SUFFIX_PATTERN = /-(?:gzip|br)$/;

/**
 * Whether a list of tags names the tag of a content. The tag `*` in a list names every content. A tag counts
 * as it was sent even if a proxy that compresses has made it weak or has appended the encoding: our own tags
 * are the same for every encoding.
 */
const isTagListed = (condition: string, hash: string): boolean =>
  isAnyVersion(condition) ||
  (readEntityTags(condition) ?? []).some(
    (tag) => tag === hash || tag.replace(COMPRESSION_SUFFIX_PATTERN, '') === hash,
  );

const MALFORMED_IF_MATCH_MESSAGE = 'If-Match must be * or a list of entity tags, such as "abc".';

/** Refuses an `If-Match` that cannot be read, for a route that takes one. */
export const refuseMalformedConditions = fp(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const { 'if-match': condition } = request.headers;
    const isMalformed =
      condition !== undefined && !isAnyVersion(condition) && readEntityTags(condition) === null;
    const isTaken =
      'if-match' in ((request.routeOptions.schema?.headers as ZodObject | undefined)?.shape ?? {});
    done(isMalformed && isTaken ? app.httpErrors.badRequest(MALFORMED_IF_MATCH_MESSAGE) : undefined);
  });
});
