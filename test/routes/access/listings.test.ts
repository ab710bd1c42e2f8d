/** Members and tokens that are limited to listings (docs/rules.md, 27.30 to 27.33). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Client, clientOf, openInn } from '../../helpers/bookings.ts';
import { buildListing, buildToken } from '../../helpers/factories.ts';
import { buildMember } from '../../helpers/pages.ts';

const world = await openSharedApp();

/** With two standalone listings and a building that has a unit type. */
async function openOwned() {
  const inn = await openInn(world);
  const { teamId } = inn;
  const owner = clientOf(world, await buildToken(world, { teamId, role: 'owner' }));
  const other = await buildListing(world, { teamId });
  const building = await buildListing(world, { teamId, kind: 'building' });
  const unitType = await buildListing(world, { teamId, kind: 'unit_type', buildingId: building.id });
  await buildMember(world, { teamId });
  return { inn, owner, sea: inn.listing.id, other: other.id, building: building.id, unitType: unitType.id };
}

async function addMember({ owner, inn }: Awaited<ReturnType<typeof openOwned>>, role: string) {
  const { email } = await buildMember(world, { teamId: inn.teamId, role });
  const members: { id: string; email: string }[] = await owner.read('/members');
  return members.find((one) => one.email === email)?.id ?? '';
}

const refusal = async (answer: ReturnType<Client['send']>) => {
  const { status, body } = await answer;
  return [status, body.codes];
};

const countRows = async (teamId: number) => {
  const { rows } = await world.db.execute<{ count: number }>(
    sql`select count(*)::int as count from access_listings where team_id = ${teamId}`,
  );
  return rows[0]?.count;
};

describe('a member', () => {
  it('is limited to listings and freed of the limit, and an event tells', async () => {
    const team = await openOwned();
    const { owner, other, building } = team;
    const path = `/members/${await addMember(team, 'housekeeping')}`;
    const before = await owner.read(path);
    expect(before.listings).toBeNull();
    const limited = { ...before, listings: [building, other] };
    expect(await owner.data(owner.send('PUT', path, { listings: [building.toUpperCase(), other] }))).toEqual(
      limited,
    );
    expect(await owner.read(path)).toEqual(limited);
    expect(await owner.read('/members')).toContainEqual(limited);
    expect(await owner.data(owner.send('PUT', path, { role: 'desk' }))).toEqual({ ...limited, role: 'desk' });
    expect(await owner.data(owner.send('PUT', path, { listings: [] }))).toMatchObject({ listings: [] });
    expect((await owner.read(path)).listings).toEqual([]);
    expect(await owner.data(owner.send('PUT', path, { listings: null }))).toMatchObject({ listings: null });
    const { body } = await owner.send('GET', '/events?types=member.changed');
    expect(body.data.map(({ data }: { data: { changed: string[] } }) => data.changed)).toEqual([
      ['listings'],
      ['role'],
      ['listings'],
      ['listings'],
    ]);
  });

  it('cannot have a role that concerns the whole team besides', async () => {
    const team = await openOwned();
    const { owner, sea } = team;
    const path = `/members/${await addMember(team, 'desk')}`;
    const refused = [422, { listings: ['contradicts'] }];
    for (const role of ['owner', 'manager'])
      expect(await refusal(owner.send('PUT', path, { role, listings: [sea] }))).toEqual(refused);
    await owner.data(owner.send('PUT', path, { listings: [sea] }));
    expect(await refusal(owner.send('PUT', path, { role: 'manager' }))).toEqual(refused);
    expect(await owner.data(owner.send('PUT', path, { role: 'manager', listings: null }))).toMatchObject({
      role: 'manager',
      listings: null,
    });
  });

  it('who is the last owner is not limited', async () => {
    const team = await openOwned();
    const { owner, sea } = team;
    const [{ id: last }] = await owner.read('/members');
    expect(await refusal(owner.send('PUT', `/members/${last}`, { listings: [sea] }))).toEqual([
      422,
      { role: ['state'] },
    ]);
    expect(await refusal(owner.send('PUT', `/members/${last}`, { role: 'desk', listings: [] }))).toEqual([
      422,
      { role: ['state'] },
    ]);
    const second = await addMember(team, 'owner');
    expect(await refusal(owner.send('PUT', `/members/${second}`, { listings: [sea] }))).toEqual([
      422,
      { listings: ['contradicts'] },
    ]);
  });

  it('gets a new version with other listings', async () => {
    const team = await openOwned();
    const { owner, sea } = team;
    const path = `/members/${await addMember(team, 'desk')}`;
    const before = (await owner.send('GET', path)).headers.etag as string;
    await owner.data(owner.send('PUT', path, { listings: [sea] }, { 'if-match': before }));
    expect((await owner.send('PUT', path, { listings: null }, { 'if-match': before })).status).toBe(412);
  });
});

describe('a token', () => {
  it('with a role is limited to listings', async () => {
    const { owner, other, sea, inn } = await openOwned();
    const body = { name: 'Lock', role: 'housekeeping', listings: [other, sea] };
    const made = await owner.data(owner.send('POST', '/tokens', body), 201);
    expect(made).toMatchObject(body);
    const tokens: { name: string; listings: string[] | null }[] = await owner.read('/tokens');
    expect(tokens.map(({ name, listings }) => [name, listings])).toContainEqual(['Lock', [other, sea]]);
    expect(tokens.map(({ name, listings }) => [name, listings])).toContainEqual(['Back office', null]);
    expect((await owner.send('DELETE', `/tokens/${made.id}`)).status).toBe(204);
    expect(await countRows(inn.teamId)).toBe(0);
  });

  it('with a scope, or with a role that concerns the whole team, is not limited', async () => {
    const { owner, sea } = await openOwned();
    const send = (body: object) => owner.send('POST', '/tokens', { name: 'Till', ...body });
    expect(await refusal(send({ scope: 'read-only', listings: [sea] }))).toEqual([
      422,
      { listings: ['contradicts'] },
    ]);
    expect(await refusal(send({ role: 'manager', listings: [] }))).toEqual([
      422,
      { listings: ['contradicts'] },
    ]);
    expect(await owner.data(send({ scope: 'read-only', listings: null }), 201)).toMatchObject({
      listings: null,
    });
  });

  it('has its listings read only where they count', async () => {
    const { inn, sea } = await openOwned();
    const limited = await buildToken(world, { teamId: inn.teamId, role: 'desk', listings: [sea] });
    const countReads = async (path: string, token: string) => {
      const { statements } = await world.statements.during(() => clientOf(world, token).read(path));
      return statements.filter((statement) => statement.includes('from "access_listings"')).length;
    };
    expect(await countReads('/me', limited)).toBe(0);
    expect(await countReads('/guests', limited)).toBe(1);
    expect(await countReads('/guests', inn.token)).toBe(0);
  });
});

describe('listings', () => {
  it('are refused where they stand if they are unknown, another team’s, unit types or repeated', async () => {
    const team = await openOwned();
    const { owner, sea, unitType } = team;
    const foreign = (await openOwned()).sea;
    const member = await addMember(team, 'desk');
    const unknown = [sea, randomUUID(), foreign, unitType];
    const codes = { 'listings.1': ['unknown'], 'listings.2': ['unknown'], 'listings.3': ['unknown'] };
    const change = (body: object) => owner.send('PUT', `/members/${member}`, body);
    const make = (body: object) => owner.send('POST', '/tokens', { name: 'Lock', role: 'desk', ...body });
    for (const send of [change, make]) {
      expect(await refusal(send({ listings: unknown }))).toEqual([422, codes]);
      expect(await refusal(send({ role: 'none', listings: unknown }))).toEqual([
        422,
        { role: ['unknown'], ...codes },
      ]);
      expect(await refusal(send({ listings: [sea, sea.toUpperCase()] }))).toEqual([
        422,
        { 'listings.1': ['contradicts'] },
      ]);
      expect(await refusal(send({ listings: ['sea'] }))).toEqual([422, { 'listings.0': ['invalid'] }]);
      expect(await refusal(send({ listings: Array.from({ length: 501 }, () => sea) }))).toEqual([
        422,
        { listings: ['too_long'] },
      ]);
    }
  });

  it('leave the lists when they are deleted, which limit all the same', async () => {
    const team = await openOwned();
    const { owner, sea, other, inn } = team;
    const member = await addMember(team, 'desk');
    await owner.data(owner.send('PUT', `/members/${member}`, { listings: [sea, other] }));
    await owner.data(owner.send('POST', '/tokens', { name: 'Lock', role: 'desk', listings: [other] }), 201);
    expect((await owner.send('DELETE', `/listings/${other}`)).status).toBe(204);
    expect(await owner.read(`/members/${member}`)).toMatchObject({ listings: [sea] });
    expect(
      (await owner.read('/tokens')).map(({ listings }: { listings: unknown }) => listings),
    ).toContainEqual([]);
    expect((await owner.send('DELETE', `/members/${member}`)).status).toBe(204);
    expect(await countRows(inn.teamId)).toBe(0);
  });

  it('that become unit types leave the lists', async () => {
    const team = await openOwned();
    const { owner, sea, building } = team;
    const empty = await buildListing(world, { teamId: team.inn.teamId, kind: 'building' });
    const path = `/members/${await addMember(team, 'desk')}`;
    await owner.data(owner.send('PUT', path, { listings: [sea, empty.id] }));
    await owner.data(
      owner.send('PUT', `/listings/${empty.id}`, { kind: 'unit_type', building_id: building }),
    );
    expect((await owner.read(path)).listings).toEqual([sea]);
  });

  it('are given or deleted, whichever comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await openOwned();
      const { owner, other, inn } = team;
      const path = `/members/${await addMember(team, 'desk')}`;
      const [given, deleted] = await Promise.all([
        owner.send('PUT', path, { listings: [other] }),
        owner.send('DELETE', `/listings/${other}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 422]).toContain(given.status);
      expect(await countRows(inn.teamId)).toBe(0);
      expect((await owner.read(path)).listings).toEqual(given.status === 200 ? [] : null);
    }
  });
});

describe('a role that somebody limited has', () => {
  it('cannot get what concerns the whole team', async () => {
    const team = await openOwned();
    const { owner, sea } = team;
    const role = { code: 'night', name: 'Night desk', permissions: ['bookings:read'] };
    const change = (permissions: string[]) => owner.send('PUT', '/roles/night', { permissions });
    await owner.data(owner.send('POST', '/roles', role), 201);
    const member = await addMember(team, 'night');
    await owner.data(owner.send('PUT', `/members/${member}`, { listings: [sea] }));
    for (const resource of ['settings', 'people', 'tokens', 'webhooks'])
      for (const level of ['read', 'write'])
        expect(await refusal(change([`${resource}:${level}`]))).toEqual([
          422,
          { permissions: ['contradicts'] },
        ]);
    expect((await change(['bookings:write', 'reports:read'])).status).toBe(200);
    await owner.data(owner.send('PUT', `/members/${member}`, { listings: null }));
    const token = await owner.data(
      owner.send('POST', '/tokens', { name: 'Night', role: 'night', listings: [] }),
      201,
    );
    expect((await change(['settings:read'])).status).toBe(422);
    expect((await owner.send('DELETE', `/tokens/${token.id}`)).status).toBe(204);
    expect((await change(['settings:read'])).status).toBe(200);
  });

  it('gets it, or its holder is limited, but never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const team = await openOwned();
      const { owner, sea } = team;
      const role = { code: 'night', name: 'Night desk', permissions: ['bookings:read'] };
      await owner.data(owner.send('POST', '/roles', role), 201);
      const path = `/members/${await addMember(team, 'night')}`;
      const limit = () => owner.send('PUT', path, { listings: [sea] });
      const widen = () => owner.send('PUT', '/roles/night', { permissions: ['settings:read'] });
      const answers = await Promise.all(round % 2 === 0 ? [limit(), widen()] : [widen(), limit()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});
