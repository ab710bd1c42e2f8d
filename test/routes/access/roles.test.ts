/** Roles and what they permit (docs/rules.md, 27). */
import { describe, expect, it } from 'vitest';
import { createInvitation, listInvitations } from '../../../src/services/people/invitations.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { clientOf, type Inn, openInn } from '../../helpers/bookings.ts';
import { buildToken, day } from '../../helpers/factories.ts';
import { buildMember } from '../../helpers/pages.ts';

const world = await openSharedApp();

/** A client with a role in the team. */
const clientWith = async ({ teamId }: Pick<Inn, 'teamId'>, role: string) =>
  clientOf(world, await buildToken(world, { teamId, role }));

async function openOwned() {
  const inn = await openInn(world);
  return { inn, owner: await clientWith(inn, 'owner') };
}

describe('roles', () => {
  it('five are given, and the team adds its own', async () => {
    const { owner } = await openOwned();
    const body = { code: 'night', name: 'Night desk', permissions: ['bookings:write', 'listings:read'] };
    const made = await owner.send('POST', '/roles', body);
    expect([made.status, made.headers.location]).toEqual([201, '/v1/roles/night']);
    const night = {
      code: 'night',
      name: 'Night desk',
      permissions: ['listings:read', 'bookings:write'],
      given: false,
      members: 0,
      tokens: 0,
    };
    expect(made.body.data).toEqual(night);
    const { body: list } = await owner.send('GET', '/roles');
    expect(list.data.map(({ code, given }: { code: string; given: boolean }) => [code, given])).toEqual([
      ['owner', true],
      ['manager', true],
      ['desk', true],
      ['accountant', true],
      ['housekeeping', true],
      ['night', false],
    ]);
    expect(list.data[0]).toMatchObject({ name: 'Owner', tokens: 1, members: 0 });
    const changed = await owner.data(owner.send('PUT', '/roles/night', { name: 'Night' }));
    expect(changed).toEqual({ ...night, name: 'Night' });
    expect((await owner.send('DELETE', '/roles/night')).status).toBe(204);
    expect((await owner.send('DELETE', '/roles/night')).status).toBe(404);
    const { body: feed } = await owner.send('GET', '/events?types=role.*');
    expect(feed.data.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['role.created', { code: 'night' }],
      ['role.changed', { code: 'night', changed: ['name'] }],
      ['role.deleted', { code: 'night' }],
    ]);
  });

  it('a permission that is unknown or repeated is refused where it stands', async () => {
    const { owner } = await openOwned();
    const permissions = ['bookings:read', 'bookings:delete', 'money:read', 'bookings:read'];
    const { status, body } = await owner.send('POST', '/roles', { code: 'a', name: 'A', permissions });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['permissions.1', 'permissions.3']]);
  });

  it('a given role can be neither changed nor removed, nor its code taken', async () => {
    const { owner } = await openOwned();
    for (const answer of [
      await owner.send('PUT', '/roles/desk', { name: 'Mine' }),
      await owner.send('DELETE', '/roles/desk'),
    ])
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['role']]);
    for (const code of ['desk', 'own', 'own']) {
      const { status, body } = await owner.send('POST', '/roles', { code, name: 'Mine', permissions: [] });
      expect(status === 201 ? code : Object.keys(body.errors)).toEqual(status === 201 ? 'own' : ['code']);
    }
  });

  it('a team has at most 20 of its own', async () => {
    const { owner } = await openOwned();
    for (let n = 0; n < 20; n += 1)
      await owner.data(owner.send('POST', '/roles', { code: `r${n}`, name: 'R', permissions: [] }), 201);
    const { status, body } = await owner.send('POST', '/roles', { code: 'r20', name: 'R', permissions: [] });
    expect([status, body.codes]).toEqual([422, { code: ['limit'] }]);
  });

  it('one that a member, a token or an open invitation has stays', async () => {
    const { inn, owner } = await openOwned();
    await owner.data(owner.send('POST', '/roles', { code: 'night', name: 'N', permissions: [] }), 201);
    const token = await owner.data(owner.send('POST', '/tokens', { name: 'Lock', role: 'night' }), 201);
    const refused = await owner.send('DELETE', '/roles/night');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['role']]);
    await owner.send('DELETE', `/tokens/${token.id}`);
    await buildMember(world, { teamId: inn.teamId, role: 'night' });
    expect((await owner.send('DELETE', '/roles/night')).status).toBe(422);
  });

  it('a change counts from the next request on', async () => {
    const { inn, owner } = await openOwned();
    const role = { code: 'night', name: 'Night', permissions: ['bookings:read'] };
    await owner.data(owner.send('POST', '/roles', role), 201);
    const night = await clientWith(inn, 'night');
    expect((await night.send('GET', '/bookings')).status).toBe(200);
    await owner.data(owner.send('PUT', '/roles/night', { permissions: ['guests:write'] }));
    expect(await night.send('GET', '/bookings')).toMatchObject({
      status: 403,
      body: { permission: 'bookings:read' },
    });
    expect((await night.send('GET', '/guests')).status).toBe(200);
  });
});

describe('a token with a role', () => {
  it('is named with its permissions, and always limited by them', async () => {
    const { inn } = await openOwned();
    const accountant = await clientWith(inn, 'accountant');
    const { body } = await accountant.send('GET', '/me');
    expect(body.data.token.abilities).toEqual([
      'prices:read',
      'bookings:read',
      'money:write',
      'guests:read',
      'reports:read',
    ]);
    expect(await accountant.send('POST', '/bookings', '{')).toMatchObject({
      status: 403,
      body: {
        message: 'This token may not do this: its role lacks the permission bookings:write.',
        permission: 'bookings:write',
      },
    });
    expect((await accountant.send('GET', '/bookings')).status).toBe(200);
    const housekeeping = await clientWith(inn, 'housekeeping');
    const calendar = `/listings/${inn.listing.id}/calendar?start_date=2027-04-01&end_date=2027-04-02`;
    expect(await housekeeping.send('GET', calendar)).toMatchObject({
      status: 403,
      body: { permission: 'prices:read' },
    });
  });

  it('has its own idempotency keys, and a 403 comes before an answer that is stored', async () => {
    const { inn, owner } = await openOwned();
    const headers = { 'idempotency-key': 'once' };
    const first = await inn.send('POST', '/guests', { name: 'Ana' }, headers);
    const second = await owner.send('POST', '/guests', { name: 'Bea' }, headers);
    expect([first.status, second.status, second.headers['idempotent-replay']]).toEqual([201, 201, undefined]);
    await owner.data(
      owner.send('POST', '/roles', { code: 'night', name: 'N', permissions: ['guests:write'] }),
      201,
    );
    const night = await clientWith(inn, 'night');
    expect((await night.send('POST', '/guests', { name: 'Cy' }, headers)).status).toBe(201);
    expect((await night.send('POST', '/guests', { name: 'Cy' }, headers)).headers['idempotent-replay']).toBe(
      'true',
    );
    await owner.data(owner.send('PUT', '/roles/night', { permissions: ['guests:read'] }));
    expect((await night.send('POST', '/guests', { name: 'Cy' }, headers)).status).toBe(403);
  });

  it('reads the events of the types that it may read', async () => {
    const { inn, owner } = await openOwned();
    await inn.book();
    await owner.data(
      owner.send('POST', '/roles', { code: 'g', name: 'G', permissions: ['guests:read'] }),
      201,
    );
    const typesOf = async (client: { read: (path: string) => Promise<{ type: string }[]> }, query = '') => [
      ...new Set((await client.read(`/events?limit=100${query}`)).map(({ type }) => type)),
    ];
    const all = ['guest.created', 'booking.created', 'role.created', 'token.created'];
    expect(await typesOf(inn)).toEqual(expect.arrayContaining(all));
    expect(await typesOf(await clientWith(inn, 'g'))).toEqual(['guest.created']);
    expect(await typesOf(await clientWith(inn, 'g'), '&types=booking.*')).toEqual([]);
    expect(await typesOf(await clientWith(inn, 'accountant'))).toEqual(
      expect.arrayContaining(['booking.created', 'guest.created']),
    );
  });
});

describe('a token with a scope', () => {
  it('does as before, and cannot manage members, roles and tokens', async () => {
    const inn = await openInn(world, { access: 'read-only' });
    expect((await inn.send('POST', '/guests', { name: 'Ana' })).status).toBe(201);
    expect((await inn.send('GET', '/me')).body.data.token.abilities).toEqual(['read-only']);
    for (const [method, path, permission] of [
      ['GET', '/members', 'people:read'],
      ['POST', '/roles', 'people:write'],
      ['POST', '/tokens', 'tokens:write'],
    ] as const)
      expect(await inn.send(method, path, method === 'GET' ? undefined : {})).toMatchObject({
        status: 403,
        body: { permission },
      });
  });
});

describe('nobody gives what they lack', () => {
  /** Whose role may manage people and tokens, but not money. */
  async function openLimited() {
    const { inn, owner } = await openOwned();
    const permissions = ['people:write', 'tokens:write', 'bookings:write', 'calendar:read'];
    await owner.data(owner.send('POST', '/roles', { code: 'lead', name: 'Lead', permissions }), 201);
    return { inn, owner, lead: await clientWith(inn, 'lead') };
  }
  const refusedUnder = async (answer: ReturnType<Awaited<ReturnType<typeof clientWith>>['send']>) => {
    const { status, body } = await answer;
    return [status, Object.keys(body.errors ?? {})];
  };

  it('a role, a member or a token with more is neither given, changed nor removed', async () => {
    const { inn, owner, lead } = await openLimited();
    await owner.data(
      owner.send('POST', '/roles', { code: 'cash', name: 'C', permissions: ['money:read'] }),
      201,
    );
    const withMoney = { code: 'x', name: 'X', permissions: ['money:read'] };
    expect(await refusedUnder(lead.send('POST', '/roles', withMoney))).toEqual([422, ['permissions']]);
    expect(await refusedUnder(lead.send('PUT', '/roles/cash', { name: 'D' }))).toEqual([422, ['role']]);
    expect(await refusedUnder(lead.send('DELETE', '/roles/cash'))).toEqual([422, ['role']]);
    await lead.data(
      lead.send('POST', '/roles', { code: 'y', name: 'Y', permissions: ['bookings:read'] }),
      201,
    );
    expect(await refusedUnder(lead.send('PUT', '/roles/y', withMoney))).toEqual([422, ['permissions']]);

    await buildMember(world, { teamId: inn.teamId });
    const cleaner = await buildMember(world, { teamId: inn.teamId, role: 'housekeeping' });
    const accountant = await buildMember(world, { teamId: inn.teamId, role: 'accountant' });
    const members: { id: string; email: string }[] = await lead.read('/members');
    const idOf = (email: string) => members.find((member) => member.email === email)?.id ?? '';
    expect(
      await refusedUnder(lead.send('PUT', `/members/${idOf(cleaner.email)}`, { role: 'owner' })),
    ).toEqual([422, ['role']]);
    const path = `/members/${idOf(accountant.email)}`;
    expect(await refusedUnder(lead.send('PUT', path, { role: 'housekeeping' }))).toEqual([422, ['role']]);
    expect(await refusedUnder(lead.send('DELETE', path))).toEqual([422, ['role']]);
    expect((await lead.send('DELETE', `/members/${idOf(cleaner.email)}`)).status).toBe(204);

    expect(await refusedUnder(lead.send('POST', '/tokens', { name: 'a', role: 'desk' }))).toEqual([
      422,
      ['role'],
    ]);
    expect(await refusedUnder(lead.send('POST', '/tokens', { name: 'a', scope: 'read-only' }))).toEqual([
      422,
      ['role'],
    ]);
    const tokens: { id: string; name: string }[] = await lead.read('/tokens');
    const office = tokens.find(({ name }) => name === 'Back office');
    expect(await refusedUnder(lead.send('DELETE', `/tokens/${office?.id}`))).toEqual([422, ['role']]);
  });
});

describe('tokens', () => {
  it('one that a token has made is shown once, is named with it, has neither tokens nor people, and ends with it', async () => {
    const { inn, owner } = await openOwned();
    const master = await owner.data(owner.send('POST', '/tokens', { name: 'Sub', role: 'manager' }), 201);
    expect(Object.keys(master)).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'scope',
        'role',
        'created_by',
        'created_at',
        'last_used_at',
        'token',
      ]),
    );
    expect(master).toMatchObject({ name: 'Sub', scope: null, role: 'manager', last_used_at: null });
    for (const role of ['owner', 'nobody']) {
      const { status, body } = await owner.send('POST', '/tokens', { name: 'Other', role });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['role']]);
    }
    const tokens: { name: string; token?: string; created_by: string | null }[] = await owner.read('/tokens');
    expect(tokens.find(({ name }) => name === 'Sub')).not.toHaveProperty('token');
    const maker = tokens.find(({ name }) => name === 'Sub')?.created_by;
    const { body: me } = await owner.send('GET', '/me');
    expect(maker).toBe(me.data.token.name);
    expect((await clientOf(world, master.token).send('GET', '/me')).status).toBe(200);

    await owner.data(owner.send('POST', '/roles', { code: 'r', name: 'R', permissions: [] }), 201);
    await owner.data(owner.send('POST', '/tokens', { name: 'Small', role: 'r' }), 201);
    const widened = await owner.send('PUT', '/roles/r', { permissions: ['tokens:read'] });
    expect([widened.status, Object.keys(widened.body.errors)]).toEqual([422, ['permissions']]);

    const other = await clientWith(inn, 'owner');
    const all: { id: string; name: string }[] = await other.read('/tokens');
    const own = all.find(({ name }) => name === me.data.token.name);
    expect((await other.send('DELETE', `/tokens/${own?.id}`)).status).toBe(204);
    expect((await clientOf(world, master.token).send('GET', '/me')).status).toBe(401);
    expect((await owner.send('GET', '/me')).status).toBe(401);
  });

  it('a name is taken once, and a body has a scope or a role', async () => {
    const { owner } = await openOwned();
    const taken = await owner.send('POST', '/tokens', { name: 'Back office', scope: 'read-only' });
    expect([taken.status, taken.body.codes]).toEqual([422, { name: ['taken'] }]);
    for (const body of [{ name: 'a' }, { name: 'a', scope: 'read-only', role: 'desk' }]) {
      const { status, body: answer } = await owner.send('POST', '/tokens', body);
      expect([status, Object.keys(answer.errors)]).toEqual([422, ['role']]);
    }
  });

  it('the stored answer under a key is encrypted, and shows the token again', async () => {
    const { owner } = await openOwned();
    const headers = { 'idempotency-key': 'sealed' };
    const body = { name: 'Sealed', role: 'desk' };
    const first = await owner.send('POST', '/tokens', body, headers);
    const again = await owner.send('POST', '/tokens', body, headers);
    expect([again.status, again.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const { rows } = await world.db.execute(
      `select encode(response_body, 'escape') as body from idempotency_records where idempotency_key like '% sealed'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('ink_');
  });
});

describe('members', () => {
  it('are listed with their roles, and changed and removed by the id of the membership', async () => {
    const { inn, owner } = await openOwned();
    const ana = await buildMember(world, { teamId: inn.teamId, name: 'Ana' });
    const bo = await buildMember(world, { teamId: inn.teamId, name: 'Bo', role: 'desk' });
    const [first, second] = await owner.read('/members');
    expect(first).toMatchObject({ name: 'Ana', email: ana.email, role: 'owner' });
    expect(second).toMatchObject({ name: 'Bo', email: bo.email, role: 'desk' });
    expect(second.id).not.toBe(bo.id);
    expect(await owner.read(`/members/${second.id}`)).toEqual(second);
    expect(await owner.data(owner.send('PUT', `/members/${second.id}`, { role: 'accountant' }))).toEqual({
      ...second,
      role: 'accountant',
    });
    const unknown = await owner.send('PUT', `/members/${second.id}`, { role: 'nobody' });
    expect([unknown.status, unknown.body.codes]).toEqual([422, { role: ['unknown'] }]);
    expect((await owner.send('DELETE', `/members/${second.id}`)).status).toBe(204);
    expect((await owner.send('GET', `/members/${second.id}`)).status).toBe(404);
    const { body: feed } = await owner.send('GET', '/events?types=member.*');
    expect(feed.data.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['member.changed', { changed: ['role'] }],
      ['member.removed', {}],
    ]);
  });

  it('the last owner is neither demoted nor removed, and of two who are demoted at once one stays', async () => {
    const { inn, owner } = await openOwned();
    await buildMember(world, { teamId: inn.teamId, role: 'desk' });
    await buildMember(world, { teamId: inn.teamId });
    await buildMember(world, { teamId: inn.teamId });
    const members: { id: string; role: string }[] = await owner.read('/members');
    const owners = members.filter(({ role }) => role === 'owner');
    const answers = await Promise.all(
      owners.map(({ id }) => owner.send('PUT', `/members/${id}`, { role: 'desk' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [last] = (await owner.read('/members')).filter(({ role }: { role: string }) => role === 'owner');
    for (const answer of [
      await owner.send('PUT', `/members/${last.id}`, { role: 'manager' }),
      await owner.send('DELETE', `/members/${last.id}`),
    ])
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['role']]);
    expect((await owner.send('PUT', `/members/${last.id}`, { role: 'owner' })).status).toBe(200);
  });
});

it('links to join that a member could no longer make end with the role', async () => {
  const { inn, owner } = await openOwned();
  await buildMember(world, { teamId: inn.teamId });
  const maker = await buildMember(world, { teamId: inn.teamId });
  const scope = createSystemScope(world.services, inn.teamId);
  for (const role of ['owner', 'housekeeping'])
    await createInvitation(scope, world.services, {
      email: `${role}@example.com`,
      name: role,
      role,
      invitedBy: maker.id,
    });
  const members: { id: string; email: string }[] = await owner.read('/members');
  const id = members.find(({ email }) => email === maker.email)?.id;
  await owner.data(owner.send('PUT', `/members/${id}`, { role: 'desk' }));
  expect((await listInvitations(scope)).map(({ role }) => role)).toEqual(['housekeeping']);
});

describe('fields that need more than their operation', () => {
  /** A desk without money, and one booking. */
  async function openWithoutMoney(permissions: string[] = ['bookings:write', 'guests:read']) {
    const { inn, owner } = await openOwned();
    await owner.data(owner.send('POST', '/roles', { code: 'few', name: 'Few', permissions }), 201);
    return { inn, few: await clientWith(inn, 'few'), booking: await inn.book() };
  }
  const errorsOf = async (answer: Promise<{ status: number; body: { errors?: object; codes?: object } }>) => {
    const { status, body } = await answer;
    return status === 422 ? body.codes : status;
  };
  const NOT_ALLOWED = ['not_allowed'];

  it('an agreed price and lines by hand need money, in a new booking and in a change', async () => {
    const { inn, few, booking } = await openWithoutMoney();
    const adjustments = [{ name: 'Minibar', amount: 100, taxable: false }];
    const totals = { accommodation_total: 1 };
    const other = { check_in: day(10), check_out: day(12) };
    expect(
      await errorsOf(few.send('POST', '/bookings', inn.newBooking({ ...other, totals, adjustments }))),
    ).toEqual({
      totals: NOT_ALLOWED,
      adjustments: NOT_ALLOWED,
    });
    expect(await errorsOf(few.change(booking.id, { totals, adjustments }))).toEqual({
      totals: NOT_ALLOWED,
      adjustments: NOT_ALLOWED,
    });
    expect(await errorsOf(few.change(booking.id, { adjustments: [], notes: 'Late' }))).toBe(200);
    expect(await errorsOf(few.send('POST', `/bookings/${booking.id}/preview`, { totals }))).toEqual({
      totals: NOT_ALLOWED,
    });
    expect(await errorsOf(few.send('POST', '/bookings', inn.newBooking(other)))).toBe(201);
  });

  it('a fee needs money unless it is the one of the terms, and a guest’s details need guests', async () => {
    const { few, booking } = await openWithoutMoney();
    expect(await errorsOf(few.change(booking.id, { guest: { phone: '1' } }))).toEqual({ guest: NOT_ALLOWED });
    expect(await errorsOf(few.change(booking.id, { guest: { name: 'Bea Lind' } }))).toBe(200);
    expect(await errorsOf(few.cancel(booking.id, { fee: 100 }))).toEqual({ fee: NOT_ALLOWED });
    expect(await errorsOf(few.cancel(booking.id, {}))).toBe(200);
  });

  it('a folio is in no answer: not embedded, not in a preview, not in an export', async () => {
    const { few, booking } = await openWithoutMoney();
    expect(await errorsOf(few.send('GET', `/bookings/${booking.id}?embed=folio`))).toEqual({
      embed: NOT_ALLOWED,
    });
    expect(await errorsOf(few.send('GET', '/bookings?embed=guest,folio'))).toEqual({ embed: NOT_ALLOWED });
    for (const accept of ['application/json', 'text/csv'])
      expect(await errorsOf(few.send('GET', '/bookings?balance=due', undefined, { accept }))).toEqual({
        balance: NOT_ALLOWED,
      });
    const { folio } = await few.data(few.send('POST', `/bookings/${booking.id}/preview`, { notes: 'x' }));
    expect(folio).toBeNull();
    const exported = await few.read(`/guests/${booking.guest_id}/export`);
    expect(exported.bookings.map((one: { folio: unknown }) => one.folio)).toEqual([null]);
    expect(await few.read(`/bookings/${booking.id}`)).toMatchObject({ guest: { name: 'Bea Lind' } });
  });

  it('without guests, names and what a block says are null', async () => {
    const { inn, few } = await openWithoutMoney(['calendar:write', 'money:read']);
    const block = { listing_id: inn.listing.id, start_date: day(20), end_date: day(21), reason: 'For Bea' };
    expect(await few.data(few.send('POST', '/blocks', block), 201)).toMatchObject([{ reason: null }]);
    const taken = await few.read(`/occupancies?from=${day(0)}&to=${day(30)}`);
    expect(taken).toMatchObject([{ booking: { guest_name: null } }, { block: { reason: null } }]);
    expect((await few.read('/blocks'))[0].reason).toBeNull();
    expect((await few.read('/payments'))[0]).toMatchObject({ guest_name: null });
    expect((await inn.read('/blocks'))[0].reason).toBe('For Bea');
  });

  it('a webhook has only types that its maker may read', async () => {
    const { inn, few } = await openWithoutMoney(['webhooks:write', 'bookings:read']);
    const url = 'https://hooks.example.com/';
    const post = (types: string[] | null) => few.send('POST', '/webhooks', { url, types });
    expect(await errorsOf(post(null))).toEqual({ types: NOT_ALLOWED });
    expect(await errorsOf(post(['guest.created']))).toEqual({ types: NOT_ALLOWED });
    expect(await errorsOf(post(['booking.*']))).toEqual({ types: NOT_ALLOWED });
    expect(await errorsOf(post(['booking.created']))).toBe(201);
    const { id } = await inn.data(inn.send('POST', '/webhooks', { url }), 201);
    expect(await errorsOf(few.send('PUT', `/webhooks/${id}`, { description: 'Mine' }))).toEqual({
      types: NOT_ALLOWED,
    });
  });
});
