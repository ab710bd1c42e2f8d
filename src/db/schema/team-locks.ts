import { pgTable } from 'drizzle-orm/pg-core';
import { teamId } from './columns.ts';
import { teams } from './teams.ts';

/**
 * One row for each team, locked by work that must not run twice at once for a team. The team's own row cannot be used:
 * on a cluster every node has a copy of it, and one team's lock would make all teams wait.
 */
export const teamLocks = pgTable('team_locks', {
  teamId: teamId()
    .primaryKey()
    .references(() => teams.id),
});
