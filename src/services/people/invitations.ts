/** Links by which people join a team. Each can be used once, and is shown once. */
import type { Transaction } from '../../db/client.ts';
import { listGivableListings } from '../../db/queries/people/access-listings.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  deleteInvitationsOfEmail,
  findInvitationById,
  findInvitationOfAnyTeam,
  insertInvitation,
  listOpenInvitations,
  useInvitation,
} from '../../db/queries/people/invitations.ts';
import {
  countTeamMembers,
  findTeamMember,
  findTeamMemberByEmail,
  isMemberOfAnotherTeam,
} from '../../db/queries/people/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../../db/queries/people/people.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { DEFAULT_ROLE } from '../../domain/access/permissions.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import { foldCase } from '../../domain/text/text.ts';
import { requireOwn } from '../access/access.ts';
import {
  type AccessListings,
  requireLimitable,
  requireOwnListings,
  requireRights,
} from '../access/listings.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import {
  createSystemScope,
  type SystemDependencies,
  type SystemScope,
  type WriteScope,
} from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import {
  type CheckedPassword,
  checkPassword,
  createDeviceCookie,
  type PasswordDependencies,
} from './check-password.ts';
import { deriveLinkSecret, isLinkSecret } from './derived-secrets.ts';
import type { PersonMailer } from './mailer.ts';
import { addMembership, recordNewMember } from './members.ts';
import { hashSecret } from './secret.ts';
import { beginSession, noteSignIn, type SessionOrigin, type SignedIn } from './sessions.ts';

export const INVITATION_HOURS = 72;

export type Invitation = {
  id: string;
  email: string;
  name: string;
  role: string;
  listings: AccessListings;
  expiresAt: Date;
  team: { id: number; slug: string; name: string };
  /**
   * A person without a password chooses one, and a person with one confirms it. A member of another team who
   * has no password yet must first get one from that team: otherwise the inviting team could take over their
   * account.
   */
  nextStep: 'new_password' | 'password' | 'nothing_yet';
};

type FoundInvitation = Invitation & { emailKey: string };
/** Either the hash of a new password, or the result of checking the present one. */
type AcceptedInvitation = {
  invitation: FoundInvitation;
  newHash: string | null;
  checked: CheckedPassword | null;
  browser: string | null;
};
type JoinedTeam = { teamSlug: string } & SignedIn;

type Dependencies = SystemDependencies & PasswordDependencies;

const LINK = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** Derived, so that it can be sent again and is stored nowhere. */
export const buildInvitationSecret = (keyring: Keyring, id: string): string =>
  `${id}.${deriveLinkSecret(keyring, 'invitation', id)}`;

/** With the fields that its form must ask for. Null if the link is no longer valid. */
export async function findInvitation(
  { db, clock, keyring }: Pick<Dependencies, 'db' | 'clock' | 'keyring'>,
  secret: string,
): Promise<FoundInvitation | null> {
  const [, id, signature] = LINK.exec(secret) ?? [];
  const isDerived = id !== undefined && signature !== undefined;
  if (isDerived && !isLinkSecret(keyring, 'invitation', id, signature)) return null;
  const found = isDerived
    ? await findInvitationById(db, id, clock())
    : await findInvitationOfAnyTeam(db, hashSecret(secret), clock());
  if (!found) return null;
  const person = await findPersonOfAnyTeam(db, found.emailKey);
  if (person?.passwordHash) return { ...found, nextStep: 'password' };
  const isElsewhere = person !== null && (await isMemberOfAnotherTeam(db, found.team.id, person.id));
  return { ...found, nextStep: isElsewhere ? 'nothing_yet' : 'new_password' };
}

type NewInvitation = {
  email: string;
  name: string;
  role?: string;
  listings?: AccessListings;
  /** Null for an operator. */
  invitedBy: string | null;
};

/**
 * Returns the secret. An earlier invitation of the same email becomes invalid. If the installation sends
 * mail, the person also gets the link by mail. A member who has just been removed cannot invite others.
 */
export function createInvitation(
  scope: SystemScope,
  { keyring, personMailer }: { keyring: Keyring; personMailer: PersonMailer | null },
  { email, name, role = DEFAULT_ROLE, listings = null, invitedBy }: NewInvitation,
  options: WriteOptions<string> = {},
): Promise<string> {
  const emailKey = foldCase(email);
  return write(scope, options, async ({ tx, teamId, now, access }) => {
    await lockTeam(tx, teamId);
    const permissions = await requireRights(tx, teamId, { role, listings });
    requireOwn(access, permissions);
    requireOwnListings(access, listings);
    requireLimitable(permissions, listings);
    if (invitedBy !== null && !(await findTeamMember(tx, teamId, invitedBy))) throw new NotFound();
    // Only among members of this team: the time of the answer must not reveal whether other teams know the
    // person.
    const member = await findTeamMemberByEmail(tx, teamId, emailKey);
    if (member?.passwordHash)
      throw new Conflict('is_member', 'Somebody with this email is already a member.');
    await deleteInvitationsOfEmail(tx, teamId, emailKey);
    if (!member && (await countMembersAndLinks(tx, teamId, now)) >= MAX_MEMBERS_OF_TEAM)
      throw new Conflict(
        'too_many',
        `A team has at most ${MAX_MEMBERS_OF_TEAM} members, open links included.`,
      );
    const id = newId();
    await insertInvitation(tx, teamId, {
      id,
      email,
      emailKey,
      name,
      role,
      listingIds: listings === null ? null : [...listings],
      secretHash: null,
      invitedBy,
      expiresAt: new Date(now.getTime() + INVITATION_HOURS * 3_600_000),
      createdAt: now,
    });
    await personMailer?.tellOfInvitation(tx, { id, emailKey }, now);
    return buildInvitationSecret(keyring, id);
  });
}

/** Oldest first. */
export const listInvitations = ({ db, clock, teamId }: SystemScope) =>
  listOpenInvitations(db, teamId, clock());

export const withdrawInvitation = (
  scope: SystemScope,
  id: string,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async ({ tx, teamId }) => {
    if (!(await deleteInvitation(tx, teamId, id))) throw new NotFound();
  });

/**
 * Makes the invited person a member and signs them in, if they have a second factor up to its code. A person without a password gets the one that was
 * sent, and one with a password must send it. Of two requests at once only one succeeds.
 */
export async function acceptInvitation(
  dependencies: Dependencies,
  attempt: SessionOrigin & { secret: string; password: string },
): Promise<JoinedTeam & { personId: string }> {
  const invitation = await findInvitation(dependencies, attempt.secret);
  if (!invitation) throw buildLinkGoneError();
  const { nextStep: asksFor, emailKey } = invitation;
  if (asksFor === 'nothing_yet')
    throw new Conflict(
      'elsewhere',
      'You have no password yet. Choose one with a link of the team that you are a member of.',
    );
  const person = await findPersonOfAnyTeam(dependencies.db, emailKey);
  const checked =
    asksFor === 'password' ? await checkPassword(dependencies, { ...attempt, emailKey, person }) : null;
  const newHash = checked ? null : await dependencies.passwords.hash(attempt.password, attempt.address);
  const actor = { type: 'member', name: person?.name ?? invitation.name } as const;
  const caller = { id: null, ip: attempt.address };
  const scope: SystemScope = { ...createSystemScope(dependencies, invitation.team.id), actor, caller };
  const accepted = { invitation, newHash, checked, browser: attempt.browser ?? null };
  const { member, ...joined } = await write(scope, {}, (scope) =>
    joinTeam(scope, dependencies.keyring, accepted),
  );
  const { auditLog, clock } = dependencies;
  const { address } = attempt;
  if (newHash !== null)
    auditLog.noteOfPerson({ person: member, action: 'password_changed', ip: address, at: clock() });
  noteSignIn(dependencies, joined, { person: member, address });
  return { ...joined, personId: member.id };
}

/** Locks the team and the person, and repeats the checks that were made without locks. */
async function joinTeam(
  scope: WriteScope<SystemScope>,
  keyring: Keyring,
  { invitation, newHash, checked, browser }: AcceptedInvitation,
): Promise<JoinedTeam & { member: { id: string; name: string } }> {
  const { tx, now } = scope;
  const { id, email, emailKey, name, role, listings, team } = invitation;
  await lockTeam(tx, team.id);
  const known = await findPersonOfAnyTeam(tx, emailKey);
  const isMember = known !== null && (await findTeamMember(tx, team.id, known.id)) !== null;
  if (!isMember && (await countTeamMembers(tx, team.id)) >= MAX_MEMBERS_OF_TEAM)
    throw new Conflict('too_many', 'The team already has its maximum number of members.');
  if (!(await useInvitation(tx, team.id, id, now))) throw buildLinkGoneError();
  const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
  // Somebody may have set or changed the password since the first check, or another team may have added the
  // person. A refusal rolls back, and the invitation can still be used.
  if (checked && person.passwordHash !== checked.passwordHash) throw buildChangedError();
  const isOpen = !person.passwordHash && !(await isMemberOfAnotherTeam(tx, team.id, person.id));
  if (newHash !== null && !isOpen) throw buildChangedError();
  if (newHash !== null) await updatePasswordOfAnyTeam(tx, person.id, newHash, now);
  const memberId = await addMembership(tx, team.id, {
    personId: person.id,
    role,
    listings: listings && (await keepGivable(tx, team.id, listings)),
    createdAt: now,
  });
  const member = { id: memberId, name: person.name, role };
  if (!isMember) await recordNewMember({ ...scope, caller: { ...scope.caller, id: memberId } }, member);
  const present = { ...person, passwordHash: newHash ?? person.passwordHash };
  const device = checked?.device ?? createDeviceCookie(keyring, present);
  const signedIn = await beginSession(tx, keyring, present, { device, browser, now });
  return { member: { id: person.id, name: person.name }, teamSlug: team.slug, ...signedIn };
}

/** Some may have been deleted since. */
async function keepGivable(tx: Transaction, teamId: number, listings: readonly string[]): Promise<string[]> {
  const givable = new Set((await listGivableListings(tx, teamId, { id: listings })).map(({ id }) => id));
  return listings.filter((id) => givable.has(id));
}

const buildLinkGoneError = () => new Conflict('link_gone', 'This link no longer works.');
const buildChangedError = () =>
  new Conflict('changed', 'Something has changed in the meantime. Please read the page again.');

const countMembersAndLinks = async (tx: Transaction, teamId: number, now: Date): Promise<number> =>
  (await countTeamMembers(tx, teamId)) + (await countOpenInvitations(tx, teamId, now));
