import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { listUnitsOfListing } from '../../src/services/catalogue/units.ts';
import { findSiteListing } from '../../src/services/listings.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { buildBlock } from '../helpers/factories.ts';
import { words } from '../helpers/words.ts';
import { SEA_LOFT_TEAM } from '../routes/sea-loft-team.ts';
import { type Look, openContext, openPage, resetPage, type WatchedPage } from './booking-site-browser.ts';
import { BROWSER_SUITE, hasChromium, openChromium, violationsOf } from './chromium.ts';

/** More than 90 days before the stay of the worked price, so that its early-bird discount applies. */
const NOW = '2031-01-01T10:00:00Z';
/** A Thursday, as in the worked price (docs/rules.md, 6). */
const QUOTED = 'check_in=2031-04-03&check_out=2031-04-06&guests=3';
const HOSTILE = '<script>window.hacked = true</script><img src=x onerror="window.hacked = true">';
const PHOTO = {
  is_featured: true,
  sort_order: 0,
  width: 1200,
  height: 800,
  thumbnail_url: null,
  medium_url: null,
  // No server listens there.
  original_url: 'http://127.0.0.1:9/broken.jpg',
};
const [SEA_LOFT] = SEA_LOFT_TEAM.listings;

const TEAM = {
  ...SEA_LOFT_TEAM,
  listings: [
    {
      ...SEA_LOFT,
      headline: 'Two lofts above the river',
      description: 'Sixty-four steps.\n\nNo lift.',
      property_type: 'loft',
      seasons: [],
      days: [
        { date: '2031-04-10', closed: true },
        { date: '2031-04-17', closed_for_arrival: true },
        { date: '2031-04-24', closed_for_departure: true },
      ],
      units: [{ name: 'Loft A' }],
      photos: [PHOTO],
    },
    {
      slug: 'hostile',
      kind: 'standalone',
      public_title: HOSTILE,
      headline: HOSTILE,
      description: HOSTILE,
      max_guests: 2,
      rates: { nightly: 10_000 },
      units: [{ name: 'A' }],
    },
    {
      slug: 'house',
      kind: 'building',
      public_title: 'House',
      max_guests: 8,
      rates: { nightly: 50_000 },
      whole_building_bookable: false,
    },
    {
      slug: 'house-room',
      kind: 'unit_type',
      building: 'house',
      public_title: 'Room',
      max_guests: 2,
      rates: { nightly: 7_000 },
      units: [{ name: '1' }, { name: '2' }],
    },
  ],
};

/** Without fees and taxes, in a currency without decimals. */
const RYOKAN = {
  team: { slug: 'ryokan', name: 'Ryokan', currency: 'JPY', timezone: 'Asia/Tokyo' },
  listings: [
    {
      slug: 'inn',
      kind: 'standalone',
      public_title: 'Inn',
      max_guests: 2,
      rates: { nightly: 123_456 },
      units: [{ name: 'A' }],
    },
  ],
};
/** A team with a contact and legal texts, and a place with all that a place can have. */
const QUAY = {
  team: {
    slug: 'quay',
    name: 'Quay Boats',
    currency: 'EUR',
    timezone: 'Europe/Lisbon',
    contact: { email: 'hello@quay.example', phone: '+351 210 000 000', website: 'https://quay.example/' },
    terms_url: 'https://quay.example/terms',
    privacy_url: 'https://quay.example/privacy',
    imprint: 'Quay Boats, Lda.',
    site_bookings: 'instant',
  },
  listings: [
    {
      slug: 'boat',
      kind: 'standalone',
      public_title: 'Boat',
      property_type: 'boat',
      max_guests: 2,
      max_pets: 2,
      rates: { nightly: 9_000 },
      units: [{ name: 'A' }],
      amenities: ['wifi', 'sea_view'],
      rooms: [
        {
          name: 'Cabin',
          beds: [
            { kind: 'double', count: 1 },
            { kind: 'bunk', count: 2 },
          ],
        },
        { name: 'Deck', beds: [] },
      ],
      house_rules: { smoking: false, quiet_from: '22:00' },
      photos: [{ ...PHOTO, caption: 'The boat at dusk' }],
    },
  ],
};
const TYPES = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
]);

describe.runIf(hasChromium)('the booking page', BROWSER_SUITE, () => {
  let test: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let address: string;
  let open: WatchedPage | null = null;
  beforeAll(async () => {
    test = await openTestApp();
    test.clock.set(NOW);
    expect(await importTeamFile(test.services, TEAM)).toMatchObject({ ok: true });
    expect(await importTeamFile(test.services, RYOKAN)).toMatchObject({ ok: true });
    expect(await importTeamFile(test.services, QUAY)).toMatchObject({ ok: true });
    address = `http://127.0.0.1:${await test.listen()}/site/harbour`;
    browser = await openChromium();
    context = await openContext(browser, NOW);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await open?.close();
    open = null;
  });
  afterAll(async () => {
    await context?.close();
    await test.close();
  });

  /** The page that all tests use in turn. After a failed test it is a new one. */
  async function blankPage(look: Look = {}) {
    open ??= await openPage(context);
    await resetPage(open, look);
    return open;
  }
  async function visit(to: string, look: Look = {}) {
    const page = await blankPage(look);
    await page.goto(`${address}${to}`);
    return page;
  }
  const day = (page: Page, date: string) => page.locator(`[data-date="2031-${date}"]`);
  const label = (page: Page, date: string) => day(page, date).locator('.hidden').textContent();
  const total = (page: Page) => page.locator('[data-part="total"]');
  const lines = (page: Page) =>
    page.locator('.receipt > ul > li .amount:not(.nights .amount)').allTextContents();
  const reasons = (page: Page) => page.getByRole('list', { name: 'Reasons' }).getByRole('listitem');

  it('a visitor goes from the list to a place, picks dates, and sees the price line by line', async () => {
    const page = await visit('');
    await page.getByText('from €120 a night').waitFor();
    await page.getByRole('link', { name: /Sea Loft/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Sea Loft' }).waitFor();
    expect(page.url()).toBe(`${address}/sea-loft`);
    expect(await page.title()).toBe('Sea Loft · Harbour Stays');
    const later = page.getByRole('button', { name: 'Later months' });
    await later.click();
    await later.click();
    await page.getByRole('heading', { name: 'April 2031' }).waitFor();
    await day(page, '04-03').click();
    await day(page, '04-06').click();
    await page.getByRole('button', { name: 'One adult more' }).click();
    await page.getByRole('button', { name: 'One adult more' }).click();
    await page.getByRole('button', { name: 'I have a coupon' }).click();
    await page.getByLabel('Coupon', { exact: true }).fill('spring15');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('SPRING15 is applied.').waitFor();
    expect(await lines(page)).toEqual(words('€465.00 −€23.25 −€66.26 €50.00 €13.14 €18.00 €25.53'));
    expect(await total(page).textContent()).toBe('€482.16');
    await page.getByText('Night by night').click();
    const nights = page.getByRole('list', { name: 'Price of each night' }).getByRole('listitem');
    expect(await nights.allTextContents()).toEqual([
      'Thu 3 Aprwith €15.00 for extra guests€135.00',
      'Fri 4 Aprwith €15.00 for extra guests€165.00',
      'Sat 5 Aprwith €15.00 for extra guests€165.00',
    ]);
    expect(page.url()).toBe(`${address}/sea-loft?${QUOTED}&coupon_code=spring15`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Find a place to stay' }).waitFor();
    expect(page.errors).toEqual([]);
  });

  it('a search for the longest possible stay works, although no alternative dates exist for it', async () => {
    const page = await visit('?check_in=2031-06-16&check_out=2032-06-15&guests=2');
    await page
      .getByText(/free from .* for 2 guests|Nothing is free from/)
      .first()
      .waitFor();
    expect(await page.locator('.card').count()).toBeGreaterThan(0);
    expect(page.errors).toEqual([]);
  });

  it('a form that is filled in as far as it goes asks for nothing that the service refuses', async () => {
    const page = await visit('');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    const search = page.getByRole('search');
    await search.getByLabel('Arrive').fill('2031-06-16');
    await search.getByLabel('Leave').fill('2032-06-15');
    await search.getByLabel('Children', { exact: true }).fill('100');
    await search.getByLabel('Pets').fill('100');
    await page.evaluate(
      `for (const select of document.querySelectorAll('.ages select')) { select.value = '17'; select.dispatchEvent(new Event('change')); }`,
    );
    // One person more than may come along, and one night more than a stay has, are refused by the form itself.
    await search.getByLabel('Adults').fill('901');
    await search.getByRole('button', { name: 'Search' }).click();
    expect(page.url()).toBe(address);
    await search.getByLabel('Adults').fill('900');
    await search.getByLabel('Leave').fill('2032-06-16');
    await search.getByRole('button', { name: 'Search' }).click();
    expect(page.url()).toBe(address);
    await search.getByLabel('Leave').fill('2032-06-15');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByText('for 900 adults, 100 children, 100 pets').first().waitFor();
    await page.locator('.card a').first().click();
    await reasons(page).first().waitFor();
    await page.goto(`${address}?page=1000001`);
    await page.getByRole('link', { name: /Sea Loft/ }).waitFor();
    expect(refused).toEqual([]);
    expect(page.errors).toEqual([]);
    page.removeAllListeners('response');
  });

  it('a place with several units of which one is free is shown as "the last one", and no other place is', async () => {
    const { id: teamId = 0 } = (await test.services.account.findSite('harbour')) ?? {};
    const { id: listingId = '' } = (await findSiteListing({ db: test.db, teamId }, 'house-room')) ?? {};
    const scope = { db: test.services.db, teamId };
    const { rows } = await listUnitsOfListing(scope, { listingId }, { page: 1, perPage: 1 });
    const nights = { startDate: '2031-06-16', endDate: '2031-06-18' };
    await buildBlock(test, { teamId, listingId, unitId: rows[0]?.id ?? '', ...nights });
    const stay = '?check_in=2031-06-16&check_out=2031-06-18&guests=2';
    const page = await visit(stay);
    await page.getByText('The last one free on these dates').waitFor();
    await page
      .locator('.card', { hasText: 'The last one free' })
      .getByRole('heading', { name: 'Room, in House', exact: true })
      .waitFor();
    await visit(`/house-room${stay}`);
    await page.getByText('The last one free on these dates').waitFor();
    // A kind of room leads to its building (docs/rules.md, 21.18).
    expect(await page.getByRole('link', { name: 'House', exact: true }).getAttribute('href')).toContain(
      '/site/harbour/house?check_in=2031-06-16',
    );
    await visit(`/hostile${stay}`);
    await total(page).waitFor();
    expect(await page.getByText('The last one free on these dates').isVisible()).toBe(false);
  });

  it('a search has dates, guests, filters and a sort order, and leads to the stay that was found', async () => {
    const page = await visit('');
    const search = page.getByRole('search');
    await search.getByLabel('Arrive').fill('2031-04-10');
    await search.getByLabel('Leave').fill('2031-04-12');
    await search.getByLabel('Adults').fill('2');
    await search.getByRole('button', { name: 'Search' }).click();
    const summary =
      '2 places free from Thursday 10 April 2031 to Saturday 12 April 2031 for 2 guests. 1 other place cannot be had then.';
    await page.getByRole('main').getByText(summary).waitFor();
    expect(page.url()).toBe(`${address}?check_in=2031-04-10&check_out=2031-04-12&guests=2`);
    const cards = page.locator('.card');
    // The building of a kind of room is known a moment later.
    await cards.getByRole('heading', { name: 'Room, in House' }).waitFor();
    expect(await cards.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Room, in House',
      HOSTILE,
      'Sea Loft',
    ]);
    expect(await page.locator('.card-price').allTextContents()).toEqual([
      '€206.64 for 2 nights, all in',
      '€269.05 for 2 nights, all in',
    ]);
    expect(await page.getByRole('list', { name: 'Why not' }).textContent()).toBe(
      'This place is not available for the whole stay.',
    );
    expect(await page.locator('.other-dates a').allTextContents()).toEqual([
      'Fri 11 Apr – Sun 13 Apr€373.08',
      'Tue 8 Apr – Thu 10 Apr€310.66',
      'Sat 12 Apr – Mon 14 Apr€341.87',
    ]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('At least, EUR').fill('250');
    await page.getByLabel('At least, EUR').press('Tab');
    await page.waitForURL(/total_min=25000/);
    await page.getByText('1 place free from').first().waitFor();
    await page.getByLabel('Order').selectOption('Highest price first');
    await page.waitForURL(/sort=-total/);
    await page.getByLabel('Kind of place').selectOption({ label: 'Other (1)' });
    await page.waitForURL(/type=other/);
    await page.getByText('1 place free from').first().waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => !url.search.includes('type'));
    await page.getByRole('link', { name: /Fri 11 Apr – Sun 13 Apr/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Sea Loft' }).waitFor();
    expect(page.url()).toBe(`${address}/sea-loft?check_in=2031-04-11&check_out=2031-04-13&guests=2`);
    expect(await total(page).textContent()).toBe('€373.08');
    await page.getByRole('link', { name: 'Places on your dates' }).click();
    await page.getByText('3 places free from').first().waitFor();
    expect(page.errors).toEqual([]);
  });

  it('on a phone, the filters of a search are behind a button until one of them is set', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await visit('?check_in=2031-04-10&check_out=2031-04-12&guests=2', phone);
    const kind = page.getByLabel('Kind of place');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    expect(await kind.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    expect(await kind.isVisible()).toBe(false);
    await page.goto(
      `${address}?check_in=2031-04-10&check_out=2031-04-12&guests=2&total_min=25000&currency=EUR`,
    );
    await kind.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(page.errors).toEqual([]);
  });

  it('a place that is not free shows the nearest dates that are', async () => {
    const page = await visit('/sea-loft?check_in=2031-04-10&check_out=2031-04-12&guests=2');
    await page.getByText('Free near your dates').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: /Fri 11 Apr – Sun 13 Apr/ }).click();
    await total(page).waitFor();
    expect([await total(page).textContent(), page.url()]).toEqual([
      '€373.08',
      `${address}/sea-loft?check_in=2031-04-11&check_out=2031-04-13&guests=2`,
    ]);
  });

  it('a search that finds nothing, or whose dates are impossible, says what to do next', async () => {
    const page = await visit('?check_in=2031-04-10&check_out=2031-04-12&type=villa');
    await page.getByText('No place fits. Try other dates, or fewer filters.').waitFor();
    await page.goto(`${address}?check_in=2031-04-10&check_out=2031-04-10`);
    await page.getByText('Please choose a day to leave that is after the day you arrive').waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it('each day of a place’s calendar says whether a guest can arrive, leave or stay on it', async () => {
    const page = await visit('/sea-loft?check_in=2031-04-02');
    await page.getByText('Minimum stay: 2 nights').waitFor();
    await day(page, '04-01').click();
    expect([
      await label(page, '04-01'),
      await label(page, '04-02'),
      await label(page, '04-03'),
      await label(page, '04-10'),
      await label(page, '04-11'),
    ]).toEqual([
      'Tuesday 1 April 2031, your arrival, €120.00, arrival possible, minimum stay 2 nights',
      'Wednesday 2 April 2031, €120.00, too short, minimum stay 2 nights',
      'Thursday 3 April 2031, €120.00, departure possible',
      'Thursday 10 April 2031, departure possible',
      'Friday 11 April 2031, €150.00, not possible, a night before it is taken',
    ]);
    // A day that cannot be the last is not picked.
    await day(page, '04-11').click({ force: true });
    expect(page.url()).toBe(`${address}/sea-loft?check_in=2031-04-01`);
    await page.getByRole('button', { name: 'Clear dates' }).click();
    expect([
      await label(page, '04-09'),
      await label(page, '04-10'),
      await label(page, '04-17'),
      await label(page, '04-25'),
    ]).toEqual([
      'Wednesday 9 April 2031, €120.00, arrival not possible, minimum stay 2 nights, which does not fit',
      'Thursday 10 April 2031, only departure possible',
      'Thursday 17 April 2031, €120.00, arrival not possible',
      'Friday 25 April 2031, €150.00, arrival possible, minimum stay 2 nights',
    ]);
    await day(page, '04-17').click({ force: true });
    expect(page.url()).toBe(`${address}/sea-loft`);
  });

  it('a stay that is not available is explained, its days are marked, and the visitor can correct it', async () => {
    const page = await visit('/sea-loft?check_in=2031-04-09&check_out=2031-04-24&guests=5');
    await page.getByRole('heading', { name: 'This stay is not possible' }).waitFor();
    expect(await reasons(page).allTextContents()).toEqual([
      'This place has room for at most 4 guests.',
      'Guests cannot depart on Thursday 24 April 2031.',
      'This place is not available for the whole stay.Thu 10 Apr',
    ]);
    expect(await total(page).count()).toBe(0);
    expect(await page.locator('.is-problem .number').allTextContents()).toEqual(['10', '24']);
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page, 'of its look')).toEqual([]);
    await page.getByRole('button', { name: 'One adult fewer' }).click();
    await page.getByLabel('Arrive').fill('2031-04-11');
    await page.getByLabel('Leave').fill('2031-04-13');
    await total(page).waitFor();
    expect(await page.locator('.is-problem').count()).toBe(0);
  });

  it('a refused coupon is explained beside the price without it, and can be removed', async () => {
    const page = await visit(`/sea-loft?${QUOTED}&coupon_code=NOPE`);
    await page.getByText('The coupon code is not valid.', { exact: true }).waitFor();
    expect(await total(page).textContent()).toBe('€554.72');
    expect(await page.getByLabel('Coupon', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await page.getByText('The coupon code is not valid.', { exact: true }).waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${address}/sea-loft?${QUOTED}`);
  });

  it('a visitor can find a place and its price with the keyboard alone', async () => {
    const page = await visit('/sea-loft');
    await page.getByText('Minimum stay: 2 nights').waitFor();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate('document.activeElement.dataset.date ?? null');
    for (let tabs = 0; tabs < 30 && (await focused()) === null; tabs += 1) await press('Tab');
    expect(await focused()).toBe('2031-01-01');
    await press('PageDown', 'PageDown', 'PageDown');
    expect(await focused()).toBe('2031-04-01');
    await press('End', 'Home', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    expect(await focused()).toBe('2031-04-03');
    await page.getByText('not loaded yet').waitFor({ state: 'detached' });
    await press('Enter');
    await page.getByRole('status').getByText('Arrival on Thursday 3 April 2031.').waitFor();
    await press('Escape');
    await page.getByRole('status').getByText('No dates are chosen.').waitFor();
    await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await page
      .getByRole('status')
      .getByText('Thursday 3 April 2031 to Sunday 6 April 2031: 3 nights, total €495.91.')
      .waitFor();
    expect(await focused()).toBe('2031-04-06');
    // All days share one tab stop. The next stop is in the panel.
    await press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('check-in');
  });

  it('an answer that arrives late for an earlier selection is never shown', async () => {
    const page = await visit('/sea-loft');
    const late = Promise.withResolvers<void>();
    await page.route(/availability.*guests=1/, async (route) => {
      const answer = await route.fetch();
      await late.promise;
      // The page may have cancelled the request by now.
      await route.fulfill({ response: answer }).catch(() => null);
    });
    await page.goto(`${address}/sea-loft?check_in=2031-04-03&check_out=2031-04-06`);
    await page.getByRole('button', { name: 'One adult more' }).click();
    await total(page).waitFor();
    const shown = await total(page).textContent();
    late.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    // Sent after it, and so answered after it.
    await page.evaluate('fetch(location.href).then((answer) => answer.text())');
    expect(await total(page).textContent()).toBe(shown);
    expect(await page.getByText('6 guest nights').count()).toBe(1);
  });

  it.each([
    ['too many questions', 429, 'That was a lot of questions at once. Please try again in 7 seconds.'],
    ['a busy service', 503, 'The booking service is busy for a moment. Please try again.'],
    ['no answer', 0, 'We cannot reach the booking service. Are you online?'],
  ])('the booking page recovers from %s', async (_name, status, words) => {
    const page = await blankPage();
    const refuse = { status, headers: { 'retry-after': '7' }, json: { message: 'no' } };
    await page.route(/\/(?:availability|calendar)\?/, (route) =>
      status ? route.fulfill(refuse) : route.abort(),
    );
    await page.goto(`${address}/sea-loft?${QUOTED}`);
    await page.locator('#stay').getByText(words).waitFor();
    await page.locator('#dates').getByText(words).waitFor();
    await page.unrouteAll();
    await page.locator('#stay').getByRole('button', { name: 'Try again' }).click();
    await page.locator('#dates').getByRole('button', { name: 'Try again' }).click();
    await total(page).waitFor();
    await page.getByText('Minimum stay: 2 nights').waitFor();
  });

  it('hostile texts are shown as text, and a photo that does not load is replaced by a drawing', async () => {
    const page = await visit('/hostile');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE);
    expect(await page.locator('.prose').first().textContent()).toBe(HOSTILE);
    expect(await page.locator('main script, main img').count()).toBe(0);
    await page.goto(address);
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await page.goto(`${address}/sea-loft`);
    await page.locator('.shot .picture.is-missing').waitFor();
    expect(page.errors).toEqual([]);
  });

  it('details that the visitor has opened stay open when the calendar shows other months', async () => {
    const page = await visit(`/sea-loft?${QUOTED}`);
    await page.getByText('Night by night').click();
    await page.getByRole('button', { name: 'Later months' }).click();
    await page.getByRole('heading', { name: 'June 2031' }).waitFor();
    await page.locator('.is-unknown').first().waitFor({ state: 'detached' });
    expect(await page.locator('details').getAttribute('open')).toBe('');
  });

  it('amounts have the symbol and the decimals of their currency', async () => {
    const page = await visit('/../ryokan/inn?check_in=2031-04-03&check_out=2031-04-05');
    await total(page).waitFor();
    expect(await total(page).textContent()).toBe('JP¥246,912');
    await page.locator('.is-unknown').first().waitFor({ state: 'detached' });
    expect(await day(page, '04-03').locator('.price').textContent()).toMatch(/^¥123k$/i);
    expect(await label(page, '04-10')).toBe('Thursday 10 April 2031, JP¥123,456, arrival possible');
  });

  it('a copy of the booking page on another server works if it names the API and the page for bookings', async () => {
    const page = await blankPage();
    await page.route('https://inn.example/**', async (route) => {
      const file = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      const body = await readFile(new URL(`../../examples/booking-site/${file}`, import.meta.url), 'utf8');
      const filled = body
        .replace('innkeep-api" content=""', `innkeep-api" content="${new URL(address).origin}"`)
        .replace('innkeep-team" content=""', 'innkeep-team" content="harbour"')
        .replace('innkeep-book-url" content=""', 'innkeep-book-url" content="/book?by=page"');
      await route.fulfill({ body: filled, contentType: TYPES.get(file.split('.')[1] ?? '') ?? 'text/html' });
    });
    await page.route('**/v1/public/**', async (route) => {
      const answer = await route.fetch();
      const headers = { ...answer.headers(), 'access-control-allow-origin': '*' };
      await route.fulfill({ response: answer, headers });
    });
    await page.goto('https://inn.example/');
    await page.getByRole('link', { name: /Sea Loft/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Sea Loft' }).waitFor();
    expect(page.url()).toBe('https://inn.example/?listing=sea-loft');
    await page.goto(`${page.url()}&${QUOTED}`);
    expect(await page.getByRole('link', { name: 'Book this stay' }).getAttribute('href')).toBe(
      'https://inn.example/book?by=page&listing=sea-loft&check_in=2031-04-03&check_out=2031-04-06&guests=3',
    );
  });

  it('a building that is not let as a whole leads to its rooms', async () => {
    const page = await visit('/house');
    await page.getByRole('heading', { name: 'Choose a room' }).waitFor();
    expect(await page.locator('.calendar').count()).toBe(0);
    expect(await page.locator('.kicker').textContent()).toBe('');
    await page.getByRole('link', { name: /Room[\s\S]+from €70 a night/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Room' }).waitFor();
    expect(await page.locator('.calendar').count()).toBe(1);
  });

  it('price and dates fit on the first screen of a desktop, texts stand above the calendar, and places without a photo get a drawing', async () => {
    const page = await visit('/house-room', { viewport: { width: 1280, height: 800 } });
    await page.locator('.panel-price').getByText('€70').waitFor();
    const topOf = async (part: string) => (await page.locator(part).boundingBox())?.y ?? Number.NaN;
    for (const part of ['.panel-price', '#check-in', '#check-out'])
      expect(await topOf(part)).toBeLessThan(760);
    expect(await topOf('.story .times')).toBeLessThan(await topOf('.calendar'));
    expect(await topOf('.calendar')).toBeLessThan(await topOf('#rules-title'));
    const background = `getComputedStyle(document.querySelector('.gallery .is-missing')).backgroundImage`;
    const [drawing = ''] = /http[^"]+/.exec(await page.evaluate<string>(background)) ?? [];
    expect((await fetch(drawing)).headers.get('content-type')).toMatch(/svg/);
    expect(drawing).toMatch(/#room$/);
  });

  it('a place shows its captions, rooms, amenities, house rules and whom to ask, and a boat is drawn as a boat', async () => {
    const page = await visit('/../quay/boat');
    const sectionOf = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) });
    await sectionOf('Rooms and beds').waitFor();
    expect(await sectionOf('Rooms and beds').locator('li').allTextContents()).toEqual([
      'Cabin1 double bed, 2 bunk beds',
      'DeckNo bed',
    ]);
    expect(await sectionOf('What this place has').locator('.amenities > li').allTextContents()).toEqual([
      'Internet and workWi-Fi',
      'View and surroundingsSea view',
    ]);
    expect(await sectionOf('House rules').locator('li').allTextContents()).toEqual([
      'No smoking.',
      'Quiet from 22:00.',
      'Up to 2 pets.',
    ]);
    expect(await sectionOf('Questions?').locator('p').textContent()).toBe(
      'Ask us: +351 210 000 000, hello@quay.example or quay.example',
    );
    const foot = page.getByRole('contentinfo');
    const links = await foot.getByRole('link').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      'tel:+351210000000',
      'mailto:hello@quay.example',
      'https://quay.example/',
      'https://quay.example/terms',
      'https://quay.example/privacy',
    ]);
    await foot.getByText('Imprint').click();
    await foot.getByText('Quay Boats, Lda.').waitFor();
    const shot = page.locator('.shot');
    expect(await shot.getAttribute('aria-label')).toBe('The boat at dusk. Picture 1 of 1: enlarge');
    await shot.locator('.is-missing').waitFor();
    expect(await shot.locator('.is-missing').getAttribute('style')).toMatch(/places\.svg#boat/);
    expect(await violationsOf(page)).toEqual([]);
    expect(page.errors).toEqual([]);
  });

  it('guests agree to the terms before they book, and are told at the box if they have not', async () => {
    const page = await visit('/../quay/boat?check_in=2031-04-03&check_out=2031-04-05&guests=2&book=1');
    await page.getByLabel('Your name').fill('Bea Lind');
    await page.getByLabel('Email').fill('bea@example.com');
    const book = page.getByRole('button', { name: 'Book for €180.00' });
    await book.click();
    await page.getByText('Please read the terms, and tick this if you agree to them.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('consent');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('I agree to the terms.').check();
    await book.click();
    await page.getByRole('heading', { level: 1, name: 'Your booking is confirmed' }).waitFor();
  });

  it('a stay that is too long for the page leads to the team, which can be reached', async () => {
    const page = await visit('/../quay/boat?check_in=2031-06-03&check_out=2031-07-04&guests=2');
    await page.getByText('This page takes stays of up to 30 nights.').waitFor();
    expect(await page.locator('#stay').getByRole('link').allTextContents()).toEqual([
      '+351 210 000 000',
      'hello@quay.example',
      'quay.example',
    ]);
  });

  it('the first page has the team’s name, a sentence and its phone, also without JavaScript', async () => {
    const page = await visit('/../quay');
    await page.locator('li.card').waitFor();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const other = await plain.newPage();
    for (const shown of [page, other]) {
      await shown.goto(`${address}/../quay`);
      expect(await shown.getByRole('heading', { level: 1 }).textContent()).toBe('Quay Boats');
      const main = shown.getByRole('main');
      // Not by its text, which Playwright does not look for where there is no JavaScript.
      expect(await main.locator('.intro p').first().textContent()).toBe(
        '1 place to stay, with every free date and the full price.',
      );
      expect(await main.getByRole('link', { name: '+351 210 000 000' }).getAttribute('href')).toBe(
        'tel:+351210000000',
      );
    }
    await other.locator('.card a').click();
    expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe('Boat');
    await plain.close();
    expect(page.errors).toEqual([]);
  });

  it('a place that does not exist has a friendly message', async () => {
    const page = await visit('/nothing');
    await page.getByRole('heading', { name: 'We cannot find this place' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'See all places' }).click();
    await page.getByRole('heading', { name: 'Find a place to stay' }).waitFor();
  });

  it('if the team does not exist, the page offers no places', async () => {
    const page = await visit('/../nobody');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByText('Please check the address.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.getByRole('link', { name: 'See all places' }).count()).toBe(0);
  });

  it.each([
    // A desk in the light is that of the other tests.
    ['a desk in the dark', 'of its look', { colorScheme: 'dark' }],
    ['a phone in the light', 'all', { viewport: { width: 375, height: 740 } }],
  ] as const)('the booking page is accessible and fits on %s', async (_name, rules, look) => {
    const page = await visit('', look);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    // A card loads its price when it comes into view.
    await page.getByRole('link', { name: /Sea Loft/ }).scrollIntoViewIfNeeded();
    await page.getByText('from €120 a night').waitFor();
    expect(await violationsOf(page, rules)).toEqual([]);
    expect(await overflow()).toBe(0);
    await page.goto(`${address}?check_in=2031-04-10&check_out=2031-04-12`);
    await page.getByText('Free near your dates').waitFor();
    expect(await violationsOf(page, rules)).toEqual([]);
    expect(await overflow()).toBe(0);
    await page.goto(`${address}/sea-loft?${QUOTED}&coupon_code=SPRING15`);
    await total(page).waitFor();
    await page.getByText('Minimum stay: 2 nights').waitFor();
    expect(await violationsOf(page, rules)).toEqual([]);
    expect(await overflow()).toBe(0);
    const isPhone = 'viewport' in look;
    expect(await page.locator('.bar').isVisible()).toBe(isPhone);
    if (isPhone) expect(await page.locator('.bar').textContent()).toBe('€482.16 for 3 nightsDetails');
  });
});
