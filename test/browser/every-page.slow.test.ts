/** Every page that the routes of a team have: it fits, and breaks no rule of accessibility. */
import { describe, expect, test } from 'vitest';
import { buildPhoto } from '../helpers/factories.ts';
import { buildMember } from '../helpers/pages.ts';
import { words } from '../helpers/words.ts';
import { fillTeam } from '../web/busy-team.ts';
import { linksIn } from '../web/page-text.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { DESKTOP, problemsOf, usePageBrowser } from './page-browser.ts';

/** Two pages of the same kind differ in an id. */
const kindOf = (path: string) => path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** Texts that may be longer than others. */
const LONG: Record<string, number> = { Guest: 190, Season: 90, Feed: 90, Token: 90 };
const TEAM = '/app/teams/:team/';
/**
 * Addresses that are no page of their own: they lead on, or are downloaded. The page of an invoice is in the test of
 * invoices.
 */
const NO_PAGES = words(`
  prices/new calendar-feeds/out bookings.csv money.csv guests/:guest/export bookings/:booking/invoices/:invoice`);

/** The paths of a team's pages below the team: the GET routes that do not lead from a form's address to its page. */
const routes = new Set<string>();
const fitsRoute = (route: string, path: string) =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
/** The route of a path: of several that fit, the one with the fewest parameters. */
const routeOf = (path: string): string | undefined =>
  [...routes]
    .filter((route) => fitsRoute(route, path))
    .toSorted((one, other) => one.split(':').length - other.split(':').length)[0];

describe.runIf(hasChromium)('every page in a browser', { ...BROWSER_SUITE, timeout: 240_000 }, () => {
  const { world, openTeam } = usePageBrowser({
    extend: (app) => {
      app.addHook('onRoute', ({ method, url, handler }) => {
        const isPage = method === 'GET' && handler.name !== 'leadToForm';
        if (isPage && url.startsWith(TEAM) && url !== TEAM) routes.add(url.slice(TEAM.length));
      });
    },
  });

  test('every page of the team is accessible and fits, light on a desktop and dark on a phone', async () => {
    const { page, team, home } = await openTeam();
    await buildMember(world(), { teamId: team.id, name: 'W'.repeat(200) });
    const { listing, unit, stay, feed } = await fillTeam(
      world(),
      team.id,
      (word) => `${word} ${'W'.repeat(LONG[word] ?? 60)}`,
    );
    const photo = await buildPhoto(world(), { teamId: team.id, listingId: listing.id });
    const seen = new Map<string, string>();
    const problems: unknown[] = [];
    // To these no page leads here: nobody leaves today, no address is made, a script asks to block nights, the first
    // block of the calendar is no stay, and the description of a place is also at its former address.
    const starts = [
      'today',
      'today/cleaning',
      `places/${listing.id}/about`,
      `calendar/units/${unit.id}/block`,
      `calendar/blocks/${stay.id}/guest`,
      `calendar/units/${unit.id}/address/withdraw`,
      `calendar-feeds/${feed.id}/address/withdraw`,
      `places/${listing.id}/photos/${photo.id}/delete`,
    ];
    const waiting = starts.map((start) => `${home}/${start}`);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (seen.has(kindOf(path)) || path.endsWith('/export')) continue;
      seen.set(kindOf(path), path);
      await page.setViewportSize(DESKTOP);
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      waiting.push(...linksIn(await page.content(), home));
      problems.push(...(await problemsOf(page, path)));
    }
    expect(problems).toEqual([]);
    const opened = new Set([...seen.keys()].map((path) => routeOf(path.slice(home.length + 1))));
    expect([...routes].filter((route) => !opened.has(route) && !NO_PAGES.includes(route))).toEqual([]);
  });

  // Of what they may only read, forms show values alone, and links names.
  test.each(['housekeeping', 'accountant'])(
    'the pages of the role %s are accessible and fit',
    async (role) => {
      const { page, team, home } = await openTeam({}, role);
      await fillTeam(world(), team.id, (word) => `${word} Wintergarden`);
      const seen = new Set<string>();
      const problems: unknown[] = [];
      const waiting = [`${home}/today`];
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        if (seen.has(kindOf(path)) || path.endsWith('/export')) continue;
        seen.add(kindOf(path));
        await page.setViewportSize(DESKTOP);
        const answer = await page.goto(path);
        expect([path, answer?.status()]).toEqual([path, 200]);
        waiting.push(...linksIn(await page.content(), home));
        problems.push(...(await problemsOf(page, path)));
      }
      expect(problems).toEqual([]);
    },
  );
});
