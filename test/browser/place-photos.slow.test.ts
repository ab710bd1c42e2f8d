/** Pictures in a browser: photos of a place are dropped several at once, put in order and described; a logo is sent. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildListing } from '../helpers/factories.ts';
import { jpeg, png } from '../helpers/pictures.ts';
import { BROWSER_SUITE, hasChromium } from './chromium.ts';
import { problemsOf, usePageBrowser } from './page-browser.ts';

describe.runIf(hasChromium)('pictures in a browser', BROWSER_SUITE, () => {
  const { world, openTeam } = usePageBrowser();
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'innkeep-photos-'));
    await writeFile(file('bay.jpg'), await jpeg({ width: 1_600, height: 1_000 }));
    await writeFile(file('door.png'), await png({ width: 900, height: 1_200 }));
    await writeFile(file('broken.jpg'), (await jpeg({ width: 800, height: 600 })).subarray(0, 4_000));
    await writeFile(file('notes.txt'), 'no picture');
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function openPhotos(options = {}) {
    const opened = await openTeam(options);
    const listing = await buildListing(world(), { teamId: opened.team.id, publicTitle: 'Sea Loft' });
    await opened.page.goto(`${opened.home}/places/${listing.id}/photos`);
    return opened;
  }

  test('several photos are sent at once, and what could not be is said at each', async () => {
    const { page } = await openPhotos();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose photos' }).click();
    await (await chosen).setFiles(['bay.jpg', 'broken.jpg', 'notes.txt', 'door.png'].map(file));
    await page.getByText('2 photos are added. 2 could not be.').waitFor();
    const lines = await page.locator('[data-sending] li').allTextContents();
    expect(lines).toEqual([
      'bay.jpgAdded',
      'broken.jpgIt must be a whole picture, and this one is damaged.',
      'notes.txtIt must be a picture: JPEG, PNG, WebP or AVIF.',
      'door.pngAdded',
    ]);
    await page.getByText('2 of 50').waitFor();
    expect(await page.locator('.photos img').count()).toBe(2);
    expect(await problemsOf(page, page.url())).toEqual([]);

    // In order, described, put first.
    await page.getByLabel('Caption photo 2').fill('The blue door');
    await page.getByRole('button', { name: 'Put first: photo 2' }).click();
    await page.getByRole('img', { name: 'The blue door' }).waitFor();
    expect(await page.locator('.photos img').first().getAttribute('alt')).toBe('The blue door');
    await page.getByText('On the card').waitFor();

    // Removed, after one more look.
    await page.getByRole('link', { name: 'Remove: photo 2' }).click();
    await page.getByRole('heading', { name: 'Remove this photo?' }).waitFor();
    expect(await problemsOf(page, page.url())).toEqual([]);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByText('1 of 50').waitFor();
  });

  test('photos are dropped anywhere on the page', async () => {
    const { page } = await openPhotos();
    const content = (await jpeg({ width: 700, height: 500 })).toString('base64');
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${content}'), (one) => one.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      for (const name of ['one.jpg', 'two.jpg', 'three.jpg'])
        dataTransfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.getByText('3 photos are added.').waitFor();
    await page.getByText('3 of 50').waitFor();
  });

  test('a caption that somebody is typing stays while photos are sent', async () => {
    const { page } = await openPhotos();
    const input = page.locator('input[type=file]');
    await input.setInputFiles(file('bay.jpg'));
    await page.getByText('1 of 50').waitFor();
    await page.getByLabel('Caption photo 1').fill('The bay, from the');
    await input.setInputFiles(file('door.png'));
    await page.getByText('2 of 50').waitFor();
    expect(await page.getByLabel('Caption photo 1').inputValue()).toBe('The bay, from the');
  });

  test('without JavaScript the page says what needs it, and does everything else', async () => {
    const { page } = await openPhotos({ javaScriptEnabled: false });
    await page.locator('noscript p', { hasText: 'Sending photos needs JavaScript.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose photos' }).count()).toBe(0);
  });

  test('a logo is sent from the page of the site, and a colour that is chosen is drawn at once', async () => {
    const { page, home } = await openTeam();
    await page.goto(`${home}/site`);
    const input = page.getByLabel('Logo to send');
    await input.setInputFiles(file('notes.txt'));
    await page.getByText('It must be a picture: JPEG, PNG, WebP or AVIF.').waitFor();
    await input.setInputFiles(file('broken.jpg'));
    await page.getByText('It must be a whole picture, and this one is damaged.').waitFor();
    await input.setInputFiles(file('door.png'));
    await page.getByRole('img', { name: 'Your logo' }).waitFor();
    await page.getByLabel('Choose a colour').fill('#b0401f');
    await page.getByText('On #b0401f, buttons are written in white').waitFor();
    expect(await problemsOf(page, page.url())).toEqual([]);
  });
});
