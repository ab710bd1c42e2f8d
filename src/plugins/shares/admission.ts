/**
 * Lets only a few dear requests run at once, so that they neither fill the memory nor delay small
 * requests, which never wait. All share one event loop, so more at once would only make each slower.
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { countDaysBetween, isStayDate } from '../../domain/dates/dates.ts';
import { MAX_CHANGES_PER_ANSWER } from '../../domain/limits.ts';
import { Overloaded } from '../../services/errors.ts';
import type { EndTurn, Turns } from '../../services/sharing/turns.ts';
import { findHolder } from './process-shares.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether requests may be dear, perhaps by their unvalidated query and body. One that cannot be read
     * counts as cheap, because validation will refuse it.
     */
    dear?: boolean | ((request: FastifyRequest) => boolean);
    /**
     * For checking or rendering texts of messages: they wait in a line of their own, because another process
     * works for them.
     */
    rendersTexts?: boolean;
  }
}

export const admission = fp(async (app) => {
  const endTurnByRequest = new WeakMap<FastifyRequest, EndTurn>();

  // After the caller is known and counted, but before fields are validated. In a hook and not around the
  // handler, because Fastify answers a HEAD by the handler of the GET: it would wait twice, and two of them
  // for ever.
  app.addHook('preValidation', async (request, reply) => {
    const turns = findTurns(request);
    if (!turns) return;
    const endTurn = await turns.take(findHolder(request));
    endTurnByRequest.set(request, endTurn);
    // Nobody would read the answer of a caller who left during the wait.
    if (reply.raw.destroyed) throw new Overloaded('The caller has left.');
  });
  // The turn ends when the answer is sent, even an error, and not with the connection: the work may go on
  // long after the caller has left. A streamed answer ends it before its first byte.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurnByRequest.get(request)?.();
    endTurnByRequest.delete(request);
    done();
  });
});

/** Null if the request waits for nobody. */
function findTurns(request: FastifyRequest): Turns | null {
  const { dear = false, rendersTexts = false } = request.routeOptions.config;
  const { dearRequests, texts } = request.server.shares;
  if (rendersTexts) return texts;
  const isDear = typeof dear === 'function' ? dear(request) : dear;
  return isDear ? dearRequests : null;
}

/** With more nights, a request counts as dear. */
const FEW_NIGHTS = 31;
/** With more listings with photos, a page counts as dear. */
const SMALL_PAGE = 20;

/** For routes with two dates. */
export function hasManyNights(from: string, to: string): (request: FastifyRequest) => boolean {
  return ({ query, body }) => {
    const sent = { ...(query as object), ...(body as object | null) } as Record<string, unknown>;
    const [first, last] = [sent[from], sent[to]];
    if (typeof first !== 'string' || typeof last !== 'string') return false;
    return isStayDate(first) && isStayDate(last) && countDaysBetween(first, last) > FEW_NIGHTS;
  };
}

/** For lists whose rows have photos. */
export const hasLargePage = ({ query }: FastifyRequest): boolean =>
  Number((query as { per_page?: unknown }).per_page) > SMALL_PAGE;

/** Says the same for a list whose rows show listings, and which may also be asked for what a copy gets. */
export const hasManyListings = (request: FastifyRequest): boolean => {
  const { changed_after, limit = MAX_CHANGES_PER_ANSWER } = request.query as Record<string, unknown>;
  return changed_after === undefined ? hasLargePage(request) : Number(limit) > SMALL_PAGE;
};
