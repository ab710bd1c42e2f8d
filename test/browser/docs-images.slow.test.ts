/**
 * The pictures in docs/images, taken of the demo as it is on one day. `npm run docs:images` writes them. Otherwise this
 * tells which of them shows an older page.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { harbourTeam } from '../../examples/demo/harbour.ts';
import { importDemo } from '../../src/options/team-file/demo.ts';
import { buildMember, visitorOf } from '../helpers/pages.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

const FOLDER = new URL('../../docs/images/', import.meta.url);
const TODAY = '2027-05-20';
const PAGES = '/app/teams/harbour';
const DESK = { viewport: { width: 1_280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 740 },
  deviceScaleFactor: 2,
  colorScheme: 'dark',
  isMobile: true,
  hasTouch: true,
};
const STAY = '/site/harbour/tide-boat?check_in=2027-06-08&check_out=2027-06-11&guests=2';

type Scene = { at: string; look: BrowserContextOptions; prepare?: (page: Page) => Promise<unknown> };

const showPrice = (page: Page) => page.locator('#dates td', { hasText: '€' }).first().waitFor();

const SCENES: Readonly<Record<string, Scene>> = {
  'today.png': { at: `${PAGES}/today`, look: DESK },
  'today-phone.png': { at: `${PAGES}/today`, look: PHONE },
  'calendar.png': { at: `${PAGES}/calendar`, look: DESK },
  'calendar-phone.png': { at: `${PAGES}/calendar`, look: PHONE },
  'bookings.png': { at: `${PAGES}/bookings?from=${TODAY}`, look: DESK },
  'booking.png': {
    at: `${PAGES}/bookings?q=bea`,
    look: DESK,
    prepare: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
  },
  'prices.png': {
    at: `${PAGES}/prices?q=sea+loft`,
    look: DESK,
    async prepare(page) {
      await page.getByRole('link', { name: 'Sea Loft' }).click();
      await page.getByRole('link', { name: 'Fri 28 May 2027' }).click();
      await page.getByRole('link', { name: 'Sun 30 May 2027' }).click();
    },
  },
  'photos.png': {
    at: `${PAGES}/places?q=sea+loft`,
    look: DESK,
    async prepare(page) {
      await page.getByRole('link', { name: 'Sea Loft' }).click();
      await page.getByRole('link', { name: 'Photos', exact: true }).click();
      await page.getByText('of 50').waitFor();
    },
  },
  'booking-site-desk.png': {
    at: STAY,
    look: { viewport: { width: 1_024, height: 1_100 } },
    prepare: showPrice,
  },
  'booking-site-phone.png': {
    at: STAY,
    look: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    async prepare(page) {
      await showPrice(page);
      await page.locator('#dates').evaluate((dates) => dates.scrollIntoView());
    },
  },
};

const SMALL = 48;
const MAX_DIFFERENCE = 5;

/** The mean difference of two pictures in brightness, from 0 to 255. They are made small, so that fonts count little. */
async function findDifference(one: Buffer, other: Buffer): Promise<number> {
  const shrink = (picture: Buffer) =>
    sharp(picture).greyscale().resize(SMALL, SMALL, { fit: 'fill' }).raw().toBuffer();
  const [a, b] = await Promise.all([shrink(one), shrink(other)]);
  const sum = [...a].reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0);
  return sum / a.length;
}

test('docs/images has the pictures that are taken, and no others', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.png'));
  expect(names.sort()).toEqual(Object.keys(SCENES).sort());
});

describe.runIf(hasChromium)('the pictures of the documentation', BROWSER_SUITE, () => {
  const { world, base, openBrowser } = usePageBrowser();
  let cookies: { name: string; value: string; url: string }[];
  beforeAll(async () => {
    world().clock.set(`${TODAY}T09:30:00Z`);
    await importDemo(world().services, harbourTeam(TODAY));
    const team = await world().services.account.findSite('harbour');
    const member = await buildMember(world(), { teamId: team?.id ?? 0, name: 'Ana Prado' });
    const visitor = visitorOf(world());
    await visitor.signIn(member.email);
    cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: base() }));
  });

  test.each(Object.entries(SCENES))('%s shows a page as it is today', async (name, scene) => {
    const { page, context } = await openBrowser({ ...scene.look, reducedMotion: 'reduce' });
    await context.addCookies(cookies);
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(scene.at);
    await scene.prepare?.(page);
    await page.waitForLoadState('networkidle');
    const taken = await page.screenshot();
    const file = new URL(name, FOLDER);
    if (process.env.DOCS_IMAGES === 'write')
      await writeFile(file, await sharp(taken).png({ palette: true, quality: 90, effort: 10 }).toBuffer());
    else if (existsSync(file))
      expect(await findDifference(taken, await readFile(file)), 'npm run docs:images').toBeLessThan(
        MAX_DIFFERENCE,
      );
  });
});
