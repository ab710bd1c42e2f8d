import type { Database } from '../db/client.ts';
import { deleteOpenInvitationsFor } from '../db/queries/invitations.ts';
import {
  countTeamMembers,
  deleteMembership,
  findTeamMember,
  findTeamMemberByEmail,
  listTeamMembers,
  listTeamsOfPerson,
} from '../db/queries/members.ts';
import { deleteSessionsOfPerson } from '../db/queries/sessions.ts';
import { lockTeam } from '../db/queries/teams.ts';
import { inTransaction } from '../db/transaction.ts';
import { foldCase } from '../domain/fold-case.ts';

export type Member = { personId: string; email: string; name: string; hasPassword: boolean; joinedAt: Date };

export type MemberService = ReturnType<typeof createMemberService>;

type Dependencies = { db: Database };

/** The people of a team (contract, section 10). */
export function createMemberService({ db }: Dependencies) {
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

    /** The member with this email; null where the team has none. */
    findMemberByEmail: (teamId: number, email: string) => findTeamMemberByEmail(db, teamId, foldCase(email)),

    /**
     * Takes a member out of the team, unless it is the last one. `removedBy` is the member who does so, null for an
     * operator: whoever was removed a moment before removes nobody. Their tokens stay; their sessions end with their
     * last team.
     */
    removeMember(
      teamId: number,
      personId: string,
      removedBy: string | null,
    ): Promise<{ ok: true } | { ok: false; reason: 'not_found' | 'last_one' }> {
      return inTransaction(db, async (tx) => {
        await lockTeam(tx, teamId);
        const member = await findTeamMember(tx, teamId, personId);
        const isAllowed = removedBy === null || (await findTeamMember(tx, teamId, removedBy)) !== null;
        if (!member || !isAllowed) return { ok: false, reason: 'not_found' };
        if ((await countTeamMembers(tx, teamId)) === 1) return { ok: false, reason: 'last_one' };
        await deleteMembership(tx, teamId, personId);
        await deleteOpenInvitationsFor(tx, teamId, foldCase(member.email));
        if ((await listTeamsOfPerson(tx, personId)).length === 0) await deleteSessionsOfPerson(tx, personId);
        return { ok: true };
      });
    },
  };
}
