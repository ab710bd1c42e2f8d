/** Pages of the booking site in Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PAGE_TIMEOUT_MS } from './chromium.ts';

/** A context whose pages see `now` as the present time and share a cache. */
export async function openContext(browser: Browser, now: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.clock.setFixedTime(now);
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return context;
}

export type Look = { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } };

export type WatchedPage = Page & { errors: string[] };

/** A page that records every error of its scripts, and everything that its security policy blocks. */
export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = Object.assign(await context.newPage(), { errors: [] as string[] });
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) page.errors.push(message.text());
  });
  return page;
}

/** Resets a page that another test has used, for a fifth of the cost of a new one. */
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
