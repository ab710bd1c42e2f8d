import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, teamId, text } from './columns.ts';
import { teams } from './teams.ts';

/**
 * The image files of uploaded photos, each size of a photo in a row of its own. An image's name is a hash of
 * its content, so that identical photos share one row (docs/rules.md, 5.10). Photos refer to their images by
 * address and not by a foreign key.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    teamId: teamId().references(() => teams.id),
    /** The image's name: the first digits of the SHA-256 of its content. */
    hash: text('hash').notNull(),
    /** The image's width or height in pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The image's size in bytes. */
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
