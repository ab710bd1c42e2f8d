/**
 * Checks that the reference of a thing is unique within its team, and that the team's own fields stay within
 * their limits (docs/rules.md, 5.17).
 */
import { listReferenceHolders, type ReferencedThings } from '../../db/queries/references.ts';
import { type CustomFields, findCustomFieldsProblem } from '../../domain/custom-fields.ts';
import type { Problem } from '../catalogue/problems.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import type { ConstraintMessages } from './constraint-messages.ts';

/** The error message for a reference that another listing, unit, guest or booking of the team has. */
export const REFERENCE_TAKEN = {
  listings: 'must not be that of another listing',
  units: 'must not be that of another unit',
  guests: 'must not be that of another guest',
  bookings: 'must not be that of another booking of the same source',
} satisfies Record<ReferencedThings, string>;

/** If another thing got the reference after it was checked, the refusal is the same as if the check had found it. */
export const buildReferenceTakenConstraint = (things: ReferencedThings): ConstraintMessages => ({
  [`${things}_external_reference_key`]: {
    external_reference: [{ code: 'taken', existing: null, predicate: `${REFERENCE_TAKEN[things]}.` }],
  },
});

/**
 * The reference and the team's own fields of a listing, unit, guest or booking. A booking also has a `source`,
 * within which its reference is unique.
 */
type OwnFields = {
  id?: string;
  source?: string | null;
  externalReference: string | null;
  customFields: CustomFields | null;
};

/**
 * Finds what is wrong with the reference and the team's own fields of a listing, unit, guest or booking after a
 * write. A reference and fields that were stored before the write are not checked again.
 */
export async function findOwnFieldProblems(
  { tx, teamId }: WriteScope<SystemScope>,
  things: ReferencedThings,
  { id, source = null, externalReference, customFields }: OwnFields,
  before: OwnFields | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (externalReference !== null && externalReference !== before?.externalReference) {
    const holders = await listReferenceHolders(tx, teamId, things, [externalReference]);
    const holder = holders.find((one) => one.id !== id && one.source === source);
    if (holder)
      problems.push({
        path: ['external_reference'],
        code: 'taken',
        existing: holder.id,
        message: REFERENCE_TAKEN[things],
      });
  }
  const problem = customFields === before?.customFields ? null : findCustomFieldsProblem(customFields);
  if (problem) problems.push({ path: ['custom_fields'], ...problem });
  return problems;
}
