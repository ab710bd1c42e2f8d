import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { finishWithPauses } from '../../pauses.ts';
import { countJsonValues, countNamesOfLargestObject } from '../bounds/json-counts.ts';
import { buildBusyError } from '../errors.ts';
import { isReadMethod } from '../methods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    valueCount: number;
  }
}

/** JSON without a charset, or with UTF-8. Fastify puts the parameters' values in quotes before it compares them. */
const JSON_CONTENT_TYPE_PATTERN = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

/**
 * How many values a body may have. 100,000 days with all their fields have fewer. It takes seconds to parse the millions
 * of empty lists that fit into the largest bodies, and nothing else is answered meanwhile.
 */
const MAX_VALUES_OF_BODY = 2_000_000;
const TOO_MANY_VALUES_MESSAGE = `The body has more than ${MAX_VALUES_OF_BODY.toLocaleString('en')} values.`;
/**
 * How many values the bodies of all requests may have, until they are answered. An empty object of three bytes takes
 * about a hundred in memory, so the bytes of bodies do not tell what they take.
 */
const MAX_VALUES_OF_ALL_BODIES = 2_500_000;
/**
 * How many names one object of a body may have. None here has a hundred. A million of them take seconds to parse and to
 * sort, and nothing else is answered meanwhile.
 */
const MAX_NAMES_OF_OBJECT = 10_000;
const TOO_MANY_NAMES_MESSAGE = `An object in the body has more than ${MAX_NAMES_OF_OBJECT.toLocaleString('en')} names.`;
/** Shorter bodies have no room for so many: the shortest name takes five bytes. */
const MIN_BYTES_OF_TOO_MANY_NAMES = 5 * MAX_NAMES_OF_OBJECT;

const ENCODED_BODY_MESSAGE = 'The body must be sent as it is, without Content-Encoding.';

/** Whether a request has a body with a `Content-Encoding`, even `identity`. */
const isEncodedBody = ({ method, headers }: FastifyRequest): boolean =>
  headers['content-encoding'] !== undefined &&
  !isReadMethod(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Accepts only JSON bodies in UTF-8. An empty body is an empty object, because some bodies are optional as a whole.
 * Names that would reach an object's prototype are dropped like other unknown fields.
 */
export const jsonBody = fp(async (app) => {
  const parseJson = promisify(app.getDefaultJsonParser('remove', 'remove'));
  let openValueCount = 0;
  const endedRequests = new WeakSet<FastifyRequest>();
  app.decorateRequest('valueCount', 0);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isEncodedBody(request)) return done(app.httpErrors.unsupportedMediaType(ENCODED_BODY_MESSAGE));
    if (request.headers['content-type'] !== undefined)
      reply.raw.once('close', () => {
        openValueCount -= request.valueCount;
        endedRequests.add(request);
      });
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
    if (!isUtf8(body)) throw app.httpErrors.badRequest('The body is not valid UTF-8.');
    const valueCount = await finishWithPauses(countJsonValues(body));
    if (valueCount > MAX_VALUES_OF_BODY) throw app.httpErrors.payloadTooLarge(TOO_MANY_VALUES_MESSAGE);
    if (body.length > MIN_BYTES_OF_TOO_MANY_NAMES) {
      const names = await finishWithPauses(countNamesOfLargestObject(body));
      if (names > MAX_NAMES_OF_OBJECT) throw app.httpErrors.payloadTooLarge(TOO_MANY_NAMES_MESSAGE);
    }
    // If the caller has gone meanwhile, nothing would take the values off again.
    if (endedRequests.has(request) || openValueCount + valueCount > MAX_VALUES_OF_ALL_BODIES)
      throw buildBusyError();
    request.valueCount = valueCount;
    openValueCount += valueCount;
    const text = body.toString('utf8');
    if (text.trim() === '') return {};
    // Fastify treats null like a missing body. A list is refused wherever null is, and in the same words.
    return (await parseJson(request, text)) ?? [];
  }
  app.addContentTypeParser<Buffer>(JSON_CONTENT_TYPE_PATTERN, { parseAs: 'buffer' }, parseBody);
});
