/** Pages of the booking site in Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PAGE_TIMEOUT_MS } from './chromium.ts';

/** Where pages are opened on which it is `now`; what one has loaded the next need not load again. */
export async function openContext(browser: Browser, now: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.clock.setFixedTime(now);
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return context;
}

export type Look = { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } };

export type WatchedPage = Page & { errors: string[] };

/** A page that keeps every error of its scripts, and whatever its own policy has kept from it. */
export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = Object.assign(await context.newPage(), { errors: [] as string[] });
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) page.errors.push(message.text());
  });
  return page;
}

/** Makes a page that another test has used as good as new, for a fifth of what a new one costs. */
export async function resetPage(
  page: WatchedPage,
  { colorScheme = 'light', viewport = { width: 1280, height: 900 } }: Look = {},
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  page.errors.length = 0;
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}
