/** Chromium for the tests of the booking page, where this machine has one. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where Chromium is; null, said in one line, where there is none. */
export function findChromium(): string | null {
  const path = CANDIDATES.find((candidate) => candidate && existsSync(candidate)) ?? null;
  if (path === null) {
    process.stderr.write('No Chromium here (CHROMIUM_PATH names one): browser tests are skipped.\n');
  }
  return path;
}

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ARGUMENTS });

/** Where pages are opened on which it is `now`; what one has loaded the next need not load again. */
export async function openContext(browser: Browser, now: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.clock.setFixedTime(now);
  context.setDefaultTimeout(10_000);
  return context;
}

export type Look = { colorScheme?: 'light' | 'dark'; viewport?: { width: number; height: number } };

/** A page that keeps every error of its scripts, and whatever its own policy has kept from it. */
export async function openPage(
  context: BrowserContext,
  { colorScheme = 'light', viewport = { width: 1280, height: 900 } }: Look = {},
): Promise<Page & { errors: string[] }> {
  const page = Object.assign(await context.newPage(), { errors: [] as string[] });
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) page.errors.push(message.text());
  });
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  return page;
}

/** What axe finds wrong with the page as it stands. */
export async function violationsOf(page: Page): Promise<{ rule: string; nodes: string[] }[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html) }));
  });
}
