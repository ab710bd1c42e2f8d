/** The pages of a team's members, and the links by which people join (docs/rules.md, 21). */

import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { lockTeam } from '../../../src/db/queries/teams/teams.ts';
import { invitations, people } from '../../../src/db/schema/teams.ts';
import { foldCase } from '../../../src/domain/text/text.ts';
import { NotFound } from '../../../src/services/errors.ts';
import {
  createInvitation as inviteByService,
  listInvitations,
} from '../../../src/services/people/invitations.ts';
import { addTeamMember, listMembers, removeTeamMember } from '../../../src/services/people/members.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { openSharedApp, openTestApp } from '../../helpers/app.ts';
import { buildTeam } from '../../helpers/factories.ts';
import {
  buildMember,
  expectPage,
  joinTeam,
  linkIn,
  openTeamPages,
  PASSWORD,
  tokenIn,
  visitorOf,
} from '../../helpers/pages.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';
import { START_PAGE } from '../../registers/all.ts';

const NEW_PASSWORD = 'nine grey herons';

const world = await openSharedApp();

let emails = 0;
function newEmail() {
  emails += 1;
  return `invited-${emails}@example.com`;
}
const hashOf = async (email: string) =>
  (
    await world.db
      .select()
      .from(people)
      .where(eq(people.emailKey, foldCase(email)))
  )[0]?.passwordHash;
const membersOf = async (teamId: number) =>
  (await listMembers({ db: world.services.db, teamId })).map(({ email }) => email).sort();

/** Has a member make a link, and returns it. */
async function invite(
  { visitor, members }: Awaited<ReturnType<typeof openTeamPages>>,
  email: string,
  name = 'Guest',
) {
  const { body, statusCode } = await visitor.submit(members, { name, email });
  expect(statusCode).toBe(200);
  return linkIn(body);
}

test('nobody is invited by a name that would be a link in the message', async () => {
  const { visitor, members } = await openTeamPages(world);
  await visitor.get(members);
  const fields = { name: 'Win at evil.example/prize', email: 'kim@example.com' };
  expectPage(await visitor.post(members, fields), 422, 'must not contain an address of the web.');
});

describe('the address of an invitation', () => {
  test.each([
    [
      'stands under PUBLIC_URL, whatever the request says',
      'https://stays.example/base',
      'https://stays.example/base',
    ],
    ['is that of the request only without PUBLIC_URL', undefined, 'http://evil.example'],
  ])('the address of an invitation %s', async (_what, publicUrl, base) => {
    const other = await openTestApp({
      url: world.url,
      trustProxy: true,
      ...(publicUrl ? { publicUrl } : {}),
    });
    const pages = await openTeamPages(other);
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    await pages.visitor.get(pages.members);
    const fields = { name: 'Guest', email: newEmail() };
    const { statusCode } = await pages.visitor.post(pages.members, fields, forged);
    expect(statusCode).toBe(303);
    const { body } = await pages.visitor.get(pages.members, forged);
    expect(body).toContain(`${base}/app/invitations/`);
    expect(body.includes('evil.example')).toBe(publicUrl === undefined);
    await other.close();
  });
});

describe('joining a team', () => {
  test('an invitation link is shown once, stored as a hash, and makes a new person a member with a password', async () => {
    const pages = await openTeamPages(world);
    const email = newEmail();
    const link = await invite(pages, email, 'Rui Barbosa');
    expect(link).not.toBe('');
    const secret = link.split('/').at(-1) ?? '';
    expect(JSON.stringify(await world.db.select().from(invitations))).not.toContain(secret);
    const later = await pages.visitor.get(pages.members);
    expect(later.body).not.toContain(secret);
    expect(later.body).toContain('Links not used yet');
    expect(later.body).toContain(email);

    const guest = visitorOf(world);
    const opened = await guest.get(link);
    expect(opened.body).toContain('Choose a password to become a member.');
    expect(opened.body).toContain('autocomplete="new-password"');
    // Programs that preview links open it as well, which must not use it up.
    await visitorOf(world).get(link);
    const short = await guest.post(link, { password: 'too short' });
    expectPage(short, 422, 'Password must have at least 10 characters.');
    const own = await guest.post(link, { password: email.toUpperCase() });
    expectPage(own, 422, 'Password must not be your email.');
    const joined = await guest.post(link, { password: NEW_PASSWORD });
    expect([joined.statusCode, joined.headers.location]).toEqual([303, `${pages.base}/${START_PAGE}`]);
    expect((await guest.get(pages.tokens)).body).toContain(`You are now a member of ${pages.team.name}.`);
    expect(await membersOf(pages.team.id)).toEqual([email, pages.member.email].sort());
    expect((await visitorOf(world).signIn(email, NEW_PASSWORD)).statusCode).toBe(303);

    for (const again of [await guest.get(link), await visitorOf(world).get(link)])
      expectPage(again, 404, 'This link no longer works');
    expect((await guest.post(link, { password: 'another password' })).statusCode).toBe(404);
    expect((await visitorOf(world).signIn(email, NEW_PASSWORD)).statusCode).toBe(303);
    expect((await pages.visitor.get(pages.members)).body).not.toContain('Links not used yet');
  });

  test('an invited person who already has a password confirms it, and keeps it', async () => {
    const pages = await openTeamPages(world);
    const known = await buildMember(world);
    const before = await hashOf(known.email);
    const link = await invite(pages, known.email.toUpperCase());
    const guest = visitorOf(world);
    const opened = await guest.get(link);
    expect(opened.body).toContain('Enter it to become a member.');
    expect(opened.body).toContain('autocomplete="current-password"');
    const wrong = await guest.post(link, { password: NEW_PASSWORD });
    expectPage(wrong, 422, 'That is not your password.');
    expect(wrong.cookies).toEqual([]);
    expect(await membersOf(pages.team.id)).toEqual([pages.member.email]);
    const joined = await guest.post(link, { password: PASSWORD });
    expect(joined.statusCode).toBe(303);
    expect(await membersOf(pages.team.id)).toEqual([known.email, pages.member.email].sort());
    expect(await hashOf(known.email)).toBe(before);
    expect((await guest.get('/app')).body).toContain('Choose a team');
  });

  test('an invitation of one team sets no password for a member of another team who has none yet', async () => {
    const pages = await openTeamPages(world);
    const theirs = await buildMember(world, { password: null });
    const link = await invite(pages, theirs.email);
    const attacker = visitorOf(world);
    const opened = await attacker.get(link);
    expect(opened.body).toContain('You are a member of another team here and have no password yet.');
    expect(opened.body).not.toContain('type="password"');
    await attacker.get('/app/sign-in');
    const sent = await attacker.post(link, { password: NEW_PASSWORD });
    expect(sent.statusCode).toBe(422);
    expect(await hashOf(theirs.email)).toBeNull();
    expect(await membersOf(pages.team.id)).toEqual([pages.member.email]);
  });

  test('an invitation does not set a password if the person joins another team or chooses a password after the page was opened', async () => {
    const pages = await openTeamPages(world);
    const email = newEmail();
    const link = await invite(pages, email);
    const other = await openTeamPages(world);
    const otherLink = await invite(other, email);
    const [one, two] = [visitorOf(world), visitorOf(world)];
    await one.get(link);
    await two.get(otherLink);
    const answers = await Promise.all([
      one.post(link, { password: 'password of the one' }),
      two.post(otherLink, { password: 'password of the other' }),
    ]);
    // One of them chose the password. The other is asked to read the page again, or told that the password is wrong.
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 422]);
    const [right, wrong] =
      answers[0]?.statusCode === 303
        ? ['password of the one', 'password of the other']
        : ['password of the other', 'password of the one'];
    expect((await visitorOf(world).signIn(email, right)).statusCode).toBe(303);
    expect((await visitorOf(world).signIn(email, wrong)).statusCode).toBe(422);
  });

  test('if twenty visitors use an invitation at once, one joins', async () => {
    const pages = await openTeamPages(world);
    const email = newEmail();
    const link = await invite(pages, email);
    const guests = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const guest = visitorOf(world);
        await guest.get(link);
        return guest;
      }),
    );
    const answers = await Promise.all(
      guests.map((guest, index) => guest.post(link, { password: `password number ${index}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 303);
    expect((await visitorOf(world).signIn(email, `password number ${winner}`)).statusCode).toBe(303);
  });

  describe('the limit of members', () => {
    const addMembers = (db: Pick<typeof world.db, 'execute'>, teamId: number, count: number) =>
      db.execute(sql`with made as (
          insert into people (id, email, email_key, name, created_at, updated_at)
          select id, id || '@example.com', id || '@example.com', 'Guest', now(), now()
          from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as new returning id)
        insert into memberships (team_id, person_id, created_at) select ${teamId}, id, now() from made`);
    /** Begins an attempt while somebody else takes the last place of the team. */
    const beginTooLate = <T>(teamId: number, attempt: () => Promise<T>) =>
      world.db.transaction(async (tx) => {
        await lockTeam(tx, teamId);
        const late = attempt();
        await untilSomebodyWaits(world);
        await addMembers(tx, teamId, 1);
        return { late };
      });

    test('a team that reaches 500 members while somebody joins by a link refuses the next one', async () => {
      const pages = await openTeamPages(world);
      await addMembers(world.db, pages.team.id, 498);
      const link = await invite(pages, newEmail());
      const refused = await pages.visitor.post(pages.members, { name: 'Guest', email: newEmail() });
      expectPage(refused, 422, 'A team has at most 500 members, open links included.');
      const guest = visitorOf(world);
      await guest.get(link);
      const join = () => guest.post(link, { password: NEW_PASSWORD });
      const { late } = await beginTooLate(pages.team.id, join);
      expectPage(await late, 422, 'The team already has its maximum number of members.');
      expect(await membersOf(pages.team.id)).toHaveLength(500);
    });

    test('a team that reaches 500 members while the command adds one refuses the next one', async () => {
      const { id } = await buildTeam(world);
      await addMembers(world.db, id, 499);
      const add = () =>
        expect(
          addTeamMember(createSystemScope(world.services, id), { email: newEmail(), name: 'Guest' }),
        ).rejects.toThrow('A team has at most 500 members.');
      const { late } = await beginTooLate(id, add);
      await late;
      expect(await membersOf(id)).toHaveLength(500);
    });
  });

  test('an invitation is valid for 72 hours', async () => {
    const pages = await openTeamPages(world);
    const [first, second] = [await invite(pages, newEmail()), await invite(pages, newEmail())];
    const guest = visitorOf(world);
    await guest.get(first);
    world.clock.set('2031-05-08T09:59:59Z');
    expect((await guest.post(first, { password: NEW_PASSWORD })).statusCode).toBe(303);
    const late = visitorOf(world);
    await late.get(second);
    const form_token = late.formToken();
    world.clock.set('2031-05-08T10:00:00Z');
    expect((await late.get(second)).statusCode).toBe(404);
    expect((await late.post(second, { password: NEW_PASSWORD, form_token })).statusCode).toBe(404);
  });

  test('a newer invitation for the same person, or withdrawing it, ends the older one', async () => {
    const pages = await openTeamPages(world);
    const email = newEmail();
    const first = await invite(pages, email);
    const second = await invite(pages, email.toUpperCase());
    expect((await visitorOf(world).get(first)).statusCode).toBe(404);
    expect((await visitorOf(world).get(second)).statusCode).toBe(200);
    const [open, ...others] = await listInvitations(createSystemScope(world.services, pages.team.id));
    expect(others).toEqual([]);
    const withdrawn = await pages.visitor.submit(`${pages.members}/links/${open?.id}/withdraw`);
    expect(withdrawn.body).toContain('The link has been withdrawn.');
    expect((await visitorOf(world).get(second)).statusCode).toBe(404);
  });

  test('an invitation of another team for the same person stays valid', async () => {
    const [one, two] = [await openTeamPages(world), await openTeamPages(world)];
    const email = newEmail();
    const link = await invite(one, email);
    await invite(two, email);
    expect((await visitorOf(world).get(link)).statusCode).toBe(200);
  });

  test('an invitation page in a signed-in browser says who is signed in, and signs the invited person in', async () => {
    const pages = await openTeamPages(world);
    const email = newEmail();
    const link = await invite(pages, email);
    const before = pages.visitor.cookies.get('innkeep-session') ?? '';
    expect((await pages.visitor.get(link)).body).toContain('You are signed in as');
    await pages.visitor.submit(link, { password: NEW_PASSWORD });
    expect((await pages.visitor.get(pages.tokens)).body).toContain(`title="Your account: ${email}"`);
    const copy = visitorOf(world);
    copy.cookies.set('innkeep-session', before);
    expect((await copy.get(pages.tokens)).statusCode).toBe(303);
  });

  test.each(['x', 'A'.repeat(43), '%00', '../../members', 'A'.repeat(200)])(
    '%j is not an invitation link',
    async (secret) => {
      const answer = await visitorOf(world).get(`/app/invitations/${encodeURIComponent(secret)}`);
      expect(answer.statusCode).toBe(404);
    },
  );
});

describe('the form for a new member', () => {
  test.each([
    ['no name', { name: '', email: 'a@example.com' }, 'name', 'Name is required.'],
    [
      'a long name',
      { name: 'x'.repeat(256), email: 'a@example.com' },
      'name',
      'Name must not have more than 255 characters.',
    ],
    ['no email', { name: 'A', email: '' }, 'email', 'Email is required.'],
    ['what is no email', { name: 'A', email: 'a@' }, 'email', 'Email must be a valid email address.'],
    [
      'a long email',
      { name: 'A', email: `${'x'.repeat(243)}@example.com` },
      'email',
      'Email must not have more than 254 characters.',
    ],
  ])('the form for a new member is shown again for %s', async (_what, fields, field, message) => {
    const { visitor, members } = await openTeamPages(world);
    const answer = await visitor.post(members, fields);
    expectPage(answer, 422, `<p class="error" id="${field}-error">${message}</p>`);
  });

  test('inviting somebody who is already a member is refused, unless they have no password yet', async () => {
    const pages = await openTeamPages(world);
    const answer = await pages.visitor.post(pages.members, {
      name: 'Me',
      email: pages.member.email.toUpperCase(),
    });
    expectPage(answer, 422, 'Somebody with this email is already a member.');
    const waiting = await buildMember(world, { teamId: pages.team.id, password: null });
    const link = await invite(pages, waiting.email);
    const guest = visitorOf(world);
    await guest.get(link);
    expect((await guest.post(link, { password: NEW_PASSWORD })).statusCode).toBe(303);
    expect((await visitorOf(world).signIn(waiting.email, NEW_PASSWORD)).statusCode).toBe(303);
  });

  test('the form for a new member does not reveal whether the email is known on this server', async () => {
    const pages = await openTeamPages(world);
    const known = await buildMember(world);
    const plain = async (email: string) => {
      const { body } = await pages.visitor.submit(pages.members, { name: 'Guest', email });
      const [open] = await listInvitations(createSystemScope(world.services, pages.team.id));
      await pages.visitor.post(`${pages.members}/links/${open?.id}/withdraw`);
      return body
        .replaceAll(email, 'EMAIL')
        .replace(/invitations\/[\w.-]+/, '')
        .replace(/links\/[^/]+/, '')
        .replace(/name="form_token" value="[^"]+"/g, '');
    };
    expect(await plain(known.email)).toBe(await plain(newEmail()));
  });
});

describe('removing members', () => {
  test('a removed member is signed out at the next request, and tokens they created keep working, with their name', async () => {
    const pages = await openTeamPages(world);
    const leaver = await buildMember(world, { teamId: pages.team.id, name: 'Lea Leaver' });
    const theirs = visitorOf(world);
    await theirs.signIn(leaver.email);
    const token = tokenIn((await theirs.submit(pages.tokens, { name: 'Hers', scope: 'read-write' })).body);
    expect((await theirs.get(pages.members)).statusCode).toBe(200);

    const confirmation = await pages.visitor.get(`${pages.members}/${leaver.id}/remove`);
    expect(confirmation.body).toContain('Remove <span class="name">Lea Leaver</span>?');
    const removed = await pages.visitor.submit(`${pages.members}/${leaver.id}/remove`);
    expect(removed.body).toContain('Lea Leaver is no longer a member of');

    expect((await theirs.get(pages.members)).statusCode).toBe(303);
    expect((await theirs.get('/app')).headers.location).toBe('/app/sign-in');
    expect((await theirs.get('/app/sign-in')).body).toContain('or you were removed from your only team.');
    expect((await visitorOf(world).signIn(leaver.email)).statusCode).toBe(422);
    expect((await world.get('/v1/me', token)).statusCode).toBe(200);
    expect((await pages.visitor.get(pages.tokens)).body).toContain('Lea Leaver');
  });

  test('a person removed from one team stays in their other team', async () => {
    const pages = await openTeamPages(world);
    const leaver = await buildMember(world, { teamId: pages.team.id });
    const other = await buildTeam(world);
    await joinTeam(world, leaver.id, other.id);
    const theirs = visitorOf(world);
    await theirs.signIn(leaver.email);
    await pages.visitor.submit(`${pages.members}/${leaver.id}/remove`);
    const out = await theirs.get(pages.tokens);
    expectPage(out, 404, 'You are not a member of this team');
    await theirs.get(`/app/teams/${other.slug}/tokens`);
    expect((await theirs.post(pages.tokens, { name: 'Late', scope: 'read-only' })).statusCode).toBe(404);
    expect((await theirs.get('/app')).headers.location).toBe(`/app/teams/${other.slug}/${START_PAGE}`);
  });

  test('the last member of a team cannot be removed', async () => {
    const { visitor, members, member, team } = await openTeamPages(world);
    expect((await visitor.get(members)).body).toContain('The last member');
    const answer = await visitor.post(`${members}/${member.id}/remove`);
    expectPage(answer, 422, 'The last member cannot be removed.');
    expect(await membersOf(team.id)).toEqual([member.email]);
  });

  test('members who remove themselves from their only team are signed out', async () => {
    const { visitor, members, member, team } = await openTeamPages(world);
    const other = await buildMember(world, { teamId: team.id });
    expect((await visitor.get(`${members}/${member.id}/remove`)).body).toContain('That is you.');
    const { body } = await visitor.submit(`${members}/${member.id}/remove`);
    expect(body).toContain(
      'You are no longer a member of the team. Because it was your only one, you are signed out.',
    );
    expect((await visitor.get('/app')).headers.location).toBe('/app/sign-in');
    expect(await membersOf(team.id)).toEqual([other.email]);
  });

  test('members who remove themselves from one of several teams are led to the others, with a message', async () => {
    const { visitor, members, member, team } = await openTeamPages(world);
    await buildMember(world, { teamId: team.id });
    await joinTeam(world, member.id, (await buildTeam(world)).id);
    await visitor.get(members);
    expect((await visitor.submit(`${members}/${member.id}/remove`)).headers.location).toMatch(
      new RegExp(`${START_PAGE}$`),
    );
    const { body } = await visitor.get((await visitor.get('/app')).headers.location ?? '');
    expect(body).toContain(`You are no longer a member of ${team.name}.`);
  });

  test('if two members remove each other at once, one of them stays', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { team, member, members, visitor } = await openTeamPages(world);
      const rival = await buildMember(world, { teamId: team.id });
      const theirs = visitorOf(world);
      await theirs.signIn(rival.email);
      const answers = await Promise.all([
        visitor.post(`${members}/${rival.id}/remove`),
        theirs.post(`${members}/${member.id}/remove`),
      ]);
      expect(await membersOf(team.id)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    }
  });

  test('a member who was just removed cannot remove anybody', async () => {
    const { team, member } = await openTeamPages(world);
    const [one, two] = [
      await buildMember(world, { teamId: team.id }),
      await buildMember(world, { teamId: team.id }),
    ];
    await removeTeamMember(createSystemScope(world.services, team.id), one.id, member.id);
    await expect(
      removeTeamMember(createSystemScope(world.services, team.id), two.id, one.id),
    ).rejects.toThrow(NotFound);
  });

  test('removing a member ends the invitations that they made, and no others', async () => {
    const pages = await openTeamPages(world);
    const leaver = await buildMember(world, { teamId: pages.team.id });
    const other = await openTeamPages(world);
    await joinTeam(world, leaver.id, other.team.id);
    const theirs = visitorOf(world);
    await theirs.signIn(leaver.email);
    const open = async ({ members }: { members: string }) => {
      await theirs.get(members);
      return invite({ ...pages, visitor: theirs, members }, newEmail());
    };
    const [joined, made, elsewhere] = [await open(pages), await open(pages), await open(other)];
    const guest = visitorOf(world);
    await guest.get(joined);
    expect((await guest.post(joined, { password: NEW_PASSWORD })).statusCode).toBe(303);
    const ofAnother = await invite(pages, newEmail());
    // Made anew by another member, a link is theirs.
    const email = newEmail();
    await theirs.get(pages.members);
    const before = await invite({ ...pages, visitor: theirs }, email);
    const renewed = await invite(pages, email);
    const opened = visitorOf(world);
    await opened.get(made);

    const confirmation = await pages.visitor.get(`${pages.members}/${leaver.id}/remove`);
    expect(confirmation.body).toContain('Links that they made end.');
    await pages.visitor.submit(`${pages.members}/${leaver.id}/remove`);

    for (const link of [made, before])
      expectPage(await visitorOf(world).get(link), 404, 'This link no longer works');
    expect((await opened.post(made, { password: NEW_PASSWORD })).statusCode).toBe(404);
    for (const link of [elsewhere, ofAnother, renewed])
      expect((await visitorOf(world).get(link)).statusCode).toBe(200);
    expect(await membersOf(pages.team.id)).toHaveLength(2);
  });

  test('a member who was just removed cannot invite anybody', async () => {
    const { team } = await openTeamPages(world);
    const { id } = await buildMember(world);
    const link = { email: newEmail(), name: 'Guest' };
    await expect(
      inviteByService(createSystemScope(world.services, team.id), world.services, { ...link, invitedBy: id }),
    ).rejects.toThrow(NotFound);
    expect(await listInvitations(createSystemScope(world.services, team.id))).toEqual([]);
  });

  test('removing a member by the command ends their invitations too', async () => {
    const pages = await openTeamPages(world);
    await buildMember(world, { teamId: pages.team.id });
    const link = await invite(pages, newEmail());
    await removeTeamMember(createSystemScope(world.services, pages.team.id), pages.member.id, null);
    expect((await visitorOf(world).get(link)).statusCode).toBe(404);
  });

  test('removing a member ends invitations that were open for them', async () => {
    const pages = await openTeamPages(world);
    const waiting = await buildMember(world, { teamId: pages.team.id, password: null });
    const link = await invite(pages, waiting.email);
    await pages.visitor.submit(`${pages.members}/${waiting.id}/remove`);
    expect((await visitorOf(world).get(link)).statusCode).toBe(404);
  });
});
