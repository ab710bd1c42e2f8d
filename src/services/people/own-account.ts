/** Independent of teams. */
import {
  findPersonById,
  findPersonOfAnyTeam,
  replacePasswordOfAnyTeam,
  updateNameOfAnyTeam,
} from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { foldCase } from '../../domain/text/text.ts';
import { WrongPassword } from '../errors.ts';
import { checkPassword, createDeviceCookie, type PasswordDependencies } from './check-password.ts';
import { buildChangedError, type KnownPerson } from './factors/try-code.ts';
import type { PersonMailer } from './mailer.ts';
import { type OpenedSession, openSession, type Person, type SessionOrigin } from './sessions.ts';

/** Entries of the log before it keep the former name. */
export async function renamePerson(
  { db, clock, auditLog }: Pick<PasswordDependencies, 'db' | 'clock' | 'auditLog'>,
  person: Person,
  { name, address }: { name: string; address: string },
): Promise<void> {
  const at = clock();
  if (!(await updateNameOfAnyTeam(db, person.id, name, at))) return;
  const details = { changed: ['name'] };
  auditLog.noteOfPerson({ person, action: 'member_changed', details, ip: address, at });
}

/**
 * Needs the present password. All sessions end, and all recognised browsers are forgotten. The browser that
 * made the change gets a new session, which has a factor if the former one had.
 */
export async function changePassword(
  dependencies: PasswordDependencies & { personMailer: PersonMailer | null },
  { id, email, name }: Person,
  attempt: SessionOrigin & { password: string; newPassword: string; hasFactor?: boolean },
): Promise<OpenedSession> {
  const { db, clock, keyring, personMailer, auditLog } = dependencies;
  const emailKey = foldCase(email);
  const person = await findPersonOfAnyTeam(db, emailKey);
  await checkPassword(dependencies, { ...attempt, emailKey, person });
  const passwordHash = await dependencies.passwords.hash(attempt.newPassword, attempt.address);
  const opened = await db.transaction(async (tx) => {
    const now = clock();
    const present = { id, passwordHash: person?.passwordHash ?? '' };
    if (!(await replacePasswordOfAnyTeam(tx, present, passwordHash, now))) throw new WrongPassword();
    // Its row is locked. A change of factors ends other sessions, so none may open if they changed during the check.
    const changed = await findPersonById(tx, id);
    if (listFactorIds(changed) !== listFactorIds(person)) throw buildChangedError();
    await deleteSessionsOfPerson(tx, id);
    await personMailer?.tellOfNewPassword(tx, { id, emailKey }, now);
    const { hasFactor = false, browser = null } = attempt;
    const secret = await openSession(tx, { personId: id, hasFactor, browser }, now);
    return { secret, device: createDeviceCookie(keyring, { id, passwordHash }) };
  });
  auditLog.noteOfPerson({
    person: { id, name },
    action: 'password_changed',
    ip: attempt.address,
    at: clock(),
  });
  return opened;
}

const listFactorIds = (person: KnownPerson | null): string =>
  (person?.factors ?? []).map(({ id }) => id).join();
