/** The statuses that a route can answer with, as they follow from how it is declared. */
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { ZodObject } from 'zod';

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;

export type Declared = {
  method: string | string[];
  url?: string;
  schema?: FastifySchema;
  config?: Pick<FastifyContextConfig, 'etag' | 'keeping' | 'writers'>;
};

/** Any route of the API can answer a malformed request, too many requests, or a failure of the server. */
const ALWAYS: readonly ErrorStatus[] = [400, 429, 500, 503];

/** The error statuses of a route that it need not declare itself. */
export function errorStatusesOf(route: Declared): ErrorStatus[] {
  const { method, schema = {}, config = {} } = route;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const isByToken = (schema.security ?? []).length > 0;
  const statuses: ErrorStatus[] = [...ALWAYS];
  if (isByToken) statuses.push(401);
  if (isByToken && (isWrite || config.writers)) statuses.push(403);
  if (!isByToken || schema.params) statuses.push(404);
  // An idempotency key that was used for another request.
  if (headersOf(route).includes('idempotency-key')) statuses.push(409);
  if (mayHaveCondition(route)) statuses.push(412);
  if (isWrite) statuses.push(413, 415);
  if (isWrite || schema.querystring) statuses.push(422);
  return statuses;
}

const headersOf = ({ schema }: Declared): string[] =>
  Object.keys((schema?.headers as ZodObject | undefined)?.shape ?? {});

/** Whether a write compares `If-Match` with the `ETag` of what it changes. */
export const declaresCondition = (route: Declared): boolean => headersOf(route).includes('if-match');

/** Whether `If-Match` is looked at, if only to refuse it: it cannot be checked for things without an `ETag`. */
export const mayHaveCondition = (route: Declared): boolean =>
  declaresCondition(route) ||
  route.method === 'PUT' ||
  route.method === 'DELETE' ||
  (route.method === 'POST' && route.url === '/v1/days');

/** Whether a success has an `ETag`, so that a caller can load it only if it has changed. */
export const hasTag = ({ config = {} }: Pick<Declared, 'config'>): boolean =>
  config.etag === true || config.keeping !== undefined;

/** Every status that a route can answer with. */
export const statusesOf = (route: Declared): number[] => [
  ...Object.keys(route.schema?.response ?? {}).map(Number),
  ...(hasTag(route) ? [304] : []),
  ...errorStatusesOf(route),
];
