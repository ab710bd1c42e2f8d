/** Pending bookings from the booking site that wait for the team's answer (docs/rules.md, 15.4). */
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  MAX_SITE_REQUESTS_OF_ADDRESS,
  MAX_SITE_REQUESTS_OF_GUEST,
  MAX_SITE_REQUESTS_OF_TEAM,
} from '../../../domain/limits.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { teams } from '../../schema/teams.ts';
import { firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

const teamPlaceholder = placeholders('teamId');
const isPendingSiteBooking = and(
  matches(bookings, teamPlaceholder),
  // The condition of the partial index.
  sql`${bookings.status} = 'pending' and ${bookings.source} = 'booking_site'`,
  or(isNull(bookings.expiresAt), gt(bookings.expiresAt, sql.placeholder('now'))),
);
const isFromIpAddress = isAnyOf(bookings.ipHash, sql.placeholder('ipHashes'));
const isGuestWithEmail = matches(guests, placeholders('teamId', 'emailKey'));

const buildCountUpToSql = (most: number, rows: SQL) =>
  sql<number>`(select count(*)::int from (${rows} limit ${most}) as waiting)`;

const selectPendingSiteBookingCounts = prepareQuery((db) =>
  db
    .select({
      ofTeam: buildCountUpToSql(
        MAX_SITE_REQUESTS_OF_TEAM,
        sql`select from ${bookings} where ${isPendingSiteBooking}`,
      ),
      ofGuest: buildCountUpToSql(
        MAX_SITE_REQUESTS_OF_GUEST,
        sql`select from ${guests}
          join ${bookings} on ${eq(bookings.guestId, guests.id)} and ${isPendingSiteBooking}
          where ${isGuestWithEmail}`,
      ),
      ofAddress: buildCountUpToSql(
        MAX_SITE_REQUESTS_OF_ADDRESS,
        sql`select from ${bookings} where ${and(isPendingSiteBooking, isFromIpAddress)}`,
      ),
    })
    .from(teams)
    .where(eq(teams.id, teamPlaceholder.teamId)),
);

/**
 * The waiting requests of the team, of one guest's email, and of one internet address, without lapsed holds.
 * The statement is the same whether or not the team knows the email.
 */
export async function countPendingSiteBookings(
  db: Executor,
  teamId: number,
  { emailKey, ipHashes, now }: { emailKey: string; ipHashes: readonly string[]; now: Date },
) {
  const counts = await firstRow(
    selectPendingSiteBookingCounts(db, { teamId, emailKey, ipHashes, now: now.toISOString() }),
  );
  return counts ?? { ofTeam: 0, ofGuest: 0, ofAddress: 0 };
}
