/** Each operation of the API and each page of a team says what its caller must be permitted (docs/rules.md, 27.2). */
import type { FastifyContextConfig } from 'fastify';
import { findMissingPermission, type RequiredPermission } from '../domain/access/permissions.ts';
import type { Access } from '../services/access/access.ts';
import { NotPermitted } from '../services/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Null if everybody who is let in may call it. Operations of a team and its pages must say it. */
    permission?: RequiredPermission;
  }
}

type DeclaredRoute = { method: string | string[]; url: string; config?: FastifyContextConfig };

/** So that nobody can add a route and forget who may call it. */
export function requireDeclaredPermission({ method, url, config }: DeclaredRoute): void {
  if (config?.permission === undefined)
    throw new Error(`${method} ${url} does not say what it needs (config.permission).`);
}

export function requirePermission(required: RequiredPermission, { permissions }: Access): void {
  const missing = findMissingPermission(required, permissions);
  if (missing !== null) throw new NotPermitted(missing);
}
