/** A rental business from its first morning, by the pages alone: no API, no file, no command (docs/rules.md, 21). */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestApp } from '../helpers/app.ts';
import { BROWSER_SUITE, hasChromium, openChromium, PAGE_TIMEOUT_MS } from './chromium.ts';

const NOW = '2031-01-01T10:00:00Z';
const STAY = 'check_in=2031-04-03&check_out=2031-04-06&guests=2';
const LOOKS: [string, BrowserContextOptions][] = [
  ['a desk', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
];

let close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.toReversed()) await one();
  close = [];
});

/** A server without any team, and a way to open a page of it as somebody new. */
async function openServer(look: BrowserContextOptions) {
  const world = await openTestApp();
  close.push(() => world.close());
  world.clock.set(NOW);
  const baseURL = `http://127.0.0.1:${await world.listen()}`;
  const browser = await openChromium();
  return async () => {
    const context = await browser.newContext({ baseURL, timezoneId: 'Europe/Lisbon', ...look });
    close.push(() => context.close());
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await context.clock.setFixedTime(NOW);
    return context.newPage();
  };
}

/** What a person does on the pages: press what has a name, fill in what has a label. */
const createHand = (page: Page) => ({
  press: (name: string | RegExp) =>
    page
      .getByRole('button', { name })
      .or(page.getByRole('link', { name }))
      .filter({ visible: true })
      .first()
      .click(),
  async fill(fields: Record<string, string>) {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).filter({ visible: true }).first().fill(value);
  },
  /** A page of the side bar. On a phone some are in its menu. */
  async goTo(name: string) {
    const link = page.locator('.side').getByRole('link', { name, exact: true });
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
  },
  done: (text: string | RegExp) => page.locator('.notice.good', { hasText: text }).waitFor(),
});

async function begin(page: Page) {
  const hand = createHand(page);
  await page.goto('/');
  await page.getByLabel('Name of the team').fill('Casa do Mar');
  await hand.fill({ 'Your name': 'Ana Sousa', 'Your email': 'ana@casa.example' });
  await page.getByLabel('Password').fill('a good long password');
  await hand.press('Begin');
  await page.getByRole('heading', { name: 'To your first booking' }).waitFor();
  return hand;
}

type Hand = ReturnType<typeof createHand>;

async function addPlace(page: Page, { press, fill, goTo }: Hand, name: string, units: string) {
  await goTo('Places');
  await press('Add a place');
  await fill({ Name: name, 'Price of a night': '120' });
  await page.getByLabel('City').fill('Lisbon');
  await page.getByLabel('Guests at most').fill('4');
  await page.getByLabel('How many, all alike').fill(units);
  await page.getByLabel('and open it for booking').check();
  await press('Add place');
  await page.getByRole('link', { name: 'Photos' }).waitFor();
}

async function bookByPhone({ press, fill, goTo, done }: Hand, guest: string) {
  await goTo('Today');
  await press('New booking');
  await fill({ Arrival: '2031-02-03', Departure: '2031-02-06', Adults: '2' });
  await press('Show what is free');
  await press('Choose Sea Loft');
  await fill({ Name: guest, Phone: '+49 170 1234567' });
  await press(/^Book for/);
  await done('Booked');
}

describe.runIf(hasChromium).each(LOOKS)('the pages alone, on %s', BROWSER_SUITE, (_name, look) => {
  test('a team goes from Begin to its first booking from its site, and confirms it', async () => {
    const open = await openServer(look);
    const page = await open();
    const hand = await begin(page);
    await addPlace(page, hand, 'Sea Loft', '1');
    await hand.goTo('Site');
    await page.getByLabel('Guests book').selectOption('request');
    await page.getByLabel('A sentence').fill('A loft by the river.');
    await hand.press('Save');
    await hand.done('Saved');
    const guest = await open();
    await guest.goto(`/site/casa-do-mar`);
    await guest.getByText('A loft by the river.').waitFor();
    await guest.goto(`/site/casa-do-mar/sea-loft?${STAY}`);
    await guest.getByRole('link', { name: 'Request this stay' }).click();
    await guest.getByLabel('Your name').fill('Jonas Keller');
    await guest.getByLabel('Email').fill('jonas@keller.example');
    await guest.getByRole('button', { name: /^Send the request/ }).click();
    await guest.locator('.code').waitFor();
    await hand.goTo('Today');
    await hand.press('Confirm the booking of Jonas Keller');
    await hand.done('The booking is confirmed.');
  });

  test('a phone booking gets a night, another unit, an agreed price, a late check-out and a goodwill refund, and is cancelled at a fee', async () => {
    const open = await openServer(look);
    const page = await open();
    const hand = await begin(page);
    const { press, fill, done } = hand;
    await addPlace(page, hand, 'Sea Loft', '101, 102');
    await bookByPhone(hand, 'Marta Lopes');
    await press('Change');
    await fill({ Departure: '2031-02-07' });
    await expect.poll(() => page.locator('.in-words').allInnerTexts()).toContain('Fri 7 Feb 2031');
    await press('Show what changes');
    await press('Change it for €480.00');
    await done('');
    await page.locator('summary', { hasText: 'Unit 10' }).click();
    await page.getByLabel('Another unit').selectOption({ label: '102' });
    await press('Show the move');
    await press('Save the change');
    await done('');
    await press('Agreed price, or lines by hand');
    await page.locator('#agreed_amount').fill('400');
    await fill({ 'What it is for': 'Late check-out' });
    await page.locator('#line_0_amount').fill('20');
    await press('Show what changes');
    await press('Change it for €420.00');
    await done('');
    await press('Mark as paid');
    await done('');
    await press('Not paid after all');
    await done('');
    await press('Mark as paid');
    await done('');
    await page.locator('summary', { hasText: 'Refund' }).click();
    await page.locator('[name="refunded_amount"]').fill('9000');
    await press('Record refund');
    await page.locator('#refunded_amount-error').waitFor();
    await page.locator('[name="refunded_amount"]').fill('30');
    await page.getByLabel('Lower the price by what is given back').check();
    await press('Record refund');
    await done('');
    await page.locator('#price', { hasText: '€390.00' }).waitFor();
    await press('Cancel booking');
    await page.getByLabel(/^Another fee/).fill('50');
    await press('Show the fee');
    await press('Cancel booking');
    await done('');
    await page.getByText('€340.00').first().waitFor();
  });

  test('prices are raised and set back, a season is copied and taken back, and nights are closed', async () => {
    const open = await openServer(look);
    const page = await open();
    const hand = await begin(page);
    const { press, fill, goTo, done } = hand;
    for (const name of ['Sea Loft', 'Pier']) await addPlace(page, hand, name, '1');
    await goTo('Prices');
    await press('Change many prices');
    await fill({ 'First night': '2031-08-01', 'Last night': '2031-08-31', 'By how much': '10' });
    await press('Show what changes');
    await page.getByText('€120.00 → €132.00').first().waitFor();
    await press('Change these prices');
    await done('62 nights');
    await press('Undo this change');
    await done('Set back: 62 nights.');
    await press('Nights');
    await press('Sea Loft');
    const season = {
      season_name: 'Summer',
      season_start_date: '2031-07-01',
      season_end_date: '2031-07-31',
      season_nightly: '180',
    };
    for (const [name, value] of Object.entries(season)) await page.locator(`#${name}`).fill(value);
    await press('Add season');
    await done('is saved');
    await press('Copy to other places or to next year');
    await page.getByLabel('Pier').check();
    await page.getByLabel(/next year/).check();
    await press('Copy');
    await done('The seasons are copied');
    await press('Undo this change');
    await done('Removed again: 3 seasons.');
    await goTo('Calendar');
    await page.locator('a[href*="/calendar/units/"]', { hasText: 'Pier' }).click();
    await fill({ Arrival: '2031-01-10', Departure: '2031-01-17' });
    await press('Block these nights');
    await page.getByLabel('Reason').fill('New kitchen');
    await press('Block nights');
    await done('Blocked Pier from');
    await page.locator('.bar.block', { hasText: 'New kitchen' }).waitFor();
  });
});
