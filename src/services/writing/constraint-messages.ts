/**
 * The error messages for constraints of the database that two simultaneous requests may violate. A service
 * passes the messages of the constraints that its writes may violate.
 */
import type { FieldMessages } from '../field-messages.ts';

/** Error messages by the name of the database constraint that a write may violate despite its locks. */
export type ConstraintMessages = Readonly<Record<string, FieldMessages>>;

const NIGHTS_TAKEN: FieldMessages = {
  availability: [{ code: 'rule', sentence: 'This place is not available for the whole stay.' }],
};

/**
 * Another request took the same nights despite all locks. Which constraint fails depends on the stays: if both
 * begin on the same night, it is the primary key.
 */
export const NIGHTS_TAKEN_MESSAGES: ConstraintMessages = {
  occupancies_no_overlap: NIGHTS_TAKEN,
  occupancies_team_id_unit_id_start_date_pk: NIGHTS_TAKEN,
};

/** `existing` is the id of the guest who has the email, or null if another guest got it after it was checked. */
export const buildEmailTakenMessage = (field: string, existing: string | null): FieldMessages => ({
  [field]: [{ code: 'taken', existing, sentence: 'Another guest of the team has this email.' }],
});

/** If another guest got the email after it was checked, the refusal is the same as if the check had found it. */
export const buildEmailTakenConstraint = (field: string): ConstraintMessages => ({
  guests_email_key_key: buildEmailTakenMessage(field, null),
});
