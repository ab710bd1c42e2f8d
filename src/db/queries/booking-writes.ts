import { and, asc, eq, gt, lte, max, or, sql } from 'drizzle-orm';
import type { ActorType, EventType } from '../../domain/vocabulary.ts';
import type { Executor, Transaction } from '../client.ts';
import { prepared, preparedInsert } from '../prepared.ts';
import { bookingEvents, bookings, occupancies } from '../schema/bookings.ts';
import { coupons } from '../schema/charges.ts';
import { listings } from '../schema/listings.ts';

export type BookingRecord = typeof bookings.$inferSelect;
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

/** Locks a booking and answers it with what of its listing decides over its end. */
export async function lockBooking(tx: Transaction, teamId: number, id: string) {
  const [row] = await tx
    .select({
      booking: bookings,
      listing: { kind: listings.kind, timezone: listings.timezone, checkOutTime: listings.checkOutTime },
    })
    .from(bookings)
    .innerJoin(listings, and(eq(listings.teamId, bookings.teamId), eq(listings.id, bookings.listingId)))
    .where(and(eq(bookings.teamId, teamId), eq(bookings.id, id)))
    .for('update', { of: bookings });
  return row ?? null;
}

const storeBookings = preparedInsert(bookings, (db, rows) =>
  db
    .insert(bookings)
    .values(rows)
    .onConflictDoNothing({ target: [bookings.teamId, bookings.confirmationCode] })
    .returning({ id: bookings.id }),
);

/** Stores a new booking; false where its confirmation code is taken. */
export async function insertBooking(tx: Transaction, booking: BookingRecord): Promise<boolean> {
  return (await storeBookings(tx, [booking])).length > 0;
}

export async function updateBooking(
  tx: Transaction,
  teamId: number,
  id: string,
  changes: Partial<Omit<BookingRecord, 'teamId' | 'id'>>,
): Promise<void> {
  await tx
    .update(bookings)
    .set(changes)
    .where(and(eq(bookings.teamId, teamId), eq(bookings.id, id)));
}

/** The units that a booking holds. */
export async function listHeldUnitIds(tx: Transaction, teamId: number, bookingId: string): Promise<string[]> {
  const rows = await tx
    .select({ unitId: occupancies.unitId })
    .from(occupancies)
    .where(and(eq(occupancies.teamId, teamId), eq(occupancies.bookingId, bookingId)));
  return rows.map((row) => row.unitId);
}

const lockedCoupon = prepared((db) =>
  db
    .select({ codeKey: coupons.codeKey })
    .from(coupons)
    .where(
      and(eq(coupons.teamId, sql.placeholder('teamId')), eq(coupons.codeKey, sql.placeholder('codeKey'))),
    )
    .for('no key update'),
);

/** Locks a coupon, so that its redemptions stand still until the transaction is over. */
export async function lockCoupon(tx: Transaction, teamId: number, codeKey: string): Promise<void> {
  await lockedCoupon(tx, { teamId, codeKey });
}

export type NewEvent = {
  id: string;
  bookingId: string;
  isFirst: boolean;
  type: EventType;
  actor: { type: ActorType; name: string | null };
  data: Record<string, unknown>;
  createdAt: Date;
};

const storeEvents = preparedInsert(bookingEvents, (db, rows) => db.insert(bookingEvents).values(rows));

/** Writes a booking's first event, or its next one if the caller has locked its row: that keeps their numbers apart. */
export async function insertEvent(tx: Transaction, teamId: number, event: NewEvent): Promise<void> {
  const { actor, isFirst, ...row } = event;
  const number = isFirst ? 1 : (await findLastEventNumber(tx, { teamId, bookingId: row.bookingId })) + 1;
  await storeEvents(tx, [{ teamId, ...row, number, actorType: actor.type, actorName: actor.name }]);
}

/** A statement of its own: on a cluster nothing may be read while a row is inserted. */
async function findLastEventNumber(
  tx: Transaction,
  of: { teamId: number; bookingId: string },
): Promise<number> {
  const [row] = await lastEventNumber(tx, of);
  return row?.number ?? 0;
}
const lastEventNumber = prepared((db) =>
  db
    .select({ number: max(bookingEvents.number) })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.teamId, sql.placeholder('teamId')),
        eq(bookingEvents.bookingId, sql.placeholder('bookingId')),
      ),
    ),
);

export type DueBooking = Awaited<ReturnType<typeof listBookingsToComplete>>[number];

/** Confirmed bookings of any team whose check-out day has come somewhere, a page at a time, without locks. */
export function listBookingsToComplete(
  db: Executor,
  lastCheckOut: string,
  after: { checkOut: string; id: string } | null,
  limit: number,
) {
  const isAfter =
    after === null
      ? undefined
      : or(
          gt(bookings.checkOut, after.checkOut),
          and(eq(bookings.checkOut, after.checkOut), gt(bookings.id, after.id)),
        );
  return db
    .select({
      teamId: bookings.teamId,
      id: bookings.id,
      status: bookings.status,
      checkOut: bookings.checkOut,
      checkOutTime: listings.checkOutTime,
      timezone: listings.timezone,
    })
    .from(bookings)
    .innerJoin(listings, and(eq(listings.teamId, bookings.teamId), eq(listings.id, bookings.listingId)))
    .where(and(eq(bookings.status, 'confirmed'), lte(bookings.checkOut, lastCheckOut), isAfter))
    .orderBy(asc(bookings.checkOut), asc(bookings.id))
    .limit(limit);
}

/** Completes a booking that is still confirmed and ends on that day; false where somebody was there first. */
export async function completeBooking(
  tx: Transaction,
  teamId: number,
  booking: { id: string; checkOut: string },
  { completedAt, now }: { completedAt: Date; now: Date },
): Promise<boolean> {
  const completed = await tx
    .update(bookings)
    .set({ status: 'completed', completedAt, updatedAt: now })
    .where(
      and(
        eq(bookings.teamId, teamId),
        eq(bookings.id, booking.id),
        eq(bookings.status, 'confirmed'),
        eq(bookings.checkOut, booking.checkOut),
      ),
    )
    .returning({ id: bookings.id });
  return completed.length > 0;
}
