import { deleteOpenInvitationsBy, deleteOpenInvitationsFor } from '../../db/queries/people/invitations.ts';
import {
  countTeamMembers,
  deleteMembership,
  findTeamMember,
  findTeamMemberByEmail,
  listTeamMembers,
  listTeamsOfPerson,
} from '../../db/queries/people/members.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { foldCase } from '../../domain/text.ts';
import { Conflict, NotFound } from '../errors.ts';
import { recordTeamEvent } from '../team-events.ts';
import { type TeamWriter, type WriteCall, type WriteDependencies, write } from '../write.ts';

export type Member = { personId: string; email: string; name: string; hasPassword: boolean; joinedAt: Date };

export type MemberService = ReturnType<typeof createMemberService>;

/** The people of a team (contract, section 10). */
export function createMemberService(dependencies: WriteDependencies) {
  const { db } = dependencies;
  return {
    /** The team's members by name. */
    async listMembers(teamId: number): Promise<Member[]> {
      const members = await listTeamMembers(db, teamId);
      return members.map(({ passwordHash, ...member }) => ({
        ...member,
        hasPassword: passwordHash !== null,
      }));
    },

    findMember: (teamId: number, personId: string) => findTeamMember(db, teamId, personId),

    /** The member with this email, or null. */
    findMemberByEmail: (teamId: number, email: string) => findTeamMemberByEmail(db, teamId, foldCase(email)),

    /**
     * Removes a member from the team, unless it is the last one. `removedBy` is the member who does so, or null for an
     * operator. A member who has just been removed cannot remove others. Tokens that the person created stay; links for
     * them or by them end, and the person's sessions end with their last team.
     */
    removeMember: (
      call: WriteCall<void, TeamWriter>,
      personId: string,
      removedBy: string | null,
    ): Promise<void> =>
      write(dependencies, call, async (context) => {
        const { tx } = context;
        const { teamId } = context.writer;
        await lockTeam(tx, teamId);
        const member = await findTeamMember(tx, teamId, personId);
        const isAllowed = removedBy === null || (await findTeamMember(tx, teamId, removedBy)) !== null;
        if (!member || !isAllowed) throw new NotFound();
        if ((await countTeamMembers(tx, teamId)) === 1)
          throw new Conflict('last_member', 'The last member cannot be removed. Add another one first.');
        await deleteMembership(tx, teamId, personId);
        await deleteOpenInvitationsFor(tx, teamId, foldCase(member.email));
        await deleteOpenInvitationsBy(tx, teamId, personId);
        if ((await listTeamsOfPerson(tx, personId)).length === 0) await deleteSessionsOfPerson(tx, personId);
        await recordTeamEvent(context, { type: 'member.removed', data: {} });
      }),
  };
}
