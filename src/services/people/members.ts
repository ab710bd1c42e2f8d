import type { Database } from '../../db/client.ts';
import { deleteInvitationsByMember, deleteInvitationsOfEmail } from '../../db/queries/people/invitations.ts';
import {
  countTeamMembers,
  deleteMembership,
  findTeamMember,
  findTeamMemberByEmail,
  insertMembership,
  listTeamMembers,
  listTeamsOfPerson,
} from '../../db/queries/people/members.ts';
import { findPersonOfAnyTeam, lockOrInsertPersonOfAnyTeam } from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { MAX_MEMBERS_OF_TEAM } from '../../domain/limits.ts';
import { foldCase } from '../../domain/text/text.ts';
import { Conflict, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ReadScope, SystemScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';

export type Member = { personId: string; email: string; name: string; hasPassword: boolean; joinedAt: Date };

/** By name. */
export async function listMembers({ db, teamId }: ReadScope<Database>): Promise<Member[]> {
  const members = await listTeamMembers(db, teamId);
  return members.map(({ passwordHash, ...member }) => ({ ...member, hasPassword: passwordHash !== null }));
}

export const findMemberByEmail = ({ db, teamId }: ReadScope<Database>, email: string) =>
  findTeamMemberByEmail(db, teamId, foldCase(email));

export const findMember = ({ db, teamId }: ReadScope, personId: string) =>
  findTeamMember(db, teamId, personId);

/** At once, for an operator. The person may have no password yet. */
export const addTeamMember = (
  scope: SystemScope,
  { email, name }: { email: string; name: string },
  options: WriteOptions<{ hasPassword: boolean }> = {},
): Promise<{ hasPassword: boolean }> =>
  write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    await lockTeam(tx, teamId);
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
    await insertMembership(tx, teamId, person.id, now);
    await recordTeamEvent(scope, { type: 'member.added', data: {} });
    return { hasPassword: person.passwordHash !== null };
  });

/**
 * Not the last member. `removedBy` is null for an operator, and cannot be a member who has just been removed.
 * The person's tokens stay, invitations for or by them end, and their sessions end if this was their last
 * team.
 */
export const removeTeamMember = (
  scope: SystemScope,
  personId: string,
  removedBy: string | null,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const { tx, teamId } = scope;
    await lockTeam(tx, teamId);
    const member = await findTeamMember(tx, teamId, personId);
    const isAllowed = removedBy === null || (await findTeamMember(tx, teamId, removedBy)) !== null;
    if (!member || !isAllowed) throw new NotFound();
    if ((await countTeamMembers(tx, teamId)) === 1)
      throw new Conflict('last_member', 'The last member cannot be removed. Add another one first.');
    await deleteMembership(tx, teamId, personId);
    await deleteInvitationsOfEmail(tx, teamId, foldCase(member.email));
    await deleteInvitationsByMember(tx, teamId, personId);
    if ((await listTeamsOfPerson(tx, personId)).length === 0) await deleteSessionsOfPerson(tx, personId);
    await recordTeamEvent(scope, { type: 'member.removed', data: {} });
  });
