import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, teamForeignKey, teamId } from './columns.ts';
import { tokens } from './teams.ts';

/** When a token was last used. It is written often, so it is in a table of the team. */
export const tokenUses = pgTable(
  'token_uses',
  {
    teamId: teamId(),
    tokenId: uuid('token_id').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.tokenId] }),
    teamForeignKey('token_uses_token_fk', table, table.tokenId, tokens),
  ],
);
