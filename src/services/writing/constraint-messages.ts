/** For constraints that two simultaneous requests may violate despite their locks. */
import { wordReason } from '../../domain/availability/reason-words.ts';
import type { FieldMessages } from '../field-messages.ts';

/** By the constraint's name. */
export type ConstraintMessages = Readonly<Record<string, FieldMessages>>;

const TAKEN = { sentence: { key: 'dates_unavailable' } } as const;
const NIGHTS_TAKEN: FieldMessages = {
  availability: [{ code: 'rule', sentence: wordReason('en', TAKEN), reason: TAKEN }],
};

/** Which constraint fails depends on the stays: if both begin on the same night, it is the primary key. */
export const NIGHTS_TAKEN_MESSAGES: ConstraintMessages = {
  occupancies_no_overlap: NIGHTS_TAKEN,
  occupancies_team_id_unit_id_start_date_pk: NIGHTS_TAKEN,
};

/** `existing` is the guest who has the email, or null if another guest got it after the check. */
export const buildEmailTakenMessage = (field: string, existing: string | null): FieldMessages => ({
  [field]: [{ code: 'taken', existing, sentence: 'Another guest of the team has this email.' }],
});

/** The refusal is the same as if the check had found the guest. */
export const buildEmailTakenConstraint = (field: string): ConstraintMessages => ({
  guests_email_key_key: buildEmailTakenMessage(field, null),
});
