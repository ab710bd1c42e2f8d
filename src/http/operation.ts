/**
 * An operation is one endpoint of the API, declared once. Its registration, the order in which its requests are judged,
 * idempotency, the reference and the statuses that it may answer all follow from the declaration (`registration.ts`,
 * `statuses.ts`, `reference/`). Nothing is inferred from its method, path or id.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FieldMessages, Refusal } from '../services/outcome.ts';
import type { Services } from '../services/services.ts';
import type { Callers } from './callers.ts';
import type { Tag } from './reference/tags.ts';

/** Who may ask: a team by its token, the visitors of a team's booking site, or anyone. */
export type Asks = keyof Callers;
export type Effect = 'read' | 'write';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Method and whole path, with a colon before each name: `GET /v1/bookings/:booking`. */
export type Route = `${Method} /${string}`;
export type SuccessStatus = 200 | 201 | 202 | 204;
/** A refusal that follows from nothing else in a declaration, so an operation that can give it says so. */
export type OwnRefusal = Extract<Refusal['reason'], 'not_cancellable'>;

export type Shape = Readonly<Record<string, z.ZodType>>;
export type Nothing = Record<never, never>;
/** What a request sent for each name of a shape, as its schemas read it. */
export type Values<Params extends Shape> = { [Name in keyof Params]: z.infer<Params[Name]> };

/** What a look-up and a handler have at hand, whatever the operation. */
export type Reach<Who extends Asks> = Callers[Who] & { services: Services };

/** What a path names, apart from the booking site's team: its name in a 404, and how it is looked up. */
export type Resource<Within, Params extends Shape, Found> = {
  name: string;
  /** A schema for each name in the path. A value that does not fit names nothing, so it is a 404. */
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

/** The names in a path that a resource has to look up. A booking site's team is looked up by who asks. */
type ResourceNames<To extends Route, Who extends Asks> = Exclude<
  NamesIn<To>,
  Who extends 'site' ? 'teamSlug' : never
>;

/** Without the look-up of exactly what its path names, a declaration does not compile. */
export type Accounted<To extends Route, Who extends Asks, Params extends Shape> = [
  ResourceNames<To, Who>,
] extends [never]
  ? [keyof Params] extends [never]
    ? unknown
    : { resource?: never }
  : [ResourceNames<To, Who>, keyof Params] extends [keyof Params, ResourceNames<To, Who>]
    ? { resource: object }
    : { resource: { params: Record<ResourceNames<To, Who>, z.ZodType> } };

/** What every declaration says. */
export type Declared<To extends Route, Who extends Asks, Params extends Shape, Found> = {
  /** The name that generated clients call it by. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  asks: Who;
  route: To;
  resource?: Resource<Reach<Who>, Params, Found>;
};

/** An operation as registration and the reference see it: its types have served their purpose. */
export type Operation = {
  id: string;
  tag: Tag;
  summary: string;
  description: string | undefined;
  asks: Asks;
  effect: Effect;
  method: Method;
  path: string;
  resource: { name: string; params: z.ZodObject; find: (asked: never) => Promise<unknown> } | null;
  query: z.ZodObject | null;
  body: { schema: z.ZodType; isOptional: boolean } | null;
  /** Its own limit on the size of a body, if it has one. */
  bodyLimitMiB: number | null;
  /** Messages on unknown ids in a body that is invalid anyway, so that everything wrong is reported at once. */
  unknownIds: ((asked: never) => Promise<FieldMessages>) | null;
  refuses: readonly OwnRefusal[];
  success: { status: SuccessStatus; schema: z.ZodType | null };
  /** `Cache-Control` of a success, which then also has an `ETag`; null if nobody may keep it. */
  keeping: string | null;
  answer: (asked: never, request: FastifyRequest, reply: FastifyReply) => unknown;
};

/** The part of an operation that its declaration says in so many words. */
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
