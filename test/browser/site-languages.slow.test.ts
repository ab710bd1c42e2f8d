/** The booking site of a fully translated team, page by page, in each language (docs/rules.md, 26). */
import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type LanguageCode, languages } from '../../src/domain/languages/languages.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import type { Json } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { findForeignSentences } from '../helpers/foreign-sentences.ts';
import { listOtherMarks, markText, openTranslatedTeam } from '../helpers/translated-team.ts';
import { openPage, resetPage, type WatchedPage } from './booking-site-browser.ts';
import { BROWSER_SUITE, hasChromium, openChromium, PAGE_TIMEOUT_MS, violationsOf } from './chromium.ts';

const NOW = '2031-05-01T10:00:00Z';
const PHONE = { width: 390, height: 844 };
/** Where pictures of the pages go, if somebody wants to see them. */
const PICTURES = process.env.LANGUAGE_PICTURES;

/** All that a guest reads or hears of a page. */
const READ_ALL = `[
  document.title,
  document.body.innerText,
  ...[...document.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'alt', 'title', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? [])),
  ...[...document.querySelectorAll('.hidden, summary, option, [hidden]')].map((element) => element.textContent),
].join('\\n')`;
const IS_WIDE = 'document.documentElement.scrollWidth > innerWidth';
const TABLET = { width: 640, height: 844 };
const NARROWEST = { width: 320, height: 640 };
const setTextSize = (page: Page, size: string) =>
  page.evaluate(`document.documentElement.style.fontSize = '${size}'`);

/** On a phone, on the narrowest one (WCAG 2.2, 1.4.10), and with letters of twice the size (1.4.4). */
async function isTooWide(page: Page): Promise<string[]> {
  const looks = { phone: await page.evaluate(IS_WIDE) };
  await page.setViewportSize(TABLET);
  await setTextSize(page, '200%');
  const large = await page.evaluate(IS_WIDE);
  await setTextSize(page, '');
  await page.setViewportSize(NARROWEST);
  const narrow = await page.evaluate(IS_WIDE);
  await page.setViewportSize(PHONE);
  return Object.entries({ ...looks, large, narrow }).flatMap(([name, isWide]) => (isWide ? [name] : []));
}

describe.runIf(hasChromium)('the booking site in six languages', BROWSER_SUITE, () => {
  let world: TestApp;
  let browser: Browser;
  let address: string;
  let team: Awaited<ReturnType<typeof openTranslatedTeam>>;
  beforeAll(async () => {
    world = await openTestApp();
    world.clock.set(NOW);
    team = await openTranslatedTeam(world);
    address = `http://127.0.0.1:${await world.listen()}/site/${team.slug}`;
    browser = await openChromium();
  });
  afterAll(() => world.close());

  /** Guests see an invoice once it is issued. */
  async function issueInvoice(code: string) {
    const bookings: Json[] = await team.read('/bookings?per_page=100');
    const { id } = bookings.find((one) => one.confirmation_code === code);
    const { invoices } = await team.read(`/bookings/${id}/folio`);
    await team.data(team.send('PUT', `/bookings/${id}/invoices/${invoices[0].id}`, { status: 'issued' }));
  }

  async function openIn(language: LanguageCode): Promise<WatchedPage> {
    const context = await browser.newContext({ locale: languages[language].locale });
    await context.clock.setFixedTime(NOW);
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const page = await openPage(context);
    await resetPage(page, { viewport: PHONE });
    return page;
  }

  test.each(LANGUAGES)(
    'every page in %s says nothing in another language, fits on a phone and is accessible',
    async (code) => {
      const { site: words } = languages[code];
      const page = await openIn(code);
      const problems: unknown[] = [];
      async function check(name: string) {
        await page.waitForLoadState('networkidle');
        const foreign = findForeign(code, await page.evaluate<string>(READ_ALL));
        const lang = await page.evaluate('document.documentElement.lang');
        const isWide = await isTooWide(page);
        const violations = await violationsOf(page);
        if (foreign.length > 0 || lang !== code || isWide.length > 0 || violations.length > 0)
          problems.push({ name, foreign, lang, isWide, violations });
        await takePicture(page, `${name}-${code}`);
      }
      const press = (name: string) => page.getByRole('button', { name }).first().click();
      // Each language has nights of its own, because each books them.
      const week = 7 * LANGUAGES.indexOf(code);
      const dates = `check_in=${day(4 + week)}&check_out=${day(9 + week)}&guests=3`;

      await page.goto(address);
      await page.locator('.card-price strong').first().waitFor();
      await check('list');
      await page.goto(`${address}?check_in=2031-06-10&check_out=2031-06-11&guests=3&pets=1`);
      await page.locator('.why').first().waitFor();
      await check('search');
      await page.goto(`${address}/loft`);
      await page.locator('.panel-price strong').waitFor();
      await check('place');
      await page.goto(`${address}/house`);
      await page.locator('.rooms').waitFor();
      await check('house');
      await page.goto(`${address}/loft?${dates}&pets=1&extras=breakfast&coupon_code=SPRING15`);
      await page.locator('[data-part="total"]').waitFor();
      await check('dates');
      await page.goto(`${address}/loft?${dates}&coupon_code=NOPE`);
      await page.locator('.coupon-message.is-refused').waitFor();
      await check('coupon');
      await page.goto(`${address}/loft?check_in=2031-06-10&check_out=2031-06-11&guests=9`);
      await page.locator('.refusal').waitFor();
      await check('refusal');
      await page.goto(`${address}/loft?${dates}&book=1`);
      await page.locator('.request-form .button').waitFor();
      await page.locator('.request-form .button').click();
      await check('request');
      await page.getByLabel(words.request.name).fill('Bea Lind');
      await page.getByLabel(words.request.email).fill('bea@example.com');
      await page.locator('#consent').check();
      await page.locator('.request-form .button').click();
      await page.locator('.ticket').waitFor();
      await check('ticket');
      const [file] = await Promise.all([page.waitForEvent('download'), press(words.ticket.toCalendar)]);
      const saved = await readFile(await file.path(), 'utf8');
      expect(saved).toContain(`SUMMARY:${markText(code, 'Sea Loft')}`);
      expect([file.suggestedFilename(), findForeign(code, saved)]).toEqual([expect.any(String), []]);
      const ticket = page.url();
      await issueInvoice(new URL(ticket).searchParams.get('booking') ?? '');
      await page.reload();
      await page.locator('.documents a').first().click();
      await page.locator('.sheet').waitFor();
      expect(await page.locator('.sheet h1').innerText()).toBe(words.document.invoice);
      await check('invoice');
      await page.goto(ticket);
      await page.locator('.ticket').waitFor();
      await press(words.cancelling.cancel);
      await page.locator('.withdrawal [role=status]').waitFor();
      await check('cancelling');
      await page.locator('.withdrawal .button').first().click();
      await page.locator('[data-status="cancelled"]').waitFor();
      await check('cancelled');
      await page.goto(`${address}?booking=`);
      await page.locator('.key-form').waitFor();
      await check('find');
      await page.goto(`${address}?booking=HB7K2M9Q`);
      await page.locator('.key-form').first().waitFor();
      await check('key');
      await page.goto(`${address}/nothing`);
      await page.locator('.notice').waitFor();
      await check('lost');
      await page.goto(`${address}/../nobody`);
      await page.locator('.notice').waitFor();
      await check('unknown');
      expect(problems).toEqual([]);
      expect(page.errors).toEqual([]);
      await page.context().close();
    },
  );

  test('the language is changed on each page, which keeps its dates and all that was chosen, and links keep it', async () => {
    const page = await openIn('en');
    const search = `check_in=${day(60)}&check_out=${day(65)}&guests=3`;
    for (const path of [
      `?${search}`,
      `/loft?${search}&pets=1&extras=breakfast`,
      '?booking=HB7K2M9Q',
      '/nothing',
    ]) {
      const from = new URL(address + path);
      await page.goto(from.href);
      for (const code of [...LANGUAGES.slice(1), 'en'] as const) {
        await page.locator('.languages summary').click();
        await page.locator(`.languages a[hreflang="${code}"]`).click();
        await page
          .locator(`html[lang="${code}"] .languages [aria-current="true"][hreflang="${code}"]`)
          .waitFor({
            state: 'attached',
          });
        await page.waitForLoadState('networkidle');
        const { pathname, searchParams } = new URL(page.url());
        expect([pathname, Object.fromEntries(searchParams)]).toEqual([
          from.pathname,
          { ...Object.fromEntries(from.searchParams), language: code },
        ]);
        expect([path, findForeign(code, await page.evaluate<string>(READ_ALL))]).toEqual([path, []]);
      }
    }
    await page.goto(`${address}?${search}&language=it`);
    await page.locator('.card a').first().click();
    await page.locator('.panel-price strong').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('it');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      language: 'it',
      check_in: day(60),
    });
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

/** Sentences and texts of the team in another language. */
const findForeign = (code: LanguageCode, text: string): string[] => [
  ...findForeignSentences(code, text),
  ...listOtherMarks(code).filter((mark) => text.includes(mark)),
];

async function takePicture(page: Page, name: string) {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}
