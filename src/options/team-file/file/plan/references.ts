/** Ids of other systems, unique in a team; those of bookings together with their source. */
import type { Transaction } from '../../../../db/client.ts';
import {
  listReferenceHolders,
  type ReferencedThings,
  type ReferenceHolder,
  storeReferences,
} from '../../../../db/queries/references.ts';
import { REFERENCE_TAKEN } from '../../../../services/writing/own-fields.ts';
import { splitIntoBatches } from '../read.ts';
import { hasNoProblems, type ImportContext } from './context.ts';

const BATCH_SIZE = 1_000;

type Row = { id: string; externalReference: string | null; source?: string };
/** `field` is that of the reference in the file. */
export type PlannedReference = { row: Row; stored: Row | undefined; place: string; field?: string };

/**
 * If two things exchange references, one that is still in use is stored last, after its holder has given it
 * up. One that something else still has at the end is a problem.
 */
export function createReferencePlan(tx: Transaction, context: ImportContext, things: ReferencedThings) {
  const { teamId, problems } = context;
  const placeByKey = new Map<string, string>();
  const releasing = new Set<string>();
  const waiting = new Map<string, PlannedReference>();

  const listHolders = async (planned: readonly PlannedReference[]) => {
    const references = planned.flatMap(({ row }) => row.externalReference ?? []);
    const holders = await listReferenceHolders(tx, teamId, things, references);
    return new Map(holders.map((holder) => [keyOf(holder), holder.id]));
  };
  const refuse = ({ row, place, field = 'external_reference' }: PlannedReference, message: string) =>
    problems.refuse(place, field, message, row.externalReference);

  return {
    /** Before the things are stored. */
    async plan(all: readonly PlannedReference[]): Promise<void> {
      const changed = all.filter(({ row, stored }) => keyOf(row) !== keyOf(stored));
      for (const { stored } of changed) if (keyOf(stored)) releasing.add(stored?.id ?? '');
      const given = changed.filter(({ row }) => row.externalReference !== null);
      for (const planned of given) {
        const key = keyOf(planned.row) ?? '';
        const earlier = placeByKey.get(key);
        if (earlier === undefined) placeByKey.set(key, planned.place);
        else refuse(planned, `must not be that of ${earlier}`);
      }
      if (given.length === 0) return;
      const holders = await listHolders(given);
      for (const planned of given) if (holders.has(keyOf(planned.row))) waiting.set(planned.row.id, planned);
    },

    /** As it is stored at first: without a reference that is still in use. */
    toStoredRow: <Stored extends Row>(row: Stored): Stored =>
      waiting.has(row.id) ? { ...row, externalReference: null } : row,

    async finish(): Promise<void> {
      for (const some of splitIntoBatches([...waiting.values()], BATCH_SIZE)) {
        const holders = await listHolders(some);
        for (const planned of some) {
          const holder = holders.get(keyOf(planned.row));
          if (holder && holder !== planned.row.id && !releasing.has(holder))
            refuse(planned, REFERENCE_TAKEN[things]);
        }
        if (!hasNoProblems(context)) continue;
        await storeReferences(
          tx,
          teamId,
          things,
          some.map(({ row: { id, externalReference } }) => ({ id, externalReference })),
        );
      }
    },
  };
}

/** Null without a reference. */
const keyOf = (row: Row | ReferenceHolder | undefined): string | null =>
  row && row.externalReference !== null ? `${row.source ?? ''} ${row.externalReference}` : null;
