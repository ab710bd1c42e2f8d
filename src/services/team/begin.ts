/** A team that somebody begins in the browser, with its first member (docs/rules.md, 21.9). */
import type { Database, Executor, Transaction } from '../../db/client.ts';
import { insertMembership, listTeamsOfPerson } from '../../db/queries/people/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../../db/queries/people/people.ts';
import { findIdempotencyRecord } from '../../db/queries/teams/idempotency.ts';
import {
  findOnlySiteOfAnyTeam,
  hasAnyTeam,
  insertTeam,
  listTeamSlugsLike,
  lockNewTeams,
} from '../../db/queries/teams/new-teams.ts';
import { DEFAULT_ROLE } from '../../domain/access/permissions.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/limits.ts';
import { buildSlug } from '../../domain/text/slug.ts';
import { findTextProblem, foldCase } from '../../domain/text/text.ts';
import { FULL_ACCESS } from '../access/access.ts';
import { buildTeamRow, type TeamColumns } from '../catalogue/team-row.ts';
import { Conflict, Invalid } from '../errors.ts';
import { newId } from '../new-id.ts';
import {
  type CheckedPassword,
  checkPassword,
  createDeviceCookie,
  type PasswordDependencies,
} from '../people/check-password.ts';
import { recordNewMember } from '../people/members.ts';
import type { Passwords } from '../people/password.ts';
import { beginSession, noteSignIn, type SessionOrigin, type SignedIn } from '../people/sessions.ts';
import { runEventHooks } from '../team-events.ts';
import type { SystemDependencies } from '../team-scope.ts';
import { claimKey, type Idempotency, storeAnswer } from '../write.ts';
import { isConflict, retryOn } from '../writing/retry.ts';

type NewTeam = {
  team: TeamColumns;
  person: { name: string; email: string };
  password: string;
};
/** The browser's cookie and the address limit how often a password can be tried. */
type Attempt = NewTeam &
  SessionOrigin & {
    /** Like an idempotency key: a form that is sent twice makes one team, and both answers lead to it. */
    form: Idempotency<null>;
  };
type BegunTeam = { teamSlug: string } & SignedIn;
type Dependencies = SystemDependencies &
  PasswordDependencies & {
    /** Although the installation already has teams (`SIGN_UP`). */
    mayAlwaysBegin: boolean;
  };
type Credentials = { checked: CheckedPassword; newHash: null } | { checked: null; newHash: string };

export const mayTeamBegin = async ({
  db,
  mayAlwaysBegin,
}: Pick<Dependencies, 'db' | 'mayAlwaysBegin'>): Promise<boolean> =>
  mayAlwaysBegin || !(await hasAnyTeam(db));

/** Null if there is none, or more than one. */
export const findOnlySite = ({ db }: { db: Database }) => findOnlySiteOfAnyTeam(db);

/**
 * Signs the member in. An email that belongs to a person needs that person's password, which stays as it is,
 * like their name. Of several forms for the first team at once, one makes a team.
 */
export async function beginTeam(dependencies: Dependencies, attempt: Attempt): Promise<BegunTeam> {
  const { db } = dependencies;
  const emailKey = foldCase(attempt.person.email);
  const known = await findPersonOfAnyTeam(db, emailKey);
  const isOpen = await mayTeamBegin(dependencies);
  if (!isOpen && (await findTeamOfForm(db, known?.id, attempt.form)) === null) throw buildBegunError();
  const credentials: Credentials = known
    ? { checked: await checkPassword(dependencies, { ...attempt, emailKey, person: known }), newHash: null }
    : { checked: null, newHash: await hashNewPassword(dependencies.passwords, attempt) };
  const { person, ...begun } = await retryOn(isConflict, () =>
    db.transaction((tx) => storeTeam(tx, dependencies, { attempt, emailKey, credentials })),
  );
  noteSignIn(dependencies, begun, { person, address: attempt.address });
  return begun;
}

async function hashNewPassword(
  passwords: Passwords,
  { password, person, address }: Attempt,
): Promise<string> {
  const problem = findTextProblem(password, { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH });
  if (problem) throw new Invalid({ password: [{ code: problem.code, predicate: problem.message }] });
  if (foldCase(password) === foldCase(person.email))
    throw new Invalid({ password: [{ code: 'invalid', predicate: 'must not be your email.' }] });
  return passwords.hash(password, address);
}

type Beginning = { attempt: Attempt; emailKey: string; credentials: Credentials };

/**
 * A lock lets only one new team be stored at a time, so that of several forms at once only one makes the
 * first team.
 */
async function storeTeam(
  tx: Transaction,
  dependencies: Dependencies,
  { attempt, emailKey, credentials }: Beginning,
): Promise<BegunTeam & { person: { id: string; name: string } }> {
  const { clock, keyring, mayAlwaysBegin, hooks, fieldMarks } = dependencies;
  await lockNewTeams(tx);
  const now = clock();
  const present = await findPersonOfAnyTeam(tx, emailKey);
  const sentBefore = await findTeamOfForm(tx, present?.id, attempt.form);
  const browser = attempt.browser ?? null;
  if (present && sentBefore !== null) {
    const device = createDeviceCookie(keyring, present);
    const signedIn = await beginSession(tx, keyring, present, { device, browser, now });
    return { person: present, teamSlug: sentBefore, ...signedIn };
  }
  if (!mayAlwaysBegin && (await hasAnyTeam(tx))) throw buildBegunError();
  const team = buildTeamRow(undefined, { ...attempt.team, slug: await chooseSlug(tx, attempt.team) }, now);
  team.id = await insertTeam(tx, team);
  const person = await storePerson(tx, { attempt, emailKey, credentials }, now);
  const memberId = newId();
  await insertMembership(tx, team.id, {
    id: memberId,
    personId: person.id,
    role: DEFAULT_ROLE,
    isLimited: false,
    createdAt: now,
  });
  const scope = {
    tx,
    now,
    teamId: team.id,
    actor: { type: 'member', name: person.name } as const,
    caller: { id: memberId, ip: attempt.address },
    access: FULL_ACCESS,
    hooks,
    fieldMarks,
    events: [],
    isPreview: false,
    keep: () => {},
  };
  await recordNewMember(scope, { id: memberId, name: person.name, role: DEFAULT_ROLE });
  await runEventHooks(scope);
  await claimKey(tx, team.id, attempt.form, now);
  await storeAnswer(tx, team.id, attempt.form, null);
  const device = credentials.checked?.device ?? createDeviceCookie(keyring, person);
  const signedIn = await beginSession(tx, keyring, person, { device, browser, now });
  return { person, teamSlug: team.slug, ...signedIn };
}

/** The typed slug must be free. */
async function chooseSlug(tx: Transaction, { slug, name }: TeamColumns): Promise<string> {
  const wished = slug ?? buildSlug(name ?? '', 'team');
  const taken = new Set(await listTeamSlugsLike(tx, wished));
  if (slug && taken.has(slug))
    throw new Invalid({
      slug: [{ code: 'taken', existing: null, predicate: 'must not be that of another team.' }],
    });
  let free = wished;
  for (let number = 2; taken.has(free); number += 1) free = `${wished}-${number}`;
  return free;
}

/**
 * The form must be sent again if somebody took the email meanwhile, or the person's password has changed
 * since it was checked.
 */
async function storePerson(tx: Transaction, { attempt, emailKey, credentials }: Beginning, now: Date) {
  const { name, email } = attempt.person;
  const id = newId();
  const person = await lockOrInsertPersonOfAnyTeam(tx, { id, email, emailKey, name, now });
  const { checked, newHash } = credentials;
  const isSame = checked ? person.passwordHash === checked.passwordHash : person.id === id;
  if (!isSame)
    throw new Conflict('changed', 'Something has changed in the meantime. Please read the page again.');
  if (newHash === null) return person;
  await updatePasswordOfAnyTeam(tx, id, newHash, now);
  return { ...person, passwordHash: newHash };
}

/** Made before for the same person. */
async function findTeamOfForm(
  db: Executor,
  personId: string | undefined,
  { key }: Idempotency<null>,
): Promise<string | null> {
  if (personId === undefined) return null;
  for (const { id, slug } of await listTeamsOfPerson(db, personId))
    if ((await findIdempotencyRecord(db, id, key)) !== null) return slug;
  return null;
}

const buildBegunError = () => new Conflict('begun', 'A team has begun here already. Sign in.');
