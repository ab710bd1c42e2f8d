/** Declares operations that read. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
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
import { pageParameters, pageRequestOf, pageSchema, presentPage } from './wire/page.ts';

type ReadRoute = `GET /${string}`;

/** `found` is what the path names: it is never missing here. */
type Asked<Who extends Asks, Params extends Shape, Found, Query> = Reach<Who> & {
  params: Values<Params>;
  found: Found;
  query: Query;
};

const READS = { effect: 'read', body: null, bodyLimitMiB: null, unknownIds: null, refuses: [] } as const;

/**
 * An operation that answers with what it read. Its resource is looked up before its parameters are judged and is then
 * handed to it, so a look-up that finds everything that the answer needs costs no extra statement.
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
      /** `Cache-Control` of its successes; without it nobody may keep them. */
      keeping?: string;
      answer: (
        asked: Asked<Who, Params, Found, z.infer<Query>>,
      ) => z.infer<Answer> | Promise<z.infer<Answer>>;
    },
): Operation {
  const { query = null, success, keeping = null, answer } = declared;
  return {
    ...declaredPart(declared),
    ...READS,
    query,
    success: { status: 200, schema: success },
    keeping,
    answer,
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
      item: Item;
      keeping?: string;
      find: (asked: Asked<Who, Params, Found, Values<Filters>>, page: PageRequest) => Promise<Page<Row>>;
      present: (row: Row) => z.infer<Item>;
    },
): Operation {
  const { filters = {}, item, keeping = null, find, present } = declared;
  type Query = Values<Filters> & Parameters<typeof pageRequestOf>[0];
  const answer = async (asked: Asked<Who, Params, Found, Query>, request: FastifyRequest) => {
    const page = pageRequestOf(asked.query);
    return presentPage(request, page, await find(asked, page), present);
  };
  return {
    ...declaredPart(declared),
    ...READS,
    query: z.object({ ...pageParameters, ...filters }),
    success: { status: 200, schema: pageSchema(item) },
    keeping,
    answer,
  };
}
