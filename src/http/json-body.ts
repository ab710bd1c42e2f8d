import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalidUtf8 } from './errors.ts';

/** JSON without a charset, or with UTF-8. Fastify puts the parameters' values in quotes before it compares them. */
const JSON_IN_UTF8 = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

/**
 * Accepts only JSON bodies in UTF-8. An empty body is an empty object, because some bodies are optional as a whole.
 * Names that would reach an object's prototype are dropped like other unknown fields.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_IN_UTF8, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(invalidUtf8());
    const text = body.toString('utf8');
    if (text.trim() === '') return done(null, {});
    void parseJson(request, text, (error, value) => {
      // Fastify treats null like a missing body. A list is refused wherever null is, and in the same words.
      done(error, value === null && !error ? [] : value);
    });
  });
}
