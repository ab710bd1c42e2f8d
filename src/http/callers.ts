/** Identifies the caller, before anything else about a request is checked (contract, section 3). */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayWrite } from '../domain/token.ts';
import { forbidden, notFound, nothingThere, unauthenticated } from '../plugins/errors.ts';
import { addressOf, type RouteLimit } from '../plugins/rate-limit.ts';
import type { Account, Site } from '../services/account.ts';
import type { Services } from '../services/services.ts';
import type { Writer } from '../services/write.ts';
import type { Asks, Operation } from './operation.ts';

/** The facts about the caller that a handler gets. */
export type Callers = {
  team: { teamId: number; account: Account };
  site: { teamId: number; site: Site };
  /** `bookingKey` is the key that the visitor sent with the request, if any, and `address` where it came from. */
  visitor: { teamId: number; site: Site; bookingKey: string; address: string };
  nobody: object;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the request's token. Set only in a team's operations. */
    account: Account;
    /** The team of the booking site. Set only in the operations of sites and their visitors. */
    site: Site;
  }
}

const BEARER = /^bearer +([\x21-\x7e]{1,255}) *$/i;

type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  about: { services: Services; operation: Operation },
) => Promise<void>;

/** Admits a request, or refuses it: without a valid token, beyond a limit, or for an unknown site. */
export const ADMIT: Record<Asks, Admit> = {
  // A valid token has its own count, an invalid one counts against its address, so nobody's failures lock others out.
  async team(request, reply, { services, operation }) {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const account = token === undefined ? null : await services.account.authenticate(token);
    if (!account) {
      await request.server.limits.ofAddress(request, reply);
      throw unauthenticated();
    }
    request.account = account;
    request.ofTeam = account.team.id;
    await request.server.limits.ofToken(request, reply);
    const {
      team,
      token: { scope },
    } = account;
    const isForWriters = operation.effect === 'write' || operation.isForWriters;
    if (isForWriters && team.enforceTokenScope && !mayWrite(scope)) throw forbidden();
  },

  // An unknown site gets the same answer as a listing that its site does not show.
  async site(request, _reply, { services, operation }) {
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await services.account.findSite(teamSlug);
    if (!site) throw notFound(operation.resource?.name ?? 'listing');
    request.site = site;
    request.ofTeam = site.id;
  },

  // A site without bookings answers as if its paths did not exist, and so does an unknown site.
  async visitor(request, reply, { services, operation }) {
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await services.account.findSite(teamSlug);
    if (!site || site.siteBookings === 'off') throw nothingThere();
    request.site = site;
    request.ofTeam = site.id;
    if (operation.isSiteBooking) await request.server.limits.ofSiteBookings(request, reply);
  },

  async nobody() {},
};

/** How requests are counted. An invalid token counts against the address that it comes from. */
export const LIMIT_OF: Record<Asks, RouteLimit> = {
  team: 'token',
  site: 'address',
  visitor: 'address',
  nobody: 'address',
};

const KEY_HEADER = 'booking-key';

/** The caller as an operation's look-up and handler see it. */
export const CALLER_OF: { [Who in Asks]: (request: FastifyRequest) => Callers[Who] } = {
  team: ({ account }) => ({ teamId: account.team.id, account }),
  site: ({ site }) => ({ teamId: site.id, site }),
  visitor: (request) => ({
    teamId: request.site.id,
    site: request.site,
    bookingKey: [request.headers[KEY_HEADER] ?? ''].flat().join(),
    address: addressOf(request),
  }),
  nobody: () => ({}),
};

/** The callers that may write. */
export type MayWrite = 'team' | 'visitor';

export const WRITER_OF: Record<MayWrite, (request: FastifyRequest) => Writer> = {
  team: ({ account: { team, token } }) => ({
    teamId: team.id,
    terms: team,
    actor: { type: 'token', name: token.name },
  }),
  visitor: ({ site }) => ({ teamId: site.id, terms: site, actor: { type: 'site', name: null } }),
};

/**
 * What precedes the idempotency keys of these callers where they are stored. A key itself has no space, so the visitors of
 * a site never meet the keys of its team.
 */
export const KEY_SPACE_OF: Record<MayWrite, string> = { team: '', visitor: 'site ' };
