/** Pages and forms that a team shows to members of each role, and where they lead (docs/rules.md, 27.8). */
import { expect } from 'vitest';
import { type GIVEN_ROLE_CODES, GIVEN_ROLES } from '../../../../src/domain/access/permissions.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { clientOf } from '../../../helpers/bookings.ts';
import { buildToken } from '../../../helpers/factories.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { randomOf, seed } from '../../../helpers/random.ts';
import { openLivelyTeam } from '../../../web/lively-team.ts';

type GivenRoleCode = (typeof GIVEN_ROLE_CODES)[number];

/** They see most pages. `npm test` takes one of them, which the run's seed chooses. */
const LARGE_ROLES: readonly GivenRoleCode[] = ['owner', 'manager', 'desk'];
const chosen = randomOf(seed).pick(LARGE_ROLES);
export const isOfPart = (role: GivenRoleCode): boolean => role === chosen || !LARGE_ROLES.includes(role);

const BASE = '/app/teams/harbour';
const inTeam = (address: string | undefined): address is string => address?.startsWith(BASE) === true;
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

export async function openPermittedPages() {
  const world = await openSharedApp();
  await openLivelyTeam(world);
  const teamId = (await world.services.account.findSite('harbour'))?.id ?? 0;
  const owner = clientOf(world, await buildToken(world, { teamId, role: 'owner' }));

  async function visitorWith(role: string) {
    const member = await buildMember(world, { teamId, role });
    const visitor = visitorOf(world);
    await visitor.signIn(member.email);
    return visitor;
  }

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

  async function expectGivenRolePermitted(role: GivenRoleCode): Promise<void> {
    const { pages, forms } = await expectPermitted(role);
    expect(pages).toBeGreaterThan(role === 'housekeeping' ? 2 : 10);
    const mayWrite = GIVEN_ROLES[role].permissions.some((one) => one.endsWith(':write'));
    expect(forms > 0).toBe(mayWrite);
  }

  return { world, teamId, base: BASE, owner, visitorWith, expectPermitted, expectGivenRolePermitted };
}
