/**
 * The statuses and headers of a route's answers, which follow from how it is declared. Statuses and headers
 * of answers are added to the OpenAPI document by an `onRoute` hook, and not to the routes, because a route's
 * answers are serialized by the responses that it declares.
 */
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { ZodObject } from 'zod';
import { buildHeaderReferences, type ErrorStatus, RATE_LIMIT_HEADERS } from './components.ts';

export type DeclaredRoute = {
  method: string | string[];
  schema?: FastifySchema;
  config?: Pick<FastifyContextConfig, 'etag' | 'keeping' | 'writers' | 'takesPicture'>;
};

/** Any route of the API can answer a malformed request, too many requests, or a failure of the server. */
const STATUSES_OF_EVERY_ROUTE: readonly ErrorStatus[] = [400, 429, 500, 503];

/** The error statuses that a route need not declare, because they follow from how it is declared. */
export function listImpliedErrorStatuses(route: DeclaredRoute): ErrorStatus[] {
  const { method, schema = {}, config = {} } = route;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const isByToken = (schema.security ?? []).length > 0;
  const statuses: ErrorStatus[] = [...STATUSES_OF_EVERY_ROUTE];
  if (isByToken) statuses.push(401);
  if (isByToken && (isWrite || config.writers)) statuses.push(403);
  if (!isByToken || schema.params) statuses.push(404);
  // The status 409 for an idempotency key that was used for another request.
  if (listDeclaredRequestHeaders(route).includes('idempotency-key')) statuses.push(409);
  if (listDeclaredRequestHeaders(route).includes('if-match')) statuses.push(412);
  if (isWrite) statuses.push(413, 415);
  if (isWrite || schema.querystring) statuses.push(422);
  return statuses;
}

const listDeclaredRequestHeaders = ({ schema }: DeclaredRoute): string[] =>
  Object.keys((schema?.headers as ZodObject | undefined)?.shape ?? {});

/** Whether a successful answer has an `ETag`, so that a caller can load it only if it has changed. */
export const hasEtag = ({ config = {} }: Pick<DeclaredRoute, 'config'>): boolean =>
  config.etag === true || config.keeping !== undefined;

/** Whether a schema describes a body, because a schema without fields may be any object. */
export const hasDescribedBody = ({ schema: { body } = {} }: DeclaredRoute): boolean =>
  body !== undefined && !(body instanceof ZodObject && Object.keys(body.shape).length === 0);

/** The headers of a route's answers: of its success, a 304, or a refusal. */
export function describeAnswerHeaders(status: number, route: DeclaredRoute) {
  if (status >= 400) return buildHeaderReferences(['X-Request-Id']);
  const kept = hasEtag(route) ? ['ETag'] : [];
  if (route.config?.keeping !== undefined) kept.push('Cache-Control');
  const replayed = listDeclaredRequestHeaders(route).includes('idempotency-key') ? ['Idempotent-Replay'] : [];
  const applied = hasDescribedBody(route) ? ['Preference-Applied'] : [];
  return buildHeaderReferences(['X-Request-Id', ...applied, ...replayed, ...kept, ...RATE_LIMIT_HEADERS]);
}
