/**
 * Runs writes and sends their answers. A repeated `Idempotency-Key` gets the stored answer, and a write whose
 * `If-Match` no longer matches is refused.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlreadyAnswered, NotFound, Refusal } from '../services/errors.ts';
import type { ConditionalOptions } from '../services/write.ts';
import { isIfMatchMet } from './etag.ts';
import { publicBaseUrl } from './paging.ts';
import { IDEMPOTENCY_KEY_HEADER } from './request-hash.ts';

const IF_MATCH_UNCHECKABLE_MESSAGE =
  'If-Match cannot be checked here, because this has no ETag. Nothing was written.';

type AnswerBody = Record<string, unknown>;

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
   * Makes the body that a GET of the resource would have, to compare its `ETag` with `If-Match`. `version` is
   * null if the GET of the resource has no `ETag`.
   */
  version: PresentValue<Current> | null;
};

/**
 * Runs a write and sends its answer. With an idempotency key, the answer to a write is stored in the same
 * transaction as the write. If the caller passes only one function, it makes the answer and also the version
 * that is compared with `If-Match`. If the caller passes null, the answer to the write has no body, and the
 * resource has no `ETag`.
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
  const isCurrent =
    condition === undefined || version === null
      ? null
      : (current: Current) => isIfMatchMet(condition, JSON.stringify(version(current, baseUrl)));
  const isUnchecked = condition !== undefined && condition.trim() !== '*' && version === null;
  const options = { idempotency, isCurrent };
  try {
    // If `If-Match` cannot be checked, the write is only tried and rolled back, to learn whether the resource
    // exists.
    const value = await run(isUnchecked ? { ...options, isPreview: true } : options);
    if (isUnchecked) throw reply.server.httpErrors.preconditionFailed(IF_MATCH_UNCHECKABLE_MESSAGE);
    await sendBody(reply, writtenAnswer ?? render(value));
  } catch (error) {
    if (isUnchecked && error instanceof Refusal && !(error instanceof NotFound))
      throw reply.server.httpErrors.preconditionFailed(IF_MATCH_UNCHECKABLE_MESSAGE);
    if (!(error instanceof AlreadyAnswered)) throw error;
    await sendBody(reply.header('idempotent-replay', 'true'), error.answer);
  }
}

/**
 * A visitor's idempotency key is stored with a prefix that contains a space, which no caller's key may
 * contain, so that it never equals a key of the team.
 */
const findIdempotencyKeyPrefix = ({ token }: FastifyRequest): string => (token ? '' : 'site ');

function sendBody(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Whether a request with this HTTP method only reads (GET or HEAD). */
export const isReadMethod = (method: unknown): boolean => method === 'GET' || method === 'HEAD';
