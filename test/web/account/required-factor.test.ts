/** A team that demands a second factor (docs/rules.md, 27.15), and the sessions on one's account (27.14). */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions, teams } from '../../../src/db/schema/teams.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf } from '../../helpers/bookings.ts';
import { buildToken } from '../../helpers/factories.ts';
import { addApp, codeOf, signInWithCode } from '../../helpers/factors.ts';
import {
  buildMember,
  expectPage,
  fieldsOf,
  openTeamPages,
  PASSWORD,
  visitorOf,
} from '../../helpers/pages.ts';

const ACCOUNT = '/app/account';
const world = await openSharedApp();

type Pages = Awaited<ReturnType<typeof openTeamPages>>;

async function demand({ visitor, base }: Pages, isDemanded: boolean) {
  const { body } = await visitor.get(`${base}/team`);
  const fields = fieldsOf(body, `${base}/team/security`);
  return visitor.post(`${base}/team/security`, {
    ...fields,
    ...(isDemanded ? { require_second_factor: 'on' } : {}),
  });
}

test('only somebody whose session has a second factor can demand it of a team, and its pages then open to nobody else', async () => {
  const pages = await openTeamPages(world);
  const { visitor, team, member, tokens } = pages;
  expectPage(await demand(pages, true), 422, 'can only be switched on by a member who has signed in');
  const { secret } = await addApp(world, visitor);
  expect((await demand(pages, true)).statusCode).toBe(303);
  expect((await visitor.get(tokens)).statusCode).toBe(200);

  const other = await buildMember(world, { teamId: team.id });
  const browser = visitorOf(world);
  expect((await browser.signIn(other.email)).statusCode).toBe(303);
  const led = await browser.get(tokens);
  expect([led.statusCode, led.headers.location]).toEqual([303, ACCOUNT]);
  expectPage(await browser.get(ACCOUNT), 200, `The pages of ${team.name} open only to members who sign in`);
  const lost = await browser.post(tokens, { name: 'Till', scope: 'read-only' });
  expect([lost.statusCode, lost.headers.location]).toEqual([303, ACCOUNT]);
  expectPage(await browser.get(ACCOUNT), 200, 'What you have just sent is not saved.');
  await addApp(world, browser);
  expect((await browser.get(tokens)).statusCode).toBe(200);

  // A new password opens a new session, which has a factor if the former one had.
  await browser.get(ACCOUNT);
  await browser.submit(`${ACCOUNT}/password`, { password: PASSWORD, new_password: 'nine grey herons' });
  expect((await browser.get(tokens)).statusCode).toBe(200);

  // Whoever signs in anew types a code, and then the pages are open.
  const again = visitorOf(world);
  await signInWithCode(again, member, codeOf(world, secret));
  expect((await again.get(tokens)).statusCode).toBe(200);
  expect((await demand(pages, false)).statusCode).toBe(303);
  const [stored] = await world.db.select().from(teams).where(eq(teams.id, team.id));
  expect(stored?.requireSecondFactor).toBe(false);
});

test('the pages of a team that demands a second factor close to a member who removes their last app', async () => {
  const pages = await openTeamPages(world);
  const { visitor, tokens } = pages;
  await addApp(world, visitor);
  await demand(pages, true);
  const [, removal = ''] =
    /href="(\/app\/account\/factors\/[^"]+\/remove)"/.exec((await visitor.get(ACCOUNT)).body) ?? [];
  await visitor.get(removal);
  await visitor.submit(removal, { password: PASSWORD });
  expect((await visitor.get(tokens)).headers.location).toBe(ACCOUNT);
});

test('a token cannot demand a second factor, is not concerned by it, and may send back what it has read', async () => {
  const pages = await openTeamPages(world);
  const client = clientOf(world, await buildToken(world, { teamId: pages.team.id }));
  expect(await client.read('/team')).toMatchObject({ require_second_factor: false });
  const refused = await client.send('PUT', '/team', { require_second_factor: true, name: 'Other' });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { require_second_factor: [expect.stringContaining('can only be switched on by a member')] },
  ]);
  await addApp(world, pages.visitor);
  await demand(pages, true);
  const sent = await client.send('PUT', '/team', { require_second_factor: true, name: 'Other' });
  expect([sent.status, sent.body.data]).toEqual([
    200,
    expect.objectContaining({ require_second_factor: true, name: 'Other' }),
  ]);
  const off = await client.send('PUT', '/team', { require_second_factor: null });
  expect(off.body.data).toMatchObject({ require_second_factor: false });
});

test('members with an app are marked in the API and on the page', async () => {
  const { team, visitor, members } = await openTeamPages(world);
  const client = clientOf(world, await buildToken(world, { teamId: team.id, role: 'owner' }));
  const readFactors = async () =>
    (await client.read('/members')).map(({ second_factor }: { second_factor: boolean }) => second_factor);
  expect(await readFactors()).toEqual([false]);
  expect((await visitor.get(members)).body).not.toContain('Second factor');
  await addApp(world, visitor);
  expect(await readFactors()).toEqual([true]);
  expect((await visitor.get(members)).body).toContain('<span class="badge">Second factor</span>');
});

test('the account lists the person’s sessions by browser, and ends one or all others', async () => {
  const { member, visitor, tokens } = await openTeamPages(world);
  const phone = visitorOf(world, {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  });
  const old = visitorOf(world, { 'user-agent': 'curl/8.5.0' });
  const foreign = await openTeamPages(world);
  for (const browser of [phone, old]) await browser.signIn(member.email);
  const { body } = await visitor.get(ACCOUNT);
  for (const text of ['Safari on iPhone', 'Unknown browser', '<span class="badge">This one</span>'])
    expect(body).toContain(text);
  const ends = [
    ...body.matchAll(/action="(\/app\/account\/sessions\/[0-9a-f-]+\/end)"[\s\S]*?aria-label="([^"]+)"/g),
  ];
  expect(ends.map(([, , label]) => label).sort()).toEqual([
    'Sign out Safari on iPhone',
    'Sign out Unknown browser',
  ]);
  const [, end = ''] = ends.find(([, , label]) => label === 'Sign out Safari on iPhone') ?? [];
  await foreign.visitor.get(ACCOUNT);
  expect((await foreign.visitor.post(end)).statusCode).toBe(404);
  expect((await phone.get(tokens)).statusCode).toBe(200);
  await visitor.get(ACCOUNT);
  expectPage(await visitor.submit(end), 200, 'That browser is signed out.');
  expect([(await phone.get(tokens)).statusCode, (await old.get(tokens)).statusCode]).toEqual([303, 200]);
  expectPage(
    await visitor.submit(`${ACCOUNT}/sessions/end-others`),
    200,
    'You are signed out everywhere else.',
  );
  expect([(await old.get(tokens)).statusCode, (await visitor.get(tokens)).statusCode]).toEqual([303, 200]);
  expect(await world.db.$count(sessions, eq(sessions.personId, member.id))).toBe(1);
});
