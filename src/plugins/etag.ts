/** How long clients may keep an answer, and how they check whether it is current (`ETag`). */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ZodObject } from 'zod';
import type { LanguageCode } from '../domain/languages/languages.ts';
import { isWorthCompressing } from './compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Cache-Control` of successful answers. Without it, clients must not store them. */
    keeping?: string;
    /**
     * Whether answers that must not be stored have an `ETag`, because a later write may send it as
     * `If-Match`. A POST has it if its 201 shows what a GET of the new resource would show.
     */
    etag?: boolean;
    /**
     * Takes out of a body what does not belong to the resource's version, such as the listing of a booking.
     */
    toVersion?: (body: AnswerBody) => AnswerBody;
  }
}

/** Before it becomes a text. */
export type AnswerBody = Record<string, unknown>;

/** Clients must check a stored answer before each use, so that no price is out of date. */
export const REVALIDATED_ANSWER = 'public, no-cache';

/** Links are built from them if the service's public address is not configured. */
const LINK_HEADERS = ['X-Forwarded-Host', 'X-Forwarded-Proto'];

/**
 * `Cache-Control: no-store`, unless the route allows storing and the request succeeds. The `ETag` is a hash
 * of the text. If the text shows more than its resource, the hash of the resource alone comes before it, so
 * that an `If-Match` can be compared without the rest.
 */
export const caching = fp(async (app) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { keeping, etag, toVersion } = request.routeOptions.config;
    const hasEtag = keeping !== undefined || etag === true;
    const isFound = reply.statusCode === 200;
    if (!hasEtag || !(isFound || reply.statusCode === 201) || typeof payload !== 'string') return done();
    const tag = computeTag(payload, { toVersion, language: request.languageChoice?.language });
    // A POST shows what a GET of the new resource would show, and so has the same `ETag`.
    if (!isFound) {
      reply.header('etag', `"${tag}"`);
      return done();
    }
    const isKnown = setEtagAndCheckFresh(reply, tag);
    if (keeping !== undefined) {
      reply.header('cache-control', keeping);
      if (app.publicUrl === null) reply.vary(LINK_HEADERS);
    }
    if (isWorthCompressing(payload.length)) reply.vary('Accept-Encoding');
    // An empty text would set `Content-Length` to 0.
    done(null, isKnown ? null : payload);
  });
});

/** Of a SHA-1 in base64. */
const HASH_LENGTH = 27;

type TagOptions = {
  toVersion: ((body: AnswerBody) => AnswerBody) | undefined;
  /** Two languages may show the same text, and their answers still differ by `Content-Language`. */
  language: LanguageCode | undefined;
};

/** Without quotes. */
function computeTag(text: string, { toVersion, language }: TagOptions): string {
  const ofText = computeContentHash(language === undefined ? text : language + text);
  if (!toVersion) return ofText;
  const ofVersion = computeContentHash(JSON.stringify(toVersion(JSON.parse(text))));
  return ofVersion === ofText ? ofText : ofVersion + ofText;
}

const computeContentHash = (text: string): string => hash('sha1', text, 'base64url');

/**
 * The uncompressed text's hash is the same for every encoding. True if `If-None-Match` names it, so that the
 * answer is a 304. For a HEAD the text is kept, because Fastify removes it after it has computed its length.
 */
export function setEtagAndCheckFresh(reply: FastifyReply, tag: string): boolean {
  const { 'if-none-match': condition } = reply.request.headers;
  const isNamed = condition !== undefined && isTagListed(condition, (listed) => listed === tag);
  reply.header('etag', `"${tag}"`);
  if (isNamed) reply.code(304).removeHeader('content-type');
  return isNamed && reply.request.method !== 'HEAD';
}

/**
 * `versions` are those that the write accepts. What a tag says about a text that shows more than the resource
 * is not compared.
 */
export function isIfMatchMet(condition: string, versions: readonly AnswerBody[]): boolean {
  const hashes = versions.map((version) => computeContentHash(JSON.stringify(version)));
  return isTagListed(condition, (listed) => hashes.includes(toVersionHash(listed)));
}

const toVersionHash = (tag: string): string =>
  tag.length === 2 * HASH_LENGTH ? tag.slice(0, HASH_LENGTH) : tag;

/** One tag of a list, or an empty item. */
const LISTED_TAG_PATTERN = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** Without the prefix `W/`. Null if the header is malformed (RFC 9110, 8.8.3). */
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

/** Some servers, such as Apache, append it to a tag when they compress an answer. */
const COMPRESSION_SUFFIX_PATTERN = /-(?:gzip|br)$/;

/**
 * `*` matches always. A tag also matches if a compressing proxy has made it weak or appended the encoding,
 * because our tags are the same for every encoding.
 */
const isTagListed = (condition: string, isMatch: (tag: string) => boolean): boolean =>
  isAnyVersion(condition) ||
  (readEntityTags(condition) ?? []).some(
    (tag) => isMatch(tag) || isMatch(tag.replace(COMPRESSION_SUFFIX_PATTERN, '')),
  );

const MALFORMED_IF_MATCH_MESSAGE = 'If-Match must be * or a list of entity tags, such as "abc".';

/** What the route writes has an `ETag`. */
export const isIfMatchDeclared = (request: FastifyRequest): boolean =>
  'if-match' in ((request.routeOptions.schema?.headers as ZodObject | undefined)?.shape ?? {});

/** Not a form of a page, and not an unknown path. */
const isApiWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && routeOptions.schema?.operationId !== undefined;

export const refuseMalformedConditions = fp(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const { 'if-match': condition } = request.headers;
    const isMalformed =
      condition !== undefined && !isAnyVersion(condition) && readEntityTags(condition) === null;
    done(
      isMalformed && isApiWrite(request) ? app.httpErrors.badRequest(MALFORMED_IF_MATCH_MESSAGE) : undefined,
    );
  });
});
