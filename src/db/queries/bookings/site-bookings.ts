/** The requests from a booking site that wait for the team's answer (docs/rules.md, 15.4). */
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  MAX_PENDING_REQUESTS_OF_GUEST,
  MAX_PENDING_REQUESTS_OF_IP_ADDRESS,
  MAX_PENDING_REQUESTS_OF_SITE,
} from '../../../domain/limits.ts';
import type { Executor } from '../../client.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { teams } from '../../schema/teams.ts';
import { firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

const team = placeholders('teamId');
const isWaiting = and(
  matches(bookings, team),
  // As in the index of these bookings.
  sql`${bookings.status} = 'pending' and ${bookings.source} = 'booking_site'`,
  or(isNull(bookings.expiresAt), gt(bookings.expiresAt, sql.placeholder('now'))),
);
const isOfAddress = isAnyOf(bookings.ipHash, sql.placeholder('ipHashes'));
const isOfGuest = matches(guests, placeholders('teamId', 'emailKey'));

/** The number of rows, counted up to the limit that refuses a further one. */
const buildCountUpToSql = (most: number, rows: SQL) =>
  sql<number>`(select count(*)::int from (${rows} limit ${most}) as waiting)`;

const selectWaitingCounts = prepareQuery((db) =>
  db
    .select({
      ofTeam: buildCountUpToSql(
        MAX_PENDING_REQUESTS_OF_SITE,
        sql`select from ${bookings} where ${isWaiting}`,
      ),
      ofGuest: buildCountUpToSql(
        MAX_PENDING_REQUESTS_OF_GUEST,
        sql`select from ${guests}
          join ${bookings} on ${eq(bookings.guestId, guests.id)} and ${isWaiting}
          where ${isOfGuest}`,
      ),
      ofAddress: buildCountUpToSql(
        MAX_PENDING_REQUESTS_OF_IP_ADDRESS,
        sql`select from ${bookings} where ${and(isWaiting, isOfAddress)}`,
      ),
    })
    .from(teams)
    .where(eq(teams.id, team.teamId)),
);

/**
 * How many requests from the site wait, of the team, of the guest with this email (in lower case), and of the address
 * with one of these hashes, up to their limits. A hold that has lapsed no longer waits. One statement counts all,
 * whether the team knows the email or not.
 */
export async function countWaitingSiteBookings(
  db: Executor,
  teamId: number,
  { emailKey, ipHashes, now }: { emailKey: string; ipHashes: readonly string[]; now: Date },
) {
  const counts = await firstRow(
    selectWaitingCounts(db, { teamId, emailKey, ipHashes, now: now.toISOString() }),
  );
  return counts ?? { ofTeam: 0, ofGuest: 0, ofAddress: 0 };
}
