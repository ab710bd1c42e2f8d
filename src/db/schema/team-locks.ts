import { pgTable } from 'drizzle-orm/pg-core';
import { teamId } from './columns.ts';
import { teams } from './teams.ts';

/**
 * A row for each team, to be locked by whatever must happen to a team one at a time. The team's own row will not do: on a
 * cluster every node holds a copy of it, and one team's lock would keep all teams waiting.
 */
export const teamLocks = pgTable('team_locks', {
  teamId: teamId()
    .primaryKey()
    .references(() => teams.id),
});
