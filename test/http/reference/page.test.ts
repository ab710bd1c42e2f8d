import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { openInn } from '../../support/bookings.ts';
import { BROWSER_SUITE, hasChromium, launchChromium } from '../../support/chromium.ts';

test('the page may load and do nothing that is not ours', async () => {
  const world = await openTestApp();
  const { headers, body } = await world.get('/docs');
  expect(String(headers['content-security-policy']).split(/; ?/).sort()).toEqual([
    '',
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
  await world.close();
});

test('behind a path of its own, the page finds its files and the API there', async () => {
  const world = await openTestApp({ publicUrl: 'https://example.com/inn' });
  const { headers, body } = await world.get('/docs');
  expect(body).toContain('src="/inn/docs/static/swagger-ui-bundle.js"');
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://example.com;");
  const { servers, info } = (await world.get('/openapi.json')).json();
  expect(servers).toEqual([{ url: 'https://example.com/inn' }]);
  expect(info.description).toContain('curl -X POST https://example.com/inn/v1/bookings ');
  expect(info.description).not.toContain('127.0.0.1');
  await world.close();
});

describe.runIf(hasChromium)('in a browser', BROWSER_SUITE, () => {
  let world: TestApp;
  let browser: Browser;
  let address: string;
  let token: string;

  beforeAll(async () => {
    world = await openTestApp();
    ({ token } = await openInn(world, { team: { name: 'Dune Stays' } }));
    address = `http://127.0.0.1:${await world.listen()}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  /** Runs `look` on the page, which may say nothing to the console and ask nobody but us. */
  async function atPage(options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
    const page = await browser.newPage(options);
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`${address}/docs`);
    await page.getByText('Make a booking', { exact: true }).waitFor();
    await look(page);
    const elsewhere = asked.filter((url) => !url.startsWith(`${address}/`) && !url.startsWith('data:'));
    expect({ elsewhere, said }).toEqual({ elsewhere: [], said: [] });
    expect(asked.length).toBeGreaterThan(5);
    await page.close();
  }

  test('every operation can be read, and one tried out with a token', async () => {
    await atPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const { paths } = (await world.get('/openapi.json')).json();
      const count = Object.values(paths).flatMap((methods) => Object.keys(methods as object)).length;
      expect(await page.locator('.opblock').count()).toBe(count);

      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.auth-container input').fill(token);
      await page.locator('.auth-container').getByRole('button', { name: 'Apply' }).click();
      await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).last().click();
      const operation = page.locator('#operations-Account-getAccount');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.locator('.live-responses-table').getByText('Dune Stays').waitFor();
      // What a reader sees of a token is what they typed themselves: it is not kept in the browser.
      expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(token);
    });
  });

  test('it fits a phone, and follows its colours', async () => {
    await atPage({ viewport: { width: 390, height: 844 }, isMobile: true }, async (page) => {
      const operation = page.locator('#operations-Bookings-createBooking');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('.opblock-body').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
      }
    });
  });
});
