/**
 * Messages for the constraints that a race may violate. Each service names the constraints that apply to its writes.
 */
import type { FieldMessages } from '../field-messages.ts';

/** Messages by the name of the database constraint that a write may violate despite its locks. */
export type ConstraintMessages = Readonly<Record<string, FieldMessages>>;

const NIGHTS_TAKEN: FieldMessages = { availability: ['This place is not available for the whole stay.'] };

/**
 * Another request took the nights despite all locks. If both stays begin on the same night, the primary key fails
 * first.
 */
export const NIGHTS_TAKEN_MESSAGES: ConstraintMessages = {
  occupancies_no_overlap: NIGHTS_TAKEN,
  occupancies_team_id_unit_id_start_date_pk: NIGHTS_TAKEN,
};

export const buildEmailTakenMessage = (field: string): FieldMessages => ({
  [field]: ['Another guest of the team has this email.'],
});

/** The same refusal as without a race, if the other guest got the email after the check. */
export const buildEmailTakenConstraint = (field: string): ConstraintMessages => ({
  guests_email_key_key: buildEmailTakenMessage(field),
});
