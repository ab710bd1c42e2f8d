import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { openTeamPages, type visitorOf } from '../../../helpers/pages.ts';
import { fillTeam } from '../../../web/busy-team.ts';
import { linksIn } from '../../../web/page-text.ts';

const world = await openSharedApp();

const BREAKING = `<script>alert(1)</script>"'><img src=x onerror=alert(2)> & </title></textarea>`;

/** The escaped text in a page: no part of it begins a tag, ends an attribute or is read as an entity. */
const escaped = (text: string) => text.replace(/["&'<=>]/g, (character) => `&#${character.charCodeAt(0)};`);

const MOST_PAGES = 150;

/** Opens every page of a team that some other page of it leads to. */
async function crawl(visitor: ReturnType<typeof visitorOf>, base: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const waiting = [`${base}/today`];
  for (let path = waiting.shift(); path !== undefined && seen.size < MOST_PAGES; path = waiting.shift()) {
    // A guest's export is a file.
    if (seen.has(path) || path.endsWith('/export')) continue;
    const { body, statusCode } = await visitor.get(path);
    expect([path, statusCode]).toEqual([path, 200]);
    seen.set(path, body);
    waiting.push(...linksIn(body, base));
  }
  return seen;
}

test('every page shows the texts of guests and of the team as text, not as HTML', async () => {
  const { team, visitor, base } = await openTeamPages(world);
  const named = (word: string) => `${word} ${BREAKING}`;
  await fillTeam(world, team.id, named);
  const pages = await crawl(visitor, base);
  for (const [path, body] of pages) {
    for (const part of ['<script>alert', '<img src=x', '"\'>', '</title></textarea>'])
      expect([path, body.includes(part)]).toEqual([path, false]);
    expect([path, body.match(/<script/g)]).toEqual([path, body.match(/<script(?= [^>]*src=")/g)]);
  }
  const everything = [...pages.values()].join('');
  for (const word of ['Building', 'Title', 'Unit', 'Guest', 'Reason', 'Season', 'Note', 'Token'])
    expect(everything).toContain(escaped(named(word)));
  expect(pages.size).toBeGreaterThan(15);
  expect(pages.size).toBeLessThan(MOST_PAGES);
});
