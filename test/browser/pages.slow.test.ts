/** The team's pages in a real browser: the tasks of a team, with a keyboard, on a phone, without scripts. */

import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createInvitation } from '../../src/services/people/invitations.ts';
import { createSystemScope } from '../../src/services/team-scope.ts';
import { listTokens } from '../../src/services/tokens/tokens.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';
import { codeOf, NEW_APP, secretIn } from '../helpers/factors.ts';
import { buildMember, joinTeam, PASSWORD } from '../helpers/pages.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { DESKTOP, expectAccessible, usePageBrowser } from './page-browser.ts';

const _NEW_PASSWORD = 'nine grey herons';

describe.runIf(hasChromium)('the team’s pages in a browser', BROWSER_SUITE, () => {
  const { world, base, openBrowser, signIn, openTeam: openToday } = usePageBrowser();

  async function openTeam(options: BrowserContextOptions = {}) {
    const opened = await openToday(options);
    await opened.page.goto(`${opened.home}/tokens`);
    return opened;
  }

  const me = (token: string) => world().get('/v1/me', token);
  const shownToken = (page: Page) => page.getByLabel('Token', { exact: true }).inputValue();
  test('a wrong password is reported beside its field, and the right one opens the day page', async () => {
    const { email } = await buildMember(world());
    const { page } = await openBrowser();
    await signIn(page, email, 'wrong');
    await page.getByText('The email or password is wrong.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goBack();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('a token is created, copied and used in a browser', async () => {
    const { page, context } = await openTeam();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Name').fill('Back office');
    await page.getByLabel('Read-write').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText('The token is created.').waitFor();
    const token = await shownToken(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    expect((await me(token)).json().data.token).toMatchObject({
      name: 'Back office',
      abilities: ['read-write'],
    });
  });

  test('with the keyboard alone a token is created, and its text is selected for copying', async () => {
    const { page } = await openTeam();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    // After the content: the button that leads to the form, the field, the scope, the button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByText('The token is created.').waitFor();
    await page.getByLabel('Token', { exact: true }).focus();
    await page.keyboard.press('Control+A');
    const selected = await page.evaluate<string>('getSelection().toString()');
    expect((await me(selected)).json().data.token.abilities).toEqual(['read-write']);
  });

  test('the tabs of the team’s settings stay at the same place on each of their pages', async () => {
    const { page } = await openTeam();
    const names = ['Tokens', 'Team', 'Using a token'];
    const places = async () =>
      Promise.all(names.map(async (name) => page.getByRole('link', { name, exact: true }).boundingBox()));
    const before = await places();
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
      expect(await places()).toEqual(before);
    }
  });

  test('a form on another website that posts to a team’s page changes nothing', async () => {
    const { page, context, team } = await openTeam();
    const form = `<form method="post" action="${base()}/app/teams/${team.slug}/tokens"><input name="name" value="Stolen"><input name="scope" value="read-write"><button>Go</button></form>`;
    await context.route('http://localhost:1/', (route) =>
      route.fulfill({ contentType: 'text/html', body: form }),
    );
    await page.goto('http://localhost:1/');
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForURL(`${base()}/**`);
    await page.getByText('it came from another site').waitFor();
    expect(await listTokens({ db: world().services.db, teamId: team.id })).toEqual([]);
  });

  // Other pages of a team are looked at in every-page.test.ts.
  test('pages behind forms and pages without a team are accessible and fit, light on a desktop and dark on a phone', async () => {
    const { page, team, member } = await openTeam();
    await joinTeam(world(), member.id, (await buildTeam(world())).id);
    await buildMember(world(), {
      teamId: team.id,
      name: 'W'.repeat(200),
      email: `${'w'.repeat(190)}@example.com`,
    });
    await buildToken(world(), { teamId: team.id, name: 'W'.repeat(100) });
    const [token] = await listTokens({ db: world().services.db, teamId: team.id });
    const home = `/app/teams/${team.slug}`;
    const known = await buildMember(world());
    const links = await Promise.all(
      [known.email, 'axe@browser.example'].map(async (email) => {
        const link = { email, name: 'Axe' };
        const secret = await createInvitation(
          createSystemScope(world().services, team.id),
          world().services,
          {
            ...link,
            invitedBy: null,
          },
        );
        return `/app/invitations/${secret}`;
      }),
    );
    const click = (name: string) => page.getByRole('button', { name }).click();
    const pages: Record<string, () => Promise<unknown>> = {
      start: () => page.goto('/'),
      choose: () => page.goto('/app'),
      'tokens, with a mistake': async () => {
        await page.goto(`${home}/tokens`);
        await page.getByLabel('Name').fill('W'.repeat(100));
        await page.getByLabel('Read-only').check();
        await click('Create token');
      },
      'token, shown': async () => {
        await page.goto(`${home}/tokens/${token?.id}`);
        await click('Show token');
      },
      members: () => page.goto(`${home}/members`),
      'members, with a link': async () => {
        await page.getByLabel('Name').fill('New');
        await page.getByLabel('Email').fill('new@browser.example');
        await click('Make a link');
      },
      account: () => page.goto('/app/account'),
      'account, with a mistake': async () => {
        await page.getByLabel('Present password').fill('x');
        await page.getByLabel('New password').fill('short');
        await click('Change password');
      },
      'new app': () => page.goto(NEW_APP),
      'recovery codes, shown': async () => {
        const secret = secretIn(await page.content());
        await page.getByLabel('Code of the new app').fill(codeOf(world(), secret));
        await page.getByLabel('Name').fill('W'.repeat(100));
        await page.getByLabel('Password').fill(PASSWORD);
        await click('Add the app');
        await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
      },
      'another app': () => page.goto(NEW_APP),
      'app, before it is removed': async () => {
        await page.goto('/app/account');
        await page.getByRole('link', { name: 'Remove W' }).click();
      },
      'new recovery codes, with a mistake': async () => {
        await page.goto('/app/account/recovery-codes');
        await click('Make new codes');
      },
      'invitation of a known person': () => page.goto(links[0] ?? ''),
      'invitation of a new person': () => page.goto(links[1] ?? ''),
      'invitation, gone': () => page.goto(`/app/invitations/${'A'.repeat(43)}`),
      'not found': () => page.goto('/app/nothing'),
      'signed out': async () => {
        await page.goto(`${home}/tokens`);
        await click('Sign out');
      },
      'sign-in, refused': () => signIn(page, member.email, 'wrong'),
      'sign-in, with a wrong code': async () => {
        await signIn(page, member.email);
        await page.getByLabel('Code').fill('000000');
        await click('Sign in');
      },
    };
    for (const [name, open] of Object.entries(pages)) {
      await page.setViewportSize(DESKTOP);
      await open();
      await expectAccessible(page, name);
    }
  });
});
