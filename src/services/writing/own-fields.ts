/** The rules of references and of a team's own fields, which its stored things decide over (docs/rules.md, 5.17). */
import { listReferenceHolders, type ReferencedThings } from '../../db/queries/references.ts';
import { type CustomFields, findCustomFieldsProblem } from '../../domain/custom-fields.ts';
import type { Problem } from '../catalogue/problems.ts';
import type { SystemScope, WriteScope } from '../team-scope.ts';
import type { ConstraintMessages } from './constraint-messages.ts';

/** What is wrong with a reference that another thing has. */
export const REFERENCE_TAKEN = {
  listings: 'must not be that of another listing',
  units: 'must not be that of another unit',
  guests: 'must not be that of another guest',
  bookings: 'must not be that of another booking of the same source',
} satisfies Record<ReferencedThings, string>;

/** The same refusal, if the other thing got the reference after the check. */
export const buildReferenceTakenConstraint = (things: ReferencedThings): ConstraintMessages => ({
  [`${things}_external_reference_key`]: {
    external_reference: [{ predicate: `${REFERENCE_TAKEN[things]}.` }],
  },
});

/** What a thing has of both. `source` is that of a booking. */
type OwnFields = {
  id?: string;
  source?: string | null;
  externalReference: string | null;
  customFields: CustomFields | null;
};

/** The problems with the reference and the fields of a thing after a write. What it had before is not judged again. */
export async function findOwnFieldProblems(
  { tx, teamId }: WriteScope<SystemScope>,
  things: ReferencedThings,
  { id, source = null, externalReference, customFields }: OwnFields,
  before: OwnFields | null,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (externalReference !== null && externalReference !== before?.externalReference) {
    const holders = await listReferenceHolders(tx, teamId, things, [externalReference]);
    if (holders.some((holder) => holder.id !== id && holder.source === source))
      problems.push({ path: ['external_reference'], message: REFERENCE_TAKEN[things] });
  }
  const problem = customFields === before?.customFields ? null : findCustomFieldsProblem(customFields);
  if (problem) problems.push({ path: ['custom_fields'], message: problem });
  return problems;
}
