import { recordAuditEntry } from '../access/audit.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';

/** In the feed and the log: the names of the changed fields, without their values. */
export async function recordSettingsChange(scope: WriteScope<SystemScope>, changed: string[]): Promise<void> {
  await recordTeamEvent(scope, { type: 'team.changed', data: { changed } });
  await recordAuditEntry(scope, { action: 'settings_changed', details: { changed } });
}
