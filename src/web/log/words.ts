/** The log as members read it. */
import type { AuditAction, AuditDetails, AuditTarget, Lacked } from '../../domain/access/audit.ts';
import type { ActorType } from '../../domain/vocabulary.ts';

export const ACTION_WORDS: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Wrong password',
  sign_out: 'Signed out',
  session_ended: 'Ended a session',
  password_changed: 'Changed the password',
  factor_added: 'Added a second factor',
  factor_removed: 'Removed a second factor',
  factor_failed: 'Wrong code of a second factor',
  role_created: 'Added a role',
  role_changed: 'Changed a role',
  role_deleted: 'Deleted a role',
  member_created: 'Joined, or was added',
  member_changed: 'Changed a member',
  member_deleted: 'Removed a member',
  token_created: 'Created a token',
  token_changed: 'Changed a token',
  token_deleted: 'Revoked a token',
  webhook_created: 'Added a webhook',
  webhook_changed: 'Changed a webhook',
  webhook_deleted: 'Deleted a webhook',
  settings_changed: 'Changed settings',
  secret_shown: 'Was shown a secret',
  exported: 'Exported',
  refused: 'Was refused',
};

/** Of those without a name. */
export const ACTOR_WORDS: Record<ActorType, string> = {
  token: 'A token',
  member: 'A member',
  site: 'A guest on the booking site',
  system: 'Innkeep, or its operator',
  import: 'A team file',
};

const TARGET_WORDS: Record<AuditTarget['type'], string> = {
  member: 'the member',
  role: 'the role',
  token: 'the token',
  webhook: 'the webhook',
  guest: 'all about a guest',
  calendar_feed: 'the address of the calendar feed',
  unit_calendar: 'the address of a unit’s calendar',
  channel_calendar: 'the address of a channel’s calendar',
  list: 'the list',
  team: 'the whole team',
};

/** Null if the action says it all. A guest, and a calendar, have no name in the log. */
export function presentTarget(target: AuditTarget | null): string | null {
  if (target === null) return null;
  const name = target.name ?? (target.type === 'list' ? presentWord(target.id ?? '') : null);
  return name === null ? TARGET_WORDS[target.type] : `${TARGET_WORDS[target.type]} ${name}`;
}

export function presentDetails({ changed, role, permissions, lacked }: AuditDetails): string[] {
  return [
    ...(changed === undefined ? [] : [changed.map(presentWord).join(', ')]),
    ...(typeof role === 'string' ? [`role ${role}`] : []),
    ...(permissions === undefined ? [] : [permissions.join(', ') || 'no permission']),
    ...(lacked === undefined ? [] : [`lacked ${lacked.map(presentLacked).join(', ')}`]),
  ].filter((text) => text !== '');
}

const presentLacked = (lacked: Lacked): string =>
  lacked === 'second_factor' ? 'a second factor' : lacked === 'read-write' ? 'the scope read-write' : lacked;

const presentWord = (word: string): string => word.replaceAll(/[_-]/g, ' ');
