import { describe, expect, test } from 'vitest';
import { prepareDemo } from '../../src/options/team-file/demo.ts';
import { openTestApp } from '../helpers/app.ts';
import { BROWSER_SUITE, hasChromium, openChromium, PAGE_TIMEOUT_MS } from './chromium.ts';

describe.runIf(hasChromium)('the reference in a browser', BROWSER_SUITE, () => {
  test('a request is tried out on the reference page with the demo’s token, and nothing is loaded from elsewhere', async () => {
    const world = await openTestApp();
    world.clock.set(new Date().toISOString());
    const address = `http://127.0.0.1:${await world.listen()}`;
    const { token } = await prepareDemo(world.services);
    const browser = await openChromium();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const requested: string[] = [];
    const logged: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => logged.push(message.text()));
    page.on('pageerror', (error) => logged.push(error.message));

    await page.goto(`${address}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(token);
    await page.locator('.auth-btn-wrapper button[type=submit]').click();
    await page.locator('.close-modal').click();
    await page.getByText('Account', { exact: true }).first().click();
    await page.getByText('Read the team and the token').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('Harbour Stays').first().waitFor();

    const elsewhere = requested.filter((url) => !/^data:/.test(url) && !url.startsWith(`${address}/`));
    expect({ elsewhere, logged }).toEqual({ elsewhere: [], logged: [] });
    expect(
      await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie'),
    ).not.toContain(token);
    await page.close();
    await world.close();
  });
});
