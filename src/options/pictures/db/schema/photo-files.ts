import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, isOneOfWords, teamId, text, word } from '../../../../db/schema/columns.ts';
import { teams } from '../../../../db/schema/teams.ts';
import { PICTURE_FORMATS } from '../../../../domain/text/picture-address.ts';

/**
 * A row for each size of each uploaded photo, and of a team's logo and cover, named by a hash of its content, so
 * that identical ones share one (docs/rules.md, 5.10). They refer to it by address and not by a foreign key.
 */
export const photoFiles = pgTable(
  'photo_files',
  {
    teamId: teamId().references(() => teams.id),
    /** The first digits of the SHA-256 of the content. */
    hash: text('hash').notNull(),
    /** A default, so that an earlier version can still insert rows. */
    format: word('format', PICTURE_FORMATS).notNull().default('webp'),
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
    check('photo_files_format_known', isOneOfWords('format', PICTURE_FORMATS)),
  ],
);
