import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { teamId } from './columns.ts';
import { teams } from './teams.ts';

/**
 * The version of a team's listings, units, seasons, charges and settings: each write to one of them draws a
 * new one. It is drawn, not counted, so a database that is restored to an earlier moment gives no version
 * twice to different contents.
 */
export const catalogueVersions = pgTable('catalogue_versions', {
  teamId: teamId()
    .primaryKey()
    .references(() => teams.id),
  version: uuid('version').notNull(),
});
