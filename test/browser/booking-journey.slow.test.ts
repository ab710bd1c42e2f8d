import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { type Client, clientOf } from '../helpers/bookings.ts';
import { buildToken } from '../helpers/factories.ts';
import { SEA_LOFT_TEAM } from '../routes/sea-loft-team.ts';
import { type Look, openContext, openPage, type WatchedPage } from './booking-site-browser.ts';
import { BROWSER_SUITE, hasChromium, openChromium, violationsOf } from './chromium.ts';

const NOW = '2031-01-01T10:00:00Z';
/** The worked price (docs/rules.md, 6), without its coupon. */
const STAY = 'check_in=2031-04-03&check_out=2031-04-06&guests=3';
const PHONE = { viewport: { width: 375, height: 740 } };
const [SEA_LOFT] = SEA_LOFT_TEAM.listings;
const POLICY = {
  name: 'Moderate',
  grace_hours: 48,
  grace_days_before: 14,
  tiers: [
    { days_before: 30, refund_percent: 100 },
    { days_before: 7, refund_percent: 50 },
  ],
};
const TEAM = {
  ...SEA_LOFT_TEAM,
  team: {
    ...SEA_LOFT_TEAM.team,
    site_bookings: 'request',
    site_hold_minutes: 1_440,
    cancellation_policy: POLICY,
    deposit_percent: 30,
    balance_due_days: 30,
  },
  listings: [
    {
      ...SEA_LOFT,
      headline: 'Two lofts above the river',
      seasons: [],
      days: [],
      units: ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({ name: `Loft ${name}` })),
      photos: [],
      security_deposit: 20_000,
      registration_number: '12345/AL',
      address: { street: 'Rua do Mar 1', city: 'Lisbon', postcode: '1100-001', country: 'PT' },
    },
  ],
};
const TYPES = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
]);

/** The page's files on a server of their own, as a team would host them. */
async function serveCopy(api: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://copy').pathname.slice(1) || 'index.html';
    const body = await readFile(new URL(`../../examples/booking-site/${name}`, import.meta.url)).catch(
      () => null,
    );
    const filled = `${body ?? ''}`
      .replace('innkeep-api" content=""', `innkeep-api" content="${api}"`)
      .replace('innkeep-team" content=""', 'innkeep-team" content="harbour"')
      .replace('</head>', '<meta name="innkeep-contact" content="ana@harbour.example"></head>');
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES.get(name.split('.')[1] ?? '') ?? 'text/html',
    });
    response.end(filled);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

describe.runIf(hasChromium)('booking on the booking page', BROWSER_SUITE, () => {
  let test: TestApp;
  let client: Client;
  let browser: Browser;
  let context: BrowserContext;
  let page: WatchedPage;
  let origin: string;
  let address: string;
  let loft: string;

  beforeAll(async () => {
    test = await openTestApp({ publicUrl: 'https://stay.example', sendsMail: true });
    test.clock.set(NOW);
    expect(await importTeamFile(test.services, TEAM)).toMatchObject({ ok: true });
    const team = await test.services.account.findSite('harbour');
    client = clientOf(test, await buildToken(test, { teamId: team?.id ?? 0 }));
    loft = (await client.read('/listings'))[0].id;
    origin = `http://127.0.0.1:${await test.listen()}`;
    address = `${origin}/site/harbour`;
    browser = await openChromium();
  });
  afterAll(async () => {
    await context?.close();
    await test.close();
  });
  beforeEach(async () => {
    for (const { id, status } of await client.read('/bookings?per_page=100'))
      if (status === 'pending' || status === 'confirmed') await client.cancel(id);
    await client.data(client.send('PUT', '/team', { site_bookings: 'request' }));
    await client.data(client.send('PUT', `/listings/${loft}/rates`, { rates: { nightly: 12_000 } }));
    await context?.close();
    context = await openContext(browser, NOW);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await openPage(context);
    return () => expect(page.errors).toEqual([]);
  });

  async function visit(to: string, { viewport, colorScheme = 'light' }: Look = {}) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport ?? { width: 1280, height: 900 });
    await page.goto(to.startsWith('http') ? to : `${address}${to}`);
  }
  const fill = async (name: string, email: string) => {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email').fill(email);
  };
  const send = () => page.getByRole('button', { name: /^(Send the request|Book) for/ }).click();
  const code = () => page.locator('.code').textContent();
  const headline = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
  async function fits(at: Page = page) {
    expect(await violationsOf(at)).toEqual([]);
    expect(await at.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
  const focused = (at: Page = page) => at.evaluate<string>('document.activeElement.textContent');
  const newest = async () => (await client.read('/bookings'))[0];

  // Colours and sizes do not depend on each other.
  it.each<[string, Look]>([
    ['a desk in the light', {}],
    ['a phone in the dark', { ...PHONE, colorScheme: 'dark' }],
  ])('on %s, a visitor goes from a search to a request, and the team confirms it', async (_name, look) => {
    await visit('?check_in=2031-04-03&check_out=2031-04-06&guests=3', look);
    await page.getByRole('link', { name: /Sea Loft/ }).click();
    await headline('Sea Loft');
    await page.getByText('12345/AL').waitFor();
    await page.getByRole('link', { name: 'Request this stay' }).click();
    await headline('Request this stay');
    expect(await page.locator('[data-part="total"]').textContent()).toBe('€554.72');
    expect(await page.locator('.request-terms .terms-list').allInnerTexts()).toEqual([
      [
        '€166.42 due when we confirm (30%).',
        '€388.30 due by Tuesday 4 March 2031.',
        'A security deposit of €200.00, which you get back after your stay.',
      ].join('\n'),
      [
        'As long as we have not confirmed: free of charge, on this page.',
        'Free of charge within 48 hours after you book, while your arrival is 14 days away or more.',
        'Until Tuesday 4 March 2031: you get everything back.',
        'Until Thursday 27 March 2031: you get 50% back.',
        'After that: nothing is given back.',
      ].join('\n'),
    ]);
    await fits();
    // Whoever sends the form has the terms above the button.
    const below = await page.locator('.request-form').evaluate((form) => {
      const bottomOf = (selector: string) =>
        form.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
      return (
        bottomOf('.request-terms') > bottomOf('.request-fields') &&
        bottomOf('.request-end') > bottomOf('.request-terms')
      );
    });
    expect(below).toBe('viewport' in look);
    await fill('Bea Lind', 'bea.lind@example.com');
    await page.getByLabel('Phone').fill('+46 70 1');
    await page.getByLabel('Anything that we should know?').fill('A cot.\nAnd tea.');
    await send();
    await headline('Your request is with us');
    await page.getByText('held for you until Thursday 2 January 2031 at 10:00').waitFor();
    const booking = await newest();
    expect(booking).toMatchObject({
      status: 'pending',
      source: 'booking_site',
      special_requests: 'A cot.\nAnd tea.',
      grand_total: 55_472,
      guest: { name: 'Bea Lind', email: 'bea.lind@example.com', phone: '+46 70 1' },
    });
    expect(await code()).toBe(booking.confirmation_code);
    expect(page.url()).toBe(`${address}?booking=${booking.confirmation_code}`);
    await fits();
    await client.data(client.confirm(booking.id));
    // The page asks by itself when the visitor comes back to it.
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await headline('Your booking is confirmed');
    expect(await page.getByRole('button', { name: 'Withdraw this request' }).count()).toBe(0);
    await page.getByText('Free of charge until Friday 3 January 2031 at 10:00 (Lisbon time).').waitFor();
    await fits();
    await page.goto(address);
    await page.getByRole('link', { name: 'Your bookings' }).click();
    await headline('Your booking is confirmed');
  });

  it('a stay can be requested and withdrawn with the keyboard alone', async () => {
    await visit('/sea-loft?guests=3');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (what: string) => {
      const isThere = () =>
        page.evaluate<boolean>(
          `((text) => { const one = document.activeElement; return (one.dataset.date ?? '') === text || (one.labels?.[0]?.textContent ?? one.textContent).startsWith(text) })(${JSON.stringify(what)})`,
        );
      for (let tabs = 0; tabs < 60; tabs += 1) {
        await press('Tab');
        if (await isThere()) return;
      }
      throw new Error(`No tab leads to ${what}.`);
    };
    await page.getByText('Minimum stay: 2 nights').waitFor();
    await tabTo('2031-01-01');
    await press('PageDown', 'PageDown', 'PageDown', 'ArrowRight', 'ArrowRight');
    await page.getByText('not loaded yet').first().waitFor({ state: 'detached' });
    await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await page.getByRole('link', { name: 'Request this stay' }).waitFor();
    await tabTo('Request this stay');
    await press('Enter');
    await headline('Request this stay');
    await tabTo('Send the request');
    await press('Enter');
    // The first field with a problem has the focus.
    await page.getByText('Please tell us your name.').waitFor();
    await page.keyboard.type('Bea Lind');
    await press('Tab');
    await page.keyboard.type('bea@example.com');
    await press('Enter');
    await headline('Your request is with us');
    await tabTo('Withdraw this request');
    await press('Enter');
    await page.getByText('Withdraw it?').waitFor();
    await press('Enter');
    await tabTo('Withdraw this request');
    await press('Enter');
    await press('Shift+Tab', 'Enter');
    await headline('This booking is cancelled');
    expect((await newest()).status).toBe('cancelled');
    await fits();
    await page.reload();
    await headline('This booking is cancelled');
    // It promises nothing of a stay to come.
    const past = await page.getByRole('article', { name: 'Your booking' }).innerText();
    expect(past).not.toMatch(/If you cancel|once your booking is confirmed|change something/);
  });

  it('the booking form shows errors beside their fields, and keeps what was typed when the page is reloaded', async () => {
    await visit(`/sea-loft?${STAY}&book=1`, PHONE);
    await send();
    await page.getByText('Please tell us your name.').waitFor();
    await page.getByText('Please give your email address').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('guest-name');
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    await fits();
    await fill('Bea', 'bea@exam ple.com');
    await page.getByLabel('Anything that we should know?').fill('A cot.');
    await page.reload();
    expect(await page.getByLabel('Anything that we should know?').inputValue()).toBe('A cot.');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Bea');
    await page.getByLabel('Email').fill('bea@example.c');
    await send();
    // The service refuses this one.
    await page.getByText('must be a valid email address').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('guest-email');
    await page.getByLabel('Email').fill('bea@example.com');
    await send();
    await headline('Your request is with us');
  });

  it('if the price changes while a visitor fills in the form, the page asks whether the new price is accepted', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await client.data(client.send('PUT', `/listings/${loft}/rates`, { rates: { nightly: 13_000 } }));
    await send();
    await page.getByText(/It was €554\.72, and now it is €\d+\.\d\d\./).waitFor();
    expect((await client.read('/bookings?status=pending')).length).toBe(0);
    await fits();
    const total = await page.locator('[data-part="total"]').textContent();
    expect(await page.getByRole('button', { name: `Send the request for ${total}` }).count()).toBe(1);
    await send();
    await headline('Your request is with us');
    expect(await page.locator('[data-part="total"]').textContent()).toBe(total);
  });

  it('if somebody else takes the nights while a visitor fills in the form, the page says so and leads back to the dates', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    const taken = [];
    for (let unit = 0; unit < 6; unit += 1)
      taken.push(
        await client.data(
          client.send('POST', '/bookings', {
            listing_id: loft,
            check_in: '2031-04-03',
            check_out: '2031-04-06',
            number_of_guests: 1,
            guest: { name: 'Else' },
          }),
          201,
        ),
      );
    await send();
    await page.getByRole('alert').getByText('not available').waitFor();
    expect(await focused()).toMatch(/^Send the request for/);
    expect(await page.locator('#status').textContent()).toBe('');
    await page.getByRole('link', { name: 'Back to the dates' }).click();
    await page.getByText('This stay is not possible').first().waitFor();
    for (const { id } of taken) await client.data(client.cancel(id));
    await fits();
  });

  it('a request whose answer was lost is not made twice when the visitor sends it again', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await page.route('**/v1/public/harbour/bookings?*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send();
    await page.getByText('We cannot reach the booking service').waitFor();
    expect(await focused()).toMatch(/^Send the request for/);
    await page.unrouteAll();
    await page.reload();
    await send();
    await headline('Your request is with us');
    expect((await client.read('/bookings?status=pending')).length).toBe(1);
  });

  it('the page says if a stay is longer than the site allows, or if too many requests are waiting', async () => {
    await client.data(client.send('PUT', '/team', { site_max_nights: 2 }));
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await send();
    const problem = page.getByRole('alert');
    await problem.getByText('must be at most 2 nights after check in').waitFor();
    await problem.getByRole('link', { name: 'Back to the dates' }).waitFor();
    await client.data(client.send('PUT', '/team', { site_max_nights: null }));
    await send();
    await headline('Your request is with us');
    for (const guest of ['second', 'third', 'fourth']) {
      await visit(`/sea-loft?${STAY}&book=1`);
      await fill('Bea', `${guest}@example.com`);
      await send();
      if (guest === 'fourth')
        await problem.getByText('Too many requests wait for our answer already.').waitFor();
      else await headline('Your request is with us');
    }
    await fits();
  });

  it('if the team confirms bookings at once, the page books, and asks the guest to contact the team about changes', async () => {
    await client.data(client.send('PUT', '/team', { site_bookings: 'instant' }));
    await visit(`/sea-loft?${STAY}`, PHONE);
    await page.getByRole('link', { name: 'Book this stay' }).click();
    await headline('Book this stay');
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your booking is confirmed');
    await page.getByText('Please talk to us').waitFor();
    expect((await newest()).status).toBe('confirmed');
    await fits();
  });

  it('a guest cancels a confirmed booking by its terms, told the fee before, and sees what is paid on the ticket', async () => {
    await client.data(
      client.send('PUT', '/team', {
        site_bookings: 'instant',
        site_cancellation: 'by_terms',
        arrival_days_before: 60,
        payment_instructions: 'IBAN PT50 0002 0123\nwith your booking code',
        payment_link: 'https://pay.example/{confirmation_code}?amount={amount}',
      }),
    );
    const [place] = await client.read('/listings');
    await client.data(
      client.send('PUT', `/listings/${place.id}`, {
        arrival_instructions: 'The key box.\nThe code is 4711.',
      }),
    );
    await visit(`/sea-loft?${STAY}&book=1`, PHONE);
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your booking is confirmed');
    const { id } = await newest();
    await client.data(client.send('POST', `/bookings/${id}/payments`, { amount: 40_000 }), 201);
    test.clock.set('2031-02-10T10:00:00Z');
    await page.reload();
    const ticket = page.getByRole('article', { name: 'Your booking' });
    await ticket.getByText('Rua do Mar 1').waitFor();
    expect(await ticket.locator('.payments div').allTextContents()).toEqual([
      'Paid€400.00',
      'Still due€154.72',
      'Security deposit€200.00, to be paid',
    ]);
    const paying = ticket.getByRole('region', { name: 'To pay' });
    expect(await paying.locator('li').allTextContents()).toEqual([
      expect.stringMatching(/^€400\.00, paid$/),
      expect.stringMatching(/^€154\.72, due on Tuesday 4 March 2031$/),
    ]);
    await paying.getByText('IBAN PT50').waitFor();
    expect(await paying.getByRole('link', { name: 'Pay online' }).getAttribute('href')).toMatch(
      /^https:\/\/pay\.example\/[A-Z0-9]+\?amount=154\.72$/,
    );
    await ticket.getByText('The code is 4711.').waitFor();
    const printed = await page.pdf({ format: 'A4' });
    expect(printed.toString('latin1').match(/\/Count \d+/g)).toEqual(['/Count 1']);
    // The picture, dates, address, directions and calendar come first, and cancelling last.
    const words = await page.locator('main').innerText();
    const order = ['Arrive', 'Rua do Mar 1', 'Open the map', 'Add to calendar', 'Your arrival', 'To pay'];
    const places = [...order, 'If you cancel', 'Cancel this booking'].map((one) => words.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const [invoice] = (await client.read(`/bookings/${id}/folio`)).invoices;
    await client.data(client.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'issued' }));
    await page.reload();
    await page.getByRole('link', { name: `Invoice ${invoice.number}` }).click();
    await page.getByRole('article', { name: 'Invoice' }).getByText('Rua do Mar 1').waitFor();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await fits();
    await page.getByRole('link', { name: 'Your booking', exact: false }).first().click();
    await headline('Your booking is confirmed');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      ticket.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    const calendar = await readFile(await file.path(), 'utf8');
    expect(calendar).toContain('DTSTART:20310403T140000Z\r\nDTEND:20310406T100000Z\r\n');
    await fits();
    // Half of it is given back now.
    test.clock.set('2031-03-10T10:00:00Z');
    const withdrawal = page.locator('.withdrawal');
    await withdrawal.getByRole('button', { name: 'Cancel this booking' }).click();
    await withdrawal.getByText('Cancelling costs €277.36 now. You get €122.64 back.').waitFor();
    await fits();
    test.clock.set('2031-03-30T10:00:00Z');
    await withdrawal.getByRole('button', { name: 'Yes, cancel it for €277.36' }).click();
    await withdrawal.getByText('The fee has changed. Cancelling costs €554.72 now.').waitFor();
    expect((await newest()).status).toBe('confirmed');
    await withdrawal.getByRole('button', { name: 'Yes, cancel it for €554.72' }).click();
    await headline('This booking is cancelled');
    expect(await newest()).toMatchObject({ status: 'cancelled', cancellation_fee: 55_472 });
    await fits();
    test.clock.set(NOW);
    await client.data(client.send('PUT', '/team', { site_cancellation: 'off' }));
  });

  it('a guest who has lost the link can have it sent again', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your request is with us');
    const elsewhere = await openContext(browser, NOW);
    const other = await openPage(elsewhere);
    await other.goto(address);
    await other.getByRole('link', { name: 'Find your booking' }).click();
    await other.getByLabel('Booking code').fill(((await code()) ?? '').toLowerCase());
    await fits(other);
    await other.getByRole('button', { name: 'Find it' }).click();
    await other.getByRole('heading', { name: 'Lost your link?' }).waitFor();
    expect(other.url()).toBe(page.url());
    await other.getByRole('button', { name: 'Send me the link' }).click();
    await other.getByText('Please give your email address').waitFor();
    await other.getByLabel('The email of the booking').fill('bea@example.com');
    await fits(other);
    await other.getByRole('button', { name: 'Send me the link' }).click();
    await other.getByText('a message with the link is on its way').waitFor();
    expect(await focused(other)).toBe('Look at your email');
    await fits(other);
    expect((await client.read('/mails?kind=booking_link')).length).toBe(1);
    expect(other.errors).toEqual([]);
    await elsewhere.close();
  });

  it('a booking can be opened in another browser by its private link, and in no other way', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your request is with us');
    await page.getByRole('button', { name: 'Copy a private link' }).click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const elsewhere = await openContext(browser, NOW);
    const other = await openPage(elsewhere);
    await other.goto(page.url());
    await other.getByText('does not have the key').waitFor();
    await fits(other);
    await other.getByLabel('Key').fill('wrong');
    await other.getByRole('button', { name: 'Open the booking' }).click();
    await other.getByText('This key does not open this booking.').waitFor();
    expect(await other.evaluate('document.activeElement.id')).toBe('key');
    expect(await other.getByText('does not have the key').count()).toBe(0);
    await other.goto('about:blank');
    await other.goto(link);
    await other.getByText('Your request is with us').first().waitFor();
    expect(other.url()).toBe(page.url());
    await other.reload();
    await other.getByText('Your request is with us').first().waitFor();
    expect(other.errors).toEqual([]);
    await elsewhere.close();
  });

  it('a request that nobody answered in time is shown as lapsed', async () => {
    await visit(`/sea-loft?${STAY}&book=1`);
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your request is with us');
    await context.clock.setFixedTime('2031-01-02T10:00:01Z');
    await page.reload();
    await headline('Your request has lapsed');
    expect(await page.getByRole('button', { name: 'Withdraw this request' }).count()).toBe(0);
    const lapsed = await page.getByRole('article', { name: 'Your booking' }).innerText();
    expect(lapsed).not.toMatch(/If you cancel|once your booking is confirmed|change something|Still due/);
  });

  it('if the team takes no bookings online, the page shows the quote and how to contact the team', async () => {
    await client.data(client.send('PUT', '/team', { site_bookings: 'off' }));
    const copy = await serveCopy(origin);
    const { port } = copy.address() as AddressInfo;
    await visit(`http://127.0.0.1:${port}/?listing=sea-loft&${STAY}`);
    await page.getByRole('button', { name: 'Copy the link to this stay' }).waitFor();
    expect(
      await page.locator('#stay').getByRole('link', { name: 'ana@harbour.example' }).getAttribute('href'),
    ).toBe('mailto:ana@harbour.example');
    expect(await page.getByRole('link', { name: /Request|Book/ }).count()).toBe(0);
    await fits();
    copy.close();
  });

  it('a copy of the page on another origin can book: the browser’s preflight requests are allowed', async () => {
    const copy = await serveCopy(origin);
    const { port } = copy.address() as AddressInfo;
    const preflights: string[] = [];
    test.app.server.on('request', ({ method, url, headers }) => {
      if (method === 'OPTIONS')
        preflights.push(`${headers['access-control-request-method']} ${url?.replace(/[A-Z0-9]{8}/, 'CODE')}`);
    });
    await visit(`http://127.0.0.1:${port}/?listing=sea-loft&${STAY}`);
    await page.getByRole('link', { name: 'Request this stay' }).click();
    await fill('Bea', 'bea@example.com');
    await send();
    await headline('Your request is with us');
    expect(page.url()).toContain(`http://127.0.0.1:${port}/?booking=`);
    await page.getByRole('button', { name: 'Withdraw this request' }).click();
    await page.getByRole('button', { name: 'Yes, withdraw it' }).click();
    await headline('This booking is cancelled');
    expect(preflights).toEqual([
      'POST /v1/public/harbour/bookings?language=en',
      'GET /v1/public/harbour/bookings/CODE?language=en',
      'GET /v1/public/harbour/bookings/CODE/documents?language=en',
      'POST /v1/public/harbour/bookings/CODE/cancel?language=en',
    ]);
    copy.close();
  });
});
