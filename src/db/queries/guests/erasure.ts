/** What a team stores about a guest outside the guest's own row (docs/rules.md, 19.3). */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Billing } from '../../../domain/folio/invoice-document.ts';
import type { Executor, Transaction } from '../../client.ts';
import { blocks, bookings } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { guests } from '../../schema/guests.ts';
import { idempotencyRecords } from '../../schema/idempotency.ts';
import { teamEvents } from '../../schema/team-events.ts';
import { lockBookingsWhere } from '../bookings/writes.ts';
import { updateRows } from '../bulk.ts';
import { type buildEmptyRow, isAnyOf, matches } from '../statements.ts';

const isBookingOfGuest = (teamId: number, guestId: string) => matches(bookings, { teamId, guestId });
const isBookingOfEvent = and(eq(bookings.teamId, teamEvents.teamId), eq(bookings.id, teamEvents.bookingId));

export const lockBookingsOfGuest = (tx: Transaction, teamId: number, guestId: string) =>
  lockBookingsWhere(tx, isBookingOfGuest(teamId, guestId));

/** Open matters prevent an erasure. What a cancelled booking owes of its fee does not. */
export async function countOpenMatters(tx: Transaction, teamId: number, guestId: string) {
  const ids = tx.select({ id: bookings.id }).from(bookings).where(isBookingOfGuest(teamId, guestId));
  const isOpen = and(isBookingOfGuest(teamId, guestId), inArray(bookings.status, ['pending', 'confirmed']));
  const isHeld = matches(securityDeposits, { teamId, status: 'held' });
  const isScheduled = matches(payments, { teamId, status: 'scheduled' });
  const owing = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isBookingOfGuest(teamId, guestId), ne(bookings.status, 'cancelled')));
  return {
    bookings: await tx.$count(bookings, isOpen),
    deposits: await tx.$count(securityDeposits, and(isHeld, inArray(securityDeposits.bookingId, ids))),
    payments: await tx.$count(payments, and(isScheduled, inArray(payments.bookingId, owing))),
  };
}

type ClearedTexts = { cleared: Partial<ReturnType<typeof buildEmptyRow<typeof bookings>>>; updatedAt: Date };

export const clearBookingTextsOfGuest = (
  tx: Transaction,
  teamId: number,
  guestId: string,
  { cleared, updatedAt }: ClearedTexts,
) => {
  const hasText = or(
    ...(Object.keys(cleared) as (keyof typeof cleared)[]).map((column) => isNotNull(bookings[column])),
  );
  return tx
    .update(bookings)
    .set({ ...cleared, updatedAt })
    .where(and(isBookingOfGuest(teamId, guestId), hasText));
};

function hasTextOfGuest(teamId: number, guestId: string) {
  const isOfGuest = sql`exists (select from ${bookings} where ${isBookingOfGuest(teamId, guestId)}
    and ${bookings.feedId} = ${blocks.feedId} and ${bookings.feedUid} = ${blocks.uid})`;
  const hasText = or(isNotNull(blocks.summary), isNotNull(blocks.description), isNotNull(blocks.link));
  return and(eq(blocks.teamId, teamId), isNotNull(blocks.feedId), hasText, isOfGuest);
}

export const lockBlocksWithTextOfGuest = (tx: Transaction, teamId: number, guestId: string) =>
  tx
    .select({ id: blocks.id })
    .from(blocks)
    .where(hasTextOfGuest(teamId, guestId))
    .orderBy(asc(blocks.id))
    .for('update');

/** Returns the blocks of events that are the guest's bookings. */
export const clearBlockTextsOfGuest = (tx: Transaction, teamId: number, guestId: string, updatedAt: Date) =>
  tx
    .update(blocks)
    .set({ summary: null, description: null, link: null, updatedAt })
    .where(hasTextOfGuest(teamId, guestId))
    .returning({ id: blocks.id, listingId: blocks.listingId, unitId: blocks.unitId });

export function clearInvoicesOfGuest(tx: Transaction, teamId: number, guestId: string) {
  const ids = tx.select({ id: bookings.id }).from(bookings).where(isBookingOfGuest(teamId, guestId));
  const cleared = { billingName: null, billingAddress: null } satisfies Record<keyof Billing, null>;
  const hasAddressee = sql`(${invoices.document} ->> 'billingName' is not null
    or ${invoices.document} ->> 'billingAddress' is not null or ${invoices.document} ? 'guestName')`;
  return tx
    .update(invoices)
    .set({ document: sql`${invoices.document} - 'guestName' || ${JSON.stringify(cleared)}::jsonb` })
    .where(and(matches(invoices, { teamId }), inArray(invoices.bookingId, ids), hasAddressee));
}

export const listEventDetailsOfGuest = (tx: Transaction, teamId: number, guestId: string) =>
  tx
    .select({
      id: teamEvents.id,
      details: sql<Record<string, unknown>>`coalesce(${teamEvents.details}, '{}')`,
    })
    .from(teamEvents)
    .innerJoin(bookings, isBookingOfEvent)
    .where(and(eq(teamEvents.teamId, teamId), isBookingOfGuest(teamId, guestId)));

type EventDetails = Awaited<ReturnType<typeof listEventDetailsOfGuest>>[number];
export async function updateEventDetails(tx: Transaction, teamId: number, rows: readonly EventDetails[]) {
  if (rows.length === 0) return;
  await updateRows(tx, teamId, teamEvents, { rows });
}

/** Also events about their bookings. */
export async function findErasedGuestEventIds(tx: Transaction, teamId: number, eventIds: readonly string[]) {
  const guestId = sql`coalesce(${bookings.guestId}, (${teamEvents.data} ->> 'guest_id')::uuid)`;
  const rows = await tx
    .select({ id: teamEvents.id })
    .from(teamEvents)
    .leftJoin(bookings, isBookingOfEvent)
    .innerJoin(guests, and(eq(guests.teamId, teamEvents.teamId), eq(guests.id, guestId)))
    .where(and(eq(teamEvents.teamId, teamId), isAnyOf(teamEvents.id, eventIds), isNotNull(guests.erasedAt)));
  return new Set(rows.map(({ id }) => id));
}

const ANSWERS_PER_PAGE = 200;

/** By key. */
export function listIdempotentAnswers(tx: Transaction, teamId: number, afterKey: string) {
  const { idempotencyKey: key, responseBody: body } = idempotencyRecords;
  return tx
    .select({ key, body })
    .from(idempotencyRecords)
    .where(and(matches(idempotencyRecords, { teamId }), gt(key, afterKey), isNotNull(body)))
    .orderBy(asc(key))
    .limit(ANSWERS_PER_PAGE);
}

/**
 * Deletes answers that may contain a guest's data, but keeps their keys as used. Waits for a request that has
 * locked an answer to repeat it. Expired answers that are locked are skipped: they will be deleted anyway,
 * and the request that locks one may itself be waiting for the guest's row.
 */
export async function dropIdempotentAnswers(
  tx: Transaction,
  teamId: number,
  keys: readonly string[],
  expiredBefore: Date,
): Promise<void> {
  if (keys.length === 0) return;
  const { idempotencyKey: key, createdAt } = idempotencyRecords;
  const isOneOf = (keys: readonly string[]) =>
    and(matches(idempotencyRecords, { teamId }), isAnyOf(key, keys));
  const expired = await tx
    .select({ key })
    .from(idempotencyRecords)
    .where(and(isOneOf(keys), lte(createdAt, expiredBefore)))
    .for('no key update', { skipLocked: true });
  const drop = (which: SQL | undefined) =>
    tx.update(idempotencyRecords).set({ responseBody: null }).where(which);
  await drop(isOneOf(expired.map((record) => record.key)));
  await drop(and(isOneOf(keys), gt(createdAt, expiredBefore)));
}

export async function listErasedGuestIds(tx: Transaction, teamId: number, ids: readonly string[]) {
  const rows = await tx
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.teamId, teamId), isAnyOf(guests.id, [...new Set(ids)]), isNotNull(guests.erasedAt)));
  return new Set(rows.map(({ id }) => id));
}

const GUESTS_PER_PAGE = 100;

/** By id. Guests without any stay are left out. */
export async function listGuestIdsNotSeenSince(
  db: Executor,
  teamId: number,
  { date, after }: { date: string; after: string | null },
): Promise<string[]> {
  const rows = await db
    .select({ id: guests.id })
    .from(guests)
    .innerJoin(bookings, and(eq(bookings.teamId, guests.teamId), eq(bookings.guestId, guests.id)))
    .where(
      and(matches(guests, { teamId }), isNull(guests.erasedAt), after ? gt(guests.id, after) : undefined),
    )
    .groupBy(guests.id)
    .having(lt(sql`max(${bookings.checkOut})`, date))
    .orderBy(asc(guests.id))
    .limit(GUESTS_PER_PAGE);
  return rows.map(({ id }) => id);
}
