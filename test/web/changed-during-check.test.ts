/** A password is changed while the old one is being checked. Nobody gets in with it afterwards. */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '../../src/db/schema/teams.ts';
import { WrongPassword } from '../../src/services/errors.ts';
import { acceptInvitation, createInvitation, findInvitation } from '../../src/services/people/invitations.ts';
import { findMember } from '../../src/services/people/members.ts';
import { resetPassword } from '../../src/services/people/reset-password.ts';
import { signIn } from '../../src/services/people/sessions.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { openSharedApp } from '../helpers/app.ts';
import { buildTeam } from '../helpers/factories.ts';
import { buildMember, PASSWORD } from '../helpers/pages.ts';

const HERE = '198.51.100.7';
let meanwhile: () => Promise<unknown> = async () => {};
const world = await openSharedApp({ onPause: () => meanwhile() });

/** A member whose next attempt waits, because there were many wrong passwords. During the wait the password changes. */
async function buildMemberUnderAttack() {
  const member = await buildMember(world);
  meanwhile = async () => {};
  for (let host = 1; host <= 11; host += 1)
    await expect(
      signIn(world.services, {
        email: member.email,
        password: 'wrong',
        device: null,
        address: `203.0.113.${host}`,
      }),
    ).rejects.toThrow(WrongPassword);
  let changed = 0;
  meanwhile = async () => {
    changed += 1;
    await resetPassword(world.services, member.email);
  };
  return { ...member, changes: () => changed };
}

const sessionsOf = (personId: string) => world.db.$count(sessions, eq(sessions.personId, personId));
const attempt = { password: PASSWORD, device: null, address: HERE };

test('a sign-in whose password is changed while it is checked opens no session', async () => {
  const { id, email, changes } = await buildMemberUnderAttack();
  await expect(signIn(world.services, { email, ...attempt })).rejects.toThrow(WrongPassword);
  expect([changes(), await sessionsOf(id)]).toEqual([1, 0]);
});

test('joining by a link with a password that is changed while it is checked is refused, and the link stays valid', async () => {
  const { id, email, name, changes } = await buildMemberUnderAttack();
  const team = await buildTeam(world);
  const secret = await createInvitation(createSystemScope(world.services, team.id), world.services, {
    email,
    name,
    invitedBy: null,
  });
  await expect(acceptInvitation(world.services, { secret, ...attempt })).rejects.toMatchObject({
    reason: 'changed',
  });
  expect([changes(), await sessionsOf(id)]).toEqual([1, 0]);
  expect(await findMember({ db: world.services.db, teamId: team.id }, id)).toBeNull();
  expect(await findInvitation(world.services, secret)).not.toBeNull();
});
