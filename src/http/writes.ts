/** How writes are answered: their refusals, and the same answer again under an idempotency key (contract, section 8). */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../domain/limits.ts';
import type { Refusal } from '../services/outcome.ts';
import type { WriteCall, WriteResult } from '../services/write.ts';
import { invalidFields, keyReused, notCancellable, notFound } from './errors.ts';
import { writerOf } from './team-scope.ts';

type Answer<Value> = {
  status: 200 | 201 | 204;
  /** What the path names, for a 404. */
  resource: string;
  /** The body of the answer; none with 204. */
  present: (value: Value) => Record<string, unknown> | null;
};

/** Runs a write and answers with what came of it. */
export async function answerWrite<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, resource, present }: Answer<Value>,
  run: (call: WriteCall<Value>) => Promise<WriteResult<Value>>,
): Promise<FastifyReply> {
  let written: { status: number; body: string } | undefined;
  const render = (value: Value) => {
    const body = present(value);
    written = { status, body: body === null ? '' : String(reply.serializeInput(body, String(status))) };
    return written;
  };
  const key = idempotencyKeyOf(request);
  const idempotency = key === null ? null : { key, requestHash: hashOf(request), render };
  const result = await run({ writer: writerOf(request), idempotency });
  switch (result.kind) {
    case 'done':
      return sendWritten(reply, written ?? render(result.value));
    case 'replayed':
      return sendWritten(reply.header('idempotent-replay', 'true'), result);
    default:
      throw errorOf(result.refusal, resource);
  }
}

/** Sends an answer that is a text already, as it stands. */
function sendWritten(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/**
 * Refuses fields that were found invalid before the route was entered, and a malformed idempotency key, after the
 * path's resource was looked for (contract, section 3).
 */
export async function refuseInvalid(
  request: FastifyRequest,
  resource: string,
  exists: () => Promise<boolean>,
): Promise<void> {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const problem = request.validationError ?? (isReading ? null : problemOfKey(request));
  if (problem) throw (await exists()) ? problem : notFound(resource);
}

function errorOf(refusal: Refusal, resource: string): Error {
  switch (refusal.reason) {
    case 'not_found':
      return notFound(resource);
    case 'invalid':
      return invalidFields(refusal.errors);
    case 'not_cancellable':
      return notCancellable(refusal.message);
    case 'key_reused':
      return keyReused();
  }
}

function problemOfKey({ headers }: FastifyRequest): Error | null {
  const key = headers['idempotency-key'];
  const isValid =
    typeof key === 'string' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x21-\x7e]+$/.test(key);
  if (key === undefined || isValid) return null;
  return invalidFields({
    idempotency_key: [
      `The Idempotency-Key header must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`,
    ],
  });
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const problem = problemOfKey(request);
  if (problem) throw problem;
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

/** Method, path and parsed body: what makes two requests the same. The order of a body's keys does not matter. */
function hashOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0];
  const parts = [request.method, path, ...tokensOf(request.sentBody ?? {})];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A parsed body as a flat list, an object's keys in order. Not by recursion: a body may be nested as deep as it is long. */
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
