/** Each operation of the API and each page of a team says what its caller must be permitted (docs/rules.md, 27.2). */
import type { FastifyContextConfig } from 'fastify';
import { findMissingPermission, type RequiredPermission } from '../domain/access/permissions.ts';
import type { Access } from '../services/access/access.ts';
import { noteRefusal } from '../services/access/audit.ts';
import { NotPermitted } from '../services/errors.ts';
import type { TeamScope } from '../services/team-scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Null if everybody who is let in may call it. Operations of a team and its pages must say it. */
    permission?: RequiredPermission;
    /** It is about the whole team, so a caller who has only some of the listings may not call it. */
    ofWholeTeam?: true;
  }
}

type DeclaredRoute = { method: string | string[]; url: string; config?: FastifyContextConfig };

/** So that nobody can add a route and forget who may call it. */
export function requireDeclaredPermission({ method, url, config }: DeclaredRoute): void {
  if (config?.permission === undefined)
    throw new Error(`${method} ${url} does not say what it needs (config.permission).`);
}

/** What a route declares. */
export type RouteNeeds = Pick<FastifyContextConfig, 'permission' | 'ofWholeTeam'>;

/** Null if the caller may do it. */
export function findObstacle(
  { permission = null, ofWholeTeam }: RouteNeeds,
  { permissions, listings }: Pick<Access, 'permissions' | 'listings'>,
): NotPermitted | null {
  const missing = findMissingPermission(permission, permissions);
  if (missing !== null) return new NotPermitted(missing);
  const needed = ofWholeTeam && listings !== null ? findMissingPermission(permission, new Set()) : null;
  return needed && new NotPermitted(needed, 'some_listings');
}

/** A refusal is in the team's log. */
export function requirePermission(needs: RouteNeeds, scope: TeamScope): void {
  const obstacle = findObstacle(needs, scope.access);
  if (!obstacle) return;
  noteRefusal(scope, obstacle.permission);
  throw obstacle;
}
