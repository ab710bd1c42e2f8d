/** The log of a team (docs/rules.md, 27.20 to 27.26). */
import { describe, expect, it } from 'vitest';
import { changePassword } from '../../../src/services/people/own-account.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf, type Inn, type Json, openInn, times } from '../../helpers/bookings.ts';
import { buildGuest, buildToken } from '../../helpers/factories.ts';
import { buildMember, joinTeam, PASSWORD, visitorOf } from '../../helpers/pages.ts';

const world = await openSharedApp({ trustProxy: true });

async function openOwned() {
  const inn = await openInn(world);
  const token = await buildToken(world, { teamId: inn.teamId, role: 'owner', name: 'Owner' });
  await clearLog();
  return { inn, token, owner: clientOf(world, token) };
}

const clearLog = () => world.db.execute('delete from audit_entries');
const getCsv = (token: string, path: string) => world.get(`/v1${path}`, token, { accept: 'text/csv' });

const OWNER = { type: 'token', name: 'Owner' };
const readLog = async ({ read }: Pick<Inn, 'read'>, query = '') => (await read(`/audit${query}`)) as Json[];
const toActions = (entries: Json[]) => entries.map(({ action }) => action);

describe('the log', () => {
  it('tells of roles, tokens and settings, newest first, and of nothing that changed nothing', async () => {
    const { owner } = await openOwned();
    await owner.data(owner.send('POST', '/roles', { code: 'night', name: 'Night', permissions: [] }), 201);
    for (const name of ['Nights', 'Nights']) await owner.data(owner.send('PUT', '/roles/night', { name }));
    const made = await owner.data(owner.send('POST', '/tokens', { name: 'Till', role: 'night' }), 201);
    expect((await owner.send('DELETE', `/tokens/${made.id}`)).status).toBe(204);
    expect((await owner.send('DELETE', '/roles/night')).status).toBe(204);
    const { name } = await owner.data(owner.send('PUT', '/team', { name: 'Harbour', infant_age: 4 }));
    await owner.data(owner.send('PUT', '/team', { name }));
    const entries = await readLog(owner);
    const role = { type: 'role', id: 'night', name: 'Nights' };
    const token = { type: 'token', id: made.id, name: 'Till' };
    const head = { id: expect.any(String), at: '2031-05-05T10:00:00+00:00', actor: OWNER, ip: '127.0.0.1' };
    expect(entries).toEqual(
      [
        { action: 'settings_changed', target: null, details: { changed: ['name', 'infant_age'] } },
        { action: 'role_deleted', target: role, details: {} },
        { action: 'token_deleted', target: token, details: {} },
        { action: 'token_created', target: token, details: { role: 'night' } },
        { action: 'role_changed', target: role, details: { changed: ['name'], permissions: [] } },
        { action: 'role_created', target: { ...role, name: 'Night' }, details: { permissions: [] } },
      ].map((entry) => ({ ...head, ...entry, count: 1 })),
    );
    expect(JSON.stringify(entries)).not.toContain(made.token);
  });

  it('tells of members', async () => {
    const { inn, owner } = await openOwned();
    await buildMember(world, { teamId: inn.teamId });
    const { name } = await buildMember(world, { teamId: inn.teamId, role: 'desk' });
    const members = await owner.read('/members');
    const { id } = members.find((member: Json) => member.name === name);
    await owner.data(owner.send('PUT', `/members/${id}`, { role: 'manager' }));
    expect((await owner.send('DELETE', `/members/${id}`)).status).toBe(204);
    const target = { type: 'member', id, name };
    expect((await readLog(owner)).slice(0, 2)).toMatchObject([
      { action: 'member_deleted', target },
      { action: 'member_changed', target, details: { changed: ['role'], role: 'manager' } },
    ]);
  });

  it('tells each team of a member of a sign-in, a sign-out and a failure, with the address', async () => {
    const { inn, owner } = await openOwned();
    const other = await openOwned();
    const { id, email, name } = await buildMember(world, { teamId: inn.teamId });
    await joinTeam(world, id, other.inn.teamId);
    const visitor = visitorOf(world, { 'x-forwarded-for': '192.0.2.9' });
    await visitor.signIn(email, 'a wrong password');
    await visitor.signIn(email, 'another wrong one');
    await visitor.signIn(email);
    await visitor.post('/app/sign-out');
    // Once more, which changes nothing.
    await visitor.get('/app/sign-in');
    await visitor.post('/app/sign-out');
    const entry = { actor: { type: 'member', name }, ip: '192.0.2.9', target: null, details: {} };
    for (const client of [owner, other.owner])
      expect(await readLog(client)).toMatchObject([
        { ...entry, action: 'sign_out', count: 1 },
        { ...entry, action: 'sign_in', count: 1 },
        { ...entry, action: 'sign_in_failed', count: 2 },
      ]);
  });

  it('tells of a new password and a new name', async () => {
    const { inn, owner } = await openOwned();
    const member = await buildMember(world, { teamId: inn.teamId });
    const attempt = {
      password: PASSWORD,
      newPassword: 'quiet boats at sea',
      device: null,
      address: '192.0.2.8',
    };
    await changePassword(world.services, member, attempt);
    const visitor = visitorOf(world);
    await visitor.signIn(member.email, attempt.newPassword);
    await visitor.get('/app/account');
    for (const name of [member.name, 'Ada']) await visitor.post('/app/account/name', { name });
    expect(await readLog(owner)).toMatchObject([
      { action: 'member_changed', actor: { name: member.name }, details: { changed: ['name'] } },
      { action: 'sign_in' },
      { action: 'password_changed', ip: '192.0.2.8' },
    ]);
  });

  it('counts what a caller may not do in one entry for each hour, with what was lacked', async () => {
    const { inn, owner } = await openOwned();
    const desk = clientOf(world, await buildToken(world, { teamId: inn.teamId, role: 'desk', name: 'Desk' }));
    for (const path of ['/members', '/members', '/audit', '/tokens'])
      expect((await desk.send('GET', path)).status).toBe(403);
    // A token of the old kind may not read it either.
    expect(await inn.send('GET', '/audit')).toMatchObject({
      status: 403,
      body: { permission: 'people:read' },
    });
    const refused = await readLog(owner, '?action=refused');
    expect(refused).toMatchObject([
      { actor: { type: 'token' }, details: { lacked: ['people:read'] }, count: 1 },
      {
        actor: { type: 'token', name: 'Desk' },
        details: { lacked: ['people:read', 'tokens:read'] },
        count: 4,
      },
    ]);
    world.clock.set('2031-05-05T11:00:00Z');
    await desk.send('GET', '/members');
    expect(await readLog(owner, '?actor=Desk')).toMatchObject([{ count: 1 }, { count: 4 }]);
  });

  it('tells of pages that a member may not open, and of the writes of a read-only token', async () => {
    const { inn, owner } = await openOwned();
    const { email, name } = await buildMember(world, { teamId: inn.teamId, role: 'desk' });
    const visitor = visitorOf(world);
    await visitor.signIn(email);
    const { slug } = await owner.read('/team');
    expect((await visitor.get(`/app/teams/${slug}/members`)).statusCode).toBe(403);
    await owner.data(owner.send('PUT', '/team', { enforce_token_scope: true }));
    const reader = clientOf(world, await buildToken(world, { teamId: inn.teamId, access: 'read-only' }));
    expect((await reader.send('PUT', '/team', { name: 'Mine' })).status).toBe(403);
    const refused = await readLog(owner, '?action=refused');
    expect(refused.map(({ actor, details }) => [actor.type, details.lacked])).toEqual([
      ['token', ['read-write']],
      ['member', ['people:read']],
    ]);
    expect(refused[1]?.actor.name).toBe(name);
  });

  it('tells of exports: lists as CSV, each counted by the hour, and all about a guest, without the name', async () => {
    const { inn, owner, token } = await openOwned();
    const guest = await buildGuest(world, { teamId: inn.teamId, name: 'Bea Karlsson' });
    for (const path of ['/bookings', '/guests', '/guests']) await getCsv(token, path);
    await owner.send('GET', `/guests/${guest.id}/export`);
    const entries = await readLog(owner, '?action=exported');
    expect(entries.map(({ target, count }) => [target.type, target.id, target.name, count])).toEqual([
      ['guest', guest.id, null, 1],
      ['list', 'guests', null, 2],
      ['list', 'bookings', null, 1],
    ]);
  });
});

describe('the list', () => {
  it('has pages, filters by action, actor and time, and is CSV too', async () => {
    const { inn, owner, token } = await openOwned();
    const second = clientOf(
      world,
      await buildToken(world, { teamId: inn.teamId, role: 'owner', name: 'Second' }),
    );
    await clearLog();
    const make = async (client: typeof owner, code: string, moment: string) => {
      world.clock.set(moment);
      await client.data(client.send('POST', '/roles', { code, name: code, permissions: [] }), 201);
    };
    await make(owner, 'one', '2031-05-05T10:00:00Z');
    await make(second, 'two', '2031-05-06T22:30:00Z');
    await make(owner, 'three', '2031-05-07T23:30:00Z');
    const codesOf = async (query: string) => (await readLog(owner, query)).map(({ target }) => target?.id);
    expect(await codesOf('')).toEqual(['three', 'two', 'one']);
    expect(await codesOf('?per_page=1&page=2')).toEqual(['two']);
    expect(await codesOf('?action=role_deleted,role_changed')).toEqual([]);
    expect(await codesOf('?action=role_created&actor=Second')).toEqual(['two']);
    const { id } = (await owner.read('/tokens')).find(({ name }: Json) => name === 'Second');
    expect(await codesOf(`?actor=${id}`)).toEqual(['two']);
    // Lisbon is an hour ahead of UTC.
    expect(await codesOf('?from=2031-05-06&to=2031-05-07')).toEqual(['two']);
    expect(await codesOf('?from=2031-05-08')).toEqual(['three']);
    expect(await codesOf('?from=2031-05-06T22:30:00Z')).toEqual(['three', 'two']);
    expect(await codesOf('?to=2031-05-06T22:30:00Z')).toEqual(['two', 'one']);
    for (const query of ['?action=slept', '?from=yesterday', '?to=2031-02-30', '?actor='])
      expect((await owner.send('GET', `/audit${query}`)).status).toBe(422);
    const { body: text } = await getCsv(token, '/audit?actor=Second');
    expect(text.split('\r\n')).toEqual([
      expect.stringContaining(
        'id,at,actor_type,actor_name,ip,action,target_type,target_id,target_name,details,count',
      ),
      expect.stringContaining('2031-05-06T22:30:00+00:00,token,Second,127.0.0.1,role_created,role,two,two,'),
      '',
    ]);
    const exported = await readLog(owner, '?action=exported');
    expect(toActions(exported)).toEqual(['exported']);
  });

  it('reads all of a long log, also where many entries have the same second', async () => {
    const { inn, token } = await openOwned();
    await world.db.execute(
      `insert into audit_entries select ${inn.teamId}, gen_random_uuid(), timestamptz '2031-05-05T09:00:00Z' + (n / 700) * interval '1 second',
        'sign_in', 'member', null, 'Ada', null, null, '{}', 1, null from generate_series(1, 1_500) n`,
    );
    const { body: text } = await getCsv(token, '/audit');
    expect(new Set(text.split('\r\n').filter((line) => line.includes('sign_in'))).size).toBe(1_500);
  });
});

describe('through an attack', () => {
  it('nothing that a stranger typed is in any entry, and entries stay few', async () => {
    const { inn, owner } = await openOwned();
    const { email } = await buildMember(world, { teamId: inn.teamId });
    const { slug } = await owner.read('/team');
    const mark = 'zq7strange';
    const statuses = new Set<number>();
    const visitor = visitorOf(world, { 'user-agent': `${mark} agent` });
    for (const n of times(14, (n) => n)) {
      const typed = `${mark}-${n}'"<script>`;
      const where = { 'x-forwarded-for': `203.0.113.${n % 2}, ${mark}` };
      await visitor.get('/app/sign-in', where);
      await visitor.post(
        '/app/sign-in',
        { email: `${typed}@example.com`, password: typed, next: typed },
        where,
      );
      const tried = await visitor.post('/app/sign-in', { email, password: typed, next: `/${typed}` }, where);
      statuses.add(tried.statusCode);
      await visitor.get(`/app/teams/${slug}/${encodeURIComponent(typed)}`, where);
      const stranger = clientOf(world, `${mark}${n}`);
      await visitor.get('/app/sign-in', { 'x-forwarded-for': typed });
      await stranger.send('GET', `/audit?actor=${encodeURIComponent(typed)}`, undefined, where);
      await inn.send('GET', `/audit?actor=${encodeURIComponent(typed)}`, undefined, { 'user-agent': typed });
      await inn.send('POST', '/roles', { code: typed, name: typed, permissions: [typed] }, where);
      await owner.send('GET', `/roles/${encodeURIComponent(typed)}`, undefined, where);
      await owner.send('POST', '/tokens', { name: typed, role: typed });
    }
    // The pace refuses most of them.
    expect([...statuses]).toEqual([422, 429]);
    await world.services.auditLog.flush();
    const { rows } = await world.db.execute<{ entry: string }>(
      'select a::text as entry from audit_entries a',
    );
    expect(rows.filter(({ entry }) => entry.includes(mark))).toEqual([]);
    const entries = await readLog(owner);
    expect(entries.map(({ action, count }) => [action, count])).toEqual([
      ['refused', 28],
      ['sign_in_failed', 10],
    ]);
  });
});
