import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../db/client.ts';
import { accessListings, roles } from '../../../../db/schema/access.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../../../db/schema/charges.ts';
import { invoices, payments, securityDeposits } from '../../../../db/schema/folio.ts';
import { guests } from '../../../../db/schema/guests.ts';
import {
  dayOverrides,
  listings,
  photos,
  seasons,
  sellableDays,
  units,
} from '../../../../db/schema/listings.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';
import { memberships, people, teams, tokens } from '../../../../db/schema/teams.ts';
import { photoFiles } from '../../../pictures/db/schema/photo-files.ts';

const IMPORTED_TABLES = [
  ...[teams, people, roles, memberships, tokens],
  ...[
    listings,
    units,
    sellableDays,
    photos,
    photoFiles,
    seasons,
    dayOverrides,
    fees,
    taxes,
    discounts,
    coupons,
    accessListings,
  ],
  ...[guests, bookings, payments, invoices, securityDeposits, blocks, occupancies, teamEvents],
];

/**
 * With old statistics, PostgreSQL would plan as if the tables were nearly empty, until autovacuum runs about
 * a minute later. Tables that are locked or belong to another database role are skipped.
 */
export const analyzeImportedTables = (db: Database, ofParts: readonly PgTable[]) =>
  db.execute(
    sql`analyze (skip_locked) ${sql.join(
      [...IMPORTED_TABLES, ...ofParts].map((table) => sql`${table}`),
      sql`, `,
    )}`,
  );
