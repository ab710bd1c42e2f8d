import type { Database } from '../db/client.ts';
import {
  listActiveUnits,
  listUnitLabels,
  findUnitLabel as selectUnitLabel,
  type UnitLabel,
} from '../db/queries/listings/unit-labels.ts';
import type { ReadScope } from './team-scope.ts';

export type { UnitLabel };

/** In a form. */
const MAX_CHOICES = 1_000;

export const findUnitLabel = ({ db, teamId }: ReadScope, id: string) => selectUnitLabel(db, teamId, id);

export async function findUnitLabels(
  { db, teamId }: ReadScope<Database>,
  ids: readonly string[],
): Promise<Map<string, UnitLabel>> {
  const rows = ids.length === 0 ? [] : await listUnitLabels(db, teamId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** By listing and name. */
export const listUnitChoices = ({ db, teamId }: ReadScope<Database>): Promise<UnitLabel[]> =>
  listActiveUnits(db, teamId, MAX_CHOICES);
