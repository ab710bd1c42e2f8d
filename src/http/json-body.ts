import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalidUtf8 } from './errors.ts';

/** JSON that names no charset, or UTF-8. Fastify writes the parameters' values in quotes before it compares them. */
const JSON_IN_UTF8 = /^application\/json(?:$|;(?!.*\bcharset=(?!"utf-?8")))/i;

/**
 * Takes JSON bodies in UTF-8 and no others. An empty one is an empty object: some bodies are optional as a whole.
 * Names that would reach an object's prototype are unknown fields like any other, and dropped.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_IN_UTF8, { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(invalidUtf8());
    const text = body.toString('utf8');
    if (text.trim() === '') return done(null, {});
    void parseJson(request, text, (error, value) => {
      // To fastify, null and no body are the same. A list is refused wherever null is, and in the same words.
      done(error, value === null && !error ? [] : value);
    });
  });
}
