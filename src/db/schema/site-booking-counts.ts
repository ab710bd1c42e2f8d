import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, teamId, text } from './columns.ts';

/**
 * The times of the bookings that one internet address made on a team's site, kept for a day, without the
 * bookings and guests (docs/rules.md, 15.6).
 */
export const siteBookingCounts = pgTable(
  'site_booking_counts',
  {
    teamId: teamId(),
    addressHash: text('address_hash').notNull(),
    /** Ascending. */
    madeAt: instant('made_at').array().notNull(),
    lastMadeAt: instant('last_made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.addressHash] }),
    index('site_booking_counts_age_idx').on(table.lastMadeAt),
  ],
);
