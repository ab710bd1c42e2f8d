/** An invoice in a real browser: read, and printed on A4 without the pages around it. */
import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit, day } from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { expectAccessible, usePageBrowser } from './page-browser.ts';

/** Where pictures and the PDF are left for looking at them, if anywhere. */
const { INVOICE_PICTURES } = process.env;

describe.runIf(hasChromium)('an invoice in a browser', BROWSER_SUITE, () => {
  const { world, openTeam } = usePageBrowser();

  test('an invoice is accessible on every screen and is printed on one sheet without the pages around it', async () => {
    const { page, team, home } = await openTeam();
    const { data, send, folio } = clientOf(world(), await buildToken(world(), { teamId: team.id }));
    const place = await buildListing(world(), { teamId: team.id, publicTitle: 'Sea Loft', street: 'Cais 3' });
    await buildUnit(world(), { teamId: team.id, listingId: place.id, name: 'A' });
    const vat = {
      code: 'vat',
      name: 'VAT',
      basis: 'percent',
      percent: 6,
      included: true,
      applies_to: ['accommodation'],
    };
    await data(send('POST', '/taxes', vat), 201);
    await data(send('POST', '/fees', { code: 'clean', name: 'Cleaning', basis: 'stay', amount: 5_000 }), 201);
    const address = 'Rua do Mar 1\n1100-001 Lisboa';
    const footer = 'IBAN PT50 0000 0000\nThank you for your stay.';
    const details = { name: 'Harbour Stays Lda', address, tax_number: 'PT 500 100 200', footer };
    await data(send('PUT', '/team', { invoice_prefix: 'INV-', invoice_details: details }));
    const stay = { listing_id: place.id, check_in: day(0), check_out: day(4), number_of_guests: 2 };
    const billing = { billing_name: 'Lind & Co', billing_address: 'Storgatan 1\n111 22 Stockholm' };
    const { id } = await data(
      send('POST', '/bookings', { ...stay, guest: { name: 'Bea Lind' }, ...billing }),
      201,
    );
    const { invoices } = await folio(id);
    await page.goto(`${home}/bookings/${id}`);
    await page.getByRole('heading', { name: 'Invoices' }).click();
    await page.getByRole('link', { name: invoices[0].number, exact: true }).click();
    await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
    await expectAccessible(page, 'an invoice');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByText('All bookings').isVisible()).toBe(false);
    expect(await page.getByText('Harbour Stays Lda').isVisible()).toBe(true);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const text = pdf.toString('latin1');
    expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    // A4 in points.
    expect(text).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    if (INVOICE_PICTURES) {
      await mkdir(INVOICE_PICTURES, { recursive: true });
      await page.pdf({ preferCSSPageSize: true, path: `${INVOICE_PICTURES}/invoice.pdf` });
      for (const [name, colorScheme, width] of [
        ['wide', 'light', 1440],
        ['wide-dark', 'dark', 1440],
        ['phone', 'light', 390],
        ['phone-dark', 'dark', 390],
      ] as const) {
        await page.emulateMedia({ media: 'screen', colorScheme });
        await page.setViewportSize({ width, height: 1_000 });
        await page.screenshot({ path: `${INVOICE_PICTURES}/${name}.png`, fullPage: true });
      }
    }
  });
});
