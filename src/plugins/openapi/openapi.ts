/** Follows from the routes' schemas. Served by `reference.ts`. */
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import packageFile from '../../../package.json' with { type: 'json' };
import type { RequiredPermission } from '../../domain/access/permissions.ts';
import {
  type DeclaredRoute,
  describeAnswerHeaders,
  hasDescribedBody,
  listImpliedErrorStatuses,
  mayBeUnchanged,
} from './answers.ts';
import { buildComponentReference, ERROR_ANSWERS, sharedComponents } from './components.ts';
import { addExamples, describePictureBody } from './examples.ts';
import { SERVER } from './served.ts';

/** As in the path prefix `/v1`. The software has another version. */
const API_VERSION = '1.0';

const API_INTRODUCTION = readFileSync(new URL('introduction.md', import.meta.url), 'utf8');

/** In the order of the page. Those of options follow. */
const TAG_DESCRIPTIONS: Record<string, string> = {
  Account: 'The team that a token belongs to.',
  Access: 'Who may do what: the team’s members and tokens, and their roles.',
  Listings: 'What the team rents out: single places, buildings, and the unit types in buildings.',
  Rates:
    'Prices of nights and rules for stays: a listing’s own, those of its seasons, and those of single days.',
  Charges: 'Fees, taxes, discounts and coupons, for all listings or some.',
  Availability: 'Whether a stay is available, why not, and what it costs, for a stay and day by day.',
  Bookings: 'Making, reading, changing, confirming and cancelling stays.',
  Folio: 'A booking’s payments, invoices and security deposit, and what the payment provider did with them.',
  Blocks: 'Nights of units that nobody can book.',
  Guests: 'The people who stay.',
  Events: 'The team’s events, in order and without gaps.',
  Reports: 'What was sold and what came in, month by month.',
};
const SITE_TAG_DESCRIPTION = {
  'Booking site': 'What the team’s booking site shows to everybody, without a token.',
};

/** A section of the page. Those of options stand by rising position. */
export type ReferenceTag = { position: number; name: string; description: string };
/** What options add. */
type OptionDescriptions = { tags: readonly ReferenceTag[]; webhooks: object };

type Json = Record<string, unknown>;
type OpenApiParameter = { in?: string; name?: string; schema?: { type?: unknown }; $ref?: string } & Json;
type Response = { description?: string; headers?: Json; content?: { 'application/json': { schema: Json } } };
type OpenApiOperation = {
  operationId: string;
  parameters?: OpenApiParameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Response | { $ref: string }>;
  'x-permission'?: RequiredPermission;
};
type OpenApiDocument = {
  info: object;
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks?: object;
  components: { schemas: Json; responses?: Json; headers?: Json; parameters?: Json };
};

/** Removes details that readers do not need, and adds missing ones. */
const simplifySchema: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Zod leaves out the default of a text that is converted to a number.
  if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue;
  // Later versions may add fields to answers, and unknown fields in bodies are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  delete jsonSchema.propertyNames;
  // Zod leaves out examples and default of a schema that transforms its value, because they could be
  // transformed values.
  const { examples, default: described } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples !== undefined) jsonSchema.examples = examples as unknown[];
  if (described !== undefined) jsonSchema.default = described;
};

/** Describes the routes that are registered after this plugin. Built on the first request. */
export const openapi = fp<OptionDescriptions>(async (app, { tags, webhooks }) => {
  const ofOptions = tags
    .toSorted((a, b) => a.position - b.position)
    .map(({ name, description }) => [name, description] as const);
  const zodToJsonConfig = { override: simplifySchema };
  const routes = new Map<string, DeclaredRoute>();
  const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });
  const toDocumentWithComponents = createJsonSchemaTransformObject({ zodToJsonConfig });
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Innkeep',
        version: API_VERSION,
        summary: 'Listings, availability, prices and bookings of a team that rents out places to stay.',
        // Absolute, because relative links would break under `/docs/` and behind a proxy that adds a path.
        description: API_INTRODUCTION.replace('(/openapi.json)', `(${SERVER}/openapi.json)`),
        contact: { name: 'Innkeep', url: `${SERVER}/docs` },
        license: { name: 'All rights reserved', identifier: 'LicenseRef-Innkeep' },
      },
      servers: [{ url: SERVER }],
      tags: [...Object.entries(TAG_DESCRIPTIONS), ...ofOptions, ...Object.entries(SITE_TAG_DESCRIPTION)].map(
        ([name, description]) => ({ name, description }),
      ),
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of the team: `ink_…`. The demo prints its own when it starts.',
          },
        },
        ...sharedComponents,
      },
    },
    transform: ({ route, ...input }) => {
      const { operationId } = input.schema ?? {};
      if (operationId === undefined) return { ...input, schema: { hide: true } };
      routes.set(operationId, route);
      return toJsonSchema({ ...input, route, schema: omitEmptyBodySchema(route) });
    },
    transformObject: (document) =>
      completeDocument(
        toDocumentWithComponents(document) as unknown as OpenApiDocument,
        routes,
        webhooks,
      ) as never,
  });
});

/** Any object is accepted. */
function omitEmptyBodySchema(route: DeclaredRoute) {
  const { schema = {} } = route;
  const { body: _, ...others } = schema;
  return hasDescribedBody(route) ? schema : others;
}

/** Adds the answers that all routes share. */
function completeDocument(
  document: OpenApiDocument,
  routes: ReadonlyMap<string, DeclaredRoute>,
  webhooks: object,
): OpenApiDocument {
  for (const described of Object.values(document.paths).flatMap(Object.values<OpenApiOperation>)) {
    const route = routes.get(described.operationId);
    if (!route) throw new Error(`The operation ${described.operationId} is not declared.`);
    completeOperationRequest(described, route, document.components.schemas);
    completeOperationAnswers(described, route);
  }
  const info = { ...document.info, 'x-release': packageFile.version };
  const paths = orderPaths(document.paths, routes);
  const described = removeUnusedComponents({ ...document, info, paths, webhooks });
  const complete = JSON.parse(JSON.stringify(described), writeNullAsChoice);
  addExamples(complete as never);
  return complete;
}

/** As their routes were registered, save those that name the path that they follow. */
function orderPaths(
  paths: OpenApiDocument['paths'],
  routes: ReadonlyMap<string, DeclaredRoute>,
): OpenApiDocument['paths'] {
  const ordered = Object.keys(paths);
  for (const [path, operations] of Object.entries(paths)) {
    const [first] = Object.values(operations);
    const after = first && routes.get(first.operationId)?.config?.listedAfter;
    if (after === undefined) continue;
    ordered.splice(ordered.indexOf(path), 1);
    ordered.splice(ordered.indexOf(after) + 1, 0, path);
  }
  return Object.fromEntries(ordered.map((path) => [path, paths[path] ?? {}]));
}

function completeOperationRequest(described: OpenApiOperation, route: DeclaredRoute, schemas: Json): void {
  const parameters = (described.parameters ?? []).map((parameter) => ({
    ...parameter,
    ...(parameter.in === 'header' ? { name: toHeaderName(parameter.name ?? '') } : {}),
    ...(parameter.schema?.type === 'array' ? { style: 'form', explode: false } : {}),
  }));
  if (hasDescribedBody(route)) parameters.push(buildComponentReference('parameters', 'Prefer'));
  if (mayBeUnchanged(route)) parameters.push(buildComponentReference('parameters', 'IfNoneMatch'));
  if (route.config?.takesLanguage)
    parameters.push(
      buildComponentReference('parameters', 'Language'),
      buildComponentReference('parameters', 'AcceptLanguage'),
    );
  if (parameters.length > 0) described.parameters = parameters;
  described['x-permission'] = route.config?.permission ?? null;

  if (route.config?.takesPicture) described.requestBody = describePictureBody();
  else if (described.requestBody) {
    const { schema } = described.requestBody.content['application/json'] ?? { schema: {} };
    const [name = ''] = String(schema.$ref ?? '').match(/\w+$/) ?? [];
    const { required = [] } = (schemas[name] ?? schema) as { required?: string[] };
    described.requestBody.required = required.length > 0;
  }
}

/** For example `Idempotency-Key`. */
const toHeaderName = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());

const SUCCESS_DESCRIPTIONS: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted: the work is done in the background.',
  204: 'Deleted: the answer has no body.',
};

function completeOperationAnswers(described: OpenApiOperation, route: DeclaredRoute): void {
  const { responses } = described;
  for (const [status, answer] of Object.entries(responses))
    Object.assign(answer, {
      description: SUCCESS_DESCRIPTIONS[status] ?? ERROR_ANSWERS[status]?.description,
      headers: describeAnswerHeaders(Number(status), route),
    });
  if (mayBeUnchanged(route))
    responses[304] = {
      description: 'The answer that you have kept is still current.',
      headers: describeAnswerHeaders(304, route),
    };
  for (const status of listImpliedErrorStatuses(route)) {
    const { name, schema = 'Message' } = ERROR_ANSWERS[status];
    const ownAnswer = responses[status] as Response | undefined;
    if (!ownAnswer) responses[status] = buildComponentReference('responses', name);
    // The error has either the route's schema or the shared one.
    else if (ownAnswer.content)
      ownAnswer.content['application/json'].schema = {
        anyOf: [buildComponentReference('schemas', schema), ownAnswer.content['application/json'].schema],
      };
  }
}

/**
 * `anyOf` of the value and null is needed if the schema is a reference. Zod writes a list of types if it has
 * nothing but a type.
 */
function writeNullAsChoice(_name: string, part: Json): unknown {
  if (Array.isArray(part?.anyOf)) return describeChoice(part);
  if (!Array.isArray(part?.type)) return part;
  const { type: types, ...annotations } = part;
  return { anyOf: (types as string[]).map((type) => ({ type })), ...annotations };
}

/** A value that may be null has the description of the value, unless it has one of its own. */
function describeChoice(part: Json): Json {
  const [value, other, ...more] = part.anyOf as Json[];
  const isNullable = other?.type === 'null' && more.length === 0;
  if (!isNullable || part.description !== undefined || value?.description === undefined) return part;
  const { description, ...described } = value;
  return { description, ...part, anyOf: [described, other] };
}

const SCHEMA_REF_PATTERN = /"#\/components\/schemas\/(\w+)"/g;

/**
 * Fastify lists every named schema twice: for answers, and with the suffix `Input` for bodies. No schema is
 * used for both, so unused ones are removed, and then the suffix.
 */
function removeUnusedComponents(document: OpenApiDocument): OpenApiDocument {
  const { paths, webhooks, components } = document;
  const schemas = new Map<string, unknown>();
  function addUsedBy(part: unknown): void {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA_REF_PATTERN)) {
      if (schemas.has(name)) continue;
      schemas.set(name, components.schemas[name]);
      addUsedBy(components.schemas[name]);
    }
  }
  addUsedBy([paths, webhooks, components.responses]);
  const plain = (name: string) => name.replace(/Input$/, '');
  const named = [...schemas].map(([name, schema]) => [plain(name), schema] as const);
  const sorted = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ ...document, components: { ...components, schemas: sorted } });
  return JSON.parse(
    text.replaceAll(
      SCHEMA_REF_PATTERN,
      (_text, name) => `"${buildComponentReference('schemas', plain(name)).$ref}"`,
    ),
  );
}
