import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, teamId, text } from './columns.ts';
import { teams } from './teams.ts';

/**
 * The pictures behind uploaded photos, each size of a photo in a row of its own. A picture's name is made
 * from the content, so photos of the same content share rows (docs/rules.md, 5.10). A photo names its
 * pictures by their addresses.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    teamId: teamId().references(() => teams.id),
    /** The beginning of the content's SHA-256, in hexadecimal digits. */
    hash: text('hash').notNull(),
    /** The width or height in pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The size in bytes. */
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
