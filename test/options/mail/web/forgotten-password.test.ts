/** A forgotten password, by a link that comes by mail, and what else people hear of their account (docs/rules.md, 25.15). */
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { invitations } from '../../../../src/db/schema/teams.ts';
import { createMailTransport } from '../../../../src/options/mail/services/sending/transport.ts';
import { startMailSending } from '../../../../src/options/mail/services/sending/worker.ts';
import { hashSecret } from '../../../../src/services/people/secret.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { createSendingMail } from '../../../helpers/mail.ts';
import { openMailServer } from '../../../helpers/mail-server.ts';
import {
  buildMember,
  expectPage,
  linkIn,
  openTeamPages,
  PASSWORD,
  visitorOf,
} from '../../../helpers/pages.ts';

const NOW = '2031-05-05T10:00:00Z';
const NEW_PASSWORD = 'nine grey herons';
const FORGOT = '/app/forgot-password';
const { own, settings: SENDING } = createSendingMail();
const world = await openSharedApp(SENDING);
const keeping = await openSharedApp();
const server = await openMailServer();
afterAll(() => server.close());
beforeEach(async () => {
  server.arrived.length = 0;
  server.plant(() => null);
  world.clock.set(NOW);
  await world.db.execute(`delete from person_mails`);
});

const PATIENT = { timeout: 15_000, interval: 30 };
const settings = { url: server.url, from: 'mail@stay.example', isInsecure: true, dkim: null };
async function sendUntil(check: () => Promise<void> | void) {
  const sending = startMailSending({
    ...world.services,
    ...own,
    transport: createMailTransport(settings),
    from: 'mail@stay.example',
    perMinute: 0,
    everyMs: 20,
    onError: (error) => world.backgroundErrors.push(error),
  });
  await vi.waitFor(check, PATIENT).finally(sending.stop);
  expect(world.backgroundErrors).toEqual([]);
}

let addresses = 0;
/** Each from an address of its own, because those who ask are counted by it. */
const openVisitor = () => {
  addresses += 1;
  return visitorOf(world, {}, `198.51.100.${addresses}`);
};

async function ask(email: string, visitor = openVisitor()) {
  await visitor.get(FORGOT);
  return visitor.post(FORGOT, { email });
}

const rows = async () =>
  (await world.db.execute<Record<string, unknown>>('select * from person_mails order by id')).rows;
const arrivedFor = (email: string) => server.arrived.filter(({ envelope }) => envelope.to[0] === email);
const linkOf = (text: string | undefined): string =>
  /https:\/\/stay\.example(\/app\/(?:new-password|invitations)\/\S+)/.exec(text ?? '')?.[1] ?? '';

/** Asks for a link, and returns its path once it has arrived. */
async function receiveLink(email: string): Promise<string> {
  const before = arrivedFor(email).length;
  expectPage(await ask(email), 200, 'Look at your email');
  await sendUntil(() => expect(arrivedFor(email).length).toBe(before + 1));
  return linkOf(arrivedFor(email).at(-1)?.mail.text);
}

describe('a forgotten password', () => {
  it('is chosen anew by a link, which ends all sessions and leads to sign-in', async () => {
    const { member, visitor, tokens } = await openTeamPages(world);
    const link = await receiveLink(member.email);
    expect(link).toMatch(/^\/app\/new-password\//);
    const [message] = arrivedFor(member.email);
    expect(message?.mail).toMatchObject({ subject: 'Choose a new password' });
    expect(message?.mail.from?.value).toEqual([{ name: 'Innkeep', address: 'mail@stay.example' }]);

    const other = openVisitor();
    for (const _ of [1, 2]) expectPage(await other.get(link), 200, member.email);
    for (const [password, text] of [
      ['short', 'Password must have at least'],
      [member.email, 'Password must not be your email.'],
    ] as const)
      expectPage(await other.post(link, { password }), 422, text);
    expect((await visitor.get(tokens)).statusCode).toBe(200);

    const done = await other.post(link, { password: NEW_PASSWORD });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/app/sign-in']);
    expectPage(await other.get('/app/sign-in'), 200, 'Your password has been changed');
    expect((await visitor.get(tokens)).statusCode).toBe(303);
    expect((await visitorOf(world).signIn(member.email, PASSWORD)).statusCode).toBe(422);
    expect((await visitorOf(world).signIn(member.email, NEW_PASSWORD)).statusCode).toBe(303);

    expectPage(await other.get(link), 404, 'Ask for a new link');
    await other.get('/app/sign-in');
    expectPage(await other.post(link, { password: 'another long password' }), 404, 'Ask for a new link');
    await sendUntil(() => expect(arrivedFor(member.email)).toHaveLength(2));
    expect(arrivedFor(member.email)[1]?.mail.subject).toBe('Your password was changed');
  });

  it('tells nobody who is known here, and stores neither an email nor a secret', async () => {
    const { email } = await buildMember(world);
    const known = await ask(email);
    const unknown = await ask('nobody@nowhere.example');
    const plain = (body: string) => body.replaceAll(/"[\w-]{20,}"/g, '');
    expect([unknown.statusCode, plain(unknown.body)]).toEqual([known.statusCode, plain(known.body)]);
    const stored = await rows();
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain('@nowhere');
    expect(JSON.stringify(stored)).not.toContain(email);
    await sendUntil(() => expect(arrivedFor(email)).toHaveLength(1));
    const [, , , id = '', secret = ''] = linkOf(arrivedFor(email)[0]?.mail.text).split('/').slice(1);
    expect(stored.map((row) => row.id)).toContain(id);
    expect(JSON.stringify(await rows())).not.toContain(secret);
    expect(server.arrived).toHaveLength(1);
  });

  it('is no matter of somebody who is in no team, from the moment on that they leave their last one', async () => {
    const { member } = await openTeamPages(world);
    await ask(member.email);
    await world.db.execute(sql`delete from memberships where person_id = ${member.id}`);
    await sendUntil(async () => expect(await rows()).toMatchObject([{ status: 'withdrawn' }]));
    expectPage(await ask(member.email), 200, 'Look at your email');
    await sendUntil(async () => expect(await rows()).toMatchObject([{}, { status: 'withdrawn' }]));
    expect(server.arrived).toEqual([]);
  });

  it('has one link that is used, and makes the others void', async () => {
    const { email } = await buildMember(world);
    const first = await receiveLink(email);
    const second = await receiveLink(email);
    const visitor = openVisitor();
    await visitor.get(second);
    expect((await visitor.post(second, { password: NEW_PASSWORD })).statusCode).toBe(303);
    expectPage(await visitor.get(first), 404, 'This link no longer works');
  });

  it('is a 404 by a link that is wrong, another row’s, or an hour old', async () => {
    const { email } = await buildMember(world);
    const link = await receiveLink(email);
    const other = await receiveLink((await buildMember(world)).email);
    const [, , , account = '', id = '', secret = ''] = link.split('/');
    const [, , , otherAccount = '', otherId = ''] = other.split('/');
    const to = (...parts: string[]) => `/app/new-password/${parts.join('/')}`;
    for (const wrong of [
      to(account, id, `${secret.slice(0, -2)}AA`),
      to(otherAccount, otherId, secret),
      to(otherAccount, id, secret),
      to(account, 'no-id', secret),
      to(account, id, 'x'),
      to('%00', id, secret),
      to(`${account}%00`, id, secret),
    ])
      expectPage(await openVisitor().get(wrong), 404, 'Ask for a new link');
    world.clock.set('2031-05-05T10:59:59Z');
    expect((await openVisitor().get(link)).statusCode).toBe(200);
    world.clock.set('2031-05-05T11:00:00Z');
    expectPage(await openVisitor().get(link), 404, 'Ask for a new link');
  });

  it('has at most three links an hour; the fourth looks the same and sends nothing', async () => {
    const { email } = await buildMember(world);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await ask(email.toUpperCase())).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect((await rows()).map(({ status }) => status)).toEqual([
      ...['pending', 'pending', 'pending'],
      ...['withdrawn', 'withdrawn'],
    ]);
    world.clock.set('2031-05-05T11:00:01Z');
    await ask(email);
    expect((await rows()).at(-1)?.status).toBe('pending');
  });

  it('has no more than three, however many ask at once', async () => {
    const { email } = await buildMember(world);
    await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    expect((await rows()).filter(({ status }) => status === 'pending')).toHaveLength(3);
  });

  it('is asked for twenty times an hour from one address, and then is a 429', async () => {
    const visitor = openVisitor();
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await ask(`a${n}@nowhere.example`, visitor)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    const refused = await ask('typed@nowhere.example', visitor);
    expectPage(refused, 429, 'typed@nowhere.example');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  it('is sent also while the list of all accounts cannot be read, because the machine of others is away', async () => {
    const { email } = await buildMember(world);
    const { db } = world.services;
    const away = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (name !== 'select') return typeof value === 'function' ? value.bind(target) : value;
        return (fields?: Parameters<typeof db.select>[0]) => {
          if (Object.keys(fields ?? {}).join() === 'account,id') return target.select({ away: sql`1 / 0` });
          return fields === undefined ? target.select() : target.select(fields);
        };
      },
    });
    const errors: unknown[] = [];
    const sending = startMailSending({
      ...world.services,
      ...own,
      db: away,
      transport: createMailTransport(settings),
      from: settings.from,
      perMinute: 0,
      everyMs: 20,
      onError: (error: unknown) => errors.push(error),
    });
    expectPage(await ask(email), 200, 'Look at your email');
    await vi.waitFor(() => expect(arrivedFor(email)).toHaveLength(1), PATIENT);
    await vi.waitFor(
      async () => expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 1 }),
      PATIENT,
    );
    // The error is reported only while no message counts as just written. Messages of other tests count for three
    // seconds.
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), PATIENT);
    await sending.stop();
  });

  it('is withdrawn if its message could not be sent within the hour', async () => {
    const { email } = await buildMember(world);
    server.plant(() => 'busy');
    await ask(email);
    await sendUntil(async () => expect((await rows())[0]).toMatchObject({ status: 'pending', attempts: 1 }));
    expect((await rows())[0]?.error).not.toContain(email);
    world.clock.set('2031-05-05T11:00:00Z');
    server.plant(() => null);
    await sendUntil(async () => expect((await rows())[0]).toMatchObject({ status: 'withdrawn' }));
    expect(arrivedFor(email)).toEqual([]);
  });

  it('is asked for where mail is sent; else the page says whom to ask', async () => {
    const visitor = visitorOf(keeping);
    expectPage(await visitor.get('/app/sign-in'), 200, 'Forgot your password?');
    expectPage(await visitor.get(FORGOT), 200, 'Ask the people who run it');
    expect((await visitor.post(FORGOT, { email: 'a@b.example' })).statusCode).not.toBe(500);
    const { rowCount } = await keeping.db.execute('select from person_mails');
    expect(rowCount).toBe(0);
  });
});

describe('an invitation', () => {
  it('comes by mail, and the page shows the same link once', async () => {
    const { visitor, members } = await openTeamPages(world);
    await visitor.get(members);
    const shown = await visitor.submit(members, { name: 'Kim', email: 'kim@example.com' });
    expectPage(shown, 200, 'https://stay.example/app/invitations/');
    await sendUntil(() => expect(arrivedFor('kim@example.com')).toHaveLength(1));
    const link = linkOf(arrivedFor('kim@example.com')[0]?.mail.text);
    expect(link).toBe(linkIn(shown.body));
    const { rows: stored } = await world.db.execute(
      `select * from invitations where email_key = 'kim@example.com'`,
    );
    expect(JSON.stringify(stored)).not.toContain(link.split('.').at(-1));
    const kim = openVisitor();
    expectPage(await kim.get(link), 200, 'kim@example.com');
    expect((await kim.post(link, { password: NEW_PASSWORD })).statusCode).toBe(303);
    expectPage(await openVisitor().get(link), 404, 'This link no longer works');
    expectPage(await openVisitor().get(`${link.slice(0, -2)}AA`), 404, 'This link no longer works');
  });

  it('that is withdrawn before it is sent is not sent', async () => {
    const { visitor, members } = await openTeamPages(world);
    await visitor.get(members);
    const { body } = await visitor.submit(members, { name: 'Lee', email: 'lee@example.com' });
    const [withdraw = ''] = /\/app\/teams\/[^"]+\/links\/[^"]+\/withdraw/.exec(body) ?? [];
    await visitor.post(withdraw);
    await sendUntil(async () => expect((await rows())[0]).toMatchObject({ status: 'withdrawn' }));
    expect(arrivedFor('lee@example.com')).toEqual([]);
  });

  it('of an earlier version goes on working', async () => {
    const { team } = await openTeamPages(world);
    const secret = 'x'.repeat(43);
    const createdAt = new Date(NOW);
    await world.db.insert(invitations).values({
      id: crypto.randomUUID(),
      teamId: team.id,
      email: 'old@example.com',
      emailKey: 'old@example.com',
      name: 'Old',
      secretHash: hashSecret(secret),
      invitedBy: null,
      expiresAt: new Date('2031-05-06T10:00:00Z'),
      usedAt: null,
      createdAt,
    });
    expectPage(await openVisitor().get(`/app/invitations/${secret}`), 200, 'old@example.com');
  });
});

it('people hear that their password was changed on their own page', async () => {
  const { member, visitor } = await openTeamPages(world);
  await visitor.get('/app/account');
  await visitor.post('/app/account/password', { password: PASSWORD, new_password: NEW_PASSWORD });
  await sendUntil(() => expect(arrivedFor(member.email)).toHaveLength(1));
  expect(arrivedFor(member.email)[0]?.mail.text).toContain('https://stay.example/app/forgot-password');
});
