/** A browser for tests of pages: the machine's own Chromium, if it has one. */

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

/** Whether this machine has one. Without it, browser tests are skipped and say so. */
const executablePath = PLACES.find((place) => place !== '' && existsSync(place));
export const hasChromium = executablePath !== undefined;
if (!hasChromium)
  process.stderr.write(
    'No Chromium here: tests in a browser are left out. CHROMIUM_PATH says where one is.\n',
  );

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ARGUMENTS });

/**
 * For browser suites. Pages also fail if the machine's network changes under them (ERR_NETWORK_CHANGED), which is not
 * the page's fault.
 */
export const BROWSER_SUITE = { retry: 2, timeout: 90_000 };
/** How long a page may take to show its contents, even on a busy machine. */
export const PAGE_TIMEOUT_MS = 30_000;

/** Every accessibility rule that axe finds broken on the page, and where. */
export async function violationsOf(page: Page): Promise<{ rule: string; nodes: string[] }[]> {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html) }));
  });
}
