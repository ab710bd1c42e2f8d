import type { Database } from '../db/client.ts';
import {
  listActiveUnits,
  listUnitLabels,
  findUnitLabel as selectUnitLabel,
  type UnitLabel,
} from '../db/queries/listings/unit-labels.ts';
import type { ReadScope } from './team-scope.ts';

export type { UnitLabel };

/** The maximum number of units that a form offers. */
const MAX_CHOICES = 1_000;

export const findUnitLabel = ({ db, teamId }: ReadScope, id: string) => selectUnitLabel(db, teamId, id);

/** The names of units for people, with the title of their listing, by id. */
export async function findUnitLabels(
  { db, teamId }: ReadScope<Database>,
  ids: readonly string[],
): Promise<Map<string, UnitLabel>> {
  const rows = ids.length === 0 ? [] : await listUnitLabels(db, teamId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The units that a form offers, by listing and name. */
export const listUnitChoices = ({ db, teamId }: ReadScope<Database>): Promise<UnitLabel[]> =>
  listActiveUnits(db, teamId, MAX_CHOICES);
