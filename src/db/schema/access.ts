/** What members and tokens may do. */
import { index, jsonb, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import type { Permission } from '../../domain/access/permissions.ts';
import { teamForeignKey, teamId, text, times } from './columns.ts';
import { listings } from './listings.ts';
import { teams } from './teams.ts';

/** A team's own roles. The given ones are not stored. Read with each token and each member's page. */
export const roles = pgTable(
  'roles',
  {
    teamId: teamId().references(() => teams.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    permissions: jsonb('permissions').$type<Permission[]>().notNull(),
    ...times(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.code] })],
);

/**
 * The only listings that a limited member or token sees. Not a column of theirs, because those tables have no
 * foreign key to a team's. A deleted listing leaves the list, which limits even if it is empty then.
 */
export const accessListings = pgTable(
  'access_listings',
  {
    teamId: teamId(),
    /** The id of the membership or the token. */
    holderId: uuid('holder_id').notNull(),
    listingId: uuid('listing_id').notNull(),
    /** In the list, from 0 on. */
    position: smallint('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.holderId, table.listingId] }),
    index('access_listings_listing_idx').on(table.teamId, table.listingId),
    teamForeignKey('access_listings_listing_fk', table, table.listingId, listings),
  ],
);
