/** The addresses to which forms are sent, opened again after a refusal. */

import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectPage, openTeamPages, visitorOf } from '../../helpers/pages.ts';

const world = await openSharedApp();
const ID = '018f2f6e-0000-7000-8000-000000000000';

describe('the address of a refused form', () => {
  test('reloading the address of a refused form skips addresses that are not pages', async () => {
    const { visitor, base } = await openTeamPages(world);
    for (const [address, page] of [[`/members/links/${ID}/withdraw`, '/members']])
      expect((await visitor.get(base + address)).headers.location).toBe(base + page);
    expect((await visitor.get('/app/sign-out')).headers.location).toBe('/app');
    expect((await visitor.get(base)).statusCode).toBe(303);
  });

  test('the address of a refused form leads other people to no page', async () => {
    const { base } = await openTeamPages(world);
    const { visitor } = await openTeamPages(world);
    expectPage(await visitor.get(`${base}/tokens/enforcement`), 404, 'You are not a member of this team');
    const stranger = await visitorOf(world).get(`${base}/tokens/enforcement`);
    expect(stranger.headers.location).toMatch(/^\/app\/sign-in\?next=/);
  });
});
