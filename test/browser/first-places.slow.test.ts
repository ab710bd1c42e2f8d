/** From a server without a team to a building and a house that guests book, by pages alone (docs/rules.md, 21.9 and 21.11). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '../helpers/factories.ts';
import { jpeg } from '../helpers/pictures.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { expectAccessible, usePageBrowser } from './page-browser.ts';

const KINDS = [
  ['Attic room', '2', '2', '85'],
  ['Double room', '101, 102, 103', '2', '70'],
  ['Family room', '1', '4', '120'],
] as const;
const FIELDS = ['public_title', 'units', 'max_guests', 'nightly'] as const;
const SIZES = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];
const SUITE = { ...BROWSER_SUITE, timeout: 240_000 };

describe.runIf(hasChromium).each(SIZES)('on a screen of $width pixels', SUITE, (viewport) => {
  const { world, openBrowser } = usePageBrowser();
  let folder: string;
  let photos: string[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'innkeep-first-places-'));
    photos = ['front.jpg', 'room.jpg', 'view.jpg'].map((name) => path.join(folder, name));
    for (const [index, file] of photos.entries())
      await writeFile(file, await jpeg({ width: 1_500 + index, height: 1_000 }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  async function fill(page: Page, fields: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value);
  }
  const choose = (page: Page, name: string, value: string) =>
    page.locator(`[name="${name}"]`).selectOption(value);
  async function save(page: Page) {
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
  }
  async function sendPhotos(page: Page) {
    await follow(page, 'Photos');
    const chosen = page.waitForEvent('filechooser');
    await press(page, 'Choose photos');
    await (await chosen).setFiles(photos);
    await page.getByText('3 photos are added.').waitFor();
    await page.getByText('3 of 50').waitFor();
  }
  const cardOf = (page: Page) => page.getByRole('complementary', { name: 'How the card looks' });

  async function begin(page: Page) {
    await page.goto('/app');
    await fill(page, {
      team_name: 'Harbour Rooms',
      name: 'Ana',
      email: 'ana@example.com',
      password: 'quiet lamps at sea',
    });
    await press(page, 'Begin');
    await page.getByText('0 of 7').waitFor();
  }

  async function addBuilding(page: Page) {
    await follow(page, 'Add a place');
    await follow(page, 'A building with kinds of rooms');
    await fill(page, { public_title: 'Pier House', city: 'Lisbon' });
    for (const [row, values] of KINDS.entries())
      await fill(
        page,
        Object.fromEntries(FIELDS.map((field, at) => [`kinds_${row}_${field}`, values[at] ?? ''])),
      );
    await cardOf(page).getByText('from 70 EUR a night').waitFor();
    await press(page, 'Add building');
    await page.getByText('It is added as a draft.').waitFor();
    await fill(page, { headline: 'Rooms above the harbour', description: 'White, on the pier.' });
    await save(page);
    await cardOf(page).getByText('from €70 a night').waitFor();
    await cardOf(page).getByText('in Lisbon').waitFor();
    await follow(page, 'Amenities');
    await page.getByLabel('Search').fill('fi');
    await page.getByLabel('Kitchen', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByLabel('Wi-Fi').check();
    await expectAccessible(page, 'about-amenities');
    await page.setViewportSize(viewport);
    await save(page);
    await follow(page, 'Rules');
    await choose(page, 'house_rules_smoking', 'no');
    await save(page);
    await sendPhotos(page);
    await follow(page, 'About');
    for (const [name] of KINDS) {
      await follow(page, name);
      await fill(page, { headline: 'Over the water' });
      await save(page);
      await follow(page, 'Guests and beds');
      await fill(page, { rooms_0_name: 'Room', rooms_0_double: '1' });
      await save(page);
      await sendPhotos(page);
      await follow(page, 'Pier House');
    }
    await press(page, 'Open for booking');
    await page.getByText('It is open: guests').waitFor();
    await follow(page, 'All places');
  }

  async function addHouse(page: Page) {
    await follow(page, 'Add a place');
    await fill(page, { public_title: 'Bay Cottage', city: 'Ericeira', max_guests: '6', nightly: '140' });
    await choose(page, 'property_type', 'house');
    await page.getByLabel('and open it for booking').check();
    await press(page, 'Add place');
    await page.getByText('It is added, and can be booked.').waitFor();
    await fill(page, { headline: 'Over the bay' });
    await save(page);
    await follow(page, 'Terms and own fields');
    await fill(page, { own_fields_0_name: 'key_box', own_fields_0_value: '4711' });
    await save(page);
    await sendPhotos(page);
    await expectAccessible(page, 'photos');
    await page.setViewportSize(viewport);
  }

  async function openSite(page: Page) {
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await follow(page, 'Site');
    await choose(page, 'site_bookings', 'instant');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    await page.clock.setFixedTime(world().clock.now());
    await follow(page, 'Look at your booking page');
  }

  test('a team begins, shows a building with three kinds of rooms and a house, and a guest books', async () => {
    const { page } = await openBrowser({ viewport });
    await begin(page);
    await addBuilding(page);
    await addHouse(page);
    await openSite(page);
    const building = page.getByRole('listitem').filter({ hasText: 'Pier House' });
    await building.scrollIntoViewIfNeeded();
    await building.getByText('€70').waitFor();
    await building.getByRole('link').click();
    await page.getByRole('link', { name: /Family room/ }).click();
    await page.goto(`${new URL(page.url()).pathname}?check_in=${day(9)}&check_out=${day(11)}&guests=2`);
    await page.getByRole('link', { name: 'Book this stay' }).click();
    await page.getByLabel('Your name').fill('Bea Lind');
    await page.getByLabel('Email').fill('bea@example.com');
    await page.getByRole('button', { name: /^Book for €240/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Your booking is confirmed' }).waitFor();
    expect(await page.locator('.code').textContent()).toMatch(/^[A-Z0-9-]+$/);
  });
});
