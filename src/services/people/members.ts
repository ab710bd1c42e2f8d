import type { Database } from '../../db/client.ts';
import {
  deleteInvitation,
  deleteInvitationsByMember,
  deleteInvitationsOfEmail,
  listInvitationsByMember,
} from '../../db/queries/people/invitations.ts';
import {
  countMembersWithRole,
  countTeamMembers,
  deleteMembership,
  findTeamMember,
  findTeamMemberByEmail,
  findTeamMemberById,
  insertMembership,
  listTeamMembers,
  listTeamsOfPerson,
  type TeamMember,
  updateMemberRole,
} from '../../db/queries/people/members.ts';
import { findPersonOfAnyTeam, lockOrInsertPersonOfAnyTeam } from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { DEFAULT_ROLE, findLackedPermission, type PermissionSet } from '../../domain/access/permissions.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../domain/page.ts';
import { foldCase } from '../../domain/text/text.ts';
import { readRole, requireOwn, requireRole } from '../access/access.ts';
import { Conflict, Invalid, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, type WriteOptions, write } from '../write.ts';

export type Member = {
  /** Of the membership. */
  id: string;
  personId: string;
  email: string;
  name: string;
  role: string;
  hasPassword: boolean;
  joinedAt: Date;
};

/** By name. */
export async function listMembers({ db, teamId }: ReadScope<Database>): Promise<Member[]> {
  const members = await listTeamMembers(db, teamId);
  return members.map(toMember);
}

const toMember = ({ passwordHash, ...member }: TeamMember): Member => ({
  ...member,
  hasPassword: passwordHash !== null,
});

/** A team has few, so all of them are read for each page. */
export const listMemberPage = async (
  scope: ReadScope<Database>,
  page: PageRequest,
): Promise<PageOfRows<Member>> => takePage(await listMembers(scope), page);

export async function findMemberById({ db, teamId }: ReadScope, id: string): Promise<Member | null> {
  const member = await findTeamMemberById(db, teamId, id);
  return member && toMember(member);
}

export const findMemberByEmail = ({ db, teamId }: ReadScope<Database>, email: string) =>
  findTeamMemberByEmail(db, teamId, foldCase(email));

export const findMember = ({ db, teamId }: ReadScope, personId: string) =>
  findTeamMember(db, teamId, personId);

/** At once, for an operator. The person may have no password yet. */
export const addTeamMember = (
  scope: SystemScope,
  { email, name, role = DEFAULT_ROLE }: { email: string; name: string; role?: string },
  options: WriteOptions<{ hasPassword: boolean }> = {},
): Promise<{ hasPassword: boolean }> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    await requireRole(tx, teamId, role);
    const emailKey = foldCase(email);
    const known = await findPersonOfAnyTeam(tx, emailKey);
    const isMember = known !== null && (await findTeamMember(tx, teamId, known.id)) !== null;
    // A member without a password still needs a link to choose one.
    if (known?.passwordHash && isMember)
      throw new Conflict('is_member', 'Somebody with this email is already a member.');
    if (isMember) return { hasPassword: false };
    if ((await countTeamMembers(tx, teamId)) >= MAX_MEMBERS_OF_TEAM)
      throw new Conflict('too_many', `A team has at most ${MAX_MEMBERS_OF_TEAM} members.`);
    const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
    await insertMembership(tx, teamId, { id: newId(), personId: person.id, role, createdAt: now });
    await recordTeamEvent(scope, { type: 'member.added', data: {} });
    return { hasPassword: person.passwordHash !== null };
  });

/**
 * Not the last member, and not the last owner. `removedBy` is null for an operator, and cannot be a member who has just been removed.
 * The person's tokens stay, invitations for or by them end, and their sessions end if this was their last
 * team.
 */
export const removeTeamMember = (
  scope: SystemScope,
  personId: string,
  removedBy: string | null,
  options: ConditionalOptions<void, Member> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    const member = await findTeamMember(tx, teamId, personId);
    const isAllowed = removedBy === null || (await findTeamMember(tx, teamId, removedBy)) !== null;
    if (!member || !isAllowed) throw new NotFound();
    await requireVersion(options, () => toMember(member));
    if ((await countTeamMembers(tx, teamId)) === 1)
      throw new Invalid({ role: [buildLastMessage('The last member cannot be removed.')] });
    await requireRoom(scope, member, 'The last owner cannot be removed.');
    await deleteMembership(tx, teamId, personId);
    await deleteInvitationsOfEmail(tx, teamId, foldCase(member.email));
    await deleteInvitationsByMember(tx, teamId, personId);
    if ((await listTeamsOfPerson(tx, personId)).length === 0) await deleteSessionsOfPerson(tx, personId);
    await recordTeamEvent(scope, { type: 'member.removed', data: {} });
  });

/** By the id of the membership, through the API. */
export async function removeMemberById(
  scope: SystemScope & ReadScope,
  id: string,
  options: ConditionalOptions<void, Member> = {},
): Promise<void> {
  const member = await findTeamMemberById(scope.db, scope.teamId, id);
  if (!member) throw new NotFound();
  await removeTeamMember(scope, member.personId, null, options);
}

/**
 * It counts from the member's next request on. Links to join that the member has made end if the new role could
 * not make them.
 */
export const changeMember = (
  scope: SystemScope,
  id: string,
  change: { role?: string | undefined },
  options: ConditionalOptions<Member> = {},
): Promise<Member> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, access } = scope;
    await lockTeam(tx, teamId);
    const stored = await findTeamMemberById(tx, teamId, id);
    if (!stored) throw new NotFound();
    await requireVersion(options, () => toMember(stored));
    const { role = stored.role } = change;
    const permissions = await requireRole(tx, teamId, role);
    if (role === stored.role) return toMember(stored);
    requireOwn(access, permissions);
    await requireRoom(scope, stored, 'The last owner cannot get another role.');
    await updateMemberRole(tx, teamId, id, role);
    await endLinksBeyond(scope, stored.personId, permissions);
    await recordTeamEvent(scope, { type: 'member.changed', data: { changed: ['role'] } });
    return toMember({ ...stored, role });
  });

/**
 * Whoever changes or removes a member must have all that the member has. The team's lock is held, so of two
 * owners who do this to each other at once one succeeds.
 */
async function requireRoom(
  { tx, teamId, access }: WriteScope<SystemScope>,
  { role }: TeamMember,
  sentence: string,
): Promise<void> {
  requireOwn(access, await readRole(tx, teamId, role));
  if (role === DEFAULT_ROLE && (await countMembersWithRole(tx, teamId, DEFAULT_ROLE)) === 1)
    throw new Invalid({ role: [buildLastMessage(sentence)] });
}

const buildLastMessage = (sentence: string) => ({
  code: 'state' as const,
  sentence: `${sentence} Add another one first.`,
});

async function endLinksBeyond(
  { tx, teamId }: WriteScope<SystemScope>,
  personId: string,
  own: PermissionSet,
): Promise<void> {
  for (const { id, role } of await listInvitationsByMember(tx, teamId, personId))
    if (findLackedPermission(await readRole(tx, teamId, role), own) !== null)
      await deleteInvitation(tx, teamId, id);
}
