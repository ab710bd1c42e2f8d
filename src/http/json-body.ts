import type { FastifyInstance } from 'fastify';
import { invalidFields, NOT_AN_OBJECT } from './errors.ts';

/** Takes JSON bodies and no others. An empty one is an empty object: some bodies are optional as a whole. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {});
    else
      void parseJson(request, body, (error, value) => {
        // To fastify, null and no body are the same; to us one is not an object, the other an empty one.
        if (value === null && !error) done(invalidFields({}, NOT_AN_OBJECT));
        else done(error, value);
      });
  });
}
