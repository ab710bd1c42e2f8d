/** What the constraints that a race may violate mean to a caller. The service that writes names those that apply. */
import type { Refusal } from './outcome.ts';
import type { ConstraintRefusals } from './write.ts';

const NIGHTS_TAKEN: Refusal = {
  reason: 'invalid',
  errors: { availability: ['This place is not available for the whole stay.'] },
};

/** Somebody took the nights in spite of all locks. If both stays begin on the same night, the primary key fails first. */
export const nightsTaken: ConstraintRefusals = {
  occupancies_no_overlap: NIGHTS_TAKEN,
  occupancies_team_id_unit_id_start_date_pk: NIGHTS_TAKEN,
};

/** The refusal of an email that another guest of the team has (contract, section 9). */
export const emailTaken = (field: string): Refusal => ({
  reason: 'invalid',
  errors: { [field]: ['Another guest of the team has this email.'] },
});

/** The same, where the other guest got the email after it was looked for. */
export const emailTakenMeanwhile = (field: string): ConstraintRefusals => ({
  guests_email_key_key: emailTaken(field),
});
