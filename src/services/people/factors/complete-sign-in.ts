import { findPersonById } from '../../../db/queries/people/people.ts';
import { Conflict } from '../../errors.ts';
import { keepDevice, type Origin, type PasswordDependencies } from '../check-password.ts';
import { type OpenedSession, openSession, requireAnyTeam } from '../sessions.ts';
import { findPendingPersonId, isPendingSignInOf } from './pending-sign-in.ts';
import { tryCode } from './try-code.ts';

type Dependencies = Omit<PasswordDependencies, 'passwords'>;

/** Whether the browser may still send a code. */
export async function isSignInPending(
  { db, clock, keyring }: Pick<Dependencies, 'db' | 'clock' | 'keyring'>,
  pending: string,
): Promise<boolean> {
  const personId = findPendingPersonId(pending, clock());
  const person = personId === null ? null : await findPersonById(db, personId);
  return person !== null && isPendingSignInOf(keyring, pending, person);
}

/** The second step of a sign-in. The session is opened in the transaction that uses the code up. */
export async function completeSignIn(
  dependencies: Dependencies,
  { pending, code, browser, ...origin }: Origin & { pending: string; code: string; browser: string | null },
): Promise<OpenedSession> {
  const { db, clock, keyring } = dependencies;
  const personId = findPendingPersonId(pending, clock());
  const person = personId === null ? null : await findPersonById(db, personId);
  if (!person || !isPendingSignInOf(keyring, pending, person)) throw buildEndedError();
  const isCurrent = (present: typeof person) => isPendingSignInOf(keyring, pending, present);
  return tryCode(dependencies, { person, code, isCurrent, ...origin }, async (tx, present, now) => {
    await requireAnyTeam(tx, present.id);
    return {
      secret: await openSession(tx, { personId: present.id, hasFactor: true, browser }, now),
      device: keepDevice(keyring, origin, present),
    };
  });
}

const buildEndedError = () =>
  new Conflict(
    'changed',
    'That took too long, or your password or second factor was changed meanwhile. Sign in again.',
  );
