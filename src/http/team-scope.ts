import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, AccountService } from '../services/account.ts';
import type { Writer } from '../services/write.ts';
import { forbidden, unauthenticated } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request bears; set in the team's routes, before anything else of them runs. */
    account: Account;
    /** The body as it was sent, parsed and nothing more. */
    sentBody: unknown;
  }
}

const BEARER = /^bearer +([\x21-\x7e]{1,255}) *$/i;

/**
 * Gives every route of this scope the account of its bearer token, or answers 401. A good token is counted by itself,
 * one that is none against the address it comes from: no caller's failures stand in another's way.
 */
export function requireAccount(app: FastifyInstance, accounts: AccountService): void {
  app.addHook('onRequest', async (request, reply) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const account = token === undefined ? null : await accounts.authenticate(token);
    if (!account) {
      await app.limits.ofAddress(request, reply);
      throw unauthenticated();
    }
    request.account = account;
    request.ofTeam = account.team.id;
    await app.limits.ofToken(request, reply);
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading && account.team.enforceTokenScope && account.token.scope === 'read-only')
      throw forbidden();
  });
  // What was sent tells one request from another under an idempotency key, and validation replaces it.
  app.addHook('preValidation', (request, _reply, done) => {
    request.sentBody = request.body;
    done();
  });
}

/** Who writes: the team, its terms, and the token by name. */
export const writerOf = ({ account: { team, token } }: FastifyRequest): Writer => ({
  teamId: team.id,
  terms: team,
  actor: { type: 'token', name: token.name },
});

/** The team that a request speaks for. */
export const teamIdOf = (request: FastifyRequest): number => request.account.team.id;
