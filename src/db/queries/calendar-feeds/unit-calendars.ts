/** The addresses of units' calendars, and what they hold (docs/rules.md, 18.1). */
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { NightSpan } from '../../../domain/inventory.ts';
import type { Executor, Transaction } from '../../client.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { calendarAddresses } from '../../schema/calendar-feeds.ts';
import { listings, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { isListingOfUnit } from '../joins.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';

export type CalendarAddressRecord = typeof calendarAddresses.$inferSelect;

export async function findUnitIdByCalendarAddress(db: Executor, teamId: number, hashes: readonly string[]) {
  const { unitId, secretHash } = calendarAddresses;
  const hasHash = and(matches(calendarAddresses, { teamId }), isAnyOf(secretHash, hashes));
  return (await firstRow(db.select({ unitId }).from(calendarAddresses).where(hasHash)))?.unitId ?? null;
}

export const findCalendarAddress = (db: Executor, teamId: number, unitId: string) =>
  firstRow(db.select().from(calendarAddresses).where(matches(calendarAddresses, { teamId, unitId })));

export const insertCalendarAddress = (tx: Transaction, address: CalendarAddressRecord) =>
  tx.insert(calendarAddresses).values(address);

/** Deletes the addresses of units, and returns how many there were. */
export async function deleteCalendarAddresses(tx: Transaction, teamId: number, unitIds: readonly string[]) {
  if (unitIds.length === 0) return 0;
  const { unitId } = calendarAddresses;
  const isOfUnits = and(matches(calendarAddresses, { teamId }), isAnyOf(unitId, unitIds));
  return (await tx.delete(calendarAddresses).where(isOfUnits).returning({ unitId })).length;
}

/** A unit with its listing's title and time zone, and whether the team's calendars show requests from its site. */
export const findUnitOfCalendar = (db: Executor, teamId: number, id: string) =>
  firstRow(
    db
      .select({
        name: units.name,
        title: listings.publicTitle,
        timezone: listings.timezone,
        showsRequests: teams.calendarsShowRequests,
      })
      .from(units)
      .innerJoin(teams, eq(teams.id, units.teamId))
      .innerJoin(listings, isListingOfUnit)
      .where(matches(units, { teamId, id })),
  );

type UnitCalendarSpan = NightSpan & { withImported: boolean; showsRequests: boolean; now: Date };

/**
 * What takes a unit at this moment on any night of a span, by its first night. Without `withImported`, only what was
 * made here. Without `showsRequests`, no pending bookings from the booking site.
 */
export function listCalendarEntries(
  db: Executor,
  teamId: number,
  unitId: string,
  { startDate, endDate, withImported, showsRequests, now }: UnitCalendarSpan,
) {
  return db
    .select({
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: occupancies.bookingId,
      blockId: occupancies.blockId,
      checkOut: bookings.checkOut,
      changedAt:
        sql<Date>`coalesce(${occupancies.changedAt}, ${bookings.updatedAt}, ${blocks.createdAt})`.mapWith(
          occupancies.changedAt,
        ),
    })
    .from(occupancies)
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId)))
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, occupancies.blockId)))
    .where(
      and(
        matches(occupancies, { teamId, unitId }),
        lt(occupancies.startDate, endDate),
        gt(occupancies.endDate, startDate),
        or(isNull(occupancies.expiresAt), gt(occupancies.expiresAt, now)),
        withImported ? undefined : isNull(blocks.source),
        showsRequests ? undefined : isNotSiteRequest,
      ),
    )
    .orderBy(asc(occupancies.startDate));
}

/** A block has no booking, so none of its columns. */
const isNotSiteRequest = or(
  isNull(bookings.id),
  ne(bookings.status, 'pending'),
  ne(bookings.source, 'booking_site'),
);

export type CalendarEntry = Awaited<ReturnType<typeof listCalendarEntries>>[number];

export async function listCalendarAddressKeyIdsOfAnyTeam(db: Executor): Promise<string[]> {
  const rows = await db.selectDistinct({ keyId: calendarAddresses.keyId }).from(calendarAddresses);
  return rows.map(({ keyId }) => keyId);
}

export const listCalendarAddressesUnderAnotherKey = (db: Executor, keyId: string, limit: number) =>
  db.select().from(calendarAddresses).where(ne(calendarAddresses.keyId, keyId)).limit(limit);

export const updateCalendarAddressKey = (
  tx: Transaction,
  { teamId, unitId, ...columns }: Omit<CalendarAddressRecord, 'createdAt'>,
) => tx.update(calendarAddresses).set(columns).where(matches(calendarAddresses, { teamId, unitId }));
