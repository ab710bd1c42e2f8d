import { findPersonById } from '../../../db/queries/people/people.ts';
import { keepDevice, type Origin } from '../check-password.ts';
import { type OpenedSession, openSession, requireAnyTeam } from '../sessions.ts';
import { findPendingPersonId, isPendingSignInOf } from './pending-sign-in.ts';
import { buildChangedError, type CodeDependencies, tryCode } from './try-code.ts';

/** Whether the browser may still send a code. */
export async function isSignInPending(
  { db, clock, keyring }: Pick<CodeDependencies, 'db' | 'clock' | 'keyring'>,
  pending: string,
): Promise<boolean> {
  const personId = findPendingPersonId(pending, clock());
  const person = personId === null ? null : await findPersonById(db, personId);
  return person !== null && isPendingSignInOf(keyring, pending, person);
}

/** The second step of a sign-in. The session is opened in the transaction that uses the code up. */
export async function completeSignIn(
  dependencies: CodeDependencies,
  { pending, code, browser, ...origin }: Origin & { pending: string; code: string; browser: string | null },
): Promise<OpenedSession> {
  const { db, clock, keyring, auditLog } = dependencies;
  const personId = findPendingPersonId(pending, clock());
  const person = personId === null ? null : await findPersonById(db, personId);
  if (!person || !isPendingSignInOf(keyring, pending, person)) throw buildChangedError();
  const isCurrent = (present: typeof person) => isPendingSignInOf(keyring, pending, present);
  const opened = await tryCode(
    dependencies,
    { person, code, isCurrent, ...origin },
    async (tx, present, now) => {
      await requireAnyTeam(tx, present.id);
      return {
        secret: await openSession(tx, { personId: present.id, hasFactor: true, browser }, now),
        device: keepDevice(keyring, origin, present),
      };
    },
  );
  auditLog.noteOfPerson({ action: 'sign_in', person, ip: origin.address, at: clock() });
  return opened;
}
