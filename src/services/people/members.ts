import { isDeepStrictEqual } from 'node:util';
import type { Database, Executor, Transaction } from '../../db/client.ts';
import { deleteAccessListings, replaceAccessListings } from '../../db/queries/people/access-listings.ts';
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
  updateMembership,
} from '../../db/queries/people/members.ts';
import { lockOrInsertPersonOfAnyTeam } from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import type { AuditTarget } from '../../domain/access/audit.ts';
import { DEFAULT_ROLE, findLackedPermission } from '../../domain/access/permissions.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../domain/page.ts';
import { foldCase } from '../../domain/text/text.ts';
import { type Access, readRole, requireOwn } from '../access/access.ts';
import { recordAuditEntry } from '../access/audit.ts';
import {
  type AccessListings,
  attachListings,
  isWithin,
  readListings,
  requireLimitable,
  requireOwnListings,
  requireRights,
} from '../access/listings.ts';
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
  listings: AccessListings;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  joinedAt: Date;
};

/** By name. */
export async function listMembers({ db, teamId }: ReadScope): Promise<Member[]> {
  return toMembers(db, teamId, await listTeamMembers(db, teamId));
}

/** A team has few, so all of them are read for each page. */
export async function listMemberPage(
  { db, teamId }: ReadScope,
  page: PageRequest,
): Promise<PageOfRows<Member>> {
  const { rows, total } = takePage(await listTeamMembers(db, teamId), page);
  return { rows: await toMembers(db, teamId, rows), total };
}

export async function findMemberById({ db, teamId }: ReadScope, id: string): Promise<Member | null> {
  const member = await findTeamMemberById(db, teamId, id);
  return member && toMember(db, teamId, member);
}

async function toMembers(db: Executor, teamId: number, rows: readonly TeamMember[]): Promise<Member[]> {
  const members = await attachListings(db, teamId, rows);
  return members.map(({ passwordHash, ...member }) => ({ ...member, hasPassword: passwordHash !== null }));
}

async function toMember(db: Executor, teamId: number, row: TeamMember): Promise<Member> {
  const { passwordHash, isLimited, ...member } = row;
  const listings = await readListings(db, teamId, row);
  return { ...member, listings, hasPassword: passwordHash !== null };
}

export const findMemberByEmail = ({ db, teamId }: ReadScope<Database>, email: string) =>
  findTeamMemberByEmail(db, teamId, foldCase(email));

export const findMember = ({ db, teamId }: ReadScope, personId: string) =>
  findTeamMember(db, teamId, personId);

type AddedMember = {
  email: string;
  name: string;
  role?: string | undefined;
  listings?: AccessListings | undefined;
};

type AddedRights = { role: string; listings: AccessListings; hasPassword: boolean };

/**
 * At once, for an operator. A member without a password still needs a link to choose one, and is refused only if another
 * role or other listings are given.
 */
export const addTeamMember = (
  scope: SystemScope,
  { email, name, role, listings }: AddedMember,
  options: WriteOptions<AddedRights> = {},
): Promise<AddedRights> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
    const emailKey = foldCase(email);
    const found = await findTeamMemberByEmail(tx, teamId, emailKey);
    if (found) {
      const member = await toMember(tx, teamId, found);
      if (member.hasPassword)
        throw new Conflict('is_member', 'Somebody with this email is already a member.');
      const keeps =
        (role === undefined || role === member.role) &&
        (listings === undefined || hasSameListings(listings, member.listings));
      if (!keeps)
        throw new Conflict('other_rights', 'Somebody with this email is a member with other rights.');
      return member;
    }
    const rights = { role: role ?? DEFAULT_ROLE, listings: listings ?? null };
    requireLimitable(await requireRights(tx, teamId, rights), rights.listings);
    if ((await countTeamMembers(tx, teamId)) >= MAX_MEMBERS_OF_TEAM)
      throw new Conflict('too_many', `A team has at most ${MAX_MEMBERS_OF_TEAM} members.`);
    const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
    const id = await addMembership(tx, teamId, { personId: person.id, ...rights, createdAt: now });
    await recordNewMember(scope, { id, name: person.name, role: rights.role });
    return { ...rights, hasPassword: person.passwordHash !== null };
  });

const hasSameListings = (a: AccessListings, b: AccessListings): boolean => isWithin(a, b) && isWithin(b, a);

/** In the feed and the log. */
export async function recordNewMember(
  scope: WriteScope<SystemScope>,
  member: { id: string; name: string; role: string },
): Promise<void> {
  await recordTeamEvent(scope, { type: 'member.added', data: {} });
  const details = { role: member.role };
  await recordAuditEntry(scope, { action: 'member_created', target: toMemberTarget(member), details });
}

/** In the log. */
export const toMemberTarget = ({ id, name }: { id: string; name: string }): AuditTarget => ({
  type: 'member',
  id,
  name,
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
    const found = await findTeamMember(tx, teamId, personId);
    const isAllowed = removedBy === null || (await findTeamMember(tx, teamId, removedBy)) !== null;
    if (!found || !isAllowed) throw new NotFound();
    const member = await toMember(tx, teamId, found);
    await requireVersion(options, () => member);
    if ((await countTeamMembers(tx, teamId)) === 1)
      throw new Invalid({ role: [buildLastMessage('The last member cannot be removed.')] });
    await requireRoom(scope, member, 'The last owner cannot be removed.');
    await deleteMembership(tx, teamId, personId);
    await deleteAccessListings(tx, teamId, [member.id]);
    await deleteInvitationsOfEmail(tx, teamId, foldCase(member.email));
    await deleteInvitationsByMember(tx, teamId, personId);
    if ((await listTeamsOfPerson(tx, personId)).length === 0) await deleteSessionsOfPerson(tx, personId);
    await recordTeamEvent(scope, { type: 'member.removed', data: {} });
    await recordAuditEntry(scope, { action: 'member_deleted', target: toMemberTarget(member) });
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

type MemberChange = { role?: string | undefined; listings?: AccessListings | undefined };

/**
 * It counts from the member's next request on. Links to join that the member has made end if they could no longer make
 * them.
 */
export const changeMember = (
  scope: SystemScope,
  id: string,
  change: MemberChange,
  options: ConditionalOptions<Member> = {},
): Promise<Member> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, access } = scope;
    await lockTeam(tx, teamId);
    const found = await findTeamMemberById(tx, teamId, id);
    if (!found) throw new NotFound();
    const stored = await toMember(tx, teamId, found);
    await requireVersion(options, () => stored);
    const { role = stored.role, listings = stored.listings } = change;
    const permissions = await requireRights(tx, teamId, { role, listings });
    const changed = [
      ...(role === stored.role ? [] : ['role']),
      ...(isDeepStrictEqual(listings, stored.listings) ? [] : ['listings']),
    ];
    if (changed.length === 0) return stored;
    requireOwn(access, permissions);
    requireOwnListings(access, listings);
    await requireRoom(scope, stored, 'The last owner keeps the role and all listings.');
    requireLimitable(permissions, listings);
    await updateMembership(tx, teamId, { id, role, isLimited: listings !== null });
    await replaceAccessListings(tx, teamId, id, listings ?? []);
    await endLinksBeyond(scope, stored.personId, { ...access, permissions, listings });
    await recordTeamEvent(scope, { type: 'member.changed', data: { changed } });
    const target = toMemberTarget(stored);
    await recordAuditEntry(scope, { action: 'member_changed', target, details: { changed, role } });
    return { ...stored, role, listings };
  });

/**
 * Whoever changes or removes a member must have all that the member has. The team's lock is held, so of two
 * owners who do this to each other at once one succeeds.
 */
async function requireRoom(
  { tx, teamId, access }: WriteScope<SystemScope>,
  { role, listings }: Pick<Member, 'role' | 'listings'>,
  sentence: string,
): Promise<void> {
  requireOwn(access, await readRole(tx, teamId, role));
  requireOwnListings(access, listings);
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
  own: Pick<Access, 'permissions' | 'listings'>,
): Promise<void> {
  for (const { id, role, listings } of await listInvitationsByMember(tx, teamId, personId)) {
    const lacked = findLackedPermission(await readRole(tx, teamId, role), own.permissions);
    if (lacked !== null || !isWithin(own.listings, listings)) await deleteInvitation(tx, teamId, id);
  }
}

type NewMembership = { personId: string; role: string; listings: AccessListings; createdAt: Date };

/** Somebody who is a member already keeps what they have. */
export async function addMembership(
  tx: Transaction,
  teamId: number,
  { personId, role, listings, createdAt }: NewMembership,
): Promise<string> {
  const id = newId();
  const isLimited = listings !== null;
  const isNew = await insertMembership(tx, teamId, { id, personId, role, isLimited, createdAt });
  if (isNew) await replaceAccessListings(tx, teamId, id, listings ?? []);
  return id;
}
