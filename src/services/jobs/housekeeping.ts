import type { Database } from '../../db/client.ts';
import { deleteInvitationsOfAnyTeamBefore } from '../../db/queries/people/invitations.ts';
import { deleteExpiredSessionsOfAnyTeam } from '../../db/queries/people/sessions.ts';
import { deleteAttemptsBefore } from '../../db/queries/people/sign-in-attempts.ts';
import { sessionAges } from '../people/sessions.ts';
import { FORGET_ATTEMPTS_AFTER_SECONDS } from '../people/sign-in-pace.ts';

/** Deletes expired sessions, links and records of wrong passwords. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await deleteExpiredSessionsOfAnyTeam(db, sessionAges(now));
  await deleteInvitationsOfAnyTeamBefore(db, now);
  await deleteAttemptsBefore(db, new Date(now.getTime() - FORGET_ATTEMPTS_AFTER_SECONDS * 1_000));
}
