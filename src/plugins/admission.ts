/**
 * Admits only a few expensive requests at a time, so that a flood of them neither fills the memory nor holds
 * up small requests, which never wait. One event loop does all work, so with more of them at a time every
 * request would take longer.
 */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { countDaysBetween, isStayDate } from '../domain/dates.ts';
import { createTurns } from '../services/turns.ts';
import { BUSY_MESSAGE } from './errors.ts';
import { readClientAddress } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether requests of this route may be expensive, or a function that says so from the raw query and body
     * of a request. A request that the function cannot read counts as cheap, because validation refuses it.
     */
    heavy?: boolean | ((request: FastifyRequest) => boolean);
  }
}

const AT_WORK = 2;
const MAX_WAIT_MS = 4_000;
/**
 * How many expensive requests may be open, at work or waiting: of the process, of one team, and of one
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

  // Expensive requests are admitted after their caller is known and counted, and before their fields are
  // read. Admission is a hook and does not wrap the handler: Fastify makes the route of a HEAD from that of
  // its GET, so two HEADs would wait for each other for ever.
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
    // Ends a request whose caller has left, because nobody would read the answer.
    if (reply.raw.destroyed) throw app.httpErrors.serviceUnavailable(BUSY_MESSAGE);
  });
  // An admitted request gives its turn back after the answer, after errors too. If a caller has left, its
  // connection may close long before its work ends. A streamed answer gives its turn back before its first
  // byte.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endTurnByRequest.get(request)?.();
    done();
  });
});

function isHeavy(request: FastifyRequest): boolean {
  const { heavy = false } = request.routeOptions.config;
  return typeof heavy === 'function' ? heavy(request) : heavy;
}

/** The caller that a request counts for: a token, a member, or an address. */
const findCaller = (request: FastifyRequest): string =>
  request.token?.id ?? request.personId ?? readClientAddress(request);

/** A stay or a window of up to this many nights is cheap. */
const FEW_NIGHTS = 31;
/** A page of up to this many listings with photos is cheap. */
const SMALL_PAGE = 20;

/** The admission of routes with two dates in the query or in the body. */
export function hasManyNights(from: string, to: string): (request: FastifyRequest) => boolean {
  return ({ query, body }) => {
    const sent = { ...(query as object), ...(body as object | null) } as Record<string, unknown>;
    const [first, last] = [sent[from], sent[to]];
    if (typeof first !== 'string' || typeof last !== 'string') return false;
    return isStayDate(first) && isStayDate(last) && countDaysBetween(first, last) > FEW_NIGHTS;
  };
}

/** The admission of lists whose rows have photos. */
export const hasLargePage = ({ query }: FastifyRequest): boolean =>
  Number((query as { per_page?: unknown }).per_page) > SMALL_PAGE;
