/** What a process does or holds at once, and how much of it one team and one caller may have. */
import type { FastifyRequest } from 'fastify';
import { createShares, type Holder } from '../../services/sharing/shares.ts';
import { createTurns } from '../../services/sharing/turns.ts';
import { readClientAddress } from '../rate-limit.ts';

export type ProcessShares = ReturnType<typeof createProcessShares>;

declare module 'fastify' {
  interface FastifyInstance {
    shares: ProcessShares;
  }
}

/** `listsAtOnce` is how many lists as CSV the database has connections for. */
export const createProcessShares = (listsAtOnce: number) => ({
  dearRequests: createTurns({
    atOnce: { process: 2 },
    inLine: { process: 200, team: 120, caller: 6 },
    waitMs: 4_000,
    refusesEarly: true,
  }),
  /** One process renders them. */
  texts: createTurns({
    atOnce: { process: 1 },
    inLine: { process: 24, team: 6, caller: 3 },
    waitMs: 30_000,
  }),
  csvLists: createTurns({
    atOnce: { process: listsAtOnce, team: 1 },
    inLine: { process: 20, team: 6, caller: 3 },
    waitMs: 10_000,
  }),
  /** Above 64 KiB, in memory. */
  largeBodies: createShares({ process: 32, team: 16, caller: 8 }),
  /** Arriving, waiting or being made smaller. Each is a file of up to 25 MiB. */
  uploads: createShares({ process: 40, team: 12, caller: 8 }),
  /**
   * Each may hold a body of 64 KiB before another limit applies. More wait in the proxy in front of the
   * service.
   */
  connections: createShares({ process: 2_000, caller: 500 }),
  /** Each keeps a connection of the proxy. */
  forwardedRequests: createShares({ process: 2_000, caller: 500 }),
});

/** The team, if it is known, and the token, the member, or else the address. */
export const findHolder = (request: FastifyRequest): Holder => ({
  team: request.ofTeam,
  caller: request.token?.id ?? request.personId ?? readClientAddress(request),
});
