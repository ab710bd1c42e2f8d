/** Limits the bookings of one internet address on a team's site (docs/rules.md, 15.6). */
import { sql } from 'drizzle-orm';
import { MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY } from '../../../domain/limits.ts';
import type { Executor, Transaction } from '../../client.ts';
import { siteBookingCounts } from '../../schema/site-booking-counts.ts';
import { firstRow, matches } from '../statements.ts';

/**
 * Returns the times of the address's last bookings, including the new one: at most one more than may be made
 * in a day. The address's row stays locked until the transaction ends, so that its bookings are counted one
 * after the other, and the count of a refused booking is rolled back.
 */
export async function noteSiteBooking(
  tx: Transaction,
  teamId: number,
  addressHash: string,
  second: Date,
): Promise<readonly Date[]> {
  const { madeAt } = siteBookingCounts;
  const noted = tx
    .insert(siteBookingCounts)
    .values({ teamId, addressHash, madeAt: [second], lastMadeAt: second })
    .onConflictDoUpdate({
      target: [siteBookingCounts.teamId, siteBookingCounts.addressHash],
      set: {
        madeAt: sql`(${madeAt} || excluded.made_at)[greatest(1, cardinality(${madeAt}) + 1 - ${MAX_SITE_BOOKINGS_OF_ADDRESS_A_DAY}::int):]`,
        lastMadeAt: second,
      },
    })
    .returning({ madeAt });
  return (await firstRow(noted))?.madeAt ?? [];
}

/** Times that were counted under a hash with an earlier key. */
export async function listSiteBookingTimes(db: Executor, teamId: number, addressHashes: readonly string[]) {
  if (addressHashes.length === 0) return [];
  const rows = await db
    .select({ madeAt: siteBookingCounts.madeAt })
    .from(siteBookingCounts)
    .where(matches(siteBookingCounts, { teamId, addressHash: addressHashes }));
  return rows.flatMap(({ madeAt }) => madeAt);
}

/** At most `limit` at a time. Returns how many. */
export async function deleteSiteBookingCountsOfAnyTeam(db: Executor, before: Date, limit: number) {
  const deleted = await db.execute(sql`
    delete from site_booking_counts where last_made_at <= ${before.toISOString()} and (team_id, address_hash) in (
      select team_id, address_hash from site_booking_counts where last_made_at <= ${before.toISOString()}
      order by last_made_at limit ${sql.raw(String(limit))})`);
  return deleted.rowCount ?? 0;
}
