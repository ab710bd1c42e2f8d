import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlreadyAnswered, Conflict } from '../services/errors.ts';
import { throwIfAnswered, type WriteOptions } from '../services/write.ts';
import { type Flash, setFlash } from './flash.ts';

/** `again` replaces the notice if the same form was sent twice. */
type Outcome = { path: string; flash: Flash; again?: string; kept?: unknown };

export const toNotice = (path: string, text: string, again: string = text, part?: string): Outcome => ({
  path,
  flash: { what: 'notice', text, part },
  again,
});

/**
 * If the same form is sent again, for example by a double click, nothing happens except the same redirect.
 * Two forms are the same if their token and all typed values are equal. A form that is opened again or
 * changed is a new one (docs/rules.md, 21.7).
 */
export async function doOncePerForm<Value>(
  reply: FastifyReply,
  write: (options: WriteOptions<Value>) => Promise<Value>,
  toOutcome: (value: Value) => Outcome,
): Promise<FastifyReply> {
  try {
    return leadTo(reply, toOutcome(await write(buildOptions(reply.request, toOutcome))));
  } catch (error) {
    return leadOnAgain(reply, error);
  }
}

/**
 * If so, the visitor is redirected, and the caller does nothing more. To be called before a form is checked
 * against stored data, which may already contain the form's own effect.
 */
export async function isLedOnAgain(reply: FastifyReply): Promise<boolean> {
  try {
    await throwIfAnswered(reply.request.scope, buildOptions(reply.request, neverRendered));
    return false;
  } catch (error) {
    leadOnAgain(reply, error);
    return true;
  }
}

function leadOnAgain(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof AlreadyAnswered)) throw error;
  return leadTo(reply, JSON.parse(error.answer.body));
}

function leadTo(reply: FastifyReply, { path, flash }: Outcome): FastifyReply {
  setFlash(reply, flash);
  return reply.redirect(path, 303);
}

export const computeFormKey = ({ url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64url');

/** What the form has stored under its key, or null. */
export async function readKept({ scope }: FastifyRequest, key: string): Promise<unknown> {
  const render = neverRendered;
  try {
    await throwIfAnswered(scope, { idempotency: { key: `form ${key}`, requestHash: key, render } });
    return null;
  } catch (error) {
    if (error instanceof Conflict) return null;
    if (!(error instanceof AlreadyAnswered)) throw error;
    return JSON.parse(error.answer.body).kept ?? null;
  }
}

const buildOptions = <Value>(
  request: FastifyRequest,
  toOutcome: (value: Value) => Outcome,
): WriteOptions<Value> => ({
  idempotency: {
    ...createFormKey(request),
    render: (value: Value) => ({ status: 303, body: JSON.stringify(repeat(toOutcome(value))) }),
  },
});

/** With a space, which no key of an API request may contain. */
export function createFormKey(request: FastifyRequest): { key: string; requestHash: string } {
  const requestHash = computeFormKey(request);
  return { key: `form ${requestHash}`, requestHash };
}

const neverRendered = (): never => {
  throw new Error('Nothing was written.');
};

const repeat = ({ path, flash, again, kept }: Outcome): Outcome => ({
  path,
  kept,
  flash: flash.what === 'notice' && again !== undefined ? { ...flash, text: again } : flash,
});
