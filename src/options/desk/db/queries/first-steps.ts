/** Which steps a new team has taken towards its first booking (docs/rules.md, 21.11). */
import { and, asc, eq, exists, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../../../../db/client.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { fees, taxes } from '../../../../db/schema/charges.ts';
import { listings, photos } from '../../../../db/schema/listings.ts';
import { teams } from '../../../../db/schema/teams.ts';
import { calendarAddresses, calendarFeeds } from '../../../calendars/db/schema/calendars.ts';

export async function findFirstSteps(db: Executor, teamId: number) {
  type OfTeam = PgTable & { teamId: PgColumn };
  const has = (table: OfTeam, condition?: SQL) =>
    sql<boolean>`${exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.teamId, teamId), condition)),
    )}`;
  const firstPlace = db
    .select({ id: listings.id })
    .from(listings)
    .where(matches(listings, { teamId }))
    .orderBy(asc(listings.createdAt), asc(listings.id))
    .limit(1);
  const steps = await firstRow(
    db
      .select({
        hasBooking: has(bookings),
        hasPhotos: has(photos),
        hasPrices: has(listings, gt(listings.nightlyCents, 0)),
        hasCharges: sql<boolean>`${has(fees)} or ${has(taxes)}`,
        hasTerms: sql<boolean>`${teams.cancellationPolicy} is not null`,
        hasSite: sql<boolean>`${teams.siteBookings} <> 'off'`,
        hasChannels: sql<boolean>`${has(calendarFeeds)} or ${has(calendarAddresses)}`,
        firstPlaceId: sql<string | null>`(${firstPlace})`,
      })
      .from(teams)
      .where(eq(teams.id, teamId)),
  );
  if (!steps) throw new Error('A team disappeared.');
  return steps;
}
