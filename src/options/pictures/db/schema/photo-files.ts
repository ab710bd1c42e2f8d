import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, teamId, text } from '../../../../db/schema/columns.ts';
import { teams } from '../../../../db/schema/teams.ts';

/**
 * A row for each size of each uploaded photo, named by a hash of its content, so that identical photos share
 * one (docs/rules.md, 5.10). Photos refer to it by address and not by a foreign key.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    teamId: teamId().references(() => teams.id),
    /** The first digits of the SHA-256 of the content. */
    hash: text('hash').notNull(),
    /** In pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.hash] }),
    check('photo_files_hash_is_hexadecimal', sql`hash ~ '^[0-9a-f]{32}$'`),
    check('photo_files_size_is_of_content', sql`size = octet_length(content)`),
    check('photo_files_dimensions_positive', sql`width > 0 and height > 0`),
  ],
);
