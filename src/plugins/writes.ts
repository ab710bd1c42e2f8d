/** Answers writes: under their `Idempotency-Key`, if their `If-Match` still matches, or with their refusal. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlreadyAnswered, NotFound, Refusal } from '../services/errors.ts';
import type { ConditionalOptions } from '../services/write.ts';
import { isIfMatchMet } from './etag.ts';
import { publicBaseUrl } from './paging.ts';
import { IDEMPOTENCY_KEY_HEADER } from './request-hash.ts';

const IF_MATCH_UNCHECKABLE_MESSAGE =
  'If-Match cannot be checked here, because this has no ETag. Nothing was written.';

type AnswerBody = Record<string, unknown>;

/** Presenters of answers get the service's address too, for links. */
type PresentValue<Value> = (value: Value, baseUrl: string) => AnswerBody;
/** How a write is answered: `present` makes the body of its answer, or null for a 204. */
type WriteAnswer<Value, Current> = {
  present: PresentValue<Value> | null;
  /**
   * Makes the answer of the resource's GET, whose `ETag` is compared with `If-Match`, or null if that GET has
   * no `ETag`.
   */
  version: PresentValue<Current> | null;
};

/**
 * Runs a write and sends its answer, which is stored in the write's transaction if the request has an
 * idempotency key. If only a presenter is given, it also makes the version that `If-Match` is compared with.
 * Null in place of a presenter means an answer without a body, after the change of something that has no
 * `ETag`.
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
    // The look-up of the thing that a path names is rolled back, because it only says whether the thing
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
 * The prefix of a stored idempotency key contains a space, which no caller's key does, so that visitors of a
 * booking site never meet the keys of its team.
 */
const findIdempotencyKeyPrefix = ({ token }: FastifyRequest): string => (token ? '' : 'site ');

function sendBody(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Whether a request with this method only reads. */
export const isReadMethod = (method: unknown): boolean => method === 'GET' || method === 'HEAD';
