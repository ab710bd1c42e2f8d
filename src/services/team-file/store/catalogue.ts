import type { Transaction } from '../../../db/client.ts';
import { deleteRows, insertRows, upsertRows } from '../../../db/queries/bulk.ts';
import { type TeamRecord, type TokenRecord, updateTeam } from '../../../db/queries/team-file.ts';
import { coupons, discounts, fees, taxes } from '../../../db/schema/charges.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../db/schema/listings.ts';
import { memberships, people, tokens } from '../../../db/schema/teams.ts';
import { isBuilding } from '../../../domain/listing-kind.ts';
import type { PlannedCatalogue } from '../plan/catalogue.ts';
import { type ImportContext, isSound } from '../plan/context.ts';
import { type PlannedParts, planListingParts } from '../plan/listing-parts.ts';
import { type PlannedListing, touchListing } from '../plan/listings.ts';
import type { PlannedMembers } from '../plan/people.ts';

export type PlannedTeam = {
  /** Null if nothing of the team itself changes. */
  team: TeamRecord | null;
  members: PlannedMembers;
  tokens: TokenRecord[];
};

export async function storeTeam(tx: Transaction, plan: PlannedTeam): Promise<void> {
  if (plan.team) await updateTeam(tx, plan.team);
  await upsertRows(tx, people, plan.members.changed);
  await upsertRows(tx, memberships, plan.members.joining);
  await upsertRows(tx, tokens, plan.tokens);
}

/** Stores listings with their units and parts, page by page as the parts are planned, and the charges after them. */
export async function storeCatalogue(
  tx: Transaction,
  context: ImportContext,
  { listings: planned, charges }: PlannedCatalogue,
): Promise<void> {
  const all = [...planned.bySlug.values()];
  // Unit types point at their buildings, which the file may have in any place.
  const buildings = all.filter(({ row, stored }) => isBuilding(row.kind) && !stored);
  if (isSound(context)) await storeListings(tx, buildings);
  const withParts = new Set<PlannedListing>();
  for await (const page of planListingParts(tx, context, planned)) {
    for (const { listing } of page) withParts.add(listing);
    const changed = page.filter((part) => touch(context, part));
    if (!isSound(context)) continue;
    await storeListings(
      tx,
      changed.map(({ listing }) => listing),
    );
    await storeParts(tx, context.teamId, changed);
  }
  // A building's address, zone and currency are its unit types' too, be they in the file or not.
  const others = all.filter((listing) => !withParts.has(listing) && touchListing(context, listing, false));
  if (!isSound(context)) return;
  await storeListings(tx, others);
  await storeCharges(tx, context.teamId, charges);
}

function touch(context: ImportContext, { listing, photos, seasons, days }: PlannedParts): boolean {
  const isChanged = touchListing(context, listing, Boolean(photos ?? seasons ?? days));
  context.tally.compare('listings', listing.stored, isChanged);
  return isChanged;
}

async function storeListings(tx: Transaction, changed: readonly PlannedListing[]): Promise<void> {
  await upsertRows(
    tx,
    listings,
    changed.map(({ row }) => row),
  );
  await upsertRows(
    tx,
    units,
    changed.flatMap(({ changedUnits }) => changedUnits),
  );
}

async function storeParts(tx: Transaction, teamId: number, parts: readonly PlannedParts[]): Promise<void> {
  const replacing = (name: 'photos' | 'seasons' | 'days') =>
    parts.filter((part) => part[name] !== null).map(({ listing }) => listing.row.id);
  await deleteRows(tx, photos, teamId, photos.listingId, replacing('photos'));
  await deleteRows(tx, seasons, teamId, seasons.listingId, replacing('seasons'));
  await deleteRows(tx, dayOverrides, teamId, dayOverrides.listingId, replacing('days'));
  await insertRows(
    tx,
    photos,
    parts.flatMap((part) => part.photos ?? []),
  );
  await insertRows(
    tx,
    seasons,
    parts.flatMap((part) => part.seasons ?? []),
  );
  await insertRows(
    tx,
    dayOverrides,
    parts.flatMap((part) => part.days ?? []),
  );
}

async function storeCharges(
  tx: Transaction,
  teamId: number,
  charges: PlannedCatalogue['charges'],
): Promise<void> {
  await deleteRows(tx, fees, teamId, fees.code, charges.fees.removedCodes);
  await deleteRows(tx, taxes, teamId, taxes.code, charges.taxes.removedCodes);
  await deleteRows(tx, discounts, teamId, discounts.code, charges.discounts.removedCodes);
  await upsertRows(tx, fees, charges.fees.changed);
  await upsertRows(tx, taxes, charges.taxes.changed);
  await upsertRows(tx, discounts, charges.discounts.changed);
  await upsertRows(tx, coupons, charges.coupons.changed);
}
