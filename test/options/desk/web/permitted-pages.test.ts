/** What the pages of a team show to members of each role (docs/rules.md, 27.8). */
import { expect, test } from 'vitest';
import { GIVEN_ROLE_CODES, RESOURCES } from '../../../../src/domain/access/permissions.ts';
import { clientOf, type Json } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { buildMember, linkIn, visitorOf } from '../../../helpers/pages.ts';
import { textOfCard } from '../../../web/page-text.ts';
import { isOfPart, openPermittedPages } from './permitted-pages.ts';

const { world, teamId, base, owner, visitorWith, expectPermitted, expectGivenRolePermitted } =
  await openPermittedPages();

/** A role of which each test makes what it needs. */
const alone = await owner.data(
  owner.send('POST', '/roles', { code: 'alone', name: 'Alone', permissions: [] }),
  201,
);

test.each(GIVEN_ROLE_CODES.filter(isOfPart))(
  'a member with the role %s is led to no page and shown no form that the role forbids',
  expectGivenRolePermitted,
);

test.each(RESOURCES.flatMap((resource) => [[resource, 'read'] as const, [resource, 'write'] as const]))(
  'a member who may only %s: %s is led to no page and shown no form beyond that',
  async (resource, level) => {
    const permissions = [`${resource}:${level}`];
    await owner.data(owner.send('PUT', `/roles/${alone.code}`, { permissions }));
    const { pages } = await expectPermitted(alone.code);
    expect(pages).toBeGreaterThan(0);
  },
);

test('a page that the role forbids is a 403 that names what is missing', async () => {
  const visitor = await visitorWith('housekeeping');
  for (const [path, permission] of [
    ['bookings', 'bookings:read'],
    ['money', 'money:read'],
    ['tokens', 'tokens:read'],
    ['members', 'people:read'],
  ]) {
    const { statusCode, body } = await visitor.get(`${base}/${path}`);
    expect([path, statusCode]).toEqual([path, 403]);
    expect(body).toContain(`lacks the permission ${permission}.`);
  }
});

test('the housekeeping sees who comes and goes without names and amounts, what to clean and the calendar', async () => {
  const visitor = await visitorWith('housekeeping');
  world.clock.set('2027-03-01T09:30:00Z');
  for (const path of ['today', 'today/cleaning', 'calendar?from=2027-03-01', 'today?day=week']) {
    const { statusCode, body } = await visitor.get(`${base}/${path}`);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).not.toMatch(/Cai Moe|Dot Ek|Eve Ny|A cot|€|Paint/);
  }
  const { body } = await visitor.get(`${base}/today`);
  for (const list of ['to-clean', 'arrivals', 'departures', 'to-clean-tomorrow'])
    expect(textOfCard(body, list)).not.toBe('');
  expect(body).not.toContain('New booking');
});

test('who may read bookings, but neither money nor guests, sees no payments, invoices and texts of blocks', async () => {
  const owner = clientOf(world, await buildToken(world, { teamId, role: 'owner' }));
  const permissions = ['bookings:read', 'calendar:read'];
  await owner.data(owner.send('POST', '/roles', { code: 'evening', name: 'Evening', permissions }), 201);
  const [booking] = (await owner.read('/bookings?status=confirmed')) as Json[];
  const [block] = ((await owner.read('/blocks')) as Json[]).filter(({ reason }) => reason !== null);
  const visitor = await visitorWith('evening');
  const { body: shown } = await visitor.get(`${base}/bookings/${booking.id}`);
  expect(shown).toContain(booking.guest.name);
  expect(shown).not.toMatch(/Still due|Overpaid|To pay back|id="folio"|invoices-heading|deposit-heading/);
  const { body: list } = await visitor.get(`${base}/bookings?from=&balance=due`);
  expect(list).not.toMatch(/To pay|name="balance"|balance=/);
  const { total } = (await owner.send('GET', '/bookings')).body.meta;
  expect(list).toContain(`<span class="count">${total}</span>`);
  const { body: today } = await visitor.get(`${base}/today`);
  expect(today).not.toMatch(/Payments due|back to the guest|deposit/i);
  for (const path of [`calendar/blocks/${block.id}`, `calendar?from=${block.start_date}`]) {
    const { statusCode, body } = await visitor.get(`${base}/${path}`);
    expect([path, statusCode, body.includes(block.reason)]).toEqual([path, 200, false]);
  }
});

test('a member’s new role counts with their next page', async () => {
  const member = await buildMember(world, { teamId, role: 'desk' });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  expect((await visitor.get(`${base}/bookings`)).statusCode).toBe(200);
  const owner = await visitorWith('owner');
  await owner.get(`${base}/members`);
  const changed = await owner.submit(`${base}/members/${member.id}/role`, { role: 'housekeeping' });
  expect(changed.body).toContain('has another role now.');
  expect((await visitor.get(`${base}/bookings`)).statusCode).toBe(403);
});

test('a new member is led to the first page that their role lets them open', async () => {
  const permissions = ['reports:read'];
  await owner.data(owner.send('POST', '/roles', { code: 'books', name: 'Books', permissions }), 201);
  const boss = await visitorWith('owner');
  await boss.get(`${base}/members`);
  const who = { name: 'Ida', email: 'ida@example.com', role: 'books' };
  const link = linkIn((await boss.submit(`${base}/members`, who)).body);
  const visitor = visitorOf(world);
  await visitor.get(link);
  const { statusCode, body } = await visitor.submit(link, { password: 'nine grey herons' });
  expect([statusCode, body.includes('<h1>Money')]).toEqual([200, true]);
});

test('an owner adds, changes and deletes a role, and invites with it', async () => {
  const owner = await visitorWith('owner');
  const members = `${base}/members`;
  await owner.get(`${members}/roles/new`);
  const made = await owner.submit(`${members}/roles/new`, {
    name: 'Porter',
    code: 'porter',
    calendar: 'read',
  });
  expect(made.body).toContain('The role “Porter” is added.');
  expect(made.body).toContain('read calendar');
  await owner.get(`${members}/roles/porter`);
  const changed = await owner.submit(`${members}/roles/porter`, { name: 'Porter', bookings: 'write' });
  expect(changed.body).toContain('change bookings');
  const invited = await owner.submit(members, { name: 'Pia', email: 'pia@example.com', role: 'porter' });
  expect(invited.body).toContain('A link for');
  const refused = await owner.submit(`${members}/roles/porter/delete`);
  expect(refused.body).toContain('has this role. Change that first.');
});
