/** Finds the team of a request by its bearer token. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { mayWrite } from '../domain/vocabulary.ts';
import { loadAccess } from '../services/access/access.ts';
import { noteRefusal } from '../services/access/audit.ts';
import { createTeamScope, type ScopeDependencies, type TeamScope } from '../services/team-scope.ts';
import type { Account, AccountService } from '../services/tokens/authenticate.ts';
import { requireDeclaredPermission, requirePermission } from './permissions.ts';
import { readClientAddress } from './rate-limit.ts';
import { isReadMethod } from './writes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the token, of the booking site in the path, or of the signed-in member's page. */
    scope: TeamScope;
    /** Set only for routes that take a token. */
    account: Account;
    token: Account['token'];
  }
  interface FastifyContextConfig {
    /** Reading needs a token that may write, because the answer shows a secret. */
    writers?: boolean;
  }
}

const BEARER_TOKEN_PATTERN = /^bearer +([\x21-\x7e]{1,255}) *$/i;

/**
 * 401 without a valid token, 429 beyond its rate limit, 403 without the permission that the route declares, before
 * anything of the body is looked at. A read-only token gets a 403 if it writes or reads a
 * secret, and the team enforces access modes. Requests with a wrong token are counted by internet address, so
 * that nobody can lock out others.
 */
export const auth = fp<ScopeDependencies & { account: AccountService }>(async (app, services) => {
  app.addHook('onRoute', (route) => {
    route.config = { limit: 'token', ...route.config };
    requireDeclaredPermission(route);
    route.schema = { ...route.schema, security: [{ token: [] }] };
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const token = BEARER_TOKEN_PATTERN.exec(request.headers.authorization ?? '')?.[1];
    const callerAccount = token === undefined ? null : await services.account.authenticate(token);
    if (!callerAccount) {
      await app.limits.ofAddress(request, reply);
      throw app.httpErrors.unauthorized('Unauthenticated.');
    }
    const { team, token: caller } = callerAccount;
    request.account = callerAccount;
    request.token = caller;
    request.ofTeam = team.id;
    const required = request.routeOptions.config.permission ?? null;
    const holder = { teamId: team.id, holderId: caller.id };
    const access = await loadAccess(services.db, holder, callerAccount.access, required);
    request.scope = createTeamScope(services, {
      team,
      actor: { type: 'token', name: caller.name },
      caller: { id: caller.id, ip: readClientAddress(request) },
      access,
    });
    await app.limits.ofToken(request, reply, request.routeOptions.config.timesCounted);
    requirePermission(request.routeOptions.config, request.scope);
    const isForWriters = !isReadMethod(request.method) || request.routeOptions.config.writers === true;
    if (isForWriters && team.enforceTokenScope && caller.access && !mayWrite(caller.access)) {
      noteRefusal(request.scope, 'read-write');
      throw app.httpErrors.forbidden('This token is read-only, and the team enforces token scopes.');
    }
  });
});
