/** The stays that may move to other units to make room, and their moves (contract, section 20). */
import { and, eq } from 'drizzle-orm';
import { STATUSES_THAT_MAKE_ROOM } from '../../domain/booking.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import type { Executor, Transaction } from '../client.ts';
import { bookings, occupancies } from '../schema/bookings.ts';
import { statement } from '../statement.ts';
import { anyOf } from './any-of.ts';
import type { BookingRecord } from './booking-writes.ts';

/** Its dates, the booking that takes it (null for a block), and whether the booking and its status let it move. */
export type StayOfUnit = [startDate: string, endDate: string, bookingId: string | null, mayMove: boolean];
export type UnitNights = NightSpan & { unitId: string };

const staysOfUnits = statement<
  [teamId: number, unitIds: string[], startDates: string[], endDates: string[], now: string],
  { place: number; text: string }
>(`
  select w.place::int as place,
    json_agg(json_build_array(o.start_date, o.end_date, o.booking_id, b.id is not null))::text as text
  from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as w (unit_id, start_date, end_date, place)
  join occupancies as o on o.team_id = $1 and o.unit_id = w.unit_id
    and daterange(o.start_date, o.end_date, '[)') && daterange(w.start_date, w.end_date, '[)')
    and (o.expires_at is null or o.expires_at > $5)
  left join bookings as b on b.team_id = $1 and b.id = o.booking_id
    and b.status in (${STATUSES_THAT_MAKE_ROOM.map((status) => `'${status}'`).join(', ')}) and not b.whole_building and not b.unit_pinned
  group by w.place`);

/**
 * For each unit and span, what takes the unit on any of these nights. They come as JSON texts with their places in the
 * list, from 1, because a year of a large listing has thousands of stays. Lapsed holds are left out.
 */
export const listStaysOfUnits = (db: Executor, teamId: number, wanted: readonly UnitNights[], now: Date) =>
  staysOfUnits(
    db,
    teamId,
    wanted.map(({ unitId }) => unitId),
    wanted.map(({ startDate }) => startDate),
    wanted.map(({ endDate }) => endDate),
    now.toISOString(),
  );

/**
 * Locks those of these bookings that nobody else has locked, without waiting: their writers may be waiting for the
 * units that the caller has locked.
 */
export const lockBookingsIfFree = (
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<BookingRecord[]> =>
  tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), anyOf(bookings.id, ids)))
    .for('update', { skipLocked: true });

/** Frees the nights of several bookings. */
export async function deleteOccupanciesOfBookings(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<void> {
  await tx.delete(occupancies).where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.bookingId, ids)));
}

/** Sets the units of bookings whose rows are locked. */
export async function updateUnitsOfBookings(
  tx: Transaction,
  teamId: number,
  moves: readonly { bookingId: string; unitId: string }[],
  now: Date,
): Promise<void> {
  await unitsOfBookings(
    tx,
    teamId,
    moves.map(({ bookingId }) => bookingId),
    moves.map(({ unitId }) => unitId),
    now.toISOString(),
  );
}

const unitsOfBookings = statement<
  [teamId: number, bookingIds: string[], unitIds: string[], now: string],
  never
>(`
  update bookings set unit_id = m.unit_id, updated_at = $4
  from unnest($2::uuid[], $3::uuid[]) as m (booking_id, unit_id)
  where bookings.team_id = $1 and bookings.id = m.booking_id`);
