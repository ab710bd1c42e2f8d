/**
 * Lets only a few expensive requests run at once, so that many of them neither fill the memory nor delay
 * small requests, which never wait. All requests share one event loop, so more expensive requests at once
 * would only make each of them slower.
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { countDaysBetween, isStayDate } from '../domain/dates/dates.ts';
import { createTurns } from '../services/turns.ts';
import { BUSY_MESSAGE } from './errors.ts';
import { readClientAddress } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether requests of a route may be expensive, or a function that decides it from a request's
     * unvalidated query and body. If the function cannot read a request, the request counts as cheap, because
     * validation will refuse it.
     */
    heavy?: boolean | ((request: FastifyRequest) => boolean);
  }
}

const AT_WORK = 2;
const MAX_WAIT_MS = 4_000;
/**
 * How many expensive requests may run or wait at once, for the whole process, for one team and for one
 * caller.
 */
const MAX_OPEN = { process: 24, team: 16, caller: 6 };

export const admission = fp(async (app) => {
  const turns = createTurns({ atOnce: AT_WORK, waitMs: MAX_WAIT_MS });
  const openCounts = new Map<string, number>();
  const countOpen = (key: string) => openCounts.get(key) ?? 0;
  const endTurnByRequest = new WeakMap<FastifyRequest, () => void>();

  function addToCounts(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const count = countOpen(key) + change;
      if (count === 0) openCounts.delete(key);
      else openCounts.set(key, count);
    }
  }

  // An expensive request waits for permission after its caller is known and its rate limit counted, but
  // before its fields are validated. Expensive requests wait in a hook and not around the route's handler,
  // because Fastify answers a HEAD by the handler of the GET: it would wait twice, and two of them for ever.
  app.addHook('preValidation', async (request, reply) => {
    if (!isHeavy(request)) return;
    const team = `team ${request.ofTeam}`;
    const caller = `caller ${findCaller(request)}`;
    if (
      countOpen('process') >= MAX_OPEN.process ||
      countOpen(team) >= MAX_OPEN.team ||
      countOpen(caller) >= MAX_OPEN.caller
    )
      throw app.httpErrors.serviceUnavailable(BUSY_MESSAGE);
    const keys = ['process', team, caller];
    addToCounts(keys, 1);
    try {
      await turns.take();
    } catch (error) {
      addToCounts(keys, -1);
      throw error;
    }
    endTurnByRequest.set(request, () => {
      endTurnByRequest.delete(request);
      addToCounts(keys, -1);
      turns.pass();
    });
    // A request whose caller left during the wait is not run, because nobody would read the answer.
    if (reply.raw.destroyed) throw app.httpErrors.serviceUnavailable(BUSY_MESSAGE);
  });
  // An expensive request lets the next one run when its answer is sent, even if the answer is an error. The
  // end of the connection does not count, because the request's work may go on long after the caller has
  // left. A streamed answer lets the next expensive request run before its first byte is sent.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurnByRequest.get(request)?.();
    done();
  });
});

function isHeavy(request: FastifyRequest): boolean {
  const { heavy = false } = request.routeOptions.config;
  return typeof heavy === 'function' ? heavy(request) : heavy;
}

/**
 * The caller to whom an expensive request is counted: a token, a signed-in member, or an internet address.
 */
const findCaller = (request: FastifyRequest): string =>
  request.token?.id ?? request.personId ?? readClientAddress(request);

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
