/** Registers operations, and checks their requests in the order of the contract's section 3. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asUuid } from '../domain/uuid.ts';
import { cannotBeChecked, invalidFields, NOT_AN_OBJECT, notFound } from '../plugins/errors.ts';
import { fieldIn } from '../schemas/fields.ts';
import { ofTeam } from '../services/of-team.ts';
import { hasMessages, mergeMessages } from '../services/outcome.ts';
import type { Services } from '../services/services.ts';
import { ADMIT, CALLER_OF, LIMIT_OF } from './callers.ts';
import { type Asks, isOfSite, type Operation } from './operation.ts';
import { looksAtIfMatch } from './statuses.ts';
import { type Parsed, parseFields, parseFieldsInPieces, unknownParameters } from './validation.ts';
import { problemsOfKey } from './writes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Identifies a route in the reference, the log and the tests. A route without it is not part of the API. */
    operation?: Operation;
  }
}

/**
 * Registers every operation of the list whose caller is `asks`. Fastify answers unknown routes before any of this, and
 * refuses bodies (415, 413, 400) between the two steps below.
 */
export function registerOperations(
  app: FastifyInstance,
  services: Services,
  asks: Asks,
  operations: readonly Operation[],
): void {
  for (const operation of operations.filter((one) => one.asks === asks)) {
    refuseIncomplete(operation);
    const { method, success, keeping, bodyLimitMiB } = operation;
    app.route({
      method,
      url: pathWithin(app.prefix, operation),
      ...(bodyLimitMiB === null ? {} : { bodyLimit: bodyLimitMiB * 1_048_576 }),
      config: { operation, limit: LIMIT_OF[asks], ...(keeping === null ? {} : { keeping }) },
      ...(success.schema ? { schema: { response: { [success.status]: success.schema } } } : {}),
      onRequest: (request, reply) => ADMIT[asks](request, reply, { services, operation }),
      handler: (request, reply) => ofTeam(request.ofTeam, () => judge(operation, services, request, reply)),
    });
  }
}

/** Checks the path's resource, then the fields. State and rules are then checked by the operation itself. */
async function judge(operation: Operation, services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { resource, findsItself } = operation;
  const reach = { ...CALLER_OF[operation.asks](request), services };
  const params = resource?.params.safeParse(request.params);
  if (resource && !params?.success) throw notFound(resource.name);
  const asked = { ...reach, params: params?.data };
  const find = async () => {
    if (resource === null) return undefined;
    const found = await resource.find(asked as never);
    if (found === null || found === false) throw notFound(resource.name);
    return found;
  };
  const { query, body, problems } = await fieldsOf(operation, request);
  const found = problems || !findsItself ? await find() : undefined;
  if (problems) {
    const unknown =
      (await operation.furtherProblems?.({
        ...asked,
        idIn: idsIn(request.body),
        sent: request.body,
      } as never)) ?? {};
    throw invalidFields(mergeMessages(problems, unknown), NOT_AN_OBJECT);
  }
  if (heedsNoCondition(operation) && isConditional(request)) {
    await find();
    throw cannotBeChecked();
  }
  return operation.answer({ ...asked, found, query, body } as never, request, reply);
}

/**
 * A write on something without an `ETag` cannot check what its caller has read. It is refused, because the caller counts
 * on the check.
 */
const heedsNoCondition = (operation: Operation): boolean =>
  looksAtIfMatch(operation) && !operation.heedsIfMatch;
const isConditional = ({ headers }: FastifyRequest): boolean =>
  headers['if-match'] !== undefined && headers['if-match'].trim() !== '*';

const ANY_OBJECT = z.object({});
const NONE: Parsed = { ok: true, value: {} };

/** The query and the body as their schemas parsed them, or all problems with them and with the idempotency key. */
async function fieldsOf({ asks, effect, ...operation }: Operation, request: FastifyRequest) {
  const sentQuery = request.query as object;
  const isWrite = effect === 'write';
  const query = operation.query ? parseFields(operation.query, sentQuery, 'query') : NONE;
  // A missing body is an empty one.
  const sentBody = request.body === undefined ? {} : request.body;
  const body = isWrite ? await bodyOf(operation.body, sentBody) : NONE;
  const unknown = asks === 'team' ? unknownParameters(sentQuery, operation.query) : {};
  const key = isWrite && !operation.isPreview ? problemsOfKey(request) : {};
  const all = [query.ok ? {} : query.errors, body.ok ? {} : body.errors, unknown, key];
  const isValid = query.ok && body.ok && !all.some(hasMessages);
  return isValid ? { query: query.value, body: body.value } : { problems: mergeMessages(...all) };
}

const bodyOf = (body: Operation['body'], sent: unknown): Parsed | Promise<Parsed> =>
  body?.isReadInPieces
    ? parseFieldsInPieces(body.schema, sent, 'body')
    : parseFields(body?.schema ?? ANY_OBJECT, sent, 'body');

/** The valid ids among a body's fields, also nested ones (`updates.0.listing_id`), even if other fields are wrong. */
function idsIn(body: unknown): (field: string) => string | null {
  return (field) => {
    const value = field.split('.').reduce(fieldIn, body);
    return typeof value === 'string' ? asUuid(value) : null;
  };
}

/** The path within the prefix of the scope that an operation is registered in. */
function pathWithin(prefix: string, { id, path }: Operation): string {
  if (!path.startsWith(`${prefix}/`)) throw new Error(`${id}: its path is not within ${prefix}.`);
  return path.slice(prefix.length);
}

/** Without a look-up, a name in a path would accept every value. The types prevent that as well. */
function refuseIncomplete({ id, asks, path, resource }: Operation): void {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const lookedUp = [...(isOfSite(asks) ? ['teamSlug'] : []), ...Object.keys(resource?.params.shape ?? {})];
  if (named.toSorted().join() !== lookedUp.toSorted().join())
    throw new Error(`${id}: its path names [${named}] and its look-ups [${lookedUp}].`);
}
