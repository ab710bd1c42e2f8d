import { randomBytes } from 'node:crypto';
import type { Database } from '../db/client.ts';
import { countTeamMembers, findTeamMember, insertMembership } from '../db/queries/members.ts';
import {
  findPersonOfAnyTeam,
  lockOrInsertPersonOfAnyTeam,
  updatePasswordOfAnyTeam,
} from '../db/queries/people.ts';
import { deleteSessionsOfPerson } from '../db/queries/sessions.ts';
import { lockTeam } from '../db/queries/teams.ts';
import { inTransaction } from '../db/transaction.ts';
import { foldCase } from '../domain/fold-case.ts';
import { MAX_MEMBERS } from '../domain/limits.ts';
import type { Clock } from './clock.ts';
import type { Keyring } from './keyring.ts';
import { newId } from './new-id.ts';
import { hashPassword, verifyPassword } from './password.ts';

const PASSWORD_BYTES = 15;
const DERIVED_PASSWORD_LENGTH = 20;

type Dependencies = { db: Database; clock: Clock; keyring: Keyring };

/** What whoever runs the server may do with people, and no member of a team may. */
export function createPeopleService({ db, clock, keyring }: Dependencies) {
  async function setPassword(personId: string, password: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    await inTransaction(db, async (tx) => {
      await updatePasswordOfAnyTeam(tx, personId, passwordHash, clock());
      await deleteSessionsOfPerson(tx, personId);
    });
  }

  return {
    /** Makes somebody a member at once; a person who is new has no password yet. */
    addMember(
      teamId: number,
      { email, name }: { email: string; name: string },
    ): Promise<{ ok: true; hasPassword: boolean } | { ok: false; reason: 'is_member' | 'too_many' }> {
      return inTransaction(db, async (tx) => {
        const now = clock();
        await lockTeam(tx, teamId);
        const known = await findPersonOfAnyTeam(tx, foldCase(email));
        const isMember = known !== null && (await findTeamMember(tx, teamId, known.id)) !== null;
        // Whoever has no password yet still needs a way in.
        if (isMember)
          return known.passwordHash ? { ok: false, reason: 'is_member' } : { ok: true, hasPassword: false };
        if ((await countTeamMembers(tx, teamId)) >= MAX_MEMBERS) return { ok: false, reason: 'too_many' };
        const id = newId();
        const person = await lockOrInsertPersonOfAnyTeam(tx, {
          id,
          email,
          emailKey: foldCase(email),
          name,
          now,
        });
        await insertMembership(tx, teamId, person.id, now);
        return { ok: true, hasPassword: person.passwordHash !== null };
      });
    },

    /** Gives a person a new random password and ends their sessions; null where nobody has the email. */
    async resetPassword(email: string): Promise<string | null> {
      const person = await findPersonOfAnyTeam(db, foldCase(email));
      if (!person) return null;
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      await setPassword(person.id, password);
      return password;
    },

    /**
     * A password made from the application key and the person, so that it can be told again and is stored nowhere; set
     * where they have none. Null where they have another by now.
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
