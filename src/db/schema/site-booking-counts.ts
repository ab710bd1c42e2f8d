import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, teamId, text } from './columns.ts';

/**
 * When bookings were made on a team's site from one address, of which a keyed hash is kept for a day. The
 * counts of bookings by address name no booking and no guest (docs/rules.md, 15.6).
 */
export const siteBookingCounts = pgTable(
  'site_booking_counts',
  {
    teamId: teamId(),
    addressHash: text('address_hash').notNull(),
    /** The times of the last bookings, ascending. */
    madeAt: instant('made_at').array().notNull(),
    lastMadeAt: instant('last_made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.addressHash] }),
    index('site_booking_counts_age_idx').on(table.lastMadeAt),
  ],
);
