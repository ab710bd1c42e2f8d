/** Refusals for the constraints that a race may violate. Each service names those that apply to its writes. */
import type { Refusal } from './outcome.ts';
import type { ConstraintRefusals } from './write.ts';

export const NIGHTS_TAKEN: Refusal = {
  reason: 'invalid',
  errors: { availability: ['This place is not available for the whole stay.'] },
};

/**
 * Another request took the nights despite all locks. If both stays begin on the same night, the primary key fails
 * first.
 */
export const nightsTaken: ConstraintRefusals = {
  occupancies_no_overlap: NIGHTS_TAKEN,
  occupancies_team_id_unit_id_start_date_pk: NIGHTS_TAKEN,
};

/** The refusal of an email that another guest of the team has (contract, section 9). */
export const emailTaken = (field: string): Refusal => ({
  reason: 'invalid',
  errors: { [field]: ['Another guest of the team has this email.'] },
});

/** The same refusal, if the other guest got the email after the check. */
export const emailTakenMeanwhile = (field: string): ConstraintRefusals => ({
  guests_email_key_key: emailTaken(field),
});
