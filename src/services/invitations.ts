import type { Database, Transaction } from '../db/client.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  deleteOpenInvitationsFor,
  findInvitationOfAnyTeam,
  insertInvitation,
  listOpenInvitations,
  useInvitation,
} from '../db/queries/invitations.ts';
import {
  countTeamMembers,
  findTeamMember,
  findTeamMemberByEmail,
  insertMembership,
  isMemberOfAnotherTeam,
} from '../db/queries/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../db/queries/people.ts';
import { lockTeam } from '../db/queries/teams.ts';
import { inTransaction } from '../db/transaction.ts';
import { foldCase } from '../domain/fold-case.ts';
import { MAX_MEMBERS } from '../domain/limits.ts';
import type { Clock } from './clock.ts';
import { newId } from './new-id.ts';
import { hashPassword } from './password.ts';
import type { PasswordCheck, PasswordChecker } from './password-check.ts';
import { hashOfSecret, newSecret } from './secret.ts';
import { type OpenedSession, openSession } from './sessions.ts';

/** How long a link holds (contract, section 10). */
export const INVITATION_HOURS = 72;

export type Invitation = {
  id: string;
  email: string;
  name: string;
  expiresAt: Date;
  team: { id: number; slug: string; name: string };
  /**
   * What whoever follows the link must do: choose a password, where the person has none; confirm the one that they
   * have; or, with none but in another team, get one there first: else this team could take over a member of that one.
   */
  asksFor: 'new_password' | 'password' | 'nothing_yet';
};

export type AcceptRefusal =
  | { ok: false; reason: 'gone' | 'elsewhere' | 'too_many' | 'changed' }
  | Exclude<PasswordCheck, { ok: true }>;

/** Takes a transaction back, so that the link stays as it was. */
class ChangedMeanwhile extends Error {}

export type InvitationService = ReturnType<typeof createInvitationService>;

type Dependencies = { db: Database; clock: Clock; passwords: PasswordChecker };

/** Links by which people join a team: single use, stored as a hash and shown once (contract, section 10). */
export function createInvitationService({ db, clock, passwords }: Dependencies) {
  async function findInvitation(secret: string): Promise<(Invitation & { emailKey: string }) | null> {
    const found = await findInvitationOfAnyTeam(db, hashOfSecret(secret), clock());
    if (!found) return null;
    const person = await findPersonOfAnyTeam(db, found.emailKey);
    if (person?.passwordHash) return { ...found, asksFor: 'password' };
    const isElsewhere = person !== null && (await isMemberOfAnotherTeam(db, found.team.id, person.id));
    return { ...found, asksFor: isElsewhere ? 'nothing_yet' : 'new_password' };
  }

  return {
    findInvitation,

    /** Makes a link for an email and returns its secret; an earlier one of the team for it ends. */
    invite(
      teamId: number,
      { email, name }: { email: string; name: string },
    ): Promise<{ ok: true; secret: string } | { ok: false; reason: 'is_member' | 'too_many' }> {
      const secret = newSecret();
      return inTransaction(db, async (tx) => {
        const now = clock();
        await lockTeam(tx, teamId);
        // Asked of the team alone: how long it takes must not tell who is known elsewhere on this server.
        const member = await findTeamMemberByEmail(tx, teamId, foldCase(email));
        if (member?.passwordHash) return { ok: false, reason: 'is_member' };
        await deleteOpenInvitationsFor(tx, teamId, foldCase(email));
        if (!member && (await countPlaces(tx, teamId, now)) >= MAX_MEMBERS)
          return { ok: false, reason: 'too_many' };
        await insertInvitation(tx, teamId, {
          id: newId(),
          email,
          emailKey: foldCase(email),
          name,
          secretHash: hashOfSecret(secret),
          expiresAt: new Date(now.getTime() + INVITATION_HOURS * 3_600_000),
          createdAt: now,
        });
        return { ok: true, secret };
      });
    },

    /** The team's links that still hold, oldest first. */
    listInvitations: (teamId: number) => listOpenInvitations(db, teamId, clock()),

    /** Ends a link; false where the team has no such one. */
    withdrawInvitation: (teamId: number, id: string): Promise<boolean> => deleteInvitation(db, teamId, id),

    /**
     * Makes the invited person a member and signs them in. The password becomes theirs where they have none, and must
     * be theirs where they have one. Of two who accept at once one does.
     */
    async accept(attempt: {
      secret: string;
      password: string;
      device: string | null;
      address: string;
    }): Promise<({ ok: true; teamSlug: string } & OpenedSession) | AcceptRefusal> {
      const invitation = await findInvitation(attempt.secret);
      if (!invitation) return { ok: false, reason: 'gone' };
      const { asksFor, emailKey } = invitation;
      if (asksFor === 'nothing_yet') return { ok: false, reason: 'elsewhere' };
      const person = await findPersonOfAnyTeam(db, emailKey);
      const checked = asksFor === 'password' ? await passwords.check({ ...attempt, emailKey, person }) : null;
      if (checked && !checked.ok) return checked;
      const newHash = checked ? null : await hashPassword(attempt.password);
      return inTransaction(db, (tx) =>
        join(tx, passwords, invitation, newHash, checked?.device ?? null, clock()),
      ).catch((error: unknown) => {
        if (error instanceof ChangedMeanwhile) return { ok: false, reason: 'changed' };
        throw error;
      });
    },
  };
}

/** Joins inside the locks of team and person, where what was found before is looked at again. */
async function join(
  tx: Transaction,
  passwords: PasswordChecker,
  invitation: Invitation & { emailKey: string },
  newHash: string | null,
  device: string | null,
  now: Date,
): Promise<({ ok: true; teamSlug: string } & OpenedSession) | AcceptRefusal> {
  const { id, email, emailKey, name, team } = invitation;
  await lockTeam(tx, team.id);
  const known = await findPersonOfAnyTeam(tx, emailKey);
  const isMember = known !== null && (await findTeamMember(tx, team.id, known.id)) !== null;
  if (!isMember && (await countTeamMembers(tx, team.id)) >= MAX_MEMBERS)
    return { ok: false, reason: 'too_many' };
  if (!(await useInvitation(tx, team.id, id, now))) return { ok: false, reason: 'gone' };
  const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
  // Somebody may have set a password, or another team have taken them in, since the link was looked at.
  const isOpen = !person.passwordHash && !(await isMemberOfAnotherTeam(tx, team.id, person.id));
  if (newHash !== null && !isOpen) throw new ChangedMeanwhile();
  if (newHash !== null) await updatePasswordOfAnyTeam(tx, person.id, newHash, now);
  await insertMembership(tx, team.id, person.id, now);
  const secret = await openSession(tx, person.id, now);
  const passwordHash = newHash ?? person.passwordHash;
  return {
    ok: true,
    teamSlug: team.slug,
    secret,
    device: device ?? passwords.deviceFor({ id: person.id, passwordHash }),
  };
}

const countPlaces = async (tx: Transaction, teamId: number, now: Date): Promise<number> =>
  (await countTeamMembers(tx, teamId)) + (await countOpenInvitations(tx, teamId, now));
