/** The text of a message, which is shown for a real booking as somebody types it. */
import { describe, expect, test } from 'vitest';
import { fillTeam } from '../web/busy-team.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { usePageBrowser } from './page-browser.ts';

describe.runIf(hasChromium)('the text of a message in a browser', BROWSER_SUITE, () => {
  const { world, openTeam } = usePageBrowser();

  test('a text is shown as it is typed, in the style of messages, and what is wrong is not shown', async () => {
    const { page, team, home } = await openTeam();
    await fillTeam(world(), team.id, (word) => `${word} of the team`);
    await page.goto(`${home}/messages/kinds/booking_confirmed`);
    await page.getByLabel('Subject').fill('Typed for {{ guest.name }}');
    await page.getByText('Typed for Guest of the team').waitFor();
    const shown = page.frameLocator('iframe.mail').locator('main');
    await page.getByLabel('Text', { exact: true }).fill('**{{ booking.nights }}** nights');
    await shown.getByText('2 nights').waitFor();
    // Its style lets a message be no wider than this, however wide the window is.
    await page.locator('iframe.mail').evaluate((frame) => {
      (frame as unknown as { style: { width: string } }).style.width = '900px';
    });
    expect((await shown.boundingBox())?.width).toBe(560);
    await page.getByLabel('Text', { exact: true }).fill('{{ nothing.there }}');
    await page.getByText('The text cannot be shown as it is').waitFor();
  });
});
