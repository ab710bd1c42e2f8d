/**
 * No page that a member with the role `housekeeping` may open tells who a guest is, what somebody wrote of a stay, or an
 * amount (docs/rules.md, 27.8).
 */
import { expect, test } from 'vitest';
import { escapeHtml } from '../../src/web/views/html.ts';
import { browserOf, buildMember, visitorOf } from '../helpers/pages.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { openSweptApp } from './route-entries.ts';
import { storedTextsOf } from './stored-texts.ts';

const MARK = 'housekeeps';
const { world, entries, requestOf, visitor } = await openSweptApp();
const team = await openLivedInTeam(world, MARK);
const stored = await storedTextsOf(world.db, team.teamId);
const { email } = await buildMember(world, { teamId: team.teamId, role: 'housekeeping' });

/** Texts of the places, their units, their channels and the team itself may be shown, and codes of bookings. */
const PERMITTED =
  /^(listings|units|teams|people)\.|^(calendar_feeds\.name|blocks\.source|bookings\.confirmation_code)$/;

const textsOf = (isChosen: (column: string) => boolean): Set<string> =>
  new Set([...stored].flatMap(([column, texts]) => (isChosen(column) ? [...texts] : [])));
const permitted = textsOf((column) => PERMITTED.test(column));
const guests = textsOf((column) => /^guests\.(name|email|phone|notes)$/.test(column));
/** What somebody has typed, and codes and addresses made of it, have the mark. */
const secret = [...textsOf((column) => !PERMITTED.test(column))].filter(
  (text) => !permitted.has(text) && (guests.has(text) || text.toLowerCase().includes(MARK)),
);

const AMOUNT = /[€$£]|\b[A-Z]{3}\s?\d|\d[.,]\d\d\b/;

function expectNothingTold(url: string, body: string): void {
  const told = secret.filter(
    (text) => body.includes(escapeHtml(text)) || body.includes(encodeURIComponent(text)),
  );
  expect([url, told]).toEqual([url, []]);
  expect([url, AMOUNT.exec(body.replaceAll(/<[^>]*>/g, ' '))?.[0]]).toEqual([url, undefined]);
}

/** Signed in at noon of a day. */
async function openOn(day: string) {
  world.clock.set(`${day}T12:00:00Z`);
  const cleaner = visitorOf(world);
  await cleaner.signIn(email);
  return cleaner;
}

test('the housekeeping may open its day, the list to clean, the calendar and its blocks, and no other page', async () => {
  const cleaner = await openOn('2031-05-05');
  const caller = { token: null, member: browserOf(cleaner), visitor };
  const opened: string[] = [];
  for (const route of Object.keys(entries).filter((one) => one.startsWith('GET /app/teams/'))) {
    const { statusCode, body } = await world.app.inject(requestOf(route, caller, team.own));
    if (statusCode !== 403) opened.push(route.replace('GET /app/teams/:team', ''));
    expectNothingTold(route, body);
  }
  expect(opened.sort()).toEqual(['', '/calendar', '/calendar/blocks/:block', '/today', '/today/cleaning']);
});

test('no page that the housekeeping may open names a guest, a note or an amount, on any day with a stay', async () => {
  const base = `/app/teams/${team.own.teamSlug}`;
  const { rows: days } = await world.db.execute<{ day: string }>(
    `select distinct start_date::text as day from occupancies where team_id = ${team.teamId}`,
  );
  const { rows: blocks } = await world.db.execute<{ id: string }>(
    `select id from blocks where team_id = ${team.teamId}`,
  );
  expect(secret.length).toBeGreaterThan(100);
  expect(days.length).toBeGreaterThan(5);
  let parties = 0;
  for (const { day } of days) {
    const cleaner = await openOn(day);
    const paths = ['/today', '/today?day=week', '/today/cleaning?day=week', `/calendar?from=${day}&days=62`];
    for (const path of paths) {
      const { statusCode, body } = await cleaner.get(base + path);
      expect([path, statusCode]).toEqual([path, 200]);
      expectNothingTold(`${path} on ${day}`, body);
      parties += body.match(/\d guests?/g)?.length ?? 0;
    }
  }
  // The stays themselves are shown.
  expect(parties).toBeGreaterThan(days.length);
  const cleaner = await openOn('2031-05-05');
  for (const { id } of blocks) {
    const { body } = await cleaner.get(`${base}/calendar/blocks/${id}`);
    expectNothingTold(`block ${id}`, body);
  }
});
