import type { Transaction } from '../../../db/client.ts';
import { storeDifference, upsertRows } from '../../../db/queries/bulk.ts';
import {
  listPeopleInOtherTeams,
  lockPeople,
  type TeamRecord,
  type TokenRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { updateTeam } from '../../../db/queries/teams/teams.ts';
import { coupons, discounts, fees, taxes } from '../../../db/schema/charges.ts';
import { memberships, people, tokens } from '../../../db/schema/teams.ts';
import { differs } from '../../catalogue/rows.ts';
import { ChangedMeanwhile } from '../../errors.ts';
import type { PlannedCatalogue } from '../plan/catalogue.ts';
import { type ImportContext, isSound } from '../plan/context.ts';
import { storeListings } from '../plan/listing-parts.ts';
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

/** Stores listings with their units and parts, and then the charges that may name them. */
export async function storeCatalogue(
  tx: Transaction,
  context: ImportContext,
  { listings, charges }: PlannedCatalogue,
): Promise<void> {
  await storeListings(tx, context, listings);
  if (isSound(context)) await storeCharges(tx, charges);
}

async function storeCharges(tx: Transaction, charges: PlannedCatalogue['charges']): Promise<void> {
  await storeDifference(tx, fees, charges.fees);
  await storeDifference(tx, taxes, charges.taxes);
  await storeDifference(tx, discounts, charges.discounts);
  await storeDifference(tx, coupons, charges.coupons);
}
