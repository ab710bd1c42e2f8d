/** The pages of a booking's money in a real browser: as a stay goes on, on every screen. */
import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { TEST_NOW } from '../helpers/app.ts';
import { clientOf, type Json } from '../helpers/bookings.ts';
import { buildListing, buildToken, buildUnit, day } from '../helpers/factories.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { problemsOf, usePageBrowser } from './page-browser.ts';

/** Where pictures are left for looking at them, if anywhere. */
const { MONEY_PICTURES } = process.env;

describe.runIf(hasChromium)('pages of money in a browser', BROWSER_SUITE, () => {
  const { world, openTeam, signIn } = usePageBrowser();

  test('pages of money are accessible on every screen', async () => {
    world().clock.set(TEST_NOW);
    const { page, team, member, home } = await openTeam();
    const { data, send, folio } = clientOf(world(), await buildToken(world(), { teamId: team.id }));
    const teamId = team.id;
    const place = await buildListing(world(), { teamId, publicTitle: 'Sea Loft', street: 'Cais 3' });
    const other = await buildListing(world(), { teamId, publicTitle: 'The Mill', nightlyCents: 12_000 });
    for (const listing of [place, other])
      for (const name of ['A', 'B', 'C']) await buildUnit(world(), { teamId, listingId: listing.id, name });
    const vat = { code: 'vat', name: 'VAT', basis: 'percent', percent: 6, included: true };
    await data(send('POST', '/taxes', { ...vat, applies_to: ['accommodation'] }), 201);
    await data(send('POST', '/fees', { code: 'clean', name: 'Cleaning', basis: 'stay', amount: 5_000 }), 201);
    const details = { name: 'Harbour Stays Lda', address: 'Rua do Mar 1\n1100-001 Lisboa' };
    const numbering = { invoice_numbering: 'consecutive', invoice_prefix: 'HS-{year}-' };
    await data(send('PUT', '/team', { deposit_percent: 30, invoice_details: details, ...numbering }));
    const book = async (guest: string, from: number): Promise<string> => {
      const stay = { check_in: day(from), check_out: day(from + 4), number_of_guests: 2 };
      const body = { ...stay, listing_id: place.id, guest: { name: guest } };
      return (await data(send('POST', '/bookings', body), 201)).id;
    };
    const payFirst = async (id: string) => {
      const [first] = (await folio(id)).payments;
      const path = `/bookings/${id}/payments/${first.id}`;
      await data(send('PUT', path, { status: 'paid', method: 'card' }));
      return path;
    };
    const issue = async (id: string): Promise<string> => {
      const { invoices } = await folio(id);
      const draft = invoices.find(({ number }: Json) => number === null);
      await data(send('PUT', `/bookings/${id}/invoices/${draft.id}`, { status: 'issued' }));
      return draft.id;
    };
    const findInvoice = async (id: string, isIt: (invoice: Json) => boolean): Promise<string> =>
      (await folio(id)).invoices.find(isIt).id;

    const confirmed = await book('Bea Lind', 0);
    await data(send('POST', `${await payFirst(confirmed)}/refunds`, { amount: 3_500 }), 201);
    const invoice = await issue(confirmed);
    const draft = await book('Dan Moe', 10);
    const cancelled = await book('Cai Ek', 0);
    await payFirst(cancelled);
    const credited = await issue(cancelled);
    await data(send('POST', `/bookings/${cancelled}/cancel`, { fee: 25_000 }));
    const completed = await book('Eva Au', 0);
    await payFirst(completed);

    const pages: [string, string][] = [
      ['confirmed', `bookings/${confirmed}`],
      ['cancelled', `bookings/${cancelled}`],
      ['money', 'money'],
      ['invoice', `bookings/${confirmed}/invoices/${invoice}`],
      [
        'credit-note',
        `bookings/${cancelled}/invoices/${await findInvoice(cancelled, ({ corrects }) => corrects.includes(credited))}`,
      ],
      [
        'fee-invoice',
        `bookings/${cancelled}/invoices/${await findInvoice(cancelled, ({ amount }) => amount === 25_000)}`,
      ],
      ['draft', `bookings/${draft}/invoices/${await findInvoice(draft, ({ number }) => number === null)}`],
    ];
    const problems: unknown[] = [];
    const look = async (name: string) => {
      problems.push(...(await problemsOf(page, name)));
      if (!MONEY_PICTURES) return;
      await mkdir(MONEY_PICTURES, { recursive: true });
      await page.emulateMedia({ colorScheme: 'light' });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 1_000 });
        await page.screenshot({ path: `${MONEY_PICTURES}/${name}-${width}.png`, fullPage: true });
      }
    };
    for (const [name, path] of pages) {
      await page.goto(`${home}/${path}`);
      await look(name);
    }
    await page.goto(`${home}/bookings/${confirmed}/change`);
    await page.getByLabel('Place').selectOption({ label: 'The Mill' });
    await page.getByLabel('Keep the price').check();
    await page.getByRole('button', { name: 'Show what changes' }).click();
    await page.getByText('What changes').first().waitFor();
    await look('another-place');
    // The session ends meanwhile.
    world().clock.set(`${day(5)}T12:00:00Z`);
    // The first write after departure completes the booking.
    await data(send('POST', `/bookings/${completed}/amend`, { notes: 'Left the key inside.' }));
    await signIn(page, member.email);
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await page.goto(`${home}/bookings/${completed}/price`);
    await look('amended');
    await page.goto(`${home}/money`);
    await look('money-late');
    expect(problems).toEqual([]);
  });
});
