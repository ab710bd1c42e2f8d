/** Everything that a team stores about a guest apart from the guest's own row (docs/rules.md, 19.3). */
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { bookings } from '../../schema/bookings.ts';
import { payments, securityDeposits } from '../../schema/folio.ts';
import { guests } from '../../schema/guests.ts';
import { idempotencyRecords } from '../../schema/idempotency.ts';
import { listings } from '../../schema/listings.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.ts';
import { anyOf } from '../any-of.ts';
import { listingOfBooking } from '../joins.ts';

const ofGuest = (teamId: number, guestId: string) =>
  and(eq(bookings.teamId, teamId), eq(bookings.guestId, guestId));

/** Locks a guest's bookings, in the order of all writers. Each comes with what decides when it ends. */
export const lockBookingsOfGuest = (tx: Transaction, teamId: number, guestId: string) =>
  tx
    .select({
      booking: getTableColumns(bookings),
      listing: { checkOutTime: listings.checkOutTime, timezone: listings.timezone },
    })
    .from(bookings)
    .innerJoin(listings, listingOfBooking)
    .where(ofGuest(teamId, guestId))
    .orderBy(asc(bookings.id))
    .for('update', { of: bookings });

/** How many bookings, payments and deposits of a guest are not settled. */
export async function countUnsettled(tx: Transaction, teamId: number, guestId: string) {
  const ids = tx.select({ id: bookings.id }).from(bookings).where(ofGuest(teamId, guestId));
  return {
    bookings: await tx.$count(
      bookings,
      and(ofGuest(teamId, guestId), inArray(bookings.status, ['pending', 'confirmed'])),
    ),
    deposits: await tx.$count(
      securityDeposits,
      and(
        eq(securityDeposits.teamId, teamId),
        eq(securityDeposits.status, 'held'),
        inArray(securityDeposits.bookingId, ids),
      ),
    ),
    payments: await tx.$count(
      payments,
      and(eq(payments.teamId, teamId), eq(payments.status, 'scheduled'), inArray(payments.bookingId, ids)),
    ),
  };
}

/** Clears the texts of a guest's bookings. */
export async function clearTextsOfBookings(
  tx: Transaction,
  teamId: number,
  guestId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(bookings)
    .set({ notes: null, specialRequests: null, cancellationReason: null, updatedAt: now })
    .where(
      and(
        ofGuest(teamId, guestId),
        or(
          isNotNull(bookings.notes),
          isNotNull(bookings.specialRequests),
          isNotNull(bookings.cancellationReason),
        ),
      ),
    );
}

export type EventDetails = { id: string; details: Record<string, unknown> };

/** The details of the events of a guest's bookings. */
export async function listDetailsOfGuest(
  tx: Transaction,
  teamId: number,
  guestId: string,
): Promise<EventDetails[]> {
  const rows = await tx
    .select({ id: teamEvents.id, details: teamEvents.details })
    .from(teamEvents)
    .innerJoin(bookings, and(eq(bookings.teamId, teamEvents.teamId), eq(bookings.id, teamEvents.bookingId)))
    .where(and(eq(teamEvents.teamId, teamId), ofGuest(teamId, guestId)));
  return rows.map(({ id, details }) => ({ id, details: details ?? {} }));
}

export async function updateDetails(
  tx: Transaction,
  teamId: number,
  rows: readonly EventDetails[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .update(teamEvents)
    .set({ details: sql`changed.details` })
    .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (id uuid, details jsonb)`)
    .where(and(eq(teamEvents.teamId, teamId), eq(teamEvents.id, sql`changed.id`)));
}

/**
 * Clears the answers of webhooks to events of a guest and their bookings. The webhooks are locked first, so that an
 * answer that arrives meanwhile is stored by somebody who sees that the guest is erased.
 */
export async function clearResponsesAbout(tx: Transaction, teamId: number, guestId: string): Promise<void> {
  await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.teamId, teamId))
    .orderBy(asc(webhooks.id))
    .for('no key update');
  const ids = tx.select({ id: bookings.id }).from(bookings).where(ofGuest(teamId, guestId));
  const about = tx
    .select({ id: teamEvents.id })
    .from(teamEvents)
    .where(
      and(
        eq(teamEvents.teamId, teamId),
        or(sql`${teamEvents.data} ->> 'guest_id' = ${guestId}`, inArray(teamEvents.bookingId, ids)),
      ),
    );
  const { responseBody, eventId } = webhookDeliveries;
  await tx
    .update(webhookDeliveries)
    .set({ responseBody: null })
    .where(and(eq(webhookDeliveries.teamId, teamId), isNotNull(responseBody), inArray(eventId, about)));
}

/** The events among these that are about a guest who has been erased, or about one of their bookings. */
export async function listEventsOfErased(
  tx: Transaction,
  teamId: number,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const guestId = sql`coalesce(${bookings.guestId}, (${teamEvents.data} ->> 'guest_id')::uuid)`;
  const rows = await tx
    .select({ id: teamEvents.id })
    .from(teamEvents)
    .leftJoin(bookings, and(eq(bookings.teamId, teamEvents.teamId), eq(bookings.id, teamEvents.bookingId)))
    .innerJoin(guests, and(eq(guests.teamId, teamEvents.teamId), eq(guests.id, guestId)))
    .where(and(eq(teamEvents.teamId, teamId), anyOf(teamEvents.id, eventIds), isNotNull(guests.erasedAt)));
  return new Set(rows.map(({ id }) => id));
}

const ANSWERS_AT_A_TIME = 200;

/** One page of a team's stored answers: those after a key. */
export async function listStoredAnswers(tx: Transaction, teamId: number, afterKey: string) {
  const { idempotencyKey: key, responseBody: body } = idempotencyRecords;
  return tx
    .select({ key, body })
    .from(idempotencyRecords)
    .where(and(eq(idempotencyRecords.teamId, teamId), gt(key, afterKey), isNotNull(body)))
    .orderBy(asc(key))
    .limit(ANSWERS_AT_A_TIME);
}

/**
 * Drops stored answers. Their keys stay used. An answer that another write has locked has expired, and that write or
 * the sweep removes it. It is not waited for, because the other write may wait for the guest.
 */
export async function dropAnswers(tx: Transaction, teamId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { idempotencyKey: key } = idempotencyRecords;
  const locked = await tx
    .select({ key })
    .from(idempotencyRecords)
    .where(and(eq(idempotencyRecords.teamId, teamId), anyOf(key, keys)))
    .for('no key update', { skipLocked: true });
  const lockedKeys = locked.map((record) => record.key);
  await tx
    .update(idempotencyRecords)
    .set({ responseBody: null })
    .where(and(eq(idempotencyRecords.teamId, teamId), anyOf(key, lockedKeys)));
}

/** The guests among these who have been erased. */
export async function listErasedGuests(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.teamId, teamId), anyOf(guests.id, [...new Set(ids)]), isNotNull(guests.erasedAt)));
  return new Set(rows.map(({ id }) => id));
}

const GUESTS_AT_A_TIME = 100;

/** One page of a team's guests, by id, whose last stay ended before a date. Guests without a stay are left out. */
export async function listGuestsNotSeenSince(
  db: Executor,
  teamId: number,
  { date, after }: { date: string; after: string | null },
): Promise<string[]> {
  const rows = await db
    .select({ id: guests.id })
    .from(guests)
    .innerJoin(bookings, and(eq(bookings.teamId, guests.teamId), eq(bookings.guestId, guests.id)))
    .where(
      and(
        eq(guests.teamId, teamId),
        isNull(guests.erasedAt),
        after === null ? undefined : gt(guests.id, after),
      ),
    )
    .groupBy(guests.id)
    .having(lt(sql`max(${bookings.checkOut})`, date))
    .orderBy(asc(guests.id))
    .limit(GUESTS_AT_A_TIME);
  return rows.map(({ id }) => id);
}
