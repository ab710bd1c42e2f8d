import type { Transaction } from '../db/client.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  deleteOpenInvitationsFor,
  findInvitationOfAnyTeam,
  insertInvitation,
  listOpenInvitations,
  useInvitation,
} from '../db/queries/people/invitations.ts';
import {
  countTeamMembers,
  findTeamMember,
  findTeamMemberByEmail,
  insertMembership,
  isMemberOfAnotherTeam,
} from '../db/queries/people/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../db/queries/people/people.ts';
import { lockTeam } from '../db/queries/teams/teams.ts';
import { MAX_MEMBERS } from '../domain/limits.ts';
import { foldCase } from '../domain/text.ts';
import { newId } from './new-id.ts';
import { done, notFound, type Outcome, refused } from './outcome.ts';
import { hashPassword } from './password.ts';
import type { PasswordCheck, PasswordChecker } from './password-check.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import { recordTeamEvent } from './team-events.ts';
import {
  outcomeOf,
  type TeamWriter,
  unkeyed,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from './write.ts';

/** How long a link is valid (contract, section 10). */
export const INVITATION_HOURS = 72;

export type Invitation = {
  id: string;
  email: string;
  name: string;
  expiresAt: Date;
  team: { id: number; slug: string; name: string };
  /**
   * What the person who follows the link must do. A person without a password chooses one. A person with one confirms
   * it. A member of another team who has no password must get one there first, because otherwise this team could take
   * over their account.
   */
  asksFor: 'new_password' | 'password' | 'nothing_yet';
};

export type AcceptRefusal =
  | { ok: false; reason: 'gone' | 'elsewhere' | 'too_many' | 'changed' }
  | Exclude<PasswordCheck, { ok: true }>;

type InviteRefusal = { reason: 'is_member' | 'too_many' };
type Invited = Outcome<string, InviteRefusal>;
type Found = Invitation & { emailKey: string };
/** Either the hash of a newly chosen password, or the result of the check of the present one. */
type Joining = {
  invitation: Found;
  newHash: string | null;
  checked: Extract<PasswordCheck, { ok: true }> | null;
};
type Joined = { teamSlug: string } & OpenedSession;

export type InvitationService = ReturnType<typeof createInvitationService>;

type Dependencies = WriteDependencies & { passwords: PasswordChecker };

/**
 * Links by which people join a team. Each can be used once, is stored as a hash and shown once (contract, section 10).
 */
export function createInvitationService(dependencies: Dependencies) {
  const { db, clock, passwords } = dependencies;
  async function findInvitation(secret: string): Promise<Found | null> {
    const found = await findInvitationOfAnyTeam(db, hashOfSecret(secret), clock());
    if (!found) return null;
    const person = await findPersonOfAnyTeam(db, found.emailKey);
    if (person?.passwordHash) return { ...found, asksFor: 'password' };
    const isElsewhere = person !== null && (await isMemberOfAnotherTeam(db, found.team.id, person.id));
    return { ...found, asksFor: isElsewhere ? 'nothing_yet' : 'new_password' };
  }

  return {
    findInvitation,

    /**
     * Creates a link for an email and returns its secret. An earlier link of the team for this email ends. `invitedBy` is
     * the member who does so, or null for an operator. A member who has just been removed cannot invite others.
     */
    invite(
      call: WriteCall<string, TeamWriter>,
      { email, name }: { email: string; name: string },
      invitedBy: string | null,
    ): Promise<WriteResult<string, InviteRefusal>> {
      const secret = newSecret();
      const emailKey = foldCase(email);
      return write(dependencies, call, async ({ tx, writer: { teamId }, now }): Promise<Invited> => {
        await lockTeam(tx, teamId);
        if (invitedBy !== null && !(await findTeamMember(tx, teamId, invitedBy))) return notFound();
        // Looks at this team only: the time that it takes must not reveal who is known elsewhere on this server.
        const member = await findTeamMemberByEmail(tx, teamId, emailKey);
        if (member?.passwordHash) return refused({ reason: 'is_member' });
        await deleteOpenInvitationsFor(tx, teamId, emailKey);
        if (!member && (await countPlaces(tx, teamId, now)) >= MAX_MEMBERS)
          return refused({ reason: 'too_many' });
        await insertInvitation(tx, teamId, {
          id: newId(),
          email,
          emailKey,
          name,
          secretHash: hashOfSecret(secret),
          invitedBy,
          expiresAt: new Date(now.getTime() + INVITATION_HOURS * 3_600_000),
          createdAt: now,
        });
        return done(secret);
      });
    },

    /** The team's valid links, oldest first. */
    listInvitations: (teamId: number) => listOpenInvitations(db, teamId, clock()),

    /** Ends a link. */
    withdrawInvitation: (call: WriteCall<null, TeamWriter>, id: string): Promise<WriteResult<null>> =>
      write(dependencies, call, async ({ tx, writer: { teamId } }) =>
        (await deleteInvitation(tx, teamId, id)) ? done(null) : notFound(),
      ),

    /**
     * Makes the invited person a member and signs them in. The password becomes theirs if they have none, else it must
     * be the right one. If two accept at once, only one succeeds.
     */
    async accept(attempt: {
      secret: string;
      password: string;
      device: string | null;
      address: string;
    }): Promise<({ ok: true } & Joined) | AcceptRefusal> {
      const invitation = await findInvitation(attempt.secret);
      if (!invitation) return { ok: false, reason: 'gone' };
      const { asksFor, emailKey } = invitation;
      if (asksFor === 'nothing_yet') return { ok: false, reason: 'elsewhere' };
      const person = await findPersonOfAnyTeam(db, emailKey);
      const checked = asksFor === 'password' ? await passwords.check({ ...attempt, emailKey, person }) : null;
      if (checked && !checked.ok) return checked;
      const newHash = checked ? null : await hashPassword(attempt.password);
      const actor = { type: 'member', name: person?.name ?? invitation.name } as const;
      const joining = { invitation, newHash, checked };
      const joined = outcomeOf(
        await write(dependencies, unkeyed<TeamWriter>({ teamId: invitation.team.id, actor }), (context) =>
          join(context, passwords, joining),
        ),
      );
      if (joined.ok) return { ok: true, ...joined.value };
      const { reason } = joined.refusal;
      if (reason === 'gone' || reason === 'too_many' || reason === 'changed') return { ok: false, reason };
      throw new Error(`Joining by a link was refused: ${reason}.`);
    },
  };
}

/** Joins under the locks of team and person, and checks everything found before again. */
async function join(
  context: WriteContext<TeamWriter>,
  passwords: PasswordChecker,
  { invitation, newHash, checked }: Joining,
): Promise<Outcome<Joined, { reason: 'gone' | 'too_many' | 'changed' }>> {
  const { tx, now } = context;
  const { id, email, emailKey, name, team } = invitation;
  await lockTeam(tx, team.id);
  const known = await findPersonOfAnyTeam(tx, emailKey);
  const isMember = known !== null && (await findTeamMember(tx, team.id, known.id)) !== null;
  if (!isMember && (await countTeamMembers(tx, team.id)) >= MAX_MEMBERS)
    return refused({ reason: 'too_many' });
  if (!(await useInvitation(tx, team.id, id, now))) return refused({ reason: 'gone' });
  const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
  // Meanwhile, somebody may have set or changed the password, or another team may have added the person. A refusal rolls
  // back, so that the link stays as it was.
  if (checked && person.passwordHash !== checked.passwordHash) return refused({ reason: 'changed' });
  const isOpen = !person.passwordHash && !(await isMemberOfAnotherTeam(tx, team.id, person.id));
  if (newHash !== null && !isOpen) return refused({ reason: 'changed' });
  if (newHash !== null) await updatePasswordOfAnyTeam(tx, person.id, newHash, now);
  await insertMembership(tx, team.id, person.id, now);
  if (!isMember) await recordTeamEvent(context, { type: 'member.added', data: {} });
  const secret = await openSession(tx, person.id, now);
  const passwordHash = newHash ?? person.passwordHash;
  return done({
    teamSlug: team.slug,
    secret,
    device: checked?.device ?? passwords.deviceFor({ id: person.id, passwordHash }),
  });
}

const countPlaces = async (tx: Transaction, teamId: number, now: Date): Promise<number> =>
  (await countTeamMembers(tx, teamId)) + (await countOpenInvitations(tx, teamId, now));
