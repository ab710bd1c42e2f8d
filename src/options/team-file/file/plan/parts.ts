import type { Transaction } from '../../../../db/client.ts';
import type { Messages } from '../../../../services/messages.ts';
import type { FoundProblem, StorePart } from '../../../../services/team-file-part.ts';
import { PARTS, type Part } from '../../parts.ts';
import type { TeamFile } from '../read.ts';
import type { ImportContext } from './context.ts';
import { findPlannedListing, findPlannedUnit, type PlannedListings } from './listings.ts';

export type CheckedPart = { part: Part; found: readonly FoundProblem[] };

/** Before the transaction. */
export async function checkParts(file: TeamFile, messages: Messages | null): Promise<CheckedPart[]> {
  const checked: CheckedPart[] = [];
  for (const part of PARTS) checked.push({ part, found: (await part.findProblems?.(file, messages)) ?? [] });
  return checked;
}

export async function planParts(
  tx: Transaction,
  context: ImportContext,
  { parts, listings }: { parts: readonly CheckedPart[]; listings: PlannedListings },
): Promise<StorePart[]> {
  const planned: StorePart[] = [];
  for (const { part, found } of parts)
    planned.push(
      await part.plan(tx, {
        ...context,
        found,
        findListingId: (place, reference) =>
          findPlannedListing(context, place, reference, listings)?.row.id ?? null,
        findUnitId(place, { listing: slug, unit: name }) {
          const listing = findPlannedListing(context, place, { slug }, listings);
          return findPlannedUnit(context, place, listing, { name })?.id ?? null;
        },
      }),
    );
  return planned;
}

export async function storeParts(tx: Transaction, planned: readonly StorePart[]): Promise<void> {
  for (const store of planned) await store(tx);
}
