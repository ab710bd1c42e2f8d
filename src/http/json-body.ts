import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { busy, invalidUtf8, tooManyValues } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number of values in its body. */
    valueCount: number;
  }
}

/** JSON without a charset, or with UTF-8. Fastify puts the parameters' values in quotes before it compares them. */
const JSON_IN_UTF8 = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

/**
 * How many values a body may have. 100,000 days with all their fields have fewer. It takes seconds to parse the millions
 * of empty lists that fit into the largest bodies, and nothing else is answered meanwhile.
 */
const MAX_VALUES = 2_000_000;
/**
 * How many values the bodies of all requests may have, until they are answered. An empty object of three bytes takes
 * about a hundred in memory, so the bytes of bodies do not tell what they take.
 */
const MAX_VALUES_AT_ONCE = 2_500_000;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** At least the number of values in a body. Commas in texts count as well. */
function valuesIn(body: Buffer): number {
  let values = 1;
  // By index, because `for … of` over bytes is slower.
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
  }
  return values;
}

/**
 * Accepts only JSON bodies in UTF-8. An empty body is an empty object, because some bodies are optional as a whole.
 * Names that would reach an object's prototype are dropped like other unknown fields.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  let heldValues = 0;
  app.decorateRequest('valueCount', 0);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers['content-type'] !== undefined)
      reply.raw.once('close', () => {
        heldValues -= request.valueCount;
      });
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_IN_UTF8, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(invalidUtf8());
    const values = valuesIn(body);
    if (values > MAX_VALUES) return done(tooManyValues(MAX_VALUES));
    if (heldValues + values > MAX_VALUES_AT_ONCE) return done(busy());
    request.valueCount = values;
    heldValues += values;
    const text = body.toString('utf8');
    if (text.trim() === '') return done(null, {});
    void parseJson(request, text, (error, value) => {
      // Fastify treats null like a missing body. A list is refused wherever null is, and in the same words.
      done(error, value === null && !error ? [] : value);
    });
  });
}
