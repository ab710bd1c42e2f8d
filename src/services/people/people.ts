import { randomBytes } from 'node:crypto';
import { countTeamMembers, findTeamMember, insertMembership } from '../../db/queries/people/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../../db/queries/people/people.ts';
import { deleteSessionsOfPerson } from '../../db/queries/people/sessions.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { MAX_MEMBERS } from '../../domain/limits.ts';
import { foldCase } from '../../domain/text.ts';
import { Conflict } from '../errors.ts';
import type { Keyring } from '../keys/keyring.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent } from '../team-events.ts';
import { type TeamWriter, type WriteCall, type WriteDependencies, write } from '../write.ts';
import { hashPassword, verifyPassword } from './password.ts';

const PASSWORD_BYTES = 15;
const DERIVED_PASSWORD_LENGTH = 20;

type Added = { hasPassword: boolean };

type Dependencies = WriteDependencies & { keyring: Keyring };

/** The changes to people that the operator of the server can make, but no member of a team. */
export function createPeopleService(dependencies: Dependencies) {
  const { db, clock, keyring } = dependencies;
  async function setPassword(personId: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await db.transaction(async (tx) => {
      await updatePasswordOfAnyTeam(tx, personId, passwordHash, clock());
      await deleteSessionsOfPerson(tx, personId);
    });
  }

  return {
    /** Makes a person a member at once. A new person has no password yet. */
    addMember: (
      call: WriteCall<Added, TeamWriter>,
      { email, name }: { email: string; name: string },
    ): Promise<Added> =>
      write(dependencies, call, async (context) => {
        const { tx, now } = context;
        const { teamId } = context.writer;
        await lockTeam(tx, teamId);
        const emailKey = foldCase(email);
        const known = await findPersonOfAnyTeam(tx, emailKey);
        const isMember = known !== null && (await findTeamMember(tx, teamId, known.id)) !== null;
        // A member without a password still needs a link to choose one.
        if (known?.passwordHash && isMember)
          throw new Conflict('is_member', 'Somebody with this email is already a member.');
        if (isMember) return { hasPassword: false };
        if ((await countTeamMembers(tx, teamId)) >= MAX_MEMBERS)
          throw new Conflict('too_many', `A team has at most ${MAX_MEMBERS} members.`);
        const person = await lockOrInsertPersonOfAnyTeam(tx, { id: newId(), email, emailKey, name, now });
        await insertMembership(tx, teamId, person.id, now);
        await recordTeamEvent(context, { type: 'member.added', data: {} });
        return { hasPassword: person.passwordHash !== null };
      }),

    /** Gives a person a new random password and ends their sessions. Returns null if nobody has the email. */
    async resetPassword(email: string): Promise<string | null> {
      const person = await findPersonOfAnyTeam(db, foldCase(email));
      if (!person) return null;
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      await setPassword(person.id, password);
      return password;
    },

    /**
     * A password derived from the application key and the person, so that it can be shown again without being stored.
     * It is set if the person has none. Returns null if they have another password.
     */
    async derivedPassword(email: string): Promise<string | null> {
      const person = await findPersonOfAnyTeam(db, foldCase(email));
      if (!person) return null;
      const candidates = keyring
        .signatures('password', person.id)
        .map((signature) => signature.slice(0, DERIVED_PASSWORD_LENGTH));
      const [own] = candidates;
      if (person.passwordHash === null && own !== undefined) {
        await setPassword(person.id, own);
        return own;
      }
      for (const candidate of candidates)
        if (await verifyPassword(candidate, person.passwordHash ?? '')) return candidate;
      return null;
    },
  };
}
