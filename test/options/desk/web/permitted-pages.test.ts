/** What the pages of a team show to members of each role (docs/rules.md, 27.8). */
import { describe, expect, test } from 'vitest';
import { GIVEN_ROLE_CODES, GIVEN_ROLES } from '../../../../src/domain/access/permissions.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { openLivelyTeam } from '../../../web/lively-team.ts';

const world = await openSharedApp();
await openLivelyTeam(world);
const teamId = (await world.services.account.findSite('harbour'))?.id ?? 0;
const base = '/app/teams/harbour';

async function visitorWith(role: string) {
  const member = await buildMember(world, { teamId, role });
  const visitor = visitorOf(world);
  await visitor.signIn(member.email);
  return visitor;
}

const linksOf = (page: string): string[] => [
  ...new Set(
    [...page.matchAll(/<a [^>]*?href="(\/app\/teams\/harbour[^"#?]*)/g)].map(([, path = '']) => path),
  ),
];
const formsOf = (page: string): string[] =>
  [...page.matchAll(/<form [^>]*method="post"[^>]*action="(\/app\/teams\/harbour[^"#?]*)/g)].map(
    ([, path = '']) => path,
  );
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
    waiting.push(...linksOf(body));
    for (const form of formsOf(body)) forms.add(form);
  }
  return { visitor, statuses, forms: [...forms] };
}

describe.each(GIVEN_ROLE_CODES)('a member with the role %s', (role) => {
  test('is led to no page and shown no form that the role forbids', async () => {
    const { visitor, statuses, forms } = await crawl(role);
    expect([...statuses].filter(([, status]) => status === 403)).toEqual([]);
    expect(statuses.size).toBeGreaterThan(role === 'housekeeping' ? 2 : 10);
    const kinds = new Set<string>();
    for (const form of forms) {
      if (kinds.has(kindOf(form))) continue;
      kinds.add(kindOf(form));
      // Without the form's token nothing is done, but the role is asked before.
      const { statusCode } = await visitor.post(form, { form_token: '' });
      expect([form, statusCode === 403 && !(await isTokenMissing(visitor, form))]).toEqual([form, false]);
    }
    const mayWrite = GIVEN_ROLES[role].permissions.some((one) => one.endsWith(':write'));
    expect(forms.length > 0).toBe(mayWrite);
  });
});

/** Whether a 403 is that of a form without its token. */
async function isTokenMissing(visitor: Awaited<ReturnType<typeof visitorWith>>, path: string) {
  const { body } = await visitor.post(path, { form_token: '' });
  return !body.includes('You may not do this');
}

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
  expect(body).toContain('A guest');
  expect(body).toContain('To clean');
  expect(body).not.toContain('New booking');
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
  const changed = await owner.submit(`${members}/roles/porter`, { name: 'Porter', bookings: 'write' });
  expect(changed.body).toContain('change bookings');
  const invited = await owner.submit(members, { name: 'Pia', email: 'pia@example.com', role: 'porter' });
  expect(invited.body).toContain('A link for');
  const refused = await owner.submit(`${members}/roles/porter/delete`);
  expect(refused.body).toContain('has this role. Change that first.');
});
