import type { Transaction } from '../../../db/client.ts';
import { deleteRows, insertRows, storeDifference, upsertRows } from '../../../db/queries/bulk.ts';
import {
  listPeopleInOtherTeams,
  lockPeople,
  type TeamRecord,
  type TokenRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { updateTeam } from '../../../db/queries/teams/teams.ts';
import { coupons, discounts, fees, taxes } from '../../../db/schema/charges.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../db/schema/listings.ts';
import { memberships, people, tokens } from '../../../db/schema/teams.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { differs } from '../../catalogue/rows.ts';
import { ChangedMeanwhile } from '../../errors.ts';
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

export async function storeTeam(tx: Transaction, teamId: number, plan: PlannedTeam): Promise<void> {
  await lockReplaced(tx, teamId, plan.members);
  if (plan.team) await updateTeam(tx, plan.team);
  await upsertRows(tx, people, plan.members.changed);
  await upsertRows(tx, memberships, plan.members.joining);
  await upsertRows(tx, tokens, plan.tokens);
}

/** Refuses to replace people who have changed since they were read, or who are in another team by now. */
async function lockReplaced(tx: Transaction, teamId: number, { replaced }: PlannedMembers): Promise<void> {
  if (replaced.length === 0) return;
  const ids = replaced.map(({ id }) => id);
  const locked = new Map((await lockPeople(tx, ids)).map((person) => [person.id, person]));
  const others = await listPeopleInOtherTeams(tx, teamId, ids);
  if (others.size > 0 || replaced.some((person) => differs(locked.get(person.id), person)))
    throw new ChangedMeanwhile();
}

/** Stores listings with their units and parts, page by page as the parts are planned, and then the charges. */
export async function storeCatalogue(
  tx: Transaction,
  context: ImportContext,
  { listings: planned, charges }: PlannedCatalogue,
): Promise<void> {
  const all = [...planned.bySlug.values()];
  // Unit types refer to their buildings, which may be anywhere in the file.
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
  // A building's address, time zone and currency also apply to its unit types, even if the file does not include them.
  const others = all.filter((listing) => !withParts.has(listing) && touchListing(context, listing, false));
  if (!isSound(context)) return;
  await storeListings(tx, others);
  await storeCharges(tx, charges);
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
  await deleteRows(tx, teamId, photos.listingId, replacing('photos'));
  await deleteRows(tx, teamId, seasons.listingId, replacing('seasons'));
  await deleteRows(tx, teamId, dayOverrides.listingId, replacing('days'));
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

async function storeCharges(tx: Transaction, charges: PlannedCatalogue['charges']): Promise<void> {
  await storeDifference(tx, fees, charges.fees);
  await storeDifference(tx, taxes, charges.taxes);
  await storeDifference(tx, discounts, charges.discounts);
  await storeDifference(tx, coupons, charges.coupons);
}
