/** The requests from a booking site that wait for the team's answer (contract, section 16). */
import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../client.ts';
import { prepared } from '../prepared.ts';
import { bookings } from '../schema/bookings.ts';
import { guests } from '../schema/guests.ts';

const waiting = prepared((db) =>
  db
    .select({
      ofTeam: sql<number>`count(*)::int`,
      ofGuest: sql<number>`(count(*) filter (where ${guests.emailKey} = ${sql.placeholder('emailKey')}))::int`,
    })
    .from(bookings)
    .innerJoin(guests, and(eq(guests.teamId, bookings.teamId), eq(guests.id, bookings.guestId)))
    .where(
      and(
        eq(bookings.teamId, sql.placeholder('teamId')),
        eq(bookings.status, 'pending'),
        eq(bookings.source, 'booking_site'),
        sql`(${bookings.expiresAt} is null or ${bookings.expiresAt} > ${sql.placeholder('now')})`,
      ),
    ),
);

/**
 * How many requests from the site wait, of the team and of the guest with this email (in lower case). A hold that has
 * lapsed no longer waits. One statement counts both, whether the team knows the email or not.
 */
export async function countWaitingSiteBookings(
  tx: Transaction,
  teamId: number,
  { emailKey, now }: { emailKey: string; now: Date },
): Promise<{ ofTeam: number; ofGuest: number }> {
  const [counts] = await waiting(tx, { teamId, emailKey, now: now.toISOString() });
  return counts ?? { ofTeam: 0, ofGuest: 0 };
}
