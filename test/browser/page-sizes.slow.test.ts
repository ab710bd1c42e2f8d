/** Every page of a team with long and ordinary names: nothing overflows, and whatever is pressed in a list is large enough. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildMember } from '../helpers/pages.ts';
import { fillTeam } from '../web/busy-team.ts';
import { linksIn } from '../web/page-text.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

/** The least height and width of what is pressed (WCAG 2.2, 2.5.8). */
const LEAST = 24;
const WIDTHS = [320, 390, 1440];

/** Two pages of the same kind differ in an id. */
const kindOf = (path: string) => path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** What is too small in a list, and what reaches out of the page or of the side bar. */
const PROBLEMS = `(() => {
  const problems = [];
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const name = (element) => element.tagName.toLowerCase() + '.' + element.className + ' "' + element.textContent.trim().slice(0, 30) + '"';
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) problems.push('the page overflows');
  for (const box of document.querySelectorAll('.side, .menu, .menu nav, .account, .team'))
    if (shown(box) && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).textOverflow !== 'ellipsis') problems.push('overflows: ' + name(box));
  for (const pressed of document.querySelectorAll('main :is(table, ul, ol, dl, .lines, .cal-name, .ways, .parts) :is(a, button, summary)')) {
    if (!shown(pressed)) continue;
    const { width, height } = pressed.getBoundingClientRect();
    if (height < ${LEAST} || width < ${LEAST}) problems.push('small: ' + name(pressed) + ' ' + Math.round(width) + 'x' + Math.round(height * 10) / 10);
  }
  return problems;
})()`;

const findProblems = async (page: Page, path: string): Promise<string[]> => {
  const problems: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate<string[]>(PROBLEMS);
    problems.push(...found.map((problem) => `${kindOf(path)} at ${width}: ${problem}`));
  }
  return problems;
};

describe.runIf(hasChromium)('sizes of every page', { ...BROWSER_SUITE, timeout: 240_000 }, () => {
  const { world, openTeam } = usePageBrowser();

  test.each([
    ['long names', (word: string) => `${word} ${'W'.repeat(60)}`],
    ['ordinary names', (word: string) => `${word} Wintergarden`],
  ])('every page fits its screen with %s', async (_what, named) => {
    const { page, team, home } = await openTeam();
    await buildMember(world(), { teamId: team.id, name: named('Member') });
    await fillTeam(world(), team.id, named);
    const seen = new Set<string>();
    const problems: string[] = [];
    const waiting = [`${home}/today`];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (seen.has(kindOf(path)) || path.endsWith('/export')) continue;
      seen.add(kindOf(path));
      await page.goto(path);
      waiting.push(...linksIn(await page.content(), home));
      problems.push(...(await findProblems(page, path)));
    }
    expect(problems).toEqual([]);
  });

  test('an error message beside a form field does not move the fields next to it', async () => {
    const { page, team, home } = await openTeam({ javaScriptEnabled: false });
    const { listing } = await fillTeam(world(), team.id, (word) => word);
    await page.goto(`${home}/prices/${listing.id}`);
    const form = page.locator('form[action$="/seasons"]');
    const topOf = async (name: string) => (await form.locator(`[name="${name}"]`).boundingBox())?.y;
    await form.getByLabel('Name').fill('Harvest');
    await form.locator('[name="season_start_date"]').fill('2031-09-10');
    await form.locator('[name="season_end_date"]').fill('2031-09-01');
    await form.locator('[name="season_nightly"]').fill('90');
    await form.getByRole('button', { name: 'Add season' }).click();
    expect(await form.locator('.error').count()).toBeGreaterThan(0);
    expect(await topOf('season_start_date')).toBe(await topOf('season_end_date'));
  });
});
