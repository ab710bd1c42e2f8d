import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlreadyAnswered, Conflict } from '../services/errors.ts';
import { throwIfAnswered, type WriteOptions } from '../services/write.ts';
import { type Flash, setFlash } from './flash.ts';

/**
 * The result of a form's work: the page to which it leads, and the notice that this page shows. The text
 * `again` is shown in place of the notice if the form was sent twice.
 */
type Outcome = { path: string; flash: Flash; again?: string; kept?: unknown };

/** A result that leads to a page with a notice. */
export const toNotice = (path: string, text: string, again: string = text): Outcome => ({
  path,
  flash: { what: 'notice', text },
  again,
});

/**
 * Does the work of a form that creates or sends something, and leads on. A second sending of the form, such
 * as by a double click, does nothing and leads to the same page. A form is identified by its token and
 * everything typed into it, so a form that is shown again, or changed, does its work again (docs/rules.md,
 * 21.7).
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
 * Whether a form has done its work before, so that it only leads on again. Before a form is checked against
 * stored data, ask this, so that the form is not checked against its own work.
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

/** Redirects a form that was sent again to the page to which it led at first. */
function leadOnAgain(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof AlreadyAnswered)) throw error;
  return leadTo(reply, JSON.parse(error.answer.body));
}

function leadTo(reply: FastifyReply, { path, flash }: Outcome): FastifyReply {
  setFlash(reply, flash);
  return reply.redirect(path, 303);
}

/** The key by which a sent form is known. */
export const computeFormKey = ({ url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64url');

/** What a form of the team has kept under its key, or null. */
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

/** Runs a write under the idempotency key of a form. */
const buildOptions = <Value>(
  request: FastifyRequest,
  toOutcome: (value: Value) => Outcome,
): WriteOptions<Value> => ({
  idempotency: {
    ...createFormKey(request),
    render: (value: Value) => ({ status: 303, body: JSON.stringify(repeat(toOutcome(value))) }),
  },
});

/** The idempotency key of a form that was sent, with a space that no key of the API has. */
export function createFormKey({ url, body }: FastifyRequest): { key: string; requestHash: string } {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64url');
  return { key: `form ${requestHash}`, requestHash };
}

const neverRendered = (): never => {
  throw new Error('Nothing was written.');
};

/** The result of sending a form for the second time. */
const repeat = ({ path, flash, again, kept }: Outcome): Outcome => ({
  path,
  kept,
  flash: flash.what === 'notice' && again !== undefined ? { ...flash, text: again } : flash,
});
