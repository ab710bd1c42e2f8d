/** Bounds the cost of requests: of those under way by `hold`, and of each caller's in a minute by `count` (limits.ts). */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Cost } from '../../services/cost.ts';
import { buildBusyError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Services add the cost of this request here. */
    readonly cost: Cost;
    /** Counts the request further times towards the limit that it was counted for. Null if there is no such limit. */
    countFurther: ((times: number) => void) | null;
  }
}

/** A request counts once for every so many nights, rounded up. */
export const NIGHTS_PER_COUNT = 10_000;
/** About so many characters of an answer take the memory of a night, from their rows to their compressed text. */
const CHARACTERS_PER_NIGHT = 50;

/**
 * The most nights of requests under way, together. `dear` requests count more than once. They leave some room to the
 * others, so that they never shut them out. All fit into the memory that `npm start` gives (docs/security.md).
 */
const BOUNDS = {
  dear: { process: 1_000_000, team: 500_000 },
  all: { process: 1_500_000, team: 750_000 },
};

/**
 * Gives every request its cost. What it holds is released when its answer has become text, also if that is an error or
 * the caller has left: only then has the work ended. A stream holds it until it has been read.
 * @fastify/under-pressure refuses once memory is taken, and this before. It also knows no teams.
 */
export const boundCost = fp(async (app) => {
  const held = new Map<FastifyRequest, number>();
  const heldOfTeams = new Map<number | null, number>();
  const heldForText = new WeakMap<FastifyRequest, number>();
  const counted = new WeakMap<FastifyRequest, number>();
  let heldOfProcess = 0;

  function setHeld(request: FastifyRequest, nights: number): void {
    const more = nights - (held.get(request) ?? 0);
    const ofTeam = (heldOfTeams.get(request.ofTeam) ?? 0) + more;
    heldOfProcess += more;
    if (ofTeam === 0) heldOfTeams.delete(request.ofTeam);
    else heldOfTeams.set(request.ofTeam, ofTeam);
    if (nights === 0) held.delete(request);
    else held.set(request, nights);
  }

  function hold(request: FastifyRequest, nights: number): void {
    const own = held.get(request) ?? 0;
    const most = own + nights > NIGHTS_PER_COUNT ? BOUNDS.dear : BOUNDS.all;
    // A request dearer than all that its team may hold counts as that, so it is answered if nothing else is under way.
    const all = Math.min(own + nights, most.team);
    const ofTeam = heldOfTeams.get(request.ofTeam) ?? 0;
    if (ofTeam - own + all > most.team || heldOfProcess - own + all > most.process) throw buildBusyError();
    setHeld(request, all);
  }

  app.decorateRequest('countFurther', null);
  app.decorateRequest('cost', {
    getter(this: FastifyRequest) {
      return {
        hold: (nights: number) => hold(this, nights),
        holdText: (length: number) => {
          const nights = Math.ceil(length / CHARACTERS_PER_NIGHT);
          const before = heldForText.get(this) ?? 0;
          if (nights <= before) return;
          hold(this, nights - before);
          heldForText.set(this, nights);
        },
        count: (nights: number) => {
          const before = counted.get(this) ?? 0;
          counted.set(this, before + nights);
          const further = countTimes(before + nights) - countTimes(before);
          if (further > 0) this.countFurther?.(further);
        },
      };
    },
  });
  // Registered after the hooks that compress and bound answers: until then the text of the answer counts as well.
  app.addHook('onSend', (request, { raw }, payload, done) => {
    const release = () => {
      if (held.has(request)) setHeld(request, 0);
    };
    if (payload instanceof Readable && !raw.destroyed) raw.once('close', release);
    else release();
    done();
  });
});

const countTimes = (nights: number) => Math.max(1, Math.ceil(nights / NIGHTS_PER_COUNT));
