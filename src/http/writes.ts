/**
 * How writes are answered: with their refusals, or with the stored answer of an idempotency key (contract, section 8).
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts';
import { answerText } from '../plugins/answer-text.ts';
import {
  answerDropped,
  changedMeanwhile,
  invalidFields,
  keyReused,
  notCancellable,
  notFound,
  priceChanged,
  tooManyReplays,
  tooManyWaiting,
} from '../plugins/errors.ts';
import { requestHash } from '../plugins/request-hash.ts';
import { presentPrice } from '../schemas/availability.ts';
import { finishInPieces } from '../services/in-pieces.ts';
import type { FieldMessages, Refusal } from '../services/outcome.ts';
import type { WriteCall, WriteResult, Writer } from '../services/write.ts';
import type { SuccessStatus } from './operation.ts';

const KEY_HEADER = 'idempotency-key';

type Answer<Value> = {
  status: SuccessStatus;
  /** The name of the path's resource, for a 404. Undefined if the path names none. */
  resource: string | undefined;
  /** The body of the answer. Null for a 204. */
  present: (value: Value) => Record<string, unknown> | null;
};

/** `keySpace` precedes the keys of callers who share a team, but whose idempotency keys must not meet. */
type Asking = { request: FastifyRequest; reply: FastifyReply; writer: Writer; keySpace: string };

/** Runs a write and sends its answer. */
export async function answerWrite<Value>(
  { request, reply, writer, keySpace }: Asking,
  { status, resource, present }: Answer<Value>,
  run: (call: WriteCall<Value>) => Promise<WriteResult<Value>>,
): Promise<FastifyReply> {
  let written: { status: number; body: string } | undefined;
  const serialize = (body: Record<string, unknown>) => String(reply.serializeInput(body, String(status)));
  const render = async (value: Value) => {
    const body = present(value);
    written = { status, body: body === null ? '' : await finishInPieces(answerText(body, serialize)) };
    return written;
  };
  const key = request.headers[KEY_HEADER];
  const idempotency =
    typeof key === 'string'
      ? { key: keySpace + key, requestHash: await finishInPieces(requestHash(request)), render }
      : null;
  const result = await run({ writer, idempotency });
  switch (result.kind) {
    case 'done':
      return sendWritten(reply, written ?? (await render(result.value)));
    case 'replayed':
      return sendWritten(reply.header('idempotent-replay', 'true'), result);
    case 'refused':
      throw errorOf(result.refusal, resource);
  }
}

/** Sends an answer that is already text. */
function sendWritten(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

type ErrorOf = {
  [Reason in Refusal['reason']]: (
    refusal: Extract<Refusal, { reason: Reason }>,
    resource: string | undefined,
  ) => Error;
};

const ERROR_OF: ErrorOf = {
  not_found: (_refusal, resource) =>
    resource === undefined
      ? new Error('A write refused a resource that its path does not name.')
      : notFound(resource),
  invalid: ({ errors }) => invalidFields(errors),
  not_cancellable: ({ message }) => notCancellable(message),
  price_changed: ({ price }) => priceChanged(price && presentPrice(price)),
  changed_meanwhile: () => changedMeanwhile(),
  too_many_waiting: () => tooManyWaiting(),
  too_many_replays: ({ retryAfterSeconds }) => tooManyReplays(retryAfterSeconds),
  key_reused: () => keyReused(),
  answer_dropped: () => answerDropped(),
};

function errorOf<Reason extends Refusal['reason']>(
  refusal: Extract<Refusal, { reason: Reason }>,
  resource: string | undefined,
): Error {
  return (ERROR_OF[refusal.reason] as ErrorOf[Reason])(refusal, resource);
}

/** Messages about a malformed idempotency key. */
export function problemsOfKey({ headers }: FastifyRequest): FieldMessages {
  const key = headers[KEY_HEADER];
  const isValid =
    typeof key === 'string' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(key);
  if (key === undefined || isValid) return {};
  return {
    idempotency_key: [
      `The Idempotency-Key header must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`,
    ],
  };
}
