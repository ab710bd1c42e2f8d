/** A real browser for suites of the team's pages. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { buildTeam } from '../helpers/factories.ts';
import { buildMember, PASSWORD, visitorOf } from '../helpers/pages.ts';
import { openChromium, PAGE_TIMEOUT_MS, violationsOf } from './chromium.ts';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 740 };
/** Colours and sizes do not depend on each other. */
const LOOKS = [
  ['light', DESKTOP, 'all'],
  ['dark', PHONE, 'of its look'],
] as const;

/** An app that listens, and a browser for it, for all tests of a suite. Every complaint of a page fails its test. */
export function usePageBrowser(settings: Parameters<typeof openTestApp>[0] = {}) {
  let world: TestApp;
  let browser: Browser;
  let base: string;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    world = await openTestApp(settings);
    base = `http://127.0.0.1:${await world.listen()}`;
    browser = await openChromium();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const heard = complaints;
    complaints = [];
    expect(heard).toEqual([]);
  });
  afterAll(async () => {
    await world.close();
  });

  async function openBrowser(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ baseURL: base, ...options });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
    });
    return { context, page };
  }

  async function signIn(page: Page, email: string, password = PASSWORD) {
    await page.goto('/app');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** A new team whose member has signed in, without the form, and sees the day. */
  async function openTeam(options: BrowserContextOptions = {}, role = 'owner') {
    const team = await buildTeam(world);
    const member = await buildMember(world, { teamId: team.id, role });
    const visitor = visitorOf(world);
    await visitor.signIn(member.email);
    const opened = await openBrowser(options);
    await opened.context.addCookies(
      [...visitor.cookies].map(([name, value]) => ({ name, value, url: base })),
    );
    await opened.page.goto('/app');
    await opened.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    return { team, member, home: `/app/teams/${team.slug}`, ...opened };
  }

  return { world: () => world, base: () => base, openBrowser, signIn, openTeam };
}

const isWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/**
 * How a page breaks a rule of accessibility or does not fit, light on a desktop and dark on a phone. On the phone only
 * the rules about looks are tried again.
 */
export async function problemsOf(page: Page, name: string): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (const [colorScheme, viewport, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const where = `${name}, ${colorScheme}`;
    const violations = await violationsOf(page, rules);
    if (violations.length > 0) problems.push({ where, violations });
    if (await isWide(page)) problems.push({ where, isWide: true });
  }
  return problems;
}

export const expectAccessible = async (page: Page, name: string): Promise<void> =>
  expect(await problemsOf(page, name)).toEqual([]);
