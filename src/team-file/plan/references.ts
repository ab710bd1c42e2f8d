/**
 * Plans and stores external references (ids of other systems), which are unique in a team. External
 * references of bookings are unique together with the booking's source.
 */
import type { Transaction } from '../../db/client.ts';
import {
  listReferenceHolders,
  type ReferencedThings,
  type ReferenceHolder,
  storeReferences,
} from '../../db/queries/references.ts';
import { REFERENCE_TAKEN } from '../../services/writing/own-fields.ts';
import { splitIntoBatches } from '../read.ts';
import { hasNoProblems, type ImportContext } from './context.ts';

const BATCH_SIZE = 1_000;

type Row = { id: string; externalReference: string | null; source?: string };
/**
 * A listing, unit, guest or booking as it should be after the import, with its stored row and the field of
 * the file that contains its external reference.
 */
export type PlannedReference = { row: Row; stored: Row | undefined; place: string; field?: string };

/**
 * Plans the external references in a team file. If two things exchange their external references, a reference
 * that is still in use is stored last, after its holder has given it up. An external reference that something
 * else still has at the end is reported as a problem.
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
    /** Plans the external references of some things in the file, before the things are stored. */
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

    /**
     * Returns the row of a listing, unit, guest or booking as it is stored at first. If the row's external
     * reference is still in use, the row is first stored without it.
     */
    toStoredRow: <Stored extends Row>(row: Stored): Stored =>
      waiting.has(row.id) ? { ...row, externalReference: null } : row,

    /** Stores the external references that were still in use at first. */
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

/** The text by which external references are compared, or null for a row without an external reference. */
const keyOf = (row: Row | ReferenceHolder | undefined): string | null =>
  row && row.externalReference !== null ? `${row.source ?? ''} ${row.externalReference}` : null;
