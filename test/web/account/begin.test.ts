/** A team that begins in the browser (docs/rules.md, 21.9). */
import { count, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { memberships, people, teams } from '../../../src/db/schema/teams.ts';
import { openTestApp, type TestApp, type TestAppOptions } from '../../helpers/app.ts';
import { buildTeam } from '../../helpers/factories.ts';
import { buildMember, expectPage, PASSWORD, visitorOf } from '../../helpers/pages.ts';
import { START_PAGE } from '../../registers/all.ts';

const TEAM = {
  team_name: 'Casa do Pátio',
  slug: '',
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
  name: 'Ana Prado',
  email: 'Ana@Example.com',
  password: 'quiet lamps at sea',
};

async function openApp(options: TestAppOptions = {}): Promise<TestApp> {
  const world = await openTestApp(options);
  onTestFinished(() => world.close());
  return world;
}

async function openForm(world: TestApp) {
  const visitor = visitorOf(world);
  expectPage(await visitor.get('/app/begin'), 200, 'Name of the team');
  return visitor;
}

const placeOf = ({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) => [
  statusCode,
  headers.location,
];
const countTeams = ({ db }: TestApp) => db.$count(teams);

test('where no team exists, /app leads to Begin, which makes a team whose one member is signed in', async () => {
  const world = await openApp();
  const visitor = visitorOf(world);
  expect(placeOf(await visitor.get('/app'))).toEqual([303, '/app/begin']);
  await visitor.get('/app/begin');
  const answer = await visitor.post('/app/begin', TEAM);
  expect(placeOf(answer)).toEqual([303, `/app/teams/casa-do-patio/${START_PAGE}`]);
  expectPage(await visitor.get(`/app/teams/casa-do-patio/${START_PAGE}`), 200, 'Ana Prado');
  expect(await world.db.select().from(teams)).toMatchObject([
    {
      slug: 'casa-do-patio',
      name: 'Casa do Pátio',
      currency: 'EUR',
      timezone: 'Europe/Lisbon',
      siteBookings: 'off',
    },
  ]);
  expect(await world.db.select({ members: count() }).from(memberships)).toEqual([{ members: 1 }]);
  const another = visitorOf(world);
  expect(placeOf(await another.signIn('ana@example.com'))).toEqual([303, '/app']);
});

test('the member joins in the team’s feed of events', async () => {
  const world = await openApp();
  const visitor = await openForm(world);
  await visitor.post('/app/begin', TEAM);
  const { rows } = await world.db.execute('select type, actor_type, actor_name from team_events');
  expect(rows).toEqual([{ type: 'member.added', actor_type: 'member', actor_name: 'Ana Prado' }]);
});

test('with a team and without SIGN_UP, Begin is not there, and /app leads to the sign-in', async () => {
  const world = await openApp();
  await buildTeam(world);
  const visitor = visitorOf(world);
  expect(placeOf(await visitor.get('/app'))).toEqual([303, '/app/sign-in']);
  expect((await visitor.get('/app/begin')).statusCode).toBe(404);
  const signIn = await visitor.get('/app/sign-in');
  expect(signIn.body).not.toContain('/app/begin');
});

test('the first form that is sent wins, and the other visitor is led to the sign-in', async () => {
  const world = await openApp();
  const [first, second] = [await openForm(world), await openForm(world)];
  await first.post('/app/begin', TEAM);
  const late = { ...TEAM, team_name: 'Other', email: 'ben@example.com' };
  for (const fields of [late, { ...late, email: 'no email' }]) {
    const answer = await second.post('/app/begin', fields);
    expect(placeOf(answer)).toEqual([303, '/app/sign-in']);
    expectPage(await second.get('/app/sign-in'), 200, 'A team has begun here already');
  }
  expect(await countTeams(world)).toBe(1);
  expect(await world.db.$count(people)).toBe(1);
});

test('of twelve first teams that are sent at once, over two processes, one is made', async () => {
  const world = await openApp({ poolMax: 8 });
  const other = await openApp({ url: world.url, poolMax: 8 });
  const visitors = await Promise.all(
    Array.from({ length: 12 }, (_, index) => openForm(index % 2 === 0 ? world : other)),
  );
  const answers = await Promise.all(
    visitors.map((visitor, index) =>
      visitor.post('/app/begin', { ...TEAM, team_name: `Team ${index}`, email: `one-${index}@example.com` }),
    ),
  );
  const places = answers.map(({ headers }) => String(headers.location)).sort();
  expect(places.filter((place) => place === '/app/sign-in')).toHaveLength(11);
  expect(places.filter((place) => place.startsWith('/app/teams/team-'))).toHaveLength(1);
  expect([await countTeams(world), await world.db.$count(people)]).toEqual([1, 1]);
});

test.each([false, true])(
  'a form that is sent twice makes one team, with SIGN_UP %s',
  async (mayAlwaysBegin) => {
    const world = await openApp({ mayAlwaysBegin });
    const visitor = await openForm(world);
    const form_token = visitor.formToken();
    const both = await Promise.all([1, 2].map(() => visitor.post('/app/begin', { ...TEAM, form_token })));
    // A browser without the session of the first answer still sends the form that it has.
    for (const answer of both)
      expect(placeOf(answer)).toEqual([303, `/app/teams/casa-do-patio/${START_PAGE}`]);
    expect([await countTeams(world), await world.db.$count(people)]).toEqual([1, 1]);
  },
);

describe('with SIGN_UP', () => {
  test('a team may begin beside others, and a slug that is made of the name is free', async () => {
    const world = await openApp({ mayAlwaysBegin: true });
    const first = await openForm(world);
    await first.post('/app/begin', TEAM);
    const second = visitorOf(world);
    expect(placeOf(await second.get('/app'))).toEqual([303, '/app/begin']);
    expect((await second.get('/app/sign-in')).body).toContain('href="/app/begin"');
    await second.get('/app/begin');
    const answer = await second.post('/app/begin', { ...TEAM, email: 'ben@example.com' });
    expect(placeOf(answer)).toEqual([303, `/app/teams/casa-do-patio-2/${START_PAGE}`]);
    expect(placeOf(await first.get('/app'))).toEqual([303, `/app/teams/casa-do-patio/${START_PAGE}`]);
  });

  test('a typed slug that another team has is refused at its field', async () => {
    const world = await openApp({ mayAlwaysBegin: true });
    const { slug } = await buildTeam(world);
    const visitor = await openForm(world);
    const answer = await visitor.post('/app/begin', { ...TEAM, slug });
    expectPage(answer, 422, 'Short name must not be that of another team.');
    expect(answer.body).not.toContain(PASSWORD);
    expect(await countTeams(world)).toBe(1);
  });

  test('the email of a person needs the password of that person, whose name and password stay', async () => {
    const world = await openApp({ mayAlwaysBegin: true });
    const { email, id } = await buildMember(world, { name: 'Bea Lind' });
    const [before] = await world.db.select().from(people).where(eq(people.id, id));
    const wrong = await (await openForm(world)).post('/app/begin', {
      ...TEAM,
      email,
      password: 'another password',
    });
    expectPage(wrong, 422, 'Somebody with this email has another password');
    expect(await countTeams(world)).toBe(1);
    const right = await (await openForm(world)).post('/app/begin', { ...TEAM, email: email.toUpperCase() });
    expect(placeOf(right)).toEqual([303, `/app/teams/casa-do-patio/${START_PAGE}`]);
    expect(await world.db.select().from(people)).toEqual([before]);
  });

  test('a person without a password cannot begin a team, so that nobody takes their account', async () => {
    const world = await openApp({ mayAlwaysBegin: true });
    const { email, id } = await buildMember(world, { password: null });
    const answer = await (await openForm(world)).post('/app/begin', { ...TEAM, email });
    expect(answer.statusCode).toBe(422);
    expect(
      await world.db.select({ hash: people.passwordHash }).from(people).where(eq(people.id, id)),
    ).toEqual([{ hash: null }]);
    expect(await countTeams(world)).toBe(1);
  });
});

test.each([
  [{ team_name: ' ' }, 'Name of the team is required.'],
  [{ slug: 'Casa do Pátio' }, 'Short name must be a DNS label'],
  [{ currency: 'XYZ' }, 'Currency must be an ISO 4217 currency code'],
  [{ timezone: 'Lisbon' }, 'Time zone must be an IANA time zone'],
  [{ name: '' }, 'Your name is required.'],
  [{ email: 'ana' }, 'Your email must be a valid email address.'],
  [{ password: 'short' }, 'Password must have at least'],
  [{ password: 'ANA@example.com' }, 'Password must not be your email.'],
])('a team with %j is refused at the field, and nothing is made', async (wrong, message) => {
  const world = await openApp();
  const answer = await (await openForm(world)).post('/app/begin', { ...TEAM, ...wrong });
  expectPage(answer, 422, message);
  expect([await countTeams(world), await world.db.$count(people)]).toEqual([0, 0]);
});

test('without a script the zone is UTC, also where none is sent', async () => {
  const world = await openApp();
  const visitor = await openForm(world);
  expect((await visitor.get('/app/begin')).body).toMatch(
    /<select id="timezone"[^>]*>\s*<option value="UTC">/,
  );
  const { timezone: _, ...fields } = TEAM;
  await visitor.post('/app/begin', fields);
  expect(await world.db.select({ timezone: teams.timezone }).from(teams)).toEqual([{ timezone: 'UTC' }]);
});

test('Begin is limited like signing in, and beyond it shows the form as it was typed', async () => {
  const world = await openApp({ limits: { public: 0, token: 0, signIn: 2 } });
  const visitor = await openForm(world);
  for (const status of [422, 422, 429])
    expect((await visitor.post('/app/begin', { ...TEAM, email: 'ana' })).statusCode).toBe(status);
  const refused = await visitor.post('/app/begin', TEAM);
  expectPage(refused, 429, 'too many requests');
  expect(refused.body).toContain('value="Casa do Pátio"');
  expect((await visitor.signIn('ana@example.com')).statusCode).toBe(429);
});

test('a form from another site makes no team', async () => {
  const world = await openApp();
  const visitor = await openForm(world);
  const foreign = await visitor.post('/app/begin', TEAM, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.statusCode).toBe(403);
  const unsigned = await visitor.post('/app/begin', { ...TEAM, form_token: 'x' });
  expect(unsigned.statusCode).toBe(403);
  expect(await countTeams(world)).toBe(0);
});
