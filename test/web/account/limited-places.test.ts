/** The places to which members and tokens are limited, on their pages (docs/rules.md, 27.30). */
import { expect, test } from 'vitest';
import { listInvitations } from '../../../src/services/people/invitations.ts';
import { listMembers } from '../../../src/services/people/members.ts';
import { createSystemScope } from '../../../src/services/team-scope.ts';
import { listTokens } from '../../../src/services/tokens/tokens.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { buildListing } from '../../helpers/factories.ts';
import { buildMember, linkIn, openTeamPages, PASSWORD, visitorOf } from '../../helpers/pages.ts';

const world = await openSharedApp();

async function openPlaces() {
  const pages = await openTeamPages(world);
  const { id: teamId, slug } = pages.team;
  const sea = await buildListing(world, { teamId, publicTitle: 'Sea Loft' });
  const pier = await buildListing(world, { teamId, publicTitle: 'Pier', kind: 'building' });
  await buildListing(world, { teamId, publicTitle: 'Double', kind: 'unit_type', buildingId: pier.id });
  return {
    ...pages,
    teamId,
    base: `/app/teams/${slug}`,
    sea,
    pier,
    scope: createSystemScope(world.services, teamId),
  };
}

test('a member is limited to places, by a page that names each place but the kinds of rooms', async () => {
  const { visitor, teamId, base, sea, scope } = await openPlaces();
  const { id } = await buildMember(world, { teamId, role: 'desk', name: 'Bo' });
  const places = `${base}/members/${id}/places`;
  const page = await visitor.get(places);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Sea Loft');
  expect(page.body).not.toContain('Double');
  const listingsOfBo = async () =>
    (await listMembers(scope)).find(({ personId }) => personId === id)?.listings;
  expect((await visitor.post(places, { places: 'some' })).statusCode).toBe(422);
  const saved = await visitor.submit(places, { places: 'some', listings: sea.id });
  expect(saved.body).toContain('The places of Bo are saved.');
  expect(await listingsOfBo()).toEqual([sea.id]);
  expect((await visitor.get(`${base}/members`)).body).toContain('>Sea Loft</span>');
  expect((await visitor.get(places)).body).toMatch(new RegExp(`value="${sea.id}" checked`));
  const role = await visitor.post(`${base}/members/${id}/role`, { role: 'manager' });
  expect([role.statusCode, role.body.includes('because the role has')]).toEqual([422, true]);
  await visitor.submit(places, { places: 'all' });
  expect(await listingsOfBo()).toBeNull();
});

test('the last owner is not limited by the page', async () => {
  const { visitor, base, sea, member } = await openPlaces();
  const places = `${base}/members/${member.id}/places`;
  await visitor.get(places);
  const refused = await visitor.post(places, { places: 'some', listings: sea.id });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('The last owner keeps the role and all listings.');
});

test('who joins by a link is limited to the places that it names', async () => {
  const { visitor, base, sea, scope } = await openPlaces();
  await visitor.get(`${base}/members`);
  const who = { name: 'Bo', email: `${sea.id}@example.com`, role: 'housekeeping' };
  const wide = await visitor.post(`${base}/members`, {
    ...who,
    role: 'owner',
    places: 'some',
    listings: sea.id,
  });
  expect(wide.statusCode).toBe(422);
  const { body } = await visitor.submit(`${base}/members`, { ...who, places: 'some', listings: sea.id });
  expect(await listInvitations(scope)).toMatchObject([{ role: 'housekeeping', listings: [sea.id] }]);
  const guest = visitorOf(world);
  const link = linkIn(body);
  await guest.get(link);
  expect((await guest.post(link, { password: PASSWORD })).statusCode).toBe(303);
  expect(await listMembers(scope)).toContainEqual(
    expect.objectContaining({ role: 'housekeeping', listings: [sea.id] }),
  );
});

test('a token is limited to places only if a role decides', async () => {
  const { visitor, base, sea, scope } = await openPlaces();
  await visitor.get(`${base}/tokens`);
  const token = { name: 'Lock', places: 'some', listings: sea.id };
  expect((await visitor.post(`${base}/tokens`, { ...token, scope: 'read-only' })).statusCode).toBe(422);
  const made = await visitor.submit(`${base}/tokens`, { ...token, scope: 'role', role: 'desk' });
  expect(made.body).toContain('Sea Loft');
  expect(await listTokens(scope)).toMatchObject([{ name: 'Lock', role: 'desk', listings: [sea.id] }]);
});
