/** What a team's log tells (docs/rules.md, 27.20). */
import type { ActorType } from '../vocabulary.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

/** A closed list: an action that is added here needs somebody who records it (`test/services/access/audit`). */
export const AUDIT_ACTIONS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'password_changed',
  'factor_added',
  'factor_removed',
  'factor_failed',
  'role_created',
  'role_changed',
  'role_deleted',
  'member_created',
  'member_changed',
  'member_deleted',
  'token_created',
  'token_changed',
  'token_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'settings_changed',
  'secret_shown',
  'exported',
  'refused',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * What can be repeated at will has one entry for each actor, target and hour, with a count: nobody fills the log.
 */
const IS_COUNTED = {
  sign_in: false,
  sign_in_failed: true,
  sign_out: false,
  session_ended: false,
  password_changed: false,
  factor_added: false,
  factor_removed: false,
  factor_failed: true,
  role_created: false,
  role_changed: false,
  role_deleted: false,
  member_created: false,
  member_changed: false,
  member_deleted: false,
  token_created: false,
  token_changed: false,
  token_deleted: false,
  webhook_created: false,
  webhook_changed: false,
  webhook_deleted: false,
  settings_changed: false,
  secret_shown: true,
  exported: true,
  refused: true,
} satisfies Record<AuditAction, boolean>;

export const AUDIT_TARGETS = [
  'member',
  'role',
  'token',
  'webhook',
  'guest',
  'calendar_feed',
  'unit_calendar',
  'channel_calendar',
  'list',
  'team',
] as const;

/**
 * What an action was done to: `id` is that of the answers of its kind, the code of a role, or the name of a list.
 * A guest has no name here, because guests are erased.
 */
export type AuditTarget = {
  type: (typeof AUDIT_TARGETS)[number];
  id: string | null;
  name: string | null;
};

/** What a refused caller lacked: `read-write` is the scope of a token. */
export const LACKED_WORDS = [...PERMISSIONS, 'read-write', 'second_factor'] as const;
export type Lacked = (typeof LACKED_WORDS)[number];

/** Words, codes and names of fields: nothing secret, and nothing that a stranger typed. */
export type AuditDetails = {
  changed?: string[];
  role?: string | null;
  permissions?: Permission[];
  lacked?: Lacked[];
};

/** `id` is that of the membership or the token. Null for what is neither. */
export type AuditActor = { type: ActorType; id: string | null; name: string | null };

type Counted = { action: AuditAction; actor: AuditActor; target: AuditTarget | null; at: Date };

const HOUR_MS = 3_600_000;

/** The key by which what happens again within the hour is the same entry. Null if each has an entry of its own. */
export function buildCountKey({ action, actor, target, at }: Counted): string | null {
  if (!IS_COUNTED[action]) return null;
  const hour = Math.floor(at.getTime() / HOUR_MS);
  return JSON.stringify([hour, action, actor.type, actor.id, target && [target.type, target.id]]);
}
