/** What an import reads of a team, in whole rows: it compares them with the file's and stores those that differ. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../client.ts';
import { blocks, bookingEvents, bookings, occupancies } from '../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../schema/charges.ts';
import { invoices, payments, securityDeposits } from '../schema/folio.ts';
import { guests } from '../schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../schema/listings.ts';
import { memberships, people, teams, tokens } from '../schema/teams.ts';
import { anyOf } from './any-of.ts';
import { inOrderOfPlan } from './folio.ts';

export type TeamRecord = typeof teams.$inferSelect;
export type PersonRecord = typeof people.$inferSelect;
export type MembershipRecord = typeof memberships.$inferSelect;
export type TokenRecord = typeof tokens.$inferSelect;
export type ListingRecord = typeof listings.$inferSelect;
export type UnitRecord = typeof units.$inferSelect;
export type PhotoRecord = typeof photos.$inferSelect;
export type SeasonRecord = typeof seasons.$inferSelect;
export type DayOverrideRecord = typeof dayOverrides.$inferSelect;
export type FeeRecord = typeof fees.$inferSelect;
export type TaxRecord = typeof taxes.$inferSelect;
export type DiscountRecord = typeof discounts.$inferSelect;
export type CouponRecord = typeof coupons.$inferSelect;
export type GuestRecord = typeof guests.$inferSelect;
export type BookingRecord = typeof bookings.$inferSelect;
export type BlockRecord = typeof blocks.$inferSelect;
export type OccupancyRecord = typeof occupancies.$inferSelect;
export type EventRecord = typeof bookingEvents.$inferSelect;
export type PaymentRecord = typeof payments.$inferSelect;
export type InvoiceRecord = typeof invoices.$inferSelect;
export type DepositRecord = typeof securityDeposits.$inferSelect;

/**
 * The team of that slug, its row locked so that two imports of one team follow each other; made where there is none.
 * A refused import takes the new row back with its transaction.
 */
export async function lockOrInsertTeam(
  tx: Transaction,
  team: Omit<TeamRecord, 'id'>,
): Promise<{ stored: TeamRecord; isNew: boolean }> {
  const [inserted] = await tx
    .insert(teams)
    .values(team)
    .onConflictDoNothing({ target: teams.slug })
    .returning();
  if (inserted) return { stored: inserted, isNew: true };
  const [stored] = await tx.select().from(teams).where(eq(teams.slug, team.slug)).for('no key update');
  if (!stored) throw new Error('A team vanished while it was imported.');
  return { stored, isNew: false };
}

export async function updateTeam(tx: Transaction, { id, ...team }: TeamRecord): Promise<void> {
  await tx.update(teams).set(team).where(eq(teams.id, id));
}

/** People with these emails (in lower case), in whatever teams they are. */
export function listPeopleByEmail(tx: Transaction, emailKeys: readonly string[]): Promise<PersonRecord[]> {
  return tx.select().from(people).where(anyOf(people.emailKey, emailKeys));
}

export async function listMembers(tx: Transaction, teamId: number) {
  return tx
    .select({
      personId: memberships.personId,
      emailKey: people.emailKey,
      email: people.email,
      name: people.name,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.teamId, teamId));
}
export type MemberRecord = Awaited<ReturnType<typeof listMembers>>[number];

export function listLiveTokenRecords(tx: Transaction, teamId: number): Promise<TokenRecord[]> {
  return tx
    .select()
    .from(tokens)
    .where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)));
}

/** Live tokens of any team with one of these hashes: who has them is not to be told. */
export function listTokensByHash(tx: Transaction, hashes: readonly string[]) {
  return tx
    .select({ id: tokens.id, tokenHash: tokens.tokenHash })
    .from(tokens)
    .where(and(anyOf(tokens.tokenHash, hashes), isNull(tokens.revokedAt)));
}

/** What of a team an import always looks at, since entries refer to it: its listings, units and charges. */
export async function loadCatalogue(tx: Transaction, teamId: number) {
  return {
    listings: await tx.select().from(listings).where(eq(listings.teamId, teamId)),
    units: await tx.select().from(units).where(eq(units.teamId, teamId)),
    fees: await tx.select().from(fees).where(eq(fees.teamId, teamId)),
    taxes: await tx.select().from(taxes).where(eq(taxes.teamId, teamId)),
    discounts: await tx.select().from(discounts).where(eq(discounts.teamId, teamId)),
    coupons: await tx.select().from(coupons).where(eq(coupons.teamId, teamId)),
  };
}
export type Catalogue = Awaited<ReturnType<typeof loadCatalogue>>;

/** Photos, seasons and day overrides of these listings. */
export async function loadListingParts(
  tx: Transaction,
  teamId: number,
  ids: { photos: readonly string[]; seasons: readonly string[]; days: readonly string[] },
) {
  const of = (table: typeof photos | typeof seasons | typeof dayOverrides, listingIds: readonly string[]) =>
    and(eq(table.teamId, teamId), anyOf(table.listingId, listingIds));
  return {
    photos: await tx.select().from(photos).where(of(photos, ids.photos)).orderBy(photos.sortOrder, photos.id),
    seasons: await tx.select().from(seasons).where(of(seasons, ids.seasons)),
    days: await tx.select().from(dayOverrides).where(of(dayOverrides, ids.days)),
  };
}
export type ListingParts = Awaited<ReturnType<typeof loadListingParts>>;

/** Guests with these emails (in lower case) or ids, locked, so that nobody changes them before the import does. */
export function lockGuestRecords(
  tx: Transaction,
  teamId: number,
  emailKeys: readonly string[],
  ids: readonly string[],
): Promise<GuestRecord[]> {
  return tx
    .select()
    .from(guests)
    .where(and(eq(guests.teamId, teamId), or(anyOf(guests.emailKey, emailKeys), anyOf(guests.id, ids))))
    .orderBy(guests.id)
    .for('no key update');
}

/**
 * Bookings with these codes or ids, locked, always in the same order, so that neither they nor what belongs to them
 * changes before the import has written.
 */
export function lockBookingRecords(
  tx: Transaction,
  teamId: number,
  codes: readonly string[],
  ids: readonly string[],
): Promise<BookingRecord[]> {
  return tx
    .select()
    .from(bookings)
    .where(
      and(eq(bookings.teamId, teamId), or(anyOf(bookings.confirmationCode, codes), anyOf(bookings.id, ids))),
    )
    .orderBy(bookings.id)
    .for('no key update');
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

/** What takes these units, by whom: a booking's code or a block's reason says so in a problem. */
export function listOccupancies(tx: Transaction, teamId: number, unitIds: readonly string[]) {
  return tx
    .select({
      unitId: occupancies.unitId,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: occupancies.bookingId,
      blockId: occupancies.blockId,
      confirmationCode: bookings.confirmationCode,
    })
    .from(occupancies)
    .leftJoin(bookings, and(eq(bookings.teamId, occupancies.teamId), eq(bookings.id, occupancies.bookingId)))
    .where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.unitId, unitIds)));
}
export type StoredOccupancy = Awaited<ReturnType<typeof listOccupancies>>[number];

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
