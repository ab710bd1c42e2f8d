/**
 * A repeated `Idempotency-Key` gets the stored answer, and a write whose `If-Match` no longer matches is
 * refused.
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
     * What a POST makes, for `Location`. Names in braces are parameters of the path, or fields of the answer.
     */
    location?: string;
  }
}

/** Gets the service's address to build links. */
type PresentValue<Value> = (value: Value, baseUrl: string) => AnswerBody;
/** `present` is null for an answer without a body (204). */
type WriteAnswer<Value, Current> = {
  present: PresentValue<Value> | null;
  /**
   * The body of which the resource's `ETag` is made. Several if the write also accepts the `ETag` of another
   * resource.
   */
  version: (current: Current, baseUrl: string) => AnswerBody | readonly AnswerBody[];
};

/**
 * With an idempotency key, the answer is stored in the transaction of the write. A single function makes the
 * answer and also the version for `If-Match`. Null stands for an answer without a body.
 *
 * `If-Match` is compared if the route declares it (`conditionalWriteHeaders`). Other routes refuse every
 * `If-Match` except `*`.
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
    // The write is only tried and rolled back, to learn whether the resource exists.
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
 * Tokens with a scope share the keys of their team, as they always have. Those of a token with a role are its own,
 * because another may not be allowed to read its answers. No caller's key may contain a space, so none equals
 * another's with a prefix.
 */
const findIdempotencyKeyPrefix = ({ token }: FastifyRequest): string =>
  token ? (token.role === null ? '' : `${token.id} `) : 'site ';

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

/** Null if the request has made several things. */
function findLocation(request: FastifyRequest, body: string): string | null {
  const { location } = request.routeOptions.config;
  const made = [JSON.parse(body).data].flat();
  if (location === undefined || made.length !== 1) return null;
  const values: Record<string, unknown> = { ...(request.params as object), ...made[0] };
  const { pathname } = new URL(publicBaseUrl(request));
  const path = location.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  return pathname.replace(/\/$/, '') + path;
}

/** GET or HEAD. */
export const isReadMethod = (method: unknown): boolean => method === 'GET' || method === 'HEAD';
