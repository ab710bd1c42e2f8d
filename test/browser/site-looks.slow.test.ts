/** How the booking site shows a place with photographs, and a house with a look of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { type Shot, writePhotographs } from '../helpers/photographs.ts';
import { png } from '../helpers/pictures.ts';
import { words } from '../helpers/words.ts';
import { BROWSER_SUITE, hasChromium, violationsOf } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

const NOW = '2031-01-01T10:00:00Z';
const STAY = 'check_in=2031-04-03&check_out=2031-04-06&guests=2';
const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };
/** More than are shown beside each other, of every shape. */
const SHOTS: readonly Shot[] = [
  ['sea', 'lying', 'The bay'],
  ['room', 'square', 'The bedroom'],
  ['door', 'standing', 'The door'],
  ['night', 'lying', 'At night'],
  ['sea', 'panorama', 'The whole bay'],
  ['door', 'tall', 'The stairs'],
];

const IS_IN_VIEW = `(element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}`;
const COLOURS = `(element) => {
  const { backgroundColor, color } = getComputedStyle(element);
  return [backgroundColor, color];
}`;

const place = (slug: string, title: string) => ({
  slug,
  kind: 'standalone',
  public_title: title,
  headline: 'Two rooms above the bay',
  description: 'A house.\n\nAnd a garden.',
  max_guests: 4,
  max_pets: 1,
  rates: { nightly: 10_000 },
  units: [{ name: 'A' }],
  address: { city: 'Lisbon', country: 'PT', latitude: '38.713200', longitude: '-9.124900' },
});

describe.runIf(hasChromium)('the looks of the booking site', BROWSER_SUITE, () => {
  const { world, base, openBrowser } = usePageBrowser();
  let folder: string;
  beforeAll(async () => {
    world().clock.set(NOW);
    folder = await mkdtemp(path.join(tmpdir(), 'innkeep-looks-'));
    const team = {
      team: {
        slug: 'bay',
        name: 'Bay House',
        currency: 'EUR',
        timezone: 'Europe/Lisbon',
        site_bookings: 'request',
      },
      fees: [
        { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5_000 },
        { code: 'bike', name: 'Bicycle', basis: 'stay', amount: 2_500, optional: true, max_quantity: 2 },
      ],
      listings: [
        { ...place('loft', 'Loft'), photos: await writePhotographs(folder, 'loft', SHOTS) },
        { ...place('hut', 'Hut'), photos: await writePhotographs(folder, 'hut', SHOTS.slice(2, 3)) },
        place('tent', 'Tent'),
      ],
    };
    expect(await importTeamFile(world().services, team, { folder })).toMatchObject({ ok: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function visit(to: string, options: Parameters<typeof openBrowser>[0] = {}) {
    const opened = await openBrowser({ viewport: DESK, reducedMotion: 'reduce', ...options });
    await opened.page.clock.setFixedTime(NOW);
    await opened.page.goto(`/site/bay${to}`);
    return opened;
  }
  const total = (page: Page) => page.locator('[data-part="total"]');
  const isInView = (page: Page, selector: string) =>
    page.evaluate<boolean>(`(${IS_IN_VIEW})(document.querySelector(${JSON.stringify(selector)}))`);
  const STAY_PARTS = words('#check-in #check-out #adults [data-part="total"]');

  test('a place shows five photos in half a window, and all of them in a gallery that keys move', async () => {
    const { page } = await visit('/loft');
    const all = page.getByRole('button', { name: 'All 6 photos' });
    await all.waitFor();
    const shots = page.locator('.shot');
    expect(await shots.evaluateAll((buttons) => buttons.filter((one) => one.checkVisibility()).length)).toBe(
      5,
    );
    expect((await shots.first().boundingBox())?.height).toBeGreaterThanOrEqual(DESK.height / 2 - 1);
    await all.click();
    const viewer = page.getByRole('dialog', { name: 'Pictures of Loft' });
    const status = viewer.getByRole('status');
    expect(await status.textContent()).toBe('The bay · Picture 1 of 6');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    expect(await status.textContent()).toBe('The bay · Picture 1 of 6');
    await page.keyboard.press('ArrowRight');
    expect(await status.textContent()).toBe('The bedroom · Picture 2 of 6');
    await page.keyboard.press('End');
    await viewer.getByText('The stairs · Picture 6 of 6').waitFor();
    await expect.poll(() => isInView(page, '.reel li:last-child img')).toBe(true);
    await viewer.getByRole('button', { name: 'Picture before' }).click();
    await viewer.getByText('The whole bay · Picture 5 of 6').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('All 6 photos');
    await shots.nth(2).click();
    await viewer.getByText('The door · Picture 3 of 6').waitFor();
    await viewer.getByRole('button', { name: 'Close' }).click();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^The door/);
  });

  test('on a phone a finger moves the photos, in the page and in the gallery', async () => {
    const { page, context } = await visit('/loft', { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.getByText('1 / 6').waitFor();
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    async function swipe(y: number) {
      await touch('touchStart', [{ x: 320, y }]);
      for (let x = 310; x >= 40; x -= 30) {
        await touch('touchMove', [{ x, y }]);
        await page.waitForTimeout(16);
      }
      await touch('touchEnd', []);
    }
    const box = await page.locator('.strip').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(PHONE.height / 2 - 1);
    await swipe((box?.y ?? 0) + 100);
    await page.getByText('2 / 6').waitFor();
    await page.getByRole('button', { name: 'All 6 photos' }).click();
    await swipe(400);
    await page.getByText('The bedroom · Picture 2 of 6').waitFor();
  });

  test('once dates are chosen, dates, guests, total and button are in one view on a desk and on a phone', async () => {
    const { page } = await visit(`/loft?${STAY}`);
    await total(page).waitFor();
    for (const part of [...STAY_PARTS, '.outcome .button'])
      expect([part, await isInView(page, part)]).toEqual([part, true]);
    await page.locator('#map-title').scrollIntoViewIfNeeded();
    for (const part of [...STAY_PARTS, '.outcome .button'])
      expect([part, await isInView(page, part)]).toEqual([part, true]);
    expect(await page.locator('.bar').isVisible()).toBe(false);

    const phone = (await visit(`/loft?${STAY}`, { viewport: PHONE, hasTouch: true, isMobile: true })).page;
    await total(phone).waitFor();
    await phone.locator('.bar').getByText('€350.00 for 3 nights').waitFor();
    await phone.locator('.bar').getByRole('link', { name: 'Details' }).click();
    await phone.locator('.bar').waitFor({ state: 'hidden' });
    for (const part of [...STAY_PARTS, '.outcome .button'])
      expect([part, await isInView(phone, part)]).toEqual([part, true]);
  });

  test('extras and the coupon are folded unless the address has some, and the legend names what is shown', async () => {
    const { page } = await visit(`/loft?${STAY}`);
    await total(page).waitFor();
    const extras = page.getByRole('button', { name: 'Extras Bicycle' });
    expect(await extras.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByLabel('Coupon', { exact: true }).isVisible()).toBe(false);
    await extras.press('Enter');
    await page.getByRole('button', { name: 'One Bicycle more' }).click();
    await total(page).filter({ hasText: '€375.00' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'One Bicycle fewer' }).waitFor();
    await page.locator('.is-unknown').first().waitFor({ state: 'detached' });
    const keys = page.getByRole('list', { name: 'What the days look like' }).getByRole('listitem');
    expect(await keys.allTextContents()).toEqual(['Free, with the night’s price', 'Your stay']);
  });

  test('a map is loaded from another server only when a guest asks for it', async () => {
    const { page, context } = await openBrowser({ viewport: DESK });
    await page.clock.setFixedTime(NOW);
    const elsewhere: string[] = [];
    const tile = await png({ width: 256, height: 256 });
    const referers: (string | undefined)[] = [];
    await context.route(
      (url) => !url.href.startsWith(base()) && url.protocol !== 'data:',
      (route) => {
        elsewhere.push(route.request().url());
        referers.push(route.request().headers().referer);
        return route.fulfill({ body: tile, contentType: 'image/png' });
      },
    );
    await page.goto('/site/bay/loft');
    const show = page.getByRole('button', { name: 'Show the map' });
    await show.scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(elsewhere).toEqual([]);
    await show.click();
    const map = page.getByRole('group', { name: 'Map of where the place is' });
    await map.locator('img').first().waitFor();
    await page.waitForLoadState('networkidle');
    // Lisbon's tile at this zoom, and the house's own site and not its page as the one who asks.
    expect(elsewhere).toContain('https://tile.openstreetmap.org/15/15553/12556.png');
    expect(elsewhere.filter((url) => !url.startsWith('https://tile.openstreetmap.org/15/'))).toEqual([]);
    expect(new Set(referers)).toEqual(new Set([`${base()}/`]));
    expect(await map.getByRole('link', { name: 'OpenStreetMap contributors' }).getAttribute('href')).toBe(
      'https://www.openstreetmap.org/copyright',
    );
    expect(await violationsOf(page)).toEqual([]);
    const before = elsewhere.length;
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => elsewhere.length).toBeGreaterThan(before);
    await map.getByRole('button', { name: 'Closer' }).click();
    await expect.poll(() => elsewhere.some((url) => url.includes('.org/16/'))).toBe(true);
  });

  test('a list loads its pictures no wider than they are shown, and those that stand are cut and not stretched', async () => {
    const { page } = await openBrowser({ viewport: DESK });
    await page.clock.setFixedTime(NOW);
    await page.goto('/site/bay');
    await page.locator('.card img').first().waitFor();
    await page.waitForLoadState('networkidle');
    const widths = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.card img')].map((image) => image.currentSrc)`,
    );
    expect(widths).toHaveLength(2);
    for (const address of widths) {
      const response = await page.request.get(address);
      expect((await response.body()).length).toBeLessThan(40_000);
    }
    const frames = await page
      .locator('.card .picture')
      .evaluateAll((all) => all.map((one) => Math.round((one.clientWidth / one.clientHeight) * 10)));
    expect(new Set(frames)).toEqual(new Set([15]));
  });

  test('pictures below the window wait for the first scroll', async () => {
    const { page } = await visit('', { viewport: { width: 390, height: 640 } });
    const shown = page.locator('.card img');
    await shown.first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const sources = () =>
      shown.evaluateAll<boolean[], { currentSrc: string }>((all) =>
        all.map(({ currentSrc }) => currentSrc !== ''),
      );
    expect(await sources()).toEqual([true, false]);
    await page.mouse.wheel(0, 60);
    await expect.poll(sources).toEqual([true, true]);
  });

  test.each(['light', 'dark'] as const)(
    'a house’s own colour, headline and cover are shown and can be read, %s',
    async (colorScheme) => {
      const { page, context } = await openBrowser({ viewport: DESK, colorScheme });
      await page.clock.setFixedTime(NOW);
      await context.route('**/v1/public/bay', async (route) => {
        const answer = await route.fetch();
        const { data } = await answer.json();
        const look = {
          site_color: '#ffcc00',
          site_headline: 'Wake up by the bay',
          cover_url: `${base()}/cover.png`,
          logo_url: `${base()}/logo.png`,
        };
        await route.fulfill({ response: answer, json: { data: { ...data, ...look } } });
      });
      const picture = await png({ width: 300, height: 100 });
      await context.route(/\/(?:cover|logo)\.png$/, (route) =>
        route.fulfill({ body: picture, contentType: 'image/png' }),
      );
      await page.goto('/site/bay');
      await page.getByRole('heading', { level: 1, name: 'Wake up by the bay' }).waitFor();
      expect(
        await page.evaluate<string[]>(`(${COLOURS})(document.querySelector('.search .button'))`),
      ).toEqual(['rgb(255, 204, 0)', 'rgb(0, 0, 0)']);
      await page.locator('.brand.has-logo img').waitFor();
      expect(await isInView(page, '.search .button')).toBe(true);
      for (const to of [
        '/site/bay',
        `/site/bay/loft?${STAY}`,
        `/site/bay?${STAY}`,
        `/site/bay/loft?${STAY}&book=1`,
      ]) {
        await page.goto(to);
        await page.locator('.card, .receipt').first().waitFor();
        await page.waitForLoadState('networkidle');
        expect([to, await violationsOf(page)]).toEqual([to, []]);
      }
    },
  );

  test('nothing moves sideways on the narrowest phone', async () => {
    const { page } = await visit('', { viewport: NARROW });
    for (const to of ['', `?${STAY}`, `/loft?${STAY}`, '/hut', '/tent', `/loft?${STAY}&book=1`]) {
      await page.goto(`/site/bay${to}`);
      await page.locator('.card, .panel').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([to, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([to, 0]);
      expect([to, await violationsOf(page)]).toEqual([to, []]);
    }
  });

  test('without JavaScript, pages have their pictures and fit', async () => {
    const { page } = await visit('', { viewport: PHONE, javaScriptEnabled: false });
    for (const [to, pictures] of [
      ['', 2],
      ['/loft', 6],
    ] as const) {
      await page.goto(`/site/bay${to}`);
      expect([to, await page.locator('main img').count()]).toEqual([to, pictures]);
    }
    // Not by their text, which Playwright does not look for where there is no JavaScript.
    expect(await page.locator('.times dd').allTextContents()).toContain('from €100');
  });
});
