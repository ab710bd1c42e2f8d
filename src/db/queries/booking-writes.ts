import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm';
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
  type: EventType;
  actor: { type: ActorType; name: string | null };
  data: Record<string, unknown>;
  createdAt: Date;
};

const storeEvent = prepared((db) => {
  const of = (name: string) => sql`${sql.placeholder(name)}`;
  return db.insert(bookingEvents).values({
    teamId: of('teamId'),
    bookingId: of('bookingId'),
    number: sql`(select coalesce(max(number), 0) + 1 from booking_events
      where team_id = ${of('teamId')} and booking_id = ${of('bookingId')})`,
    id: of('id'),
    type: of('type'),
    actorType: of('actorType'),
    actorName: of('actorName'),
    data: of('data'),
    createdAt: of('createdAt'),
  });
});

/** Writes what happened to a booking, whose row the caller has locked: that keeps the events' numbers apart. */
export async function insertEvent(tx: Transaction, teamId: number, event: NewEvent): Promise<void> {
  const { actor, data, createdAt, ...row } = event;
  await storeEvent(tx, {
    teamId,
    ...row,
    actorType: actor.type,
    actorName: actor.name,
    data: JSON.stringify(data),
    createdAt: createdAt.toISOString(),
  });
}

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
