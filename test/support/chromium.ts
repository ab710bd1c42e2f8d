/** A browser for tests that look at pages: the machine's own Chromium, if it has one. */

import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { words } from './words.ts';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const ARGUMENTS = words(`
  --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`);

/** Whether this machine has one: without it, tests in a browser are left out and say so. */
const executablePath = PLACES.find((place) => place !== '' && existsSync(place));
export const hasChromium = executablePath !== undefined;
if (!hasChromium)
  process.stderr.write(
    'No Chromium here: tests in a browser are left out. CHROMIUM_PATH says where one is.\n',
  );

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ARGUMENTS });

/**
 * For suites in a browser: it also fails its pages where the machine's network changes under it (ERR_NETWORK_CHANGED), which
 * is no fault of the page.
 */
export const BROWSER_SUITE = { retry: 2, timeout: 90_000 };
/** For a page to show what it is to show, also where the machine is busy with other things. */
export const PAGE_TIMEOUT_MS = 30_000;

/** What axe finds wrong with the page as it stands: each rule, and where. */
export async function violationsOf(page: Page): Promise<{ rule: string; nodes: string[] }[]> {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html) }));
  });
}
