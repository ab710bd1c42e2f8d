/** Families, pets and extras on the booking page in Chromium. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { clientOf } from '../helpers/bookings.ts';
import { buildFee, buildListing, buildTax, buildTeam, buildToken, buildUnit } from '../helpers/factories.ts';
import { words } from '../helpers/words.ts';
import { type Look, openContext, openPage, resetPage, type WatchedPage } from './booking-site-browser.ts';
import { BROWSER_SUITE, hasChromium, openChromium, violationsOf } from './chromium.ts';

const NOW = '2027-06-01T10:00:00Z';
const DATES = 'check_in=2027-12-30&check_out=2028-01-02';
/** The address of the worked party (docs/rules.md, 23). */
const PARTY = 'adults=2&children_ages=9%2C4%2C1&pets=1&extras=breakfast';

describe.runIf(hasChromium)('a party on the booking page', BROWSER_SUITE, () => {
  let test: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: WatchedPage;
  let teamId: number;
  let address: string;

  beforeAll(async () => {
    test = await openTestApp();
    test.clock.set(NOW);
    ({ id: teamId } = await buildTeam(test, { slug: 'inn', siteBookings: 'request' }));
    const { id: listingId } = await buildListing(test, {
      teamId,
      slug: 'farm',
      publicTitle: 'Farm',
      nightlyCents: 10_000,
      includedGuests: 2,
      extraGuestNightlyCents: 1_500,
      extraChildNightlyCents: 500,
      maxGuests: 6,
      maxChildren: 3,
      maxInfants: 2,
      maxPets: 2,
    });
    const { id: hutId } = await buildListing(test, { teamId, slug: 'hut', publicTitle: 'Hut', maxGuests: 3 });
    await buildUnit(test, { teamId, listingId });
    await buildUnit(test, { teamId, listingId: hutId });
    const ofFarm = { teamId, listingIds: [listingId] };
    await buildFee(test, { ...ofFarm, code: 'pets', name: 'Pets', basis: 'pet_night', amountCents: 700 });
    await buildFee(test, {
      ...ofFarm,
      code: 'breakfast',
      name: 'Breakfast',
      basis: 'guest_night',
      amountCents: 1_200,
      optional: true,
      maxQuantity: 2,
    });
    const tax = {
      ...ofFarm,
      basis: 'guest_night' as const,
      appliesToFees: false,
      appliesToAccommodation: false,
    };
    const city = { ...tax, agesFrom: 13, maxNights: 7 };
    await buildTax(test, { ...city, code: 'city-a', amountCents: 200, validUntil: '2027-12-31' });
    await buildTax(test, { ...city, code: 'city-b', amountCents: 300, validFrom: '2028-01-01' });
    await buildTax(test, { ...tax, code: 'child', amountCents: 100, agesFrom: 0, agesTo: 9 });
    address = `http://127.0.0.1:${await test.listen()}/site/inn`;
    browser = await openChromium();
    context = await openContext(browser, NOW);
    page = await openPage(context);
  });
  beforeEach(() => () => expect(page.errors).toEqual([]));
  afterAll(async () => {
    await context?.close();
    await test.close();
  });

  async function visit(path: string, look: Look = {}) {
    await resetPage(page, look);
    await page.goto(`${address}${path}`);
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const total = (text: string) => page.locator('[data-part="total"]', { hasText: text }).waitFor();
  async function fits() {
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }

  it('a visitor chooses a party with extras, sees the total change, and requests the stay', async () => {
    await visit(`/farm?${DATES}`);
    await total('€307.00');
    await press('One adult more');
    await total('€314.00');
    for (const _child of [1, 2, 3]) await press('One child more');
    await page.locator('.hint', { hasText: 'Choose the age of each child' }).waitFor();
    // A screen reader hears it too, in place of the total of the adults.
    await page.locator('#status', { hasText: 'Choose the age of each child' }).waitFor();
    await page.getByLabel('Age of child 1').selectOption('9');
    await page.getByLabel('Age of child 2').selectOption('4');
    await page.getByLabel('Age of child 3').selectOption('1');
    await total('€353.00');
    await press('One pet more');
    await total('€374.00');
    await press('Extras Breakfast');
    await page.getByText('€12.00 a guest and night').waitFor();
    await press('One Breakfast more');
    await total('€518.00');
    expect(page.url()).toBe(`${address}/farm?${DATES}&${PARTY}`);
    expect(await page.locator('.receipt > ul > li .amount:not(.nights .amount)').allTextContents()).toEqual(
      words('€330.00 €144.00 €21.00 €9.00 €8.00 €6.00'),
    );
    await page.getByText('3 pet nights × €7.00').waitFor();
    await fits();
    await page.getByRole('link', { name: 'Request this stay' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request this stay' }).waitFor();
    await page.getByText('Sunday 2 January 2028, 2 adults, 3 children, 1 pet').waitFor();
    await page.getByLabel('Your name').fill('Bea Lind');
    await page.getByLabel('Email').fill('bea@example.com');
    await press('Send the request for €518.00');
    await page.getByRole('heading', { level: 1, name: 'Your request is with us' }).waitFor();
    await page.getByText('2 adults, 3 children, 1 pet').waitFor();
    const client = clientOf(test, await buildToken(test, { teamId }));
    const [booking] = await client.read('/bookings');
    expect(booking).toMatchObject({
      number_of_guests: 4,
      grand_total: 51_800,
      source: 'booking_site',
      party: { adults: 2, children_ages: [1, 4, 9], infants: 1, pets: 1 },
      extras: [{ code: 'breakfast', quantity: 1 }],
    });
    await client.cancel(booking.id);
  });

  it('on a phone, a party in the page’s address fills the form, and can be made smaller', async () => {
    await visit(`/farm?${DATES}&${PARTY}`, {
      viewport: { width: 375, height: 740 },
      colorScheme: 'dark',
    });
    await total('€518.00');
    expect(await page.getByLabel('Age of child 2').inputValue()).toBe('4');
    await fits();
    await press('One child fewer');
    await press('One Breakfast fewer');
    await press('One pet fewer');
    await total('€350.00');
    expect(page.url()).toBe(`${address}/farm?${DATES}&adults=2&children_ages=9%2C4`);
    expect(await page.getByLabel('Age of child 3').count()).toBe(0);
  });

  it('a party that is too large is refused with a message, and an extra that no longer exists is left out', async () => {
    await visit(`/farm?${DATES}&adults=1&children_ages=1,1,1,3,4,5,6&pets=3&extras=sauna,breakfast:9`);
    const reasons = page.getByRole('list', { name: 'Reasons' }).getByRole('listitem');
    await reasons.first().waitFor();
    expect(await reasons.allTextContents()).toEqual([
      'This place takes at most 3 children.',
      'This place takes at most 2 infants.',
      'This place takes at most 2 pets.',
    ]);
    expect(await page.locator('#extra-0').textContent()).toBe('2');
    await fits();
    await press('One pet fewer');
    await expect.poll(() => reasons.count()).toBe(2);
    expect(page.url()).toContain('pets=2&extras=breakfast%3A2');
  });

  it('a place without pets and extras does not ask for them', async () => {
    await visit(`/hut?${DATES}&guests=2`);
    await page.locator('[data-part="total"]').waitFor();
    expect(await page.locator('#adults').textContent()).toBe('2');
    for (const name of ['Pets', 'Extras'])
      expect([name, await page.getByText(name, { exact: true }).count()]).toEqual([name, 0]);
  });

  it('a search for a party asks for the ages of its children, at least one adult, and pets', async () => {
    await visit('', { viewport: { width: 390, height: 844 } });
    const search = page.getByRole('search');
    await search.getByLabel('Arrive').fill('2027-12-30');
    await search.getByLabel('Leave').fill('2028-01-02');
    await search.getByLabel('Children', { exact: true }).fill('3');
    await search.getByLabel('Pets').fill('1');
    await search.getByLabel('Adults').fill('0');
    await search.getByRole('button', { name: 'Search' }).click();
    expect(page.url()).toBe(address);
    await search.getByLabel('Adults').fill('2');
    for (const [child, age] of [9, 4, 1].entries())
      await search.getByLabel(`Age of child ${child + 1}`).selectOption(String(age));
    await search.getByRole('button', { name: 'Search' }).click();
    await page
      .getByText(/for 2 adults, 3 children, 1 pet/)
      .first()
      .waitFor();
    expect(page.url()).toBe(`${address}?${DATES}&adults=2&children_ages=9%2C4%2C1&pets=1`);
    expect(await search.getByLabel('Adults').inputValue()).toBe('2');
    expect(await search.getByLabel('Age of child 2').inputValue()).toBe('4');
    await page.getByText('€374.00').first().waitFor();
    await fits();
  });

  it('a search keeps its party, and its results are priced for that party', async () => {
    await visit(`?${DATES}&${PARTY}`);
    await page
      .getByText(/for 2 adults, 3 children, 1 pet/)
      .first()
      .waitFor();
    await page.getByText('€374.00').first().waitFor();
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await page.getByText('€374.00').first().waitFor();
    await page.getByRole('link', { name: /Farm/ }).click();
    await total('€374.00');
  });
});
