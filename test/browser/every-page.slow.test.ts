/** Every page of a team that some other page of it leads to: it fits, and breaks no rule of accessibility. */
import { describe, expect, test } from 'vitest';
import { buildMember } from '../helpers/pages.ts';
import { words } from '../helpers/words.ts';
import { fillTeam, linksIn } from '../web/busy-team.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { DESKTOP, problemsOf, usePageBrowser } from './page-browser.ts';

/** Two pages of the same kind differ in an id. */
const kindOf = (path: string) => path.replace(/\?.*$/, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

/** Texts that may be longer than others. */
const LONG: Record<string, number> = { Guest: 190, Season: 90, Feed: 90, Token: 90 };
/** The pages that are looked at nowhere else, so that none is lost with its link. */
const PAGES = words(`
  today today/cleaning calendar calendar/blocks/:id calendar/units/:id bookings bookings/new bookings/:id
  bookings/:id/change bookings/:id/cancel bookings/:id/price places places/new places/:id places/:id/delete
  places/:id/units places/:id/units/:id/take-out places/:id/channels prices prices/:id guests guests/:id
  guests/:id/erase tokens tokens/:id tokens/:id/revoke team members members/:id/remove usage charges
  charges/new/fee site webhooks webhooks/:id webhooks/:id/delete messages messages/:id messages/kinds
  messages/kinds/booking_confirmed messages/suppressions calendar-feeds calendar-feeds/:id
  calendar-feeds/:id/delete calendar-feeds/:id/address`);

describe.runIf(hasChromium)('every page in a browser', { ...BROWSER_SUITE, timeout: 240_000 }, () => {
  const { world, openTeam } = usePageBrowser();

  test('every page of the team is accessible and fits, light on a desktop and dark on a phone', async () => {
    const { page, team, home } = await openTeam();
    await buildMember(world(), { teamId: team.id, name: 'W'.repeat(200) });
    await fillTeam(world(), team.id, (word) => `${word} ${'W'.repeat(LONG[word] ?? 60)}`);
    const seen = new Map<string, string>();
    const problems: unknown[] = [];
    // Nobody leaves today, so that no page leads to what is to be cleaned.
    const waiting = [`${home}/today`, `${home}/today/cleaning`];
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
    expect(PAGES.filter((page) => !seen.has(`${home}/${page}`))).toEqual([]);
  });
});
