/** Webhooks store answers of receivers, which may be about guests (docs/rules.md, 19.3). */
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../../db/client.ts';
import { matches } from '../../../../db/queries/statements.ts';
import { bookings } from '../../../../db/schema/bookings.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';
import { webhookDeliveries, webhooks } from '../schema/webhooks.ts';

/**
 * Answers to events about the guest or their bookings. Webhooks are locked first: a process that is about to
 * store another answer waits, and then finds that the guest is erased.
 */
export async function clearWebhookResponses(tx: Transaction, teamId: number, guestId: string): Promise<void> {
  await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.teamId, teamId))
    .orderBy(asc(webhooks.id))
    .for('no key update');
  const bookingIds = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(matches(bookings, { teamId, guestId }));
  const about = tx
    .select({ id: teamEvents.id })
    .from(teamEvents)
    .where(
      and(
        eq(teamEvents.teamId, teamId),
        or(sql`${teamEvents.data} ->> 'guest_id' = ${guestId}`, inArray(teamEvents.bookingId, bookingIds)),
      ),
    );
  const { responseBody, eventId } = webhookDeliveries;
  await tx
    .update(webhookDeliveries)
    .set({ responseBody: null })
    .where(and(matches(webhookDeliveries, { teamId }), isNotNull(responseBody), inArray(eventId, about)));
}
