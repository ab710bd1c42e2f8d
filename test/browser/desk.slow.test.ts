/** The desk's pages in a real browser: a raised season, a phone, the keyboard, every look. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { wholeDate } from '../../src/web/views/format.ts';
import { clientOf } from '../helpers/bookings.ts';
import {
  buildBooking,
  buildDayOverride,
  buildFee,
  buildGuest,
  buildListing,
  buildSeason,
  buildToken,
  buildUnit,
  day,
} from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { expectAccessible, PHONE, usePageBrowser } from './page-browser.ts';

describe.runIf(hasChromium)('the front desk in a browser', BROWSER_SUITE, () => {
  const { world, openBrowser, openTeam } = usePageBrowser();

  async function openDesk(options: Parameters<typeof openTeam>[0] = {}) {
    const opened = await openTeam(options);
    const { id: teamId } = opened.team;
    await world().db.update(teams).set({ siteBookings: 'request', depositPpm: 300_000 });
    const listing = await buildListing(world(), { teamId, publicTitle: 'The Mill', timezone: 'UTC' });
    for (const name of ['Attic', 'Loft']) await buildUnit(world(), { teamId, listingId: listing.id, name });
    const client = clientOf(world(), await buildToken(world(), { teamId }));
    return { ...opened, teamId, listing, client };
  }

  /** A page of the booking site, on the day of the app's clock. */
  async function openSite(path: string) {
    const { page } = await openBrowser();
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(path);
    return page;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  test('a season’s price is raised for a range of days, and the booking site’s calendar shows it', async () => {
    const { page, home, team, listing, teamId } = await openDesk();
    await buildSeason(world(), {
      teamId,
      listingId: listing.id,
      name: 'Early summer',
      startDate: day(0),
      endDate: day(20),
      nightlyCents: 15_000,
    });
    await page.goto(`${home}/prices`);
    await page.getByRole('link', { name: 'The Mill' }).click();
    await page.getByRole('link', { name: 'Month after' }).click();
    await page.getByRole('link', { name: wholeDate(day(7)) }).click();
    await page.getByRole('link', { name: wholeDate(day(9)) }).click();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(day(7));
    expect(await page.getByLabel('To, included').inputValue()).toBe(day(9));
    await page.getByLabel('Price of a night').fill('187');
    await press(page, 'Change these days');
    await page.getByText('Changed: ').waitFor();
    expect(await page.locator('.day-cell .rate', { hasText: '€187' }).count()).toBe(3);

    const site = await openSite(`/site/${team.slug}/${listing.slug}?check_in=${day(7)}&check_out=${day(9)}`);
    await site.locator('#dates').getByText('187').first().waitFor();
    expect(await site.locator('#dates td', { hasText: '187' }).count()).toBe(3);
  });

  test('on a phone without scripts, a stay is found, booked and cancelled', async () => {
    const { page, home, client } = await openDesk({
      viewport: PHONE,
      javaScriptEnabled: false,
      hasTouch: true,
    });
    await page.goto(`${home}/bookings`);
    await page.getByText('No bookings yet').waitFor();
    await page.getByRole('link', { name: 'New booking' }).tap();
    await page.getByLabel('Arrival').fill(day(0));
    await page.getByLabel('Departure').fill(day(2));
    await page.getByRole('button', { name: 'Show what is free' }).tap();
    await page.getByRole('link', { name: 'Choose The Mill' }).tap();
    await page.getByLabel('Name', { exact: true }).fill('Ida');
    await page.getByRole('button', { name: 'Book for €200.00' }).tap();
    await page.getByText('Booked: ').waitFor();
    await page.getByRole('link', { name: 'Cancel booking' }).tap();
    await page.getByLabel('Reason').fill('Ill');
    await page.getByRole('button', { name: 'Cancel booking' }).tap();
    await page.getByText('The booking is cancelled.').waitFor();
    expect(await client.read('/bookings')).toMatchObject([
      { status: 'cancelled', cancellation_reason: 'Ill' },
    ]);
  });

  test('guest details that were typed stay when another price is shown, and the booking is for the stay in the form', async () => {
    const { page, home, teamId, listing, client } = await openDesk();
    await buildFee(world(), {
      teamId,
      code: 'breakfast',
      name: 'Breakfast',
      optional: true,
      maxQuantity: 1,
      amountCents: 1_000,
    });
    await page.goto(`${home}/bookings/new?check_in=${day(0)}&check_out=${day(2)}&listing=${listing.id}`);
    await page.getByLabel('Name', { exact: true }).fill('Ida');
    await page.getByLabel('Status').selectOption('pending');
    await page.getByLabel(/^Breakfast/).selectOption('1');
    await press(page, 'Book for €200.00');
    await page.getByText('2 guests, Breakfast').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ida');
    await press(page, 'Book for €210.00');
    await page.getByText('Booked: ').waitFor();
    expect(await client.read('/bookings')).toMatchObject([
      { status: 'pending', guest: { name: 'Ida' }, extras: [{ code: 'breakfast', quantity: 1 }] },
    ]);
    await page.goto(`${home}/bookings/new?check_in=${day(0)}&check_out=${day(2)}&listing=${listing.id}`);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  test('guest details that were typed are not kept in the browser if the session has ended', async () => {
    const { page, context, home, listing } = await openDesk();
    const stay = `${home}/bookings/new?check_in=${day(0)}&check_out=${day(2)}&listing=${listing.id}`;
    await page.goto(stay);
    await page.getByLabel('Name', { exact: true }).fill('Ida');
    await context.clearCookies();
    await press(page, 'Show the price');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
  });

  test('with the keyboard alone, a booking is found by its guest and its notes are saved', async () => {
    const { page, home, teamId, listing, client } = await openDesk();
    const guest = await buildGuest(world(), { teamId, name: 'Ana Silva' });
    const { id } = await buildBooking(world(), { teamId, listingId: listing.id, guestId: guest.id });
    await page.goto(`${home}/bookings`);
    await page.getByLabel('Code, guest or place').focus();
    await page.keyboard.type('silva');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings?q=silva**');
    await page.getByRole('button', { name: 'Show', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/bookings/${id}`);
    await page.getByLabel('Your team’s notes').focus();
    await page.keyboard.type('Late arrival');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByText('The notes are saved.').waitFor();
    expect(await client.read(`/bookings/${id}`)).toMatchObject({ notes: 'Late arrival' });
  });

  test('a front desk window of 1280 × 800 pixels shows 25 bookings', async () => {
    const { page, home, teamId, listing } = await openDesk();
    const guest = await buildGuest(world(), { teamId, name: 'Ana Silva' });
    for (let n = 0; n < 25; n += 1)
      await buildBooking(world(), {
        teamId,
        listingId: listing.id,
        guestId: guest.id,
        checkIn: day(n),
        checkOut: day(n + 1),
      });
    await page.goto(`${home}/bookings`);
    const last = await page.getByRole('row').last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(await page.getByRole('row').count()).toBe(26);
  });

  // Pages that links lead to are looked at in every-page.test.ts.
  test('the front desk’s pages behind searches and forms are accessible and fit, on desktop and phone, light and dark', async () => {
    const { page, home, teamId, listing } = await openDesk();
    const guest = await buildGuest(world(), { teamId, name: 'W'.repeat(200) });
    const keys = { teamId, listingId: listing.id };
    const booking = await buildBooking(world(), { ...keys, guestId: guest.id, status: 'pending' });
    await buildSeason(world(), { ...keys, name: 'W'.repeat(100), startDate: day(0), endDate: day(20) });
    await buildDayOverride(world(), { ...keys, date: day(3), closed: true, minStay: 3 });
    await buildFee(world(), { teamId, name: 'W'.repeat(100), optional: true, maxQuantity: 3 });
    const stay = `check_in=${day(10)}&check_out=${day(14)}&guests=2`;
    const family = stay.replace('guests=2', 'adults=2&children_ages=9,4&pets=1');
    const paths = [
      'bookings?q=nobody',
      `bookings?from=x`,
      `bookings/new?${stay}`,
      `bookings/new?${stay}&listing=${listing.id}`,
      `bookings/new?${family}&listing=${listing.id}`,
      `bookings/new?${stay.replace('guests=2', 'guests=9')}&listing=${listing.id}&guest=${guest.id}`,
      `prices/${listing.id}?month=${day(0).slice(0, 7)}&from=${day(1)}&season=${day(0)}`,
    ];
    for (const path of paths) {
      await page.goto(`${home}/${path}`);
      await expectAccessible(page, path);
    }
    await page.goto(`${home}/bookings/${booking.id}/change`);
    await page.getByLabel('Departure').fill(day(6));
    await press(page, 'Show what changes');
    await page.getByText('What changes', { exact: true }).waitFor();
    await expectAccessible(page, 'a change, shown');
  });
});
