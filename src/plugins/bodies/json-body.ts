import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isReadMethod } from '../writes.ts';
import { isStrictHandlingPreferred } from './strict-handling.ts';

/**
 * Matches the content type of JSON, without a charset or with UTF-8. The pattern for content types contains
 * quotes, because Fastify quotes the parameters of a content type before it compares them.
 */
const JSON_CONTENT_TYPE_PATTERN = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

const ENCODED_BODY_MESSAGE = 'The body must be sent as it is, without Content-Encoding.';

/** Whether a request has a body with a `Content-Encoding`, even `identity`. */
const isEncodedBody = ({ method, headers }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined &&
  !isReadMethod(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Accepts only JSON bodies in UTF-8. An empty body is read as an empty object, because some routes need no
 * body. Fields such as `__proto__`, which would change an object's prototype, are dropped like other unknown
 * fields. With `Prefer: handling=strict`, the dropped fields are reported as errors.
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
    // The body `null` becomes a list, because Fastify would take null for a missing body, and validation
    // refuses any list.
    return parsed ?? [];
  }
  app.addContentTypeParser<Buffer>(JSON_CONTENT_TYPE_PATTERN, { parseAs: 'buffer' }, parseBody);
});
