/** What the pages of a team show to members of each role (docs/rules.md, 27.8). */
import { expect, test } from 'vitest';
import { GIVEN_ROLE_CODES, GIVEN_ROLES, RESOURCES } from '../../../../src/domain/access/permissions.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { clientOf, type Json } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { buildMember, linkIn, visitorOf } from '../../../helpers/pages.ts';
import { openLivelyTeam } from '../../../web/lively-team.ts';
import { textOfCard } from '../../../web/page-text.ts';

const world = await openSharedApp();
await openLivelyTeam(world);
const teamId = (await world.services.account.findSite('harbour'))?.id ?? 0;
const base = '/app/teams/harbour';
const owner = clientOf(world, await buildToken(world, { teamId, role: 'owner' }));

async function visitorWith(role: string) {
  const member = await buildMember(world, { teamId, role });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  return visitor;
}

/** A role of which each test makes what it needs. */
const alone = await owner.data(
  owner.send('POST', '/roles', { code: 'alone', name: 'Alone', permissions: [] }),
  201,
);

const inTeam = (address: string | undefined): address is string => address?.startsWith(base) === true;
const attributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"?#]*)`).exec(tag)?.[1];

/** Where the links, forms and buttons of a page lead to. */
function addressesIn(page: string, path: string): { GET: string[]; POST: string[] } {
  const links = [...page.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attributeIn(tag, 'href'));
  const found = { GET: links.filter(inTeam), POST: [] as string[] };
  for (const [form, tag = ''] of page.matchAll(/(<form\b[^>]*>)[\s\S]*?<\/form>/g)) {
    const action = attributeIn(tag, 'action') ?? path;
    const buttons = [...form.matchAll(/<button\b[^>]*>/g)].map(([button]) =>
      attributeIn(button, 'formaction'),
    );
    const method = tag.includes('method="post"') ? 'POST' : 'GET';
    // Without a button, a script or the Enter key sends it.
    const sent = buttons.length === 0 ? [action] : buttons.map((address) => address ?? action);
    found[method].push(...sent.filter(inTeam));
  }
  return found;
}
/** One page of each kind. */
const kindOf = (path: string): string => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** Opens every kind of page that links lead to, and returns what each was answered with. */
async function crawl(role: string) {
  const visitor = await visitorWith(role);
  const start = await visitor.get('/app');
  const waiting = [String(start.headers.location)];
  const statuses = new Map<string, number>();
  const forms = new Set<string>();
  for (const path of waiting) {
    const kind = kindOf(path);
    if (statuses.has(kind)) continue;
    const { statusCode, body } = await visitor.get(path);
    statuses.set(kind, statusCode);
    const { GET, POST } = addressesIn(body, path);
    waiting.push(...GET);
    for (const form of POST) forms.add(form);
  }
  return { visitor, statuses, forms: [...forms] };
}

/** Opens and sends all that a member with the role is shown. */
async function expectPermitted(role: string) {
  const { visitor, statuses, forms } = await crawl(role);
  expect([...statuses].filter(([, status]) => status === 403)).toEqual([]);
  const kinds = new Set<string>();
  for (const form of forms) {
    if (kinds.has(kindOf(form))) continue;
    kinds.add(kindOf(form));
    // Without the form's token nothing is done, but the role is asked before.
    const { body } = await visitor.post(form, { form_token: '' });
    expect([form, body.includes('You may not do this')]).toEqual([form, false]);
  }
  return { pages: statuses.size, forms: forms.length };
}

test.each(GIVEN_ROLE_CODES)(
  'a member with the role %s is led to no page and shown no form that the role forbids',
  async (role) => {
    const { pages, forms } = await expectPermitted(role);
    expect(pages).toBeGreaterThan(role === 'housekeeping' ? 2 : 10);
    const mayWrite = GIVEN_ROLES[role].permissions.some((one) => one.endsWith(':write'));
    expect(forms > 0).toBe(mayWrite);
  },
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
