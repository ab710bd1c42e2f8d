/** Declares operations that read. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NIGHTS_AT_ONCE } from '../plugins/cost.ts';
import { notFound } from '../plugins/errors.ts';
import { bodyOfParts } from '../plugins/long-answer.ts';
import { pageRequestOf, presentPage } from '../plugins/paging.ts';
import { pageParameters, pageSchema } from '../schemas/page.ts';
import type { Page, PageRequest } from '../services/page.ts';
import {
  type Accounted,
  type Asks,
  type Declared,
  declaredPart,
  type Nothing,
  type Operation,
  type Reach,
  type Shape,
  type Values,
} from './operation.ts';

type ReadRoute = `GET /${string}`;

/** `found` is the resource that the path names. It always exists here, unless the answer finds it by itself. */
type Asked<Who extends Asks, Params extends Shape, Found, Query> = Reach<Who> & {
  params: Values<Params>;
  found: Found;
  query: Query;
};

const READS = {
  effect: 'read',
  query: null,
  body: null,
  bodyLimitMiB: null,
  furtherProblems: null,
  refuses: [],
  heedsIfMatch: false,
  isSiteBooking: false,
  isPreview: false,
  keeping: null,
  isTagged: false,
  isForWriters: false,
  findsItself: false,
} as const;

/**
 * An operation that answers with what it has read. Its resource is looked up before its parameters are checked and is
 * then passed to it. If the look-up reads everything that the answer needs, no further statement is necessary.
 */
export function read<
  To extends ReadRoute,
  Who extends Asks,
  Answer extends z.ZodType,
  Params extends Shape = Nothing,
  Found = undefined,
  Query extends z.ZodObject = z.ZodObject<Nothing>,
>(
  declared: Declared<To, Who, Params, Found> &
    Accounted<To, Who, Params> & {
      query?: Query;
      success: Answer;
      /** `Cache-Control` of its successful answers. Without it, they must not be kept. */
      keeping?: string;
      /**
       * Whether the answer reads its resource together with all else, by the parameters. `found` is then undefined, and the
       * answer null if there is no such resource.
       */
      findsItself?: boolean;
      /** Whether its successes have an `ETag`, for the `If-Match` of a write. */
      isTagged?: boolean;
      /** Whether only a token that may write is shown it. */
      isForWriters?: boolean;
      answer: (
        asked: Asked<Who, Params, Found, z.infer<Query>>,
        request: FastifyRequest,
      ) => z.infer<Answer> | Promise<z.infer<Answer> | null>;
    },
): Operation {
  const { query = null, success, keeping = null, resource } = declared;
  const { isTagged = false, isForWriters = false, findsItself = false } = declared;
  return {
    ...declaredPart(declared),
    ...READS,
    query,
    success: { status: 200, schema: success },
    keeping,
    isTagged,
    isForWriters,
    findsItself,
    answer: async (asked: Asked<Who, Params, Found, z.infer<Query>>, request) => {
      const answer = await declared.answer(asked, request);
      if (answer === null && resource) throw notFound(resource.name);
      return answer;
    },
  };
}

/**
 * An operation whose answer may be too long to be made at once. `parts` makes its text part by part; `write` writes an
 * answer by the schema.
 */
export function readInParts<
  To extends ReadRoute,
  Who extends Asks,
  Answer extends z.ZodType<Record<string, unknown>>,
  Params extends Shape = Nothing,
  Found = undefined,
>(
  declared: Declared<To, Who, Params, Found> &
    Accounted<To, Who, Params> & {
      success: Answer;
      parts: (
        asked: Asked<Who, Params, Found, Nothing>,
        write: (answer: z.infer<Answer>) => string,
      ) => AsyncGenerator<string>;
    },
): Operation {
  const { success, parts } = declared;
  return {
    ...declaredPart(declared),
    ...READS,
    success: { status: 200, schema: success },
    answer: async (asked: Asked<Who, Params, Found, Nothing>, request, reply) => {
      // Until its caller has read it, it takes about as much memory as an answer about so many nights.
      request.cost.hold(NIGHTS_AT_ONCE);
      const write = (answer: z.infer<Answer>) => String(reply.serializeInput(answer, '200'));
      const body = await bodyOfParts(parts(asked, write));
      return reply.header('content-type', 'application/json; charset=utf-8').send(body);
    },
  };
}

/** An operation that answers with a page of a list (contract, section 4). */
export function list<
  To extends ReadRoute,
  Who extends Asks,
  Item extends z.ZodType,
  Row,
  Params extends Shape = Nothing,
  Found = undefined,
  Filters extends Shape = Nothing,
>(
  declared: Declared<To, Who, Params, Found> &
    Accounted<To, Who, Params> & {
      filters?: Filters;
      /** Rules between the filters. */
      checks?: readonly z.core.$ZodCheck<NoInfer<Values<Filters>>>[];
      item: Item;
      keeping?: string;
      find: (
        asked: Asked<Who, Params, Found, Values<Filters>>,
        page: PageRequest,
        request: FastifyRequest,
      ) => Promise<Page<Row>>;
      present: (row: Row) => z.infer<Item>;
    },
): Operation {
  const { filters = {}, checks = [], item, keeping = null, find, present } = declared;
  type Query = Values<Filters> & Parameters<typeof pageRequestOf>[0];
  const answer = async (asked: Asked<Who, Params, Found, Query>, request: FastifyRequest) => {
    const page = pageRequestOf(asked.query);
    return presentPage(request, page, await find(asked, page, request), present);
  };
  return {
    ...declaredPart(declared),
    ...READS,
    query: z.object({ ...pageParameters, ...filters }).check(...(checks as z.core.$ZodCheck<object>[])),
    success: { status: 200, schema: pageSchema(item) },
    keeping,
    answer,
  };
}
