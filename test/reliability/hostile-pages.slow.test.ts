/**
 * Values that break software in every place of every page: in the path, the query and each field of a form. The pages
 * answer each of them without a 5xx.
 */
import { expect, test } from 'vitest';
import { seed } from '../helpers/random.ts';
import type { Entry } from '../registers/entry.ts';
import { chanceOf } from './chance.ts';
import { reportFigures, sized } from './figures.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { type Caller, openSweptApp } from './route-entries.ts';

/** As they stand in an address or a form: NUL, halves of characters, bytes that are no UTF-8, directions, and much of it. */
const OTHERS: Record<string, string> = {
  'NUL within': 'a%00b',
  'half a character': 'a%ED%A0%80b',
  'no UTF-8': '%FF%FE',
  'broken encoding': '%E0%A4%A',
  'right to left': '%E2%80%AEabc%D7%A9',
  'line ends': 'a%0D%0ABcc:%20b@c.example%0A',
  '10,000 characters': 'x'.repeat(10_000),
  '10,000 wide characters': '%F0%9F%98%80'.repeat(2_500),
  'braces and tags': '%7B%7B%207%20%7C%20date%20%7D%7D%3Cimg%20src%3Dx%3E',
  'a large number': '9'.repeat(40),
  'a date that is none': '2031-02-30',
};
/** How many of the others are tried in each place, besides NUL. */
const OTHERS_TRIED = sized(100, 1);
const PLACEHOLDER = 'qzqzplaceholderqzqz';

const chance = chanceOf(seed);
const { world, entries, requestOf, visitor } = await openSweptApp();
const team = await openLivedInTeam(world, chance.letters(10));
const caller: Caller = { token: null, member: team.member, visitor };

const isPage = (route: string): boolean => / \/(app|site)/.test(route);

function placesOf({ places, form, formOf, query }: Entry): string[] {
  const inForm = Object.keys({ ...form, ...formOf?.(team.own) }).map((name) => `form.${name}`);
  const inQuery = Object.keys(query ?? {}).map((name) => `query.${name}`);
  const others = Object.keys(places).filter((place) => !place.startsWith('header.'));
  return [...new Set([...others, ...inForm, ...inQuery])];
}

test('no page answers a hostile value with a 5xx, wherever it stands', { timeout: 900_000 }, async () => {
  const broken: unknown[] = [];
  const pages = Object.entries(entries).filter(([route]) => isPage(route));
  const places = pages.reduce((sum, [, entry]) => sum + placesOf(entry).length, 0);
  let count = 0;
  for (const [route, entry] of pages)
    for (const place of placesOf(entry))
      for (const [name, encoded] of [
        ['NUL', '%00'],
        ...chance.some(Object.entries(OTHERS), OTHERS_TRIED),
      ] as const) {
        const request = requestOf(route, caller, team.own, { [place]: PLACEHOLDER });
        const { url, payload } = request as { url: string; payload?: string };
        const answer = await world.app.inject({
          ...request,
          url: url.replaceAll(PLACEHOLDER, encoded),
          ...(payload === undefined ? {} : { payload: payload.replaceAll(PLACEHOLDER, encoded) }),
        });
        count += 1;
        if (answer.statusCode >= 500) broken.push({ route, place, name, status: answer.statusCode });
        if (answer.statusCode < 400 && entry.undo)
          await entry.undo(world, team, { body: answer.body, location: String(answer.headers.location) });
      }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(500);
  reportFigures('hostile-pages', {
    load: `${pages.length} pages, ${places} places, and ${1 + Math.min(OTHERS_TRIED, Object.keys(OTHERS).length)} hostile values in each`,
    seen: `${count} requests, and no 5xx.`,
  });
});
