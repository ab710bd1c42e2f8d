/**
 * Runs writes and sends their answers. A repeated `Idempotency-Key` gets the stored answer, and a write whose
 * `If-Match` no longer matches is refused.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlreadyAnswered, NotFound, Refusal } from '../services/errors.ts';
import type { ConditionalOptions } from '../services/write.ts';
import { type AnswerBody, isIfMatchDeclared, isIfMatchMet } from './etag.ts';
import { publicBaseUrl } from './paging.ts';
import { IDEMPOTENCY_KEY_HEADER } from './request-hash.ts';

const IF_MATCH_UNCHECKABLE_MESSAGE =
  'If-Match cannot be checked here, because this has no ETag. Nothing was written.';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The path of what a POST makes, for the header `Location` of its 201. Names in braces are parameters of
     * the request's path, or fields of the answer.
     */
    location?: string;
  }
}

/**
 * A function that makes the body of an answer from a value. The function that makes the body gets the
 * service's address to build links.
 */
type PresentValue<Value> = (value: Value, baseUrl: string) => AnswerBody;
/**
 * How to answer a write. The function `present` makes the body of the answer, or is null for an answer
 * without a body (204).
 */
type WriteAnswer<Value, Current> = {
  present: PresentValue<Value> | null;
  /**
   * Makes the body of which the `ETag` of the resource is made, to compare it with `If-Match`. It makes
   * several if the write also accepts the `ETag` of another resource.
   */
  version: (current: Current, baseUrl: string) => AnswerBody | readonly AnswerBody[];
};

/**
 * Runs a write and sends its answer. With an idempotency key, the answer to a write is stored in the same
 * transaction as the write. If the caller passes only one function, it makes the answer and also the version
 * that is compared with `If-Match`. If the caller passes null, the answer to the write has no body.
 *
 * `If-Match` is compared if the route declares the header (`conditionalWriteHeaders`). On any other route
 * there is no `ETag` to compare with, and every `If-Match` except `*` is refused.
 */
export async function writeAndAnswer<Value, Current = Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PresentValue<Value> | null | WriteAnswer<Value, Current>,
  run: (options: ConditionalOptions<Value, Current>) => Promise<Value>,
): Promise<void> {
  const { present, version } =
    answer !== null && typeof answer === 'object'
      ? answer
      : { present: answer, version: answer as PresentValue<Current> | null };
  const status = reply.statusCode;
  const baseUrl = publicBaseUrl(request);
  let writtenAnswer: { status: number; body: string } | undefined;
  const render = (value: Value) => {
    const body =
      present === null ? '' : String(reply.serializeInput(present(value, baseUrl), String(status)));
    writtenAnswer = { status, body };
    return writtenAnswer;
  };
  const { [IDEMPOTENCY_KEY_HEADER]: key, 'if-match': condition } = request.headers;
  const idempotency =
    typeof key === 'string'
      ? { key: findIdempotencyKeyPrefix(request) + key, requestHash: request.requestHash, render }
      : null;
  const isCompared = isIfMatchDeclared(request);
  const isCurrent =
    condition === undefined || version === null || !isCompared
      ? null
      : (current: Current) => isIfMatchMet(condition, [version(current, baseUrl)].flat());
  const isRefused = condition !== undefined && condition.trim() !== '*' && !isCompared;
  const options = { idempotency, isCurrent };
  try {
    // If `If-Match` cannot be compared, the write is only tried and rolled back, to learn whether the resource
    // exists.
    const value = await run(isRefused ? { ...options, isPreview: true } : options);
    if (isRefused) throw reply.server.httpErrors.preconditionFailed(IF_MATCH_UNCHECKABLE_MESSAGE);
    await sendBody(request, reply, writtenAnswer ?? render(value));
  } catch (error) {
    if (isRefused && error instanceof Refusal && !(error instanceof NotFound))
      throw reply.server.httpErrors.preconditionFailed(IF_MATCH_UNCHECKABLE_MESSAGE);
    if (!(error instanceof AlreadyAnswered)) throw error;
    await sendBody(request, reply.header('idempotent-replay', 'true'), error.answer);
  }
}

/**
 * A visitor's idempotency key is stored with a prefix that contains a space, which no caller's key may
 * contain, so that it never equals a key of the team.
 */
const findIdempotencyKeyPrefix = ({ token }: FastifyRequest): string => (token ? '' : 'site ');

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: string },
): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  const location = status === 201 ? findLocation(request, body) : null;
  if (location !== null) reply.header('location', location);
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** The path of what was made. It is null if a request has made several things, which have no common path. */
function findLocation(request: FastifyRequest, body: string): string | null {
  const { location } = request.routeOptions.config;
  const made = [JSON.parse(body).data].flat();
  if (location === undefined || made.length !== 1) return null;
  const values: Record<string, unknown> = { ...(request.params as object), ...made[0] };
  const { pathname } = new URL(publicBaseUrl(request));
  const path = location.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  return pathname.replace(/\/$/, '') + path;
}

/** Whether a request with this HTTP method only reads (GET or HEAD). */
export const isReadMethod = (method: unknown): boolean => method === 'GET' || method === 'HEAD';
