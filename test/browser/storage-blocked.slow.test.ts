/** A guest's booking in a browser that blocks all storage: its key is in the fragments of addresses alone. */
import { describe, expect, test } from 'vitest';
import { teams } from '../../src/db/schema/teams.ts';
import { clientOf } from '../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit, day } from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

const BLOCKED = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });`;

describe.runIf(hasChromium)('a booking where the browser keeps nothing', BROWSER_SUITE, () => {
  const { world, openBrowser, openTeam } = usePageBrowser();

  test('a guest whose browser blocks storage opens an invoice, comes back, skips to the content and loads the page again', async () => {
    const { team } = await openTeam();
    const teamId = team.id;
    await world().db.update(teams).set({ siteBookings: 'instant' });
    const listing = await buildListing(world(), { teamId, publicTitle: 'The Mill', timezone: 'UTC' });
    await buildUnit(world(), { teamId, listingId: listing.id });
    const { data, send, read, folio } = clientOf(world(), await buildToken(world(), { teamId }));
    const { context, page } = await openBrowser();
    await context.addInitScript(BLOCKED);
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(`/site/${team.slug}/${listing.slug}?check_in=${day(0)}&check_out=${day(3)}&guests=2`);
    await page.getByRole('link', { name: 'Book this stay' }).click();
    await page.getByLabel('Your name').fill('Bea Lind');
    await page.getByLabel('Email').fill('bea@example.com');
    await page.getByRole('button', { name: /^Book for/ }).click();
    const confirmed = page.getByRole('heading', { name: 'Your booking is confirmed' });
    await confirmed.waitFor();
    await page.getByText('This browser does not remember your booking.').waitFor();
    expect(await page.getByText('This browser remembers your booking.').count()).toBe(0);
    const address = page.url();
    expect(address).toMatch(/\?booking=\w+#key=[\w-]{32}$/);

    const [{ id }] = await read('/bookings');
    const [invoice] = (await folio(id)).invoices;
    await data(send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
    await page.reload();
    await page.getByRole('link', { name: invoice.number }).click();
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await page.getByRole('link', { name: '‹ Your booking', exact: true }).click();
    await confirmed.waitFor();
    expect(page.url()).toBe(address);

    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(page.url()).toBe(address);
    await page.reload();
    await confirmed.waitFor();
  });
});
