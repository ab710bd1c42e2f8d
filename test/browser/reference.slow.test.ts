import type { HTTPMethods } from 'fastify';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { harbourTeam } from '../../demo/harbour.ts';
import { prepareDemo } from '../../src/demo.ts';
import { endpointsOf, type ReferenceDocument } from '../../src/http/reference/page/document.ts';
import { leftToReader, prefillOf } from '../../src/http/reference/page/prefill.ts';
import { addressOf } from '../http/reference/recorder.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { BROWSER_SUITE, hasChromium, launchChromium, violationsOf } from '../support/chromium.ts';
import { buildToken } from '../support/factories.ts';

const documentOf = async (world: TestApp): Promise<ReferenceDocument> =>
  (await world.get('/openapi.json')).json();
/** A script that opens all that is folded, and leaves only descriptions with a kind of element that is new on the page. */
const LEAVE_ONE_OF_A_KIND = `
  const kindOf = ({ tagName, className }) => tagName + '.' + className;
  const kinds = new Set();
  for (const article of document.querySelectorAll('article')) {
    const within = [...article.querySelectorAll('*')].map((one) => kindOf(one.parentElement) + ' ' + kindOf(one));
    if (within.every((kind) => kinds.has(kind))) article.remove();
    for (const kind of within) kinds.add(kind);
  }
  for (const details of document.querySelectorAll('details')) details.open = true;`;
const allEndpointsOf = (document: ReferenceDocument) =>
  document.tags.flatMap(({ name }) => endpointsOf(document, name));

test('the page may load and do nothing that is not ours, and its files are kept for good', async () => {
  const world = await openTestApp();
  const { headers, body } = await world.get('/docs', null, { 'accept-encoding': 'br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(Buffer.byteLength(body)).toBeGreaterThan(0);
  const { body: page } = await world.get('/docs');
  expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  const files = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => file);
  expect(new Set(files).size).toBe(3);
  for (const file of files) {
    const answer = await world.get(`/${file}`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ]);
  }
  const slashed = await world.get('/docs/');
  expect([slashed.statusCode, slashed.headers.location]).toEqual([302, '../docs']);
  await world.close();
});

test('behind a path of its own, the document names the address', async () => {
  const world = await openTestApp({ publicUrl: 'https://example.com/inn' });
  const { servers, info } = (await world.get('/openapi.json')).json();
  expect(servers).toEqual([{ url: 'https://example.com/inn' }]);
  expect(info.description).toContain('curl -X POST https://example.com/inn/v1/bookings ');
  expect(info.description).not.toContain('127.0.0.1');
  await world.close();
});

test('every link within the page leads somewhere, and every operation and object is there once', async () => {
  const world = await openTestApp();
  const { body } = await world.get('/docs');
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const targets = new Set([...body.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id));
  expect([...targets].filter((id) => !ids.includes(id))).toEqual([]);
  const document = await documentOf(world);
  const described = Object.values(document.paths).flatMap((each) => Object.values(each));
  for (const { operationId } of described) expect(ids).toContain(operationId);
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`);
  await world.close();
});

// The seasons have other rates, minimum stays and closed days.
test.each(['2027-01-05', '2026-05-28', '2027-09-20', '2028-02-29'])(
  'on %s every form succeeds in the demo as it is filled in',
  async (today) => {
    const world = await openTestApp();
    world.clock.set(`${today}T12:00:00Z`);
    const imported = await world.services.teamFiles.importTeam(harbourTeam(today, 'http://127.0.0.1'));
    expect(imported).toMatchObject({ ok: true });
    const team = await world.services.account.findSite('harbour');
    const token = await buildToken(world, { teamId: team?.id ?? 0 });
    const answers: [string, number, string][] = [];
    for (const endpoint of allEndpointsOf(await documentOf(world))) {
      if (leftToReader(endpoint)) continue;
      const { parameters, body } = prefillOf(endpoint, today);
      const { path, query } = addressOf(endpoint.path, parameters);
      const answer = await world.app.inject({
        method: endpoint.method.toUpperCase() as HTTPMethods,
        url: `${path}?${query}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { payload: body }),
      });
      answers.push([endpoint.operation.operationId, answer.statusCode, answer.body]);
    }
    expect(answers.length).toBeGreaterThan(26);
    expect(answers.filter(([, status]) => status >= 300)).toEqual([]);
    await world.close();
  },
);

describe.runIf(hasChromium)('in a browser', BROWSER_SUITE, () => {
  let world: TestApp;
  let browser: Browser;
  let address: string;
  let token: string;

  beforeAll(async () => {
    world = await openTestApp();
    world.clock.set(new Date().toISOString());
    address = `http://127.0.0.1:${await world.listen()}`;
    ({ token } = await prepareDemo(world.services, address));
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  /** Runs `look` on the page, which must log nothing to the console and load nothing from other sites. */
  async function atPage(options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
    const page = await browser.newPage(options);
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`${address}/docs`);
    await look(page);
    expect({ elsewhere: asked.filter((url) => !url.startsWith(`${address}/`)), said }).toEqual({
      elsewhere: [],
      said: [],
    });
    await page.close();
  }

  test('every form can be sent with the demo’s token, which the browser does not keep', async () => {
    await atPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      const account = page.locator('#getAccount .try');
      await account.locator('summary').first().click();
      await account.getByRole('button', { name: 'Send request' }).click();
      await account.getByText('First paste a token').waitFor();
      await page.locator('#token').fill(token);
      await page.locator('#token').press('Enter');
      await page.getByText('token of Harbour Stays').waitFor();
      const statuses: string[] = [];
      const endpoints = allEndpointsOf(await documentOf(world));
      const left = endpoints.filter((endpoint) => leftToReader(endpoint) !== null);
      expect(left.length).toBeGreaterThan(8);
      for (const { operation } of endpoints.filter((endpoint) => !left.includes(endpoint))) {
        const form = page.locator(`#${operation.operationId} .try`);
        // Without unfolding it and scrolling to it, which takes long on a page of this length.
        await form.getByText('Send request', { exact: true }).dispatchEvent('click');
        statuses.push((await form.locator('.outcome .status').textContent()) ?? '');
      }
      expect(statuses.length + left.length).toBe(endpoints.length);
      expect(statuses.filter((status) => !status.startsWith('2'))).toEqual([]);
      expect(await page.locator('#createBooking .outcome').textContent()).toContain(
        `-H "authorization: Bearer $TOKEN"`,
      );
      expect(
        await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie'),
      ).not.toContain(token);
    });
  });

  test('the side bar finds a request by its words or its path, by keyboard alone', async () => {
    await atPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('put invoices');
      expect(await page.locator('nav li:visible').allInnerTexts()).toEqual([
        expect.stringMatching(/^Record the outcome of an invoice/),
      ]);
      await page.keyboard.press('Enter');
      expect(page.url()).toMatch(/#recordInvoice$/);
      await page.locator('#search').fill('nothing like it');
      await page.getByText('Nothing is called that.').waitFor();
    });
  });

  test.each([
    ['light', 'desk', 1280],
    ['dark', 'phone', 390],
  ] as const)('in %s colours it fits a %s, and axe finds no fault', async (colorScheme, look, width) => {
    await atPage({ viewport: { width, height: 844 }, colorScheme }, async (page) => {
      await page.locator('#createBooking .try summary').first().click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      if (look === 'desk') expect(await violationsOf(page, 'not of its look')).toEqual([]);
      // Contrasts take long to measure.
      await page.evaluate(LEAVE_ONE_OF_A_KIND);
      expect(await page.locator('.operation').count()).toBeGreaterThan(3);
      expect(await violationsOf(page, 'of its look')).toEqual([]);
    });
  });
});
