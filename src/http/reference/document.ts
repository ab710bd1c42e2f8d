/** The OpenAPI document, made from the schemas of the routes. */
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Declared } from '../../plugins/openapi-answers.ts';
import { isOfSite, type Operation } from '../operation.ts';
import { completeDocument, type OpenApiDocument } from './complete.ts';
import { TAGS } from './tags.ts';

/** The version of the API, as in the paths' prefix `/v1`. The service has its own version. */
const VERSION = '1.0';

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema };

/** Removes details that zod adds and that readers of the reference do not need. */
function plainly({ zodSchema, jsonSchema }: Overridden): void {
  const { def } = zodSchema._zod;
  // Zod leaves the default out if the value is a text that becomes a number.
  if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue;
  // Fields may be added to answers, and unknown fields in bodies are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.propertyNames;
}

/** The text with the service's own address in its examples, if it is configured. */
function introduction(publicUrl: string | null): string {
  const text = readFileSync(new URL('introduction.md', import.meta.url), 'utf8');
  return publicUrl === null ? text : text.replaceAll('http://127.0.0.1:3000', publicUrl);
}

/** The name in the path of a site's operations that they do not look up themselves. */
const SITE = { teamSlug: z.string().describe('The first label of the booking site’s host name.') };

/** An operation in the form that the packages for the document need. Routes without an operation are left out. */
function schemaOf({ id, tag, summary, description, asks, resource, query, body, success }: Operation) {
  const params = z.object({ ...(isOfSite(asks) ? SITE : {}), ...resource?.params.shape });
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(params.shape).length > 0 ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body: body.schema } : {}),
    ...(success.schema ? { response: { [success.status]: success.schema } } : {}),
  };
}

/** Collects every route that is registered after it. The document is made on the first request for it. */
export function collectOperations(app: FastifyInstance, publicUrl: string | null): void {
  const zodToJsonConfig = { override: plainly };
  const operations = new Map<string, Operation>();
  const routes = new Map<string, Declared>();
  const asJson = createJsonSchemaTransform({ zodToJsonConfig });
  const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig });
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Innkeep',
        version: VERSION,
        summary: 'Listings, availability, prices and bookings of a team that rents out places to stay.',
        description: introduction(publicUrl),
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token of the team: `ink_…`.' },
        },
      },
    },
    transform: ({ route, ...input }) => {
      const { operation } = route.config ?? {};
      if (operation) operations.set(operation.id, operation);
      const { operationId } = input.schema ?? {};
      if (operationId !== undefined) routes.set(operationId, route);
      const declared = operationId === undefined ? { hide: true } : input.schema;
      return asJson({ ...input, route, schema: operation ? schemaOf(operation) : declared });
    },
    transformObject: (document) =>
      completeDocument(withComponents(document) as unknown as OpenApiDocument, {
        operations,
        routes,
      }) as never,
  });
}
