import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isReadMethod } from '../writes.ts';
import { isStrictHandlingPreferred } from './strict-handling.ts';

/**
 * Content types of JSON without a charset, or with UTF-8. Fastify puts the values of a content type's
 * parameters in quotes before it compares them.
 */
const JSON_CONTENT_TYPE_PATTERN = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

const ENCODED_BODY_MESSAGE = 'The body must be sent as it is, without Content-Encoding.';

/** Whether a request has a body with a `Content-Encoding`, even `identity`. */
const isEncodedBody = ({ method, headers }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined &&
  !isReadMethod(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Accepts only JSON bodies in UTF-8. An empty body is an empty object, because some bodies are optional as a
 * whole. Names that would reach an object's prototype are dropped like other unknown fields. A caller who
 * prefers strict handling gets an error about dropped names.
 */
export const jsonBody = fp(async (app) => {
  const parseJson = promisify(app.getDefaultJsonParser('remove', 'remove'));
  const parseAllNames = promisify(app.getDefaultJsonParser('ignore', 'ignore'));
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isEncodedBody(request)) return done(app.httpErrors.unsupportedMediaType(ENCODED_BODY_MESSAGE));
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
    if (!isUtf8(body)) throw app.httpErrors.badRequest('The body is not valid UTF-8.');
    const text = body.toString('utf8');
    if (text.trim() === '') return {};
    const parsed = await parseJson(request, text);
    if (isStrictHandlingPreferred(request.headers.prefer))
      request.bodyAsSent = await parseAllNames(request, text);
    // Fastify treats the body null like a missing one. A list as a body is refused in the same words as null.
    return parsed ?? [];
  }
  app.addContentTypeParser<Buffer>(JSON_CONTENT_TYPE_PATTERN, { parseAs: 'buffer' }, parseBody);
});
