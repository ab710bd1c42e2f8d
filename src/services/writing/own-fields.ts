/** References are unique within the team, and the team's own fields have limits (docs/rules.md, 5.17). */
import { listReferenceHolders, type ReferencedThings } from '../../db/queries/references.ts';
import { type CustomFields, findCustomFieldsProblem } from '../../domain/custom-fields.ts';
import type { Problem } from '../catalogue/problems.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import type { ConstraintMessages } from './constraint-messages.ts';
import { findHolder } from './holder.ts';

export const REFERENCE_TAKEN = {
  listings: 'must not be that of another listing',
  units: 'must not be that of another unit',
  guests: 'must not be that of another guest',
  bookings: 'must not be that of another booking of the same source',
} satisfies Record<ReferencedThings, string>;

/**
 * If another thing got the reference after the check, the refusal is the same as if the check had found it.
 */
export const buildReferenceTakenConstraint = (things: ReferencedThings): ConstraintMessages => ({
  [`${things}_external_reference_key`]: {
    external_reference: [{ code: 'taken', existing: null, predicate: `${REFERENCE_TAKEN[things]}.` }],
  },
});

/** The reference of a booking is unique within its `source`. */
type OwnFields = {
  id?: string;
  source?: string | null;
  externalReference: string | null;
  customFields: CustomFields | null;
};

/** What was stored before the write is not checked again. */
export async function findOwnFieldProblems(
  { tx, teamId }: WriteScope<SystemScope>,
  things: ReferencedThings,
  { id, source = null, externalReference, customFields }: OwnFields,
  before: OwnFields | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (externalReference !== null && externalReference !== before?.externalReference) {
    const holder = await findHolder(tx, async (tx) => {
      const holders = await listReferenceHolders(tx, teamId, things, [externalReference]);
      return holders.find((one) => one.id !== id && one.source === source)?.id ?? null;
    });
    if (holder)
      problems.push({
        path: ['external_reference'],
        code: 'taken',
        ...holder,
        message: REFERENCE_TAKEN[things],
      });
  }
  const problem = customFields === before?.customFields ? null : findCustomFieldsProblem(customFields);
  if (problem) problems.push({ path: ['custom_fields'], ...problem });
  return problems;
}
