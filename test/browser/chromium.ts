/** A browser for tests of pages: the machine's own Chromium, if it has one. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { words } from '../helpers/words.ts';

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

let launched: Promise<Browser> | undefined;

/** The browser of all files of a worker, because each start takes a second of CPU time. It ends with the worker. */
export async function openChromium(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  launched = launchChromium();
  return launched;
}

/**
 * For browser suites. Pages also fail if the machine's network changes under them (ERR_NETWORK_CHANGED), which is not
 * the page's fault.
 */
export const BROWSER_SUITE = { retry: 2, timeout: 90_000 };
/** How long a page may take to show its contents, even on a busy machine. */
export const PAGE_TIMEOUT_MS = 30_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe whose outcome depends on colours or on the size of the window. */
const LOOK_RULES = words('color-contrast link-in-text-block scrollable-region-focusable');
const RULES = {
  all: {},
  /** For a page that was examined in another look already. */
  'of its look': { runOnly: { type: 'rule', values: LOOK_RULES } },
  'not of its look': { rules: Object.fromEntries(LOOK_RULES.map((rule) => [rule, { enabled: false }])) },
};
export type Rules = keyof typeof RULES;

/** Every accessibility rule that axe finds broken on the page, and where. */
export async function violationsOf(
  page: Page,
  rules: Rules = 'all',
): Promise<{ rule: string; nodes: string[] }[]> {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(AXE);
  return page.evaluate(
    async (options) => {
      type Axe = {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(options);
      return violations.map(({ id, nodes }) => ({ rule: id, nodes: nodes.map(({ html }) => html) }));
    },
    // Nobody reads the details of what is in order, and axe takes long to write them.
    { ...RULES[rules], resultTypes: ['violations'], selectors: false },
  );
}
