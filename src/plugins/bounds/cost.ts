/** Bounds the cost of requests: of those under way by `hold`, and of each caller's in a minute by `count` (rate-limit.ts). */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequestCost } from '../../services/cost.ts';
import { buildBusyError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Services add the cost of this request here. */
    readonly cost: RequestCost;
    /** Counts the request further times towards the limit that it was counted for. Null if there is no such limit. */
    countFurther: ((times: number) => void) | null;
  }
}

/** A request counts once for every so many nights, rounded up. */
export const NIGHTS_PER_RATE_LIMIT_COUNT = 10_000;
/** About so many characters of an answer take the memory of a night, from their rows to their compressed text. */
const CHARACTERS_PER_NIGHT = 50;

/**
 * The most nights of requests under way, together. `dear` requests count more than once. They leave some room to the
 * others, so that they never shut them out. All fit into the memory that `npm start` gives (docs/security.md).
 */
const MAX_NIGHTS_UNDER_WAY = {
  dear: { process: 1_000_000, team: 500_000 },
  all: { process: 1_500_000, team: 750_000 },
};

/**
 * Gives every request its cost. What it holds is released when its answer has become text, also if that is an error or
 * the caller has left: only then has the work ended. A stream holds it until it has been read.
 * @fastify/under-pressure refuses once memory is taken, and this before. It also knows no teams.
 */
export const boundRequestCost = fp(async (app) => {
  const nightsByRequest = new Map<FastifyRequest, number>();
  const nightsByTeam = new Map<number | null, number>();
  const heldForText = new WeakMap<FastifyRequest, number>();
  const countedNights = new WeakMap<FastifyRequest, number>();
  let nightsOfProcess = 0;

  function setNightsOfRequest(request: FastifyRequest, nights: number): void {
    const more = nights - (nightsByRequest.get(request) ?? 0);
    const ofTeam = (nightsByTeam.get(request.ofTeam) ?? 0) + more;
    nightsOfProcess += more;
    if (ofTeam === 0) nightsByTeam.delete(request.ofTeam);
    else nightsByTeam.set(request.ofTeam, ofTeam);
    if (nights === 0) nightsByRequest.delete(request);
    else nightsByRequest.set(request, nights);
  }

  function holdNights(request: FastifyRequest, nights: number): void {
    const own = nightsByRequest.get(request) ?? 0;
    const maxNights =
      own + nights > NIGHTS_PER_RATE_LIMIT_COUNT ? MAX_NIGHTS_UNDER_WAY.dear : MAX_NIGHTS_UNDER_WAY.all;
    // A request dearer than all that its team may hold counts as that, so it is answered if nothing else is under way.
    const all = Math.min(own + nights, maxNights.team);
    const ofTeam = nightsByTeam.get(request.ofTeam) ?? 0;
    if (ofTeam - own + all > maxNights.team || nightsOfProcess - own + all > maxNights.process)
      throw buildBusyError();
    setNightsOfRequest(request, all);
  }

  app.decorateRequest('countFurther', null);
  app.decorateRequest('cost', {
    getter(this: FastifyRequest) {
      return {
        hold: (nights: number) => holdNights(this, nights),
        holdText: (length: number) => {
          const nights = Math.ceil(length / CHARACTERS_PER_NIGHT);
          const before = heldForText.get(this) ?? 0;
          if (nights <= before) return;
          holdNights(this, nights - before);
          heldForText.set(this, nights);
        },
        count: (nights: number) => {
          const before = countedNights.get(this) ?? 0;
          countedNights.set(this, before + nights);
          const further = countRequestsByNights(before + nights) - countRequestsByNights(before);
          if (further > 0) this.countFurther?.(further);
        },
      };
    },
  });
  // Registered after the hooks that compress and bound answers: until then the text of the answer counts as well.
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const release = () => {
      if (nightsByRequest.has(request)) setNightsOfRequest(request, 0);
    };
    if (payload instanceof Readable && !raw.destroyed) raw.once('close', release);
    else release();
    done();
  });
});

const countRequestsByNights = (nights: number) =>
  Math.max(1, Math.ceil(nights / NIGHTS_PER_RATE_LIMIT_COUNT));
