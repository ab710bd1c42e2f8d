/**
 * The reads of an export, in the order of a team file. They run in one transaction that sees a single moment. Large
 * collections are read page by page.
 */
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Transaction } from '../../client.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { coupons, discounts, fees, taxes } from '../../schema/charges.ts';
import { guests } from '../../schema/guests.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../schema/listings.ts';
import { memberships, people, teams, tokens } from '../../schema/teams.ts';
import { anyOf } from '../any-of.ts';
import { listingOfBlock, unitOfBlock } from '../joins.ts';
import { loadFolios } from './team-file-bookings.ts';

export async function findTeamRecordBySlug(tx: Transaction, slug: string) {
  const [row] = await tx.select().from(teams).where(eq(teams.slug, slug));
  return row ?? null;
}

export function listMemberRecords(tx: Transaction, teamId: number) {
  return tx
    .select({
      email: people.email,
      emailKey: people.emailKey,
      name: people.name,
      passwordHash: people.passwordHash,
      joinedAt: memberships.createdAt,
      updatedAt: people.updatedAt,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.teamId, teamId))
    .orderBy(asc(people.email));
}

export function listSealedTokens(tx: Transaction, teamId: number) {
  return tx
    .select({
      id: tokens.id,
      name: tokens.name,
      scope: tokens.scope,
      ciphertext: tokens.ciphertext,
      keyId: tokens.keyId,
      createdByEmail: tokens.createdByEmail,
      createdAt: tokens.createdAt,
    })
    .from(tokens)
    .where(and(eq(tokens.teamId, teamId), isNull(tokens.revokedAt)))
    .orderBy(asc(tokens.name));
}

export async function listChargeRecords(tx: Transaction, teamId: number) {
  return {
    fees: await tx.select().from(fees).where(eq(fees.teamId, teamId)).orderBy(asc(fees.code)),
    taxes: await tx.select().from(taxes).where(eq(taxes.teamId, teamId)).orderBy(asc(taxes.code)),
    discounts: await tx
      .select()
      .from(discounts)
      .where(eq(discounts.teamId, teamId))
      .orderBy(asc(discounts.code)),
    coupons: await tx.select().from(coupons).where(eq(coupons.teamId, teamId)).orderBy(asc(coupons.code)),
  };
}

/** The names by which other entries refer to listings, units and coupons. */
export async function listNames(tx: Transaction, teamId: number) {
  return {
    listings: await tx
      .select({
        id: listings.id,
        slug: listings.slug,
        buildingId: listings.buildingId,
        currency: listings.currency,
      })
      .from(listings)
      .where(eq(listings.teamId, teamId))
      .orderBy(asc(listings.slug)),
    units: await tx
      .select({ id: units.id, listingId: units.listingId, name: units.name, active: units.active })
      .from(units)
      .where(eq(units.teamId, teamId))
      .orderBy(asc(units.name)),
    coupons: await tx
      .select({ key: coupons.codeKey, code: coupons.code })
      .from(coupons)
      .where(eq(coupons.teamId, teamId)),
  };
}
export type NameRows = Awaited<ReturnType<typeof listNames>>;

/** Listings by their ids, with their parts. */
export async function loadListings(tx: Transaction, teamId: number, ids: readonly string[]) {
  const of = (table: typeof units | typeof photos | typeof seasons | typeof dayOverrides) =>
    and(eq(table.teamId, teamId), anyOf(table.listingId, ids));
  return {
    listings: await tx
      .select()
      .from(listings)
      .where(and(eq(listings.teamId, teamId), anyOf(listings.id, ids)))
      .orderBy(asc(listings.slug)),
    units: await tx.select().from(units).where(of(units)).orderBy(asc(units.name)),
    photos: await tx.select().from(photos).where(of(photos)).orderBy(asc(photos.sortOrder), asc(photos.id)),
    seasons: await tx.select().from(seasons).where(of(seasons)).orderBy(asc(seasons.startDate)),
    days: await tx.select().from(dayOverrides).where(of(dayOverrides)).orderBy(asc(dayOverrides.date)),
  };
}
export type ListingPage = Awaited<ReturnType<typeof loadListings>>;

export function listGuestKeys(tx: Transaction, teamId: number) {
  return tx.select({ id: guests.id, email: guests.email }).from(guests).where(eq(guests.teamId, teamId));
}

export function loadGuests(tx: Transaction, teamId: number, ids: readonly string[]) {
  return tx
    .select()
    .from(guests)
    .where(and(eq(guests.teamId, teamId), anyOf(guests.id, ids)));
}

export function listBlockRows(tx: Transaction, teamId: number) {
  return tx
    .select({
      id: blocks.id,
      listing: listings.slug,
      unit: units.name,
      startDate: blocks.startDate,
      endDate: blocks.endDate,
      reason: blocks.reason,
      source: blocks.source,
      uid: blocks.uid,
      createdAt: blocks.createdAt,
    })
    .from(blocks)
    .innerJoin(listings, listingOfBlock)
    .innerJoin(units, unitOfBlock)
    .where(eq(blocks.teamId, teamId))
    .orderBy(asc(listings.slug), asc(units.name), asc(blocks.startDate));
}

/** The bookings after a confirmation code, with their folios and events. Pass '' for the first page. */
export async function loadBookingsAfter(tx: Transaction, teamId: number, code: string, limit: number) {
  const page = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.teamId, teamId), gt(bookings.confirmationCode, code)))
    .orderBy(asc(bookings.confirmationCode))
    .limit(limit);
  const ids = page.map(({ id }) => id);
  const wholeIds = page.flatMap(({ id, wholeBuilding }) => (wholeBuilding ? [id] : []));
  const guestIds = [...new Set(page.map(({ guestId }) => guestId))];
  return {
    bookings: page,
    guests: await tx
      .select({ id: guests.id, email: guests.email })
      .from(guests)
      .where(and(eq(guests.teamId, teamId), anyOf(guests.id, guestIds))),
    ...(await loadFolios(tx, teamId, ids)),
    heldUnits: await tx
      .select({ bookingId: occupancies.bookingId, unitId: occupancies.unitId })
      .from(occupancies)
      .where(and(eq(occupancies.teamId, teamId), anyOf(occupancies.bookingId, wholeIds))),
  };
}
export type BookingPage = Awaited<ReturnType<typeof loadBookingsAfter>>;
