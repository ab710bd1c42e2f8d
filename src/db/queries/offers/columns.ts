/** What decides whether a stay can be booked, and its price. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CancellationPolicy } from '../../../domain/cancellation.ts';
import type { RatesAndStayRules } from '../../../domain/pricing/nightly-rates.ts';
import type { ListingStatus, ReseatingMode } from '../../../domain/vocabulary.ts';
import { dayOverrides, listings, seasons } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { building, MAX_PETS_SQL } from '../listings/site-listings.ts';
import { columnsExcept } from '../statements.ts';

const ratesAndRulesColumns = {
  nightlyCents: listings.nightlyCents,
  weekendNightlyCents: listings.weekendNightlyCents,
  weekendDays: listings.weekendDays,
  includedGuests: listings.includedGuests,
  extraGuestNightlyCents: listings.extraGuestNightlyCents,
  extraChildNightlyCents: listings.extraChildNightlyCents,
  maxGuests: listings.maxGuests,
  maxChildren: listings.maxChildren,
  maxInfants: listings.maxInfants,
  maxPets: MAX_PETS_SQL,
  minStay: listings.minStay,
  maxStay: listings.maxStay,
  advanceNoticeDays: listings.advanceNoticeDays,
  bookingWindowDays: listings.bookingWindowDays,
  preparationDays: listings.preparationDays,
} satisfies Record<keyof RatesAndStayRules, PgColumn | SQL>;

/** With the terms from building and team, for a query that joins all three. */
export const listingOfferColumns = {
  id: listings.id,
  publicTitle: listings.publicTitle,
  kind: listings.kind,
  status: listings.status,
  wholeBuildingBookable: listings.wholeBuildingBookable,
  currency: listings.currency,
  timezone: listings.timezone,
  ...ratesAndRulesColumns,
  ownPolicy: listings.cancellationPolicy,
  buildingStatus: sql<ListingStatus | null>`${building.status}`,
  policyOfBuilding: sql<CancellationPolicy | null>`${building.cancellationPolicy}`,
  reseating: sql<ReseatingMode>`coalesce(${listings.reseating}, ${teams.reseating})`,
  unitFixedDays: teams.unitFixedDays,
};

export const seasonColumns = columnsExcept(seasons, 'teamId', 'listingId', 'name');
export const dayOverrideColumns = columnsExcept(dayOverrides, 'teamId', 'listingId');
