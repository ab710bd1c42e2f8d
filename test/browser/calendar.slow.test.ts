/** Today and the calendar in a real browser: with a mouse, a finger, the keyboard alone, and without scripts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  buildBlock,
  buildBooking,
  buildDayOverride,
  buildGuest,
  buildListing,
  buildUnit,
} from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium, violationsOf } from './chromium.ts';
import { DESKTOP, expectAccessible, PHONE, usePageBrowser } from './page-browser.ts';

// The app's clock is at 10:00 UTC on Monday, 5 May 2031, so the calendar begins there.

describe.runIf(hasChromium)('the day page and the calendar in a browser', BROWSER_SUITE, () => {
  const { world, openTeam } = usePageBrowser();

  /** Three units: one is free, the others have a stay from the 7th to the 10th and a block from the 20th on. */
  async function openCalendar(options: Parameters<typeof openTeam>[0] = {}) {
    const opened = await openTeam(options);
    const { id: teamId } = opened.team;
    const listing = await buildListing(world(), { teamId, publicTitle: 'The Mill', timezone: 'UTC' });
    const keys = { teamId, listingId: listing.id };
    const [free, taken, blocked] = [
      await buildUnit(world(), { ...keys, name: 'Attic' }),
      await buildUnit(world(), { ...keys, name: 'Loft' }),
      await buildUnit(world(), { ...keys, name: 'Yard' }),
    ];
    const guest = await buildGuest(world(), { teamId, name: 'Ana Silva' });
    const stay = { checkIn: '2031-05-07', checkOut: '2031-05-10', guestId: guest.id };
    const booking = await buildBooking(world(), { ...keys, ...stay, unitId: taken.id });
    const nights = { startDate: '2031-05-20', endDate: '2031-05-25' };
    const block = await buildBlock(world(), { ...keys, ...nights, unitId: blocked.id, reason: 'Painting' });
    await opened.page.goto(`${opened.home}/calendar`);
    return { ...opened, listing, free, taken, blocked, booking, block };
  }

  const rowOf = (page: Page, unit: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: unit, exact: true }) });
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not seen.`);
    return box;
  };
  /** The middle of a day of a unit, counted from the calendar's first. */
  async function placeOf(page: Page, unit: string, day: number) {
    const box = await rowOf(page, unit).locator('.track').first().boundingBox();
    if (!box) throw new Error(`There is no ${unit}.`);
    return { x: box.x + (box.width / 31) * (day + 0.5), y: box.y + box.height / 2 };
  }
  const focused = (page: Page) =>
    page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
    );

  test('in the front desk’s calendar, a booking’s bar goes from the middle of its arrival day to the middle of its departure day', async () => {
    const { page } = await openCalendar();
    const bar = await boxOf(page, '.bar.confirmed');
    const [arrival, departure] = [await placeOf(page, 'Loft', 2), await placeOf(page, 'Loft', 5)];
    expect(Math.abs(bar.x - arrival.x)).toBeLessThan(3);
    expect(Math.abs(bar.x + bar.width - departure.x)).toBeLessThan(3);
  });

  test('with a mouse, free nights are selected in the calendar up to the next stay, and blocked', async () => {
    const { page } = await openCalendar();
    const [from, to] = [await placeOf(page, 'Loft', 0), await placeOf(page, 'Loft', 4)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await page.getByText('Loft: Mon 5 May – Wed 7 May, 2 nights').waitFor();
    await page.getByRole('link', { name: 'Block', exact: true }).click();
    expect(await page.getByLabel('First night').inputValue()).toBe('2031-05-05');
    expect(await page.getByLabel('Free again on').inputValue()).toBe('2031-05-07');
    await page.getByLabel('Reason').fill('New floor');
    await page.getByRole('button', { name: 'Block nights' }).click();
    await page.getByText('Blocked Loft of The Mill').waitFor();
    await page.getByRole('link', { name: 'New floor' }).click();
    await page.getByRole('button', { name: 'Delete block' }).click();
    await page.getByText('The block of Loft is deleted.').waitFor();
    expect(await page.getByRole('link', { name: 'New floor' }).count()).toBe(0);
  });

  test('with a finger, two taps select nights in the calendar', async () => {
    const { page } = await openCalendar({ viewport: PHONE, hasTouch: true, isMobile: true });
    for (const day of [1, 3]) {
      const { x, y } = await placeOf(page, 'Attic', day);
      await page.touchscreen.tap(x, y);
    }
    await page.getByText('Attic: Tue 6 May – Fri 9 May, 3 nights').waitFor();
  });

  test('with a finger, nights low on a small screen can be selected although the action bar covers its bottom', async () => {
    const viewport = { ...PHONE, height: 480 };
    const { page } = await openCalendar({ viewport, hasTouch: true, isMobile: true });
    for (const day of [1, 3]) {
      const { x, y } = await placeOf(page, 'Attic', day);
      expect(y).toBeGreaterThan(280);
      await page.touchscreen.tap(x, y);
    }
    await page.getByText('Attic: Tue 6 May – Fri 9 May, 3 nights').waitFor();
  });

  test('with the keyboard alone, a screen reader hears the calendar’s days, nights are selected, and a booking is begun', async () => {
    const { page, listing, free, home } = await openCalendar();
    await page.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Attic, Mon 5 May: free');
    await page.keyboard.press('ArrowDown');
    for (let day = 0; day < 2; day += 1) await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatch(/^Loft, Wed 7 May: Ana Silva, Confirmed · 7 May – 10 May, 3 nights/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Attic: Wed 7 May – Fri 9 May, 2 nights').waitFor();
    expect(await focused(page)).toBe('New booking');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Attic, Thu 8 May: free');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForURL(
      `**${home}/bookings/new?listing=${listing.id}&unit=${free.id}&check_in=2031-05-08&check_out=2031-05-09`,
    );
    await page.goBack();
    // Without a place in it, one Tab leads into the calendar and the next one out.
    await page.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Apply');
  });

  test('pressing Enter on a stay in the calendar opens its booking', async () => {
    const { page, booking, home } = await openCalendar();
    await page.getByRole('button', { name: 'Apply' }).focus();
    for (const key of ['Tab', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    await page.waitForURL(`**${home}/bookings/${booking.id}`);
  });

  test('when the calendar loads later days at the right, nothing on the screen moves', async () => {
    const { page } = await openCalendar();
    await page.evaluate(`
      globalThis.shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: false });`);
    const before = await boxOf(page, '.bar.confirmed');
    await page.locator('[data-calendar]').hover();
    await page.mouse.wheel(400, 0);
    await page.locator('.track.later').first().waitFor({ state: 'attached' });
    expect(await boxOf(page, '.bar.confirmed')).toEqual(before);
    await page.locator('.cal-head time[datetime="2031-06-20"]').scrollIntoViewIfNeeded();
    // Names and dates stay where they are.
    const [calendar, name, head] = [
      await boxOf(page, '[data-calendar]'),
      await boxOf(page, '.cal-unit .cal-name'),
      await boxOf(page, '.cal-head'),
    ];
    expect(Math.abs(name.x - calendar.x)).toBeLessThan(2);
    expect(Math.abs(head.y - calendar.y)).toBeLessThan(2);
    expect(await page.evaluate('globalThis.shifts')).toEqual([]);
    expect(await page.locator('.cal-head time').count()).toBeGreaterThanOrEqual(62);
  });

  test('on a phone without scripts, nights are blocked from a unit’s name, and the menu leads to all pages', async () => {
    const { page } = await openCalendar({ viewport: PHONE, hasTouch: true, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Attic' }).tap();
    await page.getByLabel('Arrival').fill('2031-05-12');
    await page.getByLabel('Departure').fill('2031-05-14');
    await page.getByRole('button', { name: 'Block these nights' }).tap();
    await page.getByRole('button', { name: 'Block nights' }).tap();
    await page.getByText('Blocked Attic of The Mill').waitFor();
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('link', { name: 'Team', exact: true }).tap();
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  });

  test.each([14, 31, 62])(
    'a calendar of %i days is printed on A4 across, with all its days, and its days on each sheet',
    async (days) => {
      const { page, listing, team, home } = await openCalendar({ colorScheme: 'dark' });
      for (let number = 0; number < 40; number += 1)
        await buildUnit(world(), { teamId: team.id, listingId: listing.id, name: `Room ${number + 100}` });
      await page.goto(`${home}/calendar?days=${days}`);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 (\d+)[.\d]* (\d+)[.\d]*\]/g)];
      expect(new Set(sheets.map(([, width, height]) => `${width} ${height}`))).toEqual(new Set(['841 594']));
      expect(sheets).toHaveLength(2);
      // Without the margins of 9 mm, at 96 pixels an inch.
      const paper = { width: Math.round((297 - 18) * (96 / 25.4)), height: 726 };
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(paper);
      const rights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.cal-head .cal-day, .bar')].map((part) => part.getBoundingClientRect().right)`,
      );
      expect(rights.length).toBeGreaterThanOrEqual(days);
      expect(Math.max(...rights)).toBeLessThanOrEqual(paper.width);
      expect(
        await page.locator('.side, .filters').evaluateAll((all) => all.map((one) => one.checkVisibility())),
      ).toEqual([false, false]);
    },
  );

  test('a place with one unit is one row, whose unit and prices the keyboard and links reach', async () => {
    const { page, team, home } = await openTeam();
    const keys = { teamId: team.id };
    const mill = await buildListing(world(), { ...keys, publicTitle: 'The Mill', timezone: 'UTC' });
    await buildUnit(world(), { ...keys, listingId: mill.id, name: 'Loft' });
    await page.goto(`${home}/calendar`);
    await page.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('The Mill, Loft, Mon 5 May: free');
    await page.keyboard.press('Enter');
    await page.getByText('The Mill, Loft: Mon 5 May – Tue 6 May, 1 night').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Prices of The Mill, in EUR' }).click();
    await page.waitForURL(`**${home}/prices/${mill.id}`);
  });

  // Other pages are looked at in every-page.test.ts.
  test('the front desk’s day page and calendar are accessible and fit in every state, on desktop and phone, light and dark', async () => {
    const { page, home, team } = await openTeam();
    await page.setViewportSize(DESKTOP);
    await expectAccessible(page, 'today, of a team with nothing to let');
    await page.goto(`${home}/calendar`);
    await expectAccessible(page, 'calendar, without units');

    const long = 'W'.repeat(60);
    const listing = await buildListing(world(), { teamId: team.id, publicTitle: long, timezone: 'UTC' });
    const keys = { teamId: team.id, listingId: listing.id };
    const unit = await buildUnit(world(), { ...keys, name: long });
    const statuses = ['completed', 'confirmed', 'pending'] as const;
    for (const [index, status] of statuses.entries()) {
      const guest = await buildGuest(world(), { teamId: team.id, name: `${long} ${status}` });
      const span = { checkIn: `2031-05-0${4 + index}`, checkOut: `2031-05-0${5 + index}` };
      const expiresAt = status === 'pending' ? new Date('2031-05-05T12:00:00Z') : null;
      await buildBooking(world(), {
        ...keys,
        ...span,
        unitId: unit.id,
        guestId: guest.id,
        status,
        expiresAt,
      });
    }
    const nights = { startDate: '2031-05-10', endDate: '2031-05-12' };
    await buildBlock(world(), { ...keys, ...nights, unitId: unit.id, reason: long });
    await buildDayOverride(world(), { ...keys, date: '2031-05-20', nightlyCents: null, closed: true });
    const pages: Record<string, () => Promise<unknown>> = {
      today: () => page.goto(`${home}/today`),
      calendar: () => page.goto(`${home}/calendar`),
      'calendar, nothing found': () => page.goto(`${home}/calendar?q=nothing`),
      'new block': () => page.goto(`${home}/calendar/units/${unit.id}/block?check_in=2031-05-10`),
      'new block, refused': async () => {
        await page.getByLabel('Free again on').fill('2031-05-11');
        await page.getByRole('button', { name: 'Block nights' }).click();
        await page.getByText('taken already').waitFor();
      },
    };
    for (const [name, open] of Object.entries(pages)) {
      await page.setViewportSize(DESKTOP);
      await open();
      await expectAccessible(page, name);
    }
    // By all rules, because a desktop has no menu.
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await expectAccessible(page, 'the menu');
  });
});
