import type { Database, Executor, Transaction } from '../../db/client.ts';
import { listTeamsOfPerson as selectTeamsOfPerson } from '../../db/queries/people/members.ts';
import {
  findPersonOfAnyTeam,
  lockPersonOfAnyTeam,
  type PersonRecord,
} from '../../db/queries/people/people.ts';
import {
  deleteOtherSessionsOfPerson,
  deleteSessionOfAnyTeam,
  deleteSessionOfPerson,
  findSessionOfAnyTeam,
  insertSessionOfAnyTeam,
  listSessionsOfPerson,
  type SessionAgeLimits,
  updateSessionLastSeen,
} from '../../db/queries/people/sessions.ts';
import { findPermissionsOfRole, type RequiredPermission } from '../../domain/access/permissions.ts';
import { foldCase } from '../../domain/text/text.ts';
import { type Access, loadAccess, type StoredAccess } from '../access/access.ts';
import type { AuditLog } from '../access/audit-log.ts';
import type { Clock } from '../clock.ts';
import { Conflict, NotFound, WrongPassword } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import type { TeamTerms } from '../team-scope.ts';
import { checkPassword, type Origin, type PasswordDependencies } from './check-password.ts';
import { createPendingSignIn } from './factors/pending-sign-in.ts';
import { createSecret, hashSecret } from './secret.ts';

const IDLE_HOURS = 12;
const LONGEST_DAYS = 30;
const SEEN_EVERY_MS = 60_000;

export type JoinedTeam = TeamTerms & {
  id: number;
  slug: string;
  name: string;
  timezone: string;
  currency: string;
  enforceTokenScope: boolean;
  memberId: string;
  requireSecondFactor: boolean;
  /** The member's. */
  role: string;
  access: StoredAccess;
};
/** Of a page. */
export type MemberTeam = Omit<JoinedTeam, 'access'> & { access: Access };
export type Person = { id: string; email: string; name: string };
/**
 * Cookies of a browser that has signed in: the session's secret, and the value by which the browser is
 * recognised next time.
 */
export type OpenedSession = { secret: string; device: string };
/** A person with a second factor has yet to send a code (`factors/complete-sign-in.ts`). */
export type SignedIn = OpenedSession | { pending: string };
/** Of a request. `browser` is in words, if it is known. */
export type SessionOrigin = Origin & { browser?: string | null };

/** Only with the right password does a refusal say why a person still cannot sign in. */
export async function signIn(
  dependencies: PasswordDependencies,
  attempt: SessionOrigin & { email: string; password: string },
): Promise<SignedIn> {
  const { db, clock, keyring } = dependencies;
  const emailKey = foldCase(attempt.email);
  const person = await findPersonOfAnyTeam(db, emailKey);
  const { personId, passwordHash, device } = await checkPassword(dependencies, {
    ...attempt,
    emailKey,
    person,
  });
  const { signedIn, name } = await db.transaction(async (tx) => {
    const present = await lockPersonOfAnyTeam(tx, personId);
    // A change of password ends all sessions, so none may open if it was changed during the check.
    if (present?.passwordHash !== passwordHash) throw new WrongPassword();
    await requireAnyTeam(tx, personId);
    const browser = attempt.browser ?? null;
    const signedIn = await beginSession(tx, keyring, present, { device, browser, now: clock() });
    return { signedIn, name: present.name };
  });
  noteSignIn(dependencies, signedIn, { person: { id: personId, name }, address: attempt.address });
  return signedIn;
}

/** A person with a second factor is signed in with the code (`factors/complete-sign-in.ts`). */
export function noteSignIn(
  { auditLog, clock }: Pick<EndingDependencies, 'auditLog' | 'clock'>,
  signedIn: SignedIn,
  { person, address }: { person: Pick<Person, 'id' | 'name'>; address: string },
): void {
  if ('secret' in signedIn) auditLog.noteOfPerson({ person, action: 'sign_in', ip: address, at: clock() });
}

export async function requireAnyTeam(tx: Transaction, personId: string): Promise<void> {
  if ((await selectTeamsOfPerson(tx, personId)).length === 0)
    throw new Conflict(
      'no_team',
      'You are not a member of any team at the moment. Ask a member of one for a link to join.',
    );
}

/** After a right password. The person's row is locked. */
export async function beginSession(
  tx: Transaction,
  keyring: Keyring,
  person: Pick<PersonRecord, 'id' | 'passwordHash' | 'factors'>,
  { device, browser, now }: { device: string; browser: string | null; now: Date },
): Promise<SignedIn> {
  if (person.factors.length > 0) return { pending: createPendingSignIn(keyring, person, now) };
  return { secret: await openSession(tx, { personId: person.id, hasFactor: false, browser }, now), device };
}

export type Session = { id: string; hasFactor: boolean; person: Person };

/** Null if the session is unknown, or was idle or open for too long. */
export async function findSession(
  { db, clock }: { db: Database; clock: Clock },
  secret: string,
): Promise<Session | null> {
  const now = clock();
  const session = await findSessionOfAnyTeam(db, hashSecret(secret), computeSessionAges(now));
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS)
    await updateSessionLastSeen(db, session.id, now);
  return { id: session.id, hasFactor: session.hasFactor, person: session.person };
}

export type OpenSession = { id: string; browser: string | null; createdAt: Date; lastSeenAt: Date };

/** The last used first. */
export const listSessions = (
  { db, clock }: { db: Database; clock: Clock },
  personId: string,
): Promise<OpenSession[]> => listSessionsOfPerson(db, personId, computeSessionAges(clock()));

type EndingDependencies = { db: Database; clock: Clock; auditLog: AuditLog };
/** Who ends sessions, and from where. */
type Ending = Pick<Session, 'id' | 'person'> & { address: string };

export async function endSession(
  dependencies: EndingDependencies,
  { person, address }: Ending,
  id: string,
): Promise<void> {
  if (!(await deleteSessionOfPerson(dependencies.db, person.id, id))) throw new NotFound();
  noteEnding(dependencies, person, address);
}

export async function endOtherSessions(
  dependencies: EndingDependencies,
  { id, person, address }: Ending,
): Promise<void> {
  if ((await deleteOtherSessionsOfPerson(dependencies.db, person.id, id)) > 0)
    noteEnding(dependencies, person, address);
}

const noteEnding = ({ auditLog, clock }: EndingDependencies, person: Person, address: string): void =>
  auditLog.noteOfPerson({ action: 'session_ended', person, ip: address, at: clock() });

/** On all server processes at once. */
export async function signOut(
  { db, clock, auditLog }: { db: Database; clock: Clock; auditLog: AuditLog },
  { secret, person, address }: { secret: string; person: Person; address: string },
): Promise<void> {
  if (await deleteSessionOfAnyTeam(db, hashSecret(secret)))
    auditLog.noteOfPerson({ person, action: 'sign_out', ip: address, at: clock() });
}

/**
 * Read with every request: a member who is removed from a team loses access with the next one, and so does one whose
 * role has changed.
 */
export async function listTeamsOfPerson({ db }: { db: Database }, personId: string): Promise<JoinedTeam[]> {
  const teams = await selectTeamsOfPerson(db, personId);
  return teams.map(({ rolePermissions, isLimited, ...team }) => ({
    ...team,
    access: { permissions: findPermissionsOfRole(team.role, rolePermissions), isByRole: true, isLimited },
  }));
}

/** For a page, by what it needs. */
export async function enterTeam(
  { db }: { db: Database },
  team: JoinedTeam,
  required: RequiredPermission,
): Promise<MemberTeam> {
  const holder = { teamId: team.id, holderId: team.memberId };
  return { ...team, access: await loadAccess(db, holder, team.access, required) };
}

export function computeSessionAges(now: Date): SessionAgeLimits {
  return {
    openedAfter: new Date(now.getTime() - LONGEST_DAYS * 86_400_000),
    seenAfter: new Date(now.getTime() - IDLE_HOURS * 3_600_000),
  };
}

export async function openSession(
  db: Executor,
  session: { personId: string; hasFactor: boolean; browser: string | null },
  now: Date,
): Promise<string> {
  const secret = createSecret();
  await insertSessionOfAnyTeam(db, { ...session, id: newId(), secretHash: hashSecret(secret), now });
  return secret;
}
