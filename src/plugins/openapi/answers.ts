/**
 * Statuses and headers of answers that follow from a route's declaration. Added by an `onRoute` hook, because
 * a route's answers are serialized by the responses in its own schema.
 */
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { ZodObject } from 'zod';
import { buildHeaderReferences, type ErrorStatus, RATE_LIMIT_HEADERS } from './components.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path that the reference shows before this one, for an option's route on a resource of the core. */
    listedAfter?: string;
  }
}

export type DeclaredRoute = {
  method: string | string[];
  schema?: FastifySchema;
  config?: Pick<
    FastifyContextConfig,
    | 'etag'
    | 'keeping'
    | 'location'
    | 'writers'
    | 'takesPicture'
    | 'takesLanguage'
    | 'listedAfter'
    | 'permission'
  >;
};

/** A malformed request, too many requests, or a failure of the server. */
const STATUSES_OF_EVERY_ROUTE: readonly ErrorStatus[] = [400, 429, 500, 503];

/** Routes need not declare these, because they follow from their other options. */
export function listImpliedErrorStatuses(route: DeclaredRoute): ErrorStatus[] {
  const { method, schema = {}, config = {} } = route;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const isByToken = (schema.security ?? []).length > 0;
  const statuses: ErrorStatus[] = [...STATUSES_OF_EVERY_ROUTE];
  if (isByToken) statuses.push(401);
  if (isByToken && (isWrite || (config.permission ?? null) !== null)) statuses.push(403);
  if (!isByToken || schema.params) statuses.push(404);
  // 409: the idempotency key was used for a different request.
  if (listDeclaredRequestHeaders(route).includes('idempotency-key')) statuses.push(409);
  if (listDeclaredRequestHeaders(route).includes('if-match')) statuses.push(412);
  if (isWrite) statuses.push(413, 415);
  if (isWrite || schema.querystring) statuses.push(422);
  return statuses;
}

const listDeclaredRequestHeaders = ({ schema }: DeclaredRoute): string[] =>
  Object.keys((schema?.headers as ZodObject | undefined)?.shape ?? {});

const hasEtag = ({ config = {} }: DeclaredRoute): boolean =>
  config.etag === true || config.keeping !== undefined;

/** Callers then need not load an unchanged answer. */
export const mayBeUnchanged = (route: DeclaredRoute): boolean => route.method !== 'POST' && hasEtag(route);

/** A body schema without fields describes nothing: any object is accepted. */
export const hasDescribedBody = ({ schema: { body } = {} }: DeclaredRoute): boolean =>
  body !== undefined && !(body instanceof ZodObject && Object.keys(body.shape).length === 0);

export function describeAnswerHeaders(status: number, route: DeclaredRoute) {
  const inLanguage = route.config?.takesLanguage ? ['Content-Language'] : [];
  if (status >= 400) return buildHeaderReferences(['X-Request-Id', ...inLanguage]);
  const made = status === 201 && route.config?.location !== undefined ? ['Location'] : [];
  const kept = hasEtag(route) ? ['ETag'] : [];
  if (route.config?.keeping !== undefined) kept.push('Cache-Control');
  const replayed = listDeclaredRequestHeaders(route).includes('idempotency-key') ? ['Idempotent-Replay'] : [];
  const applied = hasDescribedBody(route) ? ['Preference-Applied'] : [];
  return buildHeaderReferences([
    'X-Request-Id',
    ...applied,
    ...replayed,
    ...made,
    ...kept,
    ...inLanguage,
    ...RATE_LIMIT_HEADERS,
  ]);
}
