/**
 * How writes are answered: with their refusals, or with the stored answer of an idempotency key (contract, section 8).
 */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts';
import type { FieldMessages, Refusal } from '../services/outcome.ts';
import type { WriteCall, WriteResult, Writer } from '../services/write.ts';
import {
  answerDropped,
  changedMeanwhile,
  invalidFields,
  keyReused,
  notCancellable,
  notFound,
  priceChanged,
  tooManyWaiting,
} from './errors.ts';
import type { SuccessStatus } from './operation.ts';
import { presentPrice } from './wire/availability.ts';

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
  const render = (value: Value) => {
    const body = present(value);
    written = { status, body: body === null ? '' : String(reply.serializeInput(body, String(status))) };
    return written;
  };
  const key = request.headers[KEY_HEADER];
  const idempotency =
    typeof key === 'string' ? { key: keySpace + key, requestHash: hashOf(request), render } : null;
  const result = await run({ writer, idempotency });
  switch (result.kind) {
    case 'done':
      return sendWritten(reply, written ?? render(result.value));
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

/** Method, path and parsed body identify a request. The order of a body's keys does not matter. */
function hashOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0];
  const parts = [request.method, path, ...tokensOf(request.body ?? {})];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * A parsed body as a flat list, an object's keys in order. It is not recursive, because bodies can be nested deeply.
 */
function tokensOf(body: unknown): unknown[] {
  const tokens: unknown[] = [];
  const rest: unknown[] = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null) tokens.push(value);
    else if (Array.isArray(value)) {
      tokens.push([value.length]);
      for (const item of value.toReversed()) rest.push(item);
    } else {
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? 1 : -1));
      tokens.push({ keys: entries.length });
      for (const [key, item] of entries) rest.push(item, key);
    }
  }
  return tokens;
}
