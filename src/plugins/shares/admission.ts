/**
 * Lets only a few expensive requests run at once, so that many of them neither fill the memory nor delay
 * small requests, which never wait. All requests share one event loop, so more expensive requests at once
 * would only make each of them slower.
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
     * Whether requests of a route may be expensive, or a function that decides it from a request's
     * unvalidated query and body. If the function cannot read a request, the request counts as cheap, because
     * validation will refuse it.
     */
    heavy?: boolean | ((request: FastifyRequest) => boolean);
    /**
     * Whether requests of a route check or render texts of messages. They wait in a line of their own, because
     * another process works for them.
     */
    rendersTexts?: boolean;
  }
}

export const admission = fp(async (app) => {
  const endTurnByRequest = new WeakMap<FastifyRequest, EndTurn>();

  // An expensive request waits for permission after its caller is known and its rate limit counted, but
  // before its fields are validated. Expensive requests wait in a hook and not around the route's handler,
  // because Fastify answers a HEAD by the handler of the GET: it would wait twice, and two of them for ever.
  app.addHook('preValidation', async (request, reply) => {
    const turns = findTurns(request);
    if (!turns) return;
    const endTurn = await turns.take(findHolder(request));
    endTurnByRequest.set(request, endTurn);
    // A request whose caller left during the wait is not run, because nobody would read the answer.
    if (reply.raw.destroyed) throw new Overloaded('The caller has left.');
  });
  // An expensive request lets the next one run when its answer is sent, even if the answer is an error. The
  // end of the connection does not count, because the request's work may go on long after the caller has
  // left. A streamed answer lets the next expensive request run before its first byte is sent.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurnByRequest.get(request)?.();
    endTurnByRequest.delete(request);
    done();
  });
});

/** The turns that a request needs, or null if it waits for nobody. */
function findTurns(request: FastifyRequest): Turns | null {
  const { heavy = false, rendersTexts = false } = request.routeOptions.config;
  const { dearRequests, texts } = request.server.shares;
  if (rendersTexts) return texts;
  const isHeavy = typeof heavy === 'function' ? heavy(request) : heavy;
  return isHeavy ? dearRequests : null;
}

/** The number of nights above which a request counts as expensive. */
const FEW_NIGHTS = 31;
/** The number of listings with photos above which a page counts as expensive. */
const SMALL_PAGE = 20;

/**
 * Makes the function that says for routes with two dates whether a request is expensive: it is if there are
 * many nights between them.
 */
export function hasManyNights(from: string, to: string): (request: FastifyRequest) => boolean {
  return ({ query, body }) => {
    const sent = { ...(query as object), ...(body as object | null) } as Record<string, unknown>;
    const [first, last] = [sent[from], sent[to]];
    if (typeof first !== 'string' || typeof last !== 'string') return false;
    return isStayDate(first) && isStayDate(last) && countDaysBetween(first, last) > FEW_NIGHTS;
  };
}

/** Says whether a request for a list whose rows have photos is expensive: it is if the page is large. */
export const hasLargePage = ({ query }: FastifyRequest): boolean =>
  Number((query as { per_page?: unknown }).per_page) > SMALL_PAGE;

/** Says the same for a list whose rows show listings, and which may also be asked for what a copy gets. */
export const hasManyListings = (request: FastifyRequest): boolean => {
  const { changed_after, limit = MAX_CHANGES_PER_ANSWER } = request.query as Record<string, unknown>;
  return changed_after === undefined ? hasLargePage(request) : Number(limit) > SMALL_PAGE;
};
