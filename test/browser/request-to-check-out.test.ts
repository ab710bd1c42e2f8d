/** The whole way of a stay in a real browser: from the request on the booking site to the check-out at the desk. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { completeDueBookings } from '../../src/services/jobs/ended-bookings.ts';
import { TEST_NOW } from '../helpers/app.ts';
import { clientOf } from '../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit, day } from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

describe.runIf(hasChromium)('a stay in a browser', BROWSER_SUITE, () => {
  const { world, openBrowser, openTeam, signIn } = usePageBrowser();

  test('in a browser, a request from the booking site is confirmed, changed, paid and checked out by the team', async () => {
    world().clock.set(TEST_NOW);
    const { page, home, team, member } = await openTeam();
    const teamId = team.id;
    await world().db.update(teams).set({ siteBookings: 'request', depositPpm: 300_000 });
    const listing = await buildListing(world(), { teamId, publicTitle: 'The Mill', timezone: 'UTC' });
    await buildUnit(world(), { teamId, listingId: listing.id });
    const client = clientOf(world(), await buildToken(world(), { teamId }));
    const { page: site } = await openBrowser();
    await site.clock.setFixedTime(world().clock.now());
    await site.goto(`/site/${team.slug}/${listing.slug}?check_in=${day(0)}&check_out=${day(3)}&guests=2`);
    await site.getByRole('link', { name: 'Request this stay' }).click();
    await site.getByLabel('Your name').fill('Bea Lind');
    await site.getByLabel('Email').fill('bea@example.com');
    await press(site, /^Send the request for/);
    await expect.poll(() => client.read('/bookings'), { timeout: 10_000 }).toHaveLength(1);

    await page.reload();
    await page.getByText('Request from the booking site').waitFor();
    await page.getByRole('link', { name: 'Bea Lind' }).first().click();
    await page.getByText('Held until').waitFor();
    await press(page, 'Confirm');
    await page.getByText('The booking is confirmed.').waitFor();

    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByLabel('Departure').fill(day(4));
    await press(page, 'Show what changes');
    await page.getByText('+€100.00').waitFor();
    expect(await client.read('/bookings')).toMatchObject([{ nights: 3 }]);
    await press(page, 'Change it for €400.00');
    await page.getByText('The booking is changed.').waitFor();

    await page.getByText('Record a payment that came otherwise').click();
    await page.getByLabel('Amount in EUR').fill('400');
    await page.getByLabel('Reference', { exact: true }).fill('Cash');
    await press(page, 'Record payment');
    await page.getByText('The payment is recorded.').waitFor();
    const [{ id }] = await client.read('/bookings');
    expect(await client.folio(id)).toMatchObject({ paid_total: 40_000, balance_due: 0 });

    world().clock.set(`${day(4)}T12:00:00Z`);
    await completeDueBookings(world().services);
    await page.reload();
    await signIn(page, member.email);
    await page.goto(`${home}/bookings/${id}`);
    await page.getByRole('heading', { level: 1 }).getByText('Completed').waitFor();
    expect(await page.getByRole('link', { name: 'Change', exact: true }).count()).toBe(0);
  });
});
