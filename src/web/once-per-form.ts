import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AlreadyAnswered } from '../services/errors.ts';
import type { WriteCall } from '../services/write.ts';
import { buildWriter } from './team-scope.ts';

/**
 * The call of a form whose second sending, such as by a double click, must not write again. A form is known by its
 * token and everything typed into it, so one that is shown anew, or changed, writes anew. `idOf` names what was written,
 * for `findIdSentBefore`. The space sets these keys apart from those of the API.
 */
export function buildCallOncePerForm<Value>(
  request: FastifyRequest,
  idOf: (value: Value) => string,
): WriteCall<Value> {
  const sent = JSON.stringify([request.url, request.body]);
  const requestHash = createHash('sha256').update(sent).digest('base64url');
  const render = async (value: Value) => ({ status: 303, body: JSON.stringify(idOf(value)) });
  return { writer: buildWriter(request), idempotency: { key: `form ${requestHash}`, requestHash, render } };
}

/** The id of what the same form wrote before, if that is what was thrown. Otherwise null. */
export const findIdSentBefore = (error: unknown): string | null =>
  error instanceof AlreadyAnswered ? JSON.parse(error.answer.body) : null;
