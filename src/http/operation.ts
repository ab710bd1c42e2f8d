/**
 * An operation is one endpoint of the API, declared once. Its registration, the order in which its requests are
 * checked, idempotency, the reference and its possible statuses all follow from the declaration (`registration.ts`,
 * `statuses.ts`, `reference/`). Nothing is inferred from its method, path or id.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FieldMessages, Refusal } from '../services/outcome.ts';
import type { Services } from '../services/services.ts';
import type { Callers } from './callers.ts';
import type { Tag } from './reference/tags.ts';

/**
 * The callers of an operation: a team with its token, the readers of a team's booking site, the visitors who book there,
 * or anyone.
 */
export type Asks = keyof Callers;
/** Whether the path of such an operation names a team's booking site. */
export const isOfSite = (asks: Asks): boolean => OF_SITE[asks];
const OF_SITE = { team: false, site: true, visitor: true, nobody: false } satisfies Record<Asks, boolean>;
export type Effect = 'read' | 'write';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Method and whole path, with a colon before each name: `GET /v1/bookings/:booking`. */
export type Route = `${Method} /${string}`;
export type SuccessStatus = 200 | 201 | 202 | 204;
/** A refusal that follows from nothing else in a declaration, so operations that can give it must declare it. */
export type OwnRefusal = Extract<Refusal['reason'], 'not_cancellable' | 'price_changed'>;

export type Shape = Readonly<Record<string, z.ZodType>>;
export type Nothing = Record<never, never>;
/** The sent values for each name of a shape, as its schemas parsed them. */
export type Values<Params extends Shape> = { [Name in keyof Params]: z.infer<Params[Name]> };

/** The arguments that every look-up and handler gets. */
export type Reach<Who extends Asks> = Callers[Who] & { services: Services };

/** A resource that a path names, apart from the booking site's team: its name in a 404, and its look-up. */
export type Resource<Within, Params extends Shape, Found> = {
  name: string;
  /** A schema for each name in the path. A value that does not match identifies nothing, so it is a 404. */
  params: Params;
  find: (asked: Within & { params: Values<Params> }) => Promise<Found | null | false>;
};

/** Declares a resource of a team once, for all operations that name it. */
export const resource = <Params extends Shape, Found>(
  declared: Resource<{ services: Services; teamId: number }, Params, Found>,
) => declared;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The names in a path that a resource must look up. A booking site's team is looked up with the caller. */
type ResourceNames<To extends Route, Who extends Asks> = Exclude<
  NamesIn<To>,
  Who extends 'site' | 'visitor' ? 'teamSlug' : never
>;

/** A declaration compiles only if it looks up exactly the names in its path. */
export type Accounted<To extends Route, Who extends Asks, Params extends Shape> = [
  ResourceNames<To, Who>,
] extends [never]
  ? [keyof Params] extends [never]
    ? unknown
    : { resource?: never }
  : [ResourceNames<To, Who>, keyof Params] extends [keyof Params, ResourceNames<To, Who>]
    ? { resource: object }
    : { resource: { params: Record<ResourceNames<To, Who>, z.ZodType> } };

/** The fields of every declaration. */
export type Declared<To extends Route, Who extends Asks, Params extends Shape, Found> = {
  /** The name of the operation in generated clients. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  asks: Who;
  route: To;
  resource?: Resource<Reach<Who>, Params, Found>;
};

/** An operation as registration and the reference see it, without its exact types. */
export type Operation = {
  id: string;
  tag: Tag;
  summary: string;
  description: string | undefined;
  asks: Asks;
  effect: Effect;
  /**
   * Whether its answer finds the path's resource by itself, or refuses. Then the resource is only looked up for requests
   * that are refused earlier.
   */
  findsItself: boolean;
  method: Method;
  path: string;
  resource: { name: string; params: z.ZodObject; find: (asked: never) => Promise<unknown> } | null;
  query: z.ZodObject | null;
  /** A schema that reads in pieces is asynchronous. */
  body: { schema: z.ZodType; isOptional: boolean; isReadInPieces: boolean } | null;
  /** The operation's own limit on the size of a body, if any. */
  bodyLimitMiB: number | null;
  /** Messages that no schema gives, about a body that is invalid anyway, so that all problems are reported at once. */
  furtherProblems: ((asked: never) => Promise<FieldMessages>) | null;
  refuses: readonly OwnRefusal[];
  success: { status: SuccessStatus; schema: z.ZodType | null };
  /** `Cache-Control` of a success, which then also has an `ETag`. Null if it must not be kept. */
  keeping: string | null;
  /**
   * Whether a success has an `ETag` although it must not be kept, so that a write can require the version that was read
   * (`If-Match`).
   */
  isTagged: boolean;
  /** Whether it compares `If-Match` with the `ETag` of its resource. Other changes refuse the header. */
  heedsIfMatch: boolean;
  /** Whether it reads what only a token that may write is shown. */
  isForWriters: boolean;
  /** Whether its requests count as new bookings from booking sites. */
  isSiteBooking: boolean;
  /** Whether it keeps nothing, and so ignores an idempotency key. */
  isPreview: boolean;
  answer: (asked: never, request: FastifyRequest, reply: FastifyReply) => unknown;
};

/** The parts of an operation that its declaration states directly. */
export function declaredPart({ id, tag, summary, description, asks, route, resource: named }: AnyDeclared) {
  const space = route.indexOf(' ');
  const method = route.slice(0, space) as Method;
  const resource = named ? { ...named, params: z.object(named.params) } : null;
  return { id, tag, summary, description, asks, method, path: route.slice(space + 1), resource };
}

type AnyDeclared = Pick<Operation, 'id' | 'tag' | 'summary' | 'asks'> & {
  description?: string;
  route: Route;
  resource?: { name: string; params: Shape; find: (asked: never) => Promise<unknown> };
};
