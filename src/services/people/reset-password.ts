import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { findPersonOfAnyTeam, updatePasswordOfAnyTeam } from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { foldCase } from '../../domain/text/text.ts';
import type { AuditLog } from '../access/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Passwords } from './password.ts';

const PASSWORD_BYTES = 15;
const DERIVED_PASSWORD_LENGTH = 20;

type Dependencies = { db: Database; clock: Clock; passwords: Passwords };

/** To a random one, and ends all sessions. Null if nobody has the email. */
export async function resetPassword(
  dependencies: Dependencies & { auditLog: AuditLog },
  email: string,
): Promise<string | null> {
  const person = await findPersonOfAnyTeam(dependencies.db, foldCase(email));
  if (!person) return null;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await setPassword(dependencies, person.id, password);
  const { auditLog, clock } = dependencies;
  auditLog.noteOfPerson({ person, isByOperator: true, action: 'password_changed', ip: null, at: clock() });
  return password;
}

/**
 * Derived from the application key and the person, so it can be shown again without being stored. Null if the
 * person has chosen another password.
 */
export async function ensureDerivedPassword(
  dependencies: Dependencies & { keyring: Keyring },
  email: string,
): Promise<string | null> {
  const person = await findPersonOfAnyTeam(dependencies.db, foldCase(email));
  if (!person) return null;
  const candidates = dependencies.keyring
    .signatures('password', person.id)
    .map((signature) => signature.slice(0, DERIVED_PASSWORD_LENGTH));
  const [own] = candidates;
  if (person.passwordHash === null && own !== undefined) {
    await setPassword(dependencies, person.id, own);
    return own;
  }
  for (const candidate of candidates)
    if (await dependencies.passwords.verify(candidate, person.passwordHash ?? '', null)) return candidate;
  return null;
}

async function setPassword(
  { db, clock, passwords }: Dependencies,
  personId: string,
  password: string,
): Promise<void> {
  const passwordHash = await passwords.hash(password, null);
  await db.transaction(async (tx) => {
    await updatePasswordOfAnyTeam(tx, personId, passwordHash, clock());
    await deleteSessionsOfPerson(tx, personId);
  });
}
