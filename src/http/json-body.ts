import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { BODY_LIMIT_BYTES, invalidUtf8, tooManyValues } from './errors.ts';

/** JSON without a charset, or with UTF-8. Fastify puts the parameters' values in quotes before it compares them. */
const JSON_IN_UTF8 = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

/**
 * How many values a body may have. 100,000 days with all their fields have fewer. It takes seconds to parse the millions
 * of empty lists that fit into the largest bodies, and nothing else is answered meanwhile.
 */
const MAX_VALUES = 2_000_000;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** Whether a body has more values than it may. Smaller bodies, which have room for texts, cannot have so many. */
function hasTooManyValues(body: Buffer): boolean {
  if (body.length <= BODY_LIMIT_BYTES) return false;
  let values = 0;
  for (const byte of body) if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
  return values > MAX_VALUES;
}

/**
 * Accepts only JSON bodies in UTF-8. An empty body is an empty object, because some bodies are optional as a whole.
 * Names that would reach an object's prototype are dropped like other unknown fields.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_IN_UTF8, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(invalidUtf8());
    if (hasTooManyValues(body)) return done(tooManyValues(MAX_VALUES));
    const text = body.toString('utf8');
    if (text.trim() === '') return done(null, {});
    void parseJson(request, text, (error, value) => {
      // Fastify treats null like a missing body. A list is refused wherever null is, and in the same words.
      done(error, value === null && !error ? [] : value);
    });
  });
}
