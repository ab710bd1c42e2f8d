import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MAX_BODY_LEVELS } from '../../domain/limits.ts';
import { isReadMethod } from '../writes.ts';

/**
 * Without a charset or with UTF-8. With quotes, because Fastify quotes the parameters of a content type
 * before it compares them.
 */
const JSON_CONTENT_TYPE_PATTERN = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

const ENCODED_BODY_MESSAGE = 'The body must be sent as it is, without Content-Encoding.';
const TOO_DEEP_MESSAGE = `The body has lists and objects in each other, more than ${MAX_BODY_LEVELS} levels deep.`;

/** Even `identity` counts as an encoding. */
const isEncodedBody = ({ method, headers }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined &&
  !isReadMethod(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

const hasMoreLevels = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => hasMoreLevels(item, levels - 1)));

/**
 * Only JSON in UTF-8. An empty body is an empty object, because some routes need no body. Fields such as
 * `__proto__` are kept like any other, for the schemas to drop or refuse: in parsed JSON they change no
 * prototype. A deeply nested body could overflow the stack of whatever reads it.
 */
export const jsonBody = fp(async (app) => {
  const parseJson = promisify(app.getDefaultJsonParser('ignore', 'ignore'));
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (isEncodedBody(request)) return done(app.httpErrors.unsupportedMediaType(ENCODED_BODY_MESSAGE));
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
    if (!isUtf8(body)) throw app.httpErrors.badRequest('The body is not valid UTF-8.');
    const text = body.toString('utf8');
    if (text.trim() === '') return {};
    const parsed: unknown = await parseJson(request, text);
    if (hasMoreLevels(parsed, MAX_BODY_LEVELS)) throw app.httpErrors.badRequest(TOO_DEEP_MESSAGE);
    // Fastify would take null for a missing body. Validation refuses any list.
    return parsed ?? [];
  }
  app.addContentTypeParser<Buffer>(JSON_CONTENT_TYPE_PATTERN, { parseAs: 'buffer' }, parseBody);
});
