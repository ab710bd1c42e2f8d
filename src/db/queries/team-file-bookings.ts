/** What an import reads of a team's bookings, blocks and guests: it locks all of them first, and reads them page by page. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../client.ts';
import { blocks, bookingEvents, bookings, occupancies } from '../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../schema/folio.ts';
import { guests } from '../schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../schema/listings.ts';
import { anyOf } from './any-of.ts';
import { inOrderOfPlan } from './folio.ts';
import type { BlockRecord, BookingRecord, GuestRecord } from './team-file.ts';

/** Bookings by their codes or ids, as a file gives them. */
export type WantedBookings = { codes: readonly string[]; ids: readonly string[] };

const isWanted = (teamId: number, { codes, ids }: WantedBookings): SQL | undefined =>
  and(eq(bookings.teamId, teamId), or(anyOf(bookings.confirmationCode, codes), anyOf(bookings.id, ids)));

/**
 * Locks bookings, always in the same order, so that neither they nor what belongs to them changes before the import has
 * written. Returns the listings that they are in.
 */
export async function lockBookings(
  tx: Transaction,
  teamId: number,
  wanted: WantedBookings,
): Promise<{ listingIds: string[] }> {
  const locked = tx
    .$with('locked')
    .as(
      tx
        .select({ listingId: bookings.listingId })
        .from(bookings)
        .where(isWanted(teamId, wanted))
        .orderBy(bookings.id)
        .for('no key update'),
    );
  const rows = await tx.with(locked).selectDistinct({ listingId: locked.listingId }).from(locked);
  return { listingIds: rows.map(({ listingId }) => listingId) };
}

/** The units that these bookings hold. A unit type may have left the building that was booked since. */
export async function listUnitsHeldByBookings(
  tx: Transaction,
  teamId: number,
  wanted: WantedBookings,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ unitId: occupancies.unitId })
    .from(occupancies)
    .innerJoin(bookings, and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId)))
    .where(isWanted(teamId, wanted));
  return rows.map(({ unitId }) => unitId);
}

/** Locks guests by their emails (in lower case) or ids, so that nobody changes them before the import does. */
export function lockGuests(
  tx: Transaction,
  teamId: number,
  keys: { emailKeys: readonly string[]; ids: readonly string[] },
) {
  return tx
    .select({ id: guests.id, emailKey: guests.emailKey })
    .from(guests)
    .where(isGuest(teamId, keys))
    .orderBy(guests.id)
    .for('no key update');
}

const isGuest = (
  teamId: number,
  { emailKeys, ids }: { emailKeys: readonly string[]; ids: readonly string[] },
): SQL | undefined =>
  and(eq(guests.teamId, teamId), or(anyOf(guests.emailKey, emailKeys), anyOf(guests.id, ids)));

export function loadGuestRecords(
  tx: Transaction,
  teamId: number,
  keys: { emailKeys: readonly string[]; ids: readonly string[] },
): Promise<GuestRecord[]> {
  return tx.select().from(guests).where(isGuest(teamId, keys));
}

/** What of bookings decides over nights, and what they refer to. */
export function loadStayRecords(tx: Transaction, teamId: number, wanted: WantedBookings) {
  return tx
    .select({
      id: bookings.id,
      confirmationCode: bookings.confirmationCode,
      listingId: bookings.listingId,
      unitId: bookings.unitId,
      guestId: bookings.guestId,
      couponKey: bookings.couponKey,
      status: bookings.status,
      checkIn: bookings.checkIn,
      checkOut: bookings.checkOut,
      numberOfGuests: bookings.numberOfGuests,
      preparationDays: bookings.preparationDays,
    })
    .from(bookings)
    .where(isWanted(teamId, wanted));
}
export type StayRecord = Awaited<ReturnType<typeof loadStayRecords>>[number];

export function loadBookingRecords(
  tx: Transaction,
  teamId: number,
  ids: readonly string[],
): Promise<BookingRecord[]> {
  return tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), anyOf(bookings.id, ids)));
}

type RatedStay = { listingId: string; checkIn: string; checkOut: string };

/** The seasons of these stays' listings, and the day overrides on their nights. */
export async function loadRatesOfStays(tx: Transaction, teamId: number, stays: readonly RatedStay[]) {
  const listingIds = [...new Set(stays.map(({ listingId }) => listingId))];
  const wanted = JSON.stringify(
    stays.map(({ listingId, checkIn, checkOut }) => ({ listing_id: listingId, from: checkIn, to: checkOut })),
  );
  return {
    seasons: await tx
      .select()
      .from(seasons)
      .where(and(eq(seasons.teamId, teamId), anyOf(seasons.listingId, listingIds))),
    days: await tx
      .select()
      .from(dayOverrides)
      .where(
        and(
          eq(dayOverrides.teamId, teamId),
          anyOf(dayOverrides.listingId, listingIds),
          sql`exists (select from jsonb_to_recordset(${wanted}::jsonb) as stay (listing_id uuid, "from" date, "to" date)
            where stay.listing_id = ${dayOverrides.listingId}
              and ${dayOverrides.date} >= stay."from" and ${dayOverrides.date} < stay."to")`,
        ),
      ),
  };
}

/** The folios and events of these bookings. */
export async function loadFolios(tx: Transaction, teamId: number, bookingIds: readonly string[]) {
  const of = (table: typeof payments | typeof invoices | typeof securityDeposits | typeof bookingEvents) =>
    and(eq(table.teamId, teamId), anyOf(table.bookingId, bookingIds));
  return {
    payments: await tx
      .select()
      .from(payments)
      .where(of(payments))
      .orderBy(...inOrderOfPlan),
    invoices: await tx
      .select()
      .from(invoices)
      .where(of(invoices))
      .orderBy(invoices.issuedAt, invoices.number),
    deposits: await tx.select().from(securityDeposits).where(of(securityDeposits)),
    events: await tx.select().from(bookingEvents).where(of(bookingEvents)).orderBy(bookingEvents.number),
  };
}

/** A team's blocks, in the order in which a team file holds them. */
export async function listBlockRecords(tx: Transaction, teamId: number): Promise<BlockRecord[]> {
  const rows = await tx
    .select({ block: blocks })
    .from(blocks)
    .innerJoin(listings, and(eq(listings.teamId, blocks.teamId), eq(listings.id, blocks.listingId)))
    .innerJoin(units, and(eq(units.teamId, blocks.teamId), eq(units.id, blocks.unitId)))
    .where(eq(blocks.teamId, teamId))
    .orderBy(listings.slug, units.name, blocks.startDate);
  return rows.map(({ block }) => block);
}

/** What takes these units. */
export function listOccupancies(tx: Transaction, teamId: number, unitIds: readonly string[]) {
  return tx
    .select({
      unitId: occupancies.unitId,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: occupancies.bookingId,
      blockId: occupancies.blockId,
    })
    .from(occupancies)
    .where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.unitId, unitIds)));
}
export type StoredOccupancy = Awaited<ReturnType<typeof listOccupancies>>[number];

export function listBookingCodes(tx: Transaction, teamId: number, ids: readonly string[]) {
  return tx
    .select({ id: bookings.id, code: bookings.confirmationCode })
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), anyOf(bookings.id, ids)));
}

export async function deleteOccupancies(
  tx: Transaction,
  teamId: number,
  rows: readonly { unitId: string; startDate: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = JSON.stringify(
    rows.map(({ unitId, startDate }) => ({ unit_id: unitId, start_date: startDate })),
  );
  await tx.execute(
    sql`delete from ${occupancies} using jsonb_to_recordset(${keys}::jsonb) as gone (unit_id uuid, start_date date)
      where ${occupancies.teamId} = ${teamId}
        and ${occupancies.unitId} = gone.unit_id and ${occupancies.startDate} = gone.start_date`,
  );
}

type Owned = { id: string; parentId: string };

/** Of photos that are to be stored, the ids that are another listing's photo's. */
export function listClashingPhotoIds(
  tx: Transaction,
  teamId: number,
  rows: readonly Owned[],
): Promise<string[]> {
  return listIdsOfOthers(tx, teamId, photos, photos.listingId, rows);
}

const FOLIO_TABLES = {
  payments,
  invoices,
  security_deposit: securityDeposits,
  events: bookingEvents,
} as const;

/** Of one kind of part of bookings that are to be stored, the ids that are those of another booking's. */
export function listClashingFolioIds(
  tx: Transaction,
  teamId: number,
  part: keyof typeof FOLIO_TABLES,
  rows: readonly Owned[],
): Promise<string[]> {
  const table = FOLIO_TABLES[part];
  return listIdsOfOthers(tx, teamId, table, table.bookingId, rows);
}

async function listIdsOfOthers(
  tx: Transaction,
  teamId: number,
  table: typeof photos | (typeof FOLIO_TABLES)[keyof typeof FOLIO_TABLES],
  parent: PgColumn,
  rows: readonly Owned[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const wanted = JSON.stringify(rows.map(({ id, parentId }) => ({ id, parent_id: parentId })));
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .innerJoin(
      sql`jsonb_to_recordset(${wanted}::jsonb) as wanted (id uuid, parent_id uuid)`,
      sql`wanted.id = ${table.id}`,
    )
    .where(and(eq(table.teamId, teamId), sql`${parent} <> wanted.parent_id`));
  return found.map((row) => row.id);
}
