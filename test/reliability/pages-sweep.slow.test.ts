/**
 * Every page and form of the team's pages, found by their routes: a form without its token changes nothing, a page
 * without a session shows nothing, and stored texts are shown as texts.
 */
import { expect, test } from 'vitest';
import { seed } from '../helpers/random.ts';
import { chanceOf } from './chance.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { openSweptApp } from './route-entries.ts';
import { digestOf } from './stored-texts.ts';

const chance = chanceOf(seed);
const { world, entries, requestOf, visitor } = await openSweptApp();
const team = await openLivedInTeam(world, chance.letters(10));
const caller = { token: null, member: team.member, visitor };
const pages = Object.keys(entries).filter((route) => route.includes(' /app/teams/:team/'));
const forms = Object.keys(entries).filter((route) => route.startsWith('POST /app'));

test('a form without its token, or from another site, changes nothing', async () => {
  const before = await digestOf(world.db, team.teamId);
  const untokened = {
    ...caller,
    member: { ...team.member, formToken: '' },
    visitor: { ...visitor, formToken: '' },
  };
  expect(forms.length).toBeGreaterThan(30);
  for (const route of forms) {
    const without = await world.app.inject(requestOf(route, untokened, team.own));
    const request = requestOf(route, caller, team.own);
    const headers = { ...request.headers, origin: 'https://evil.example' };
    const foreign = await world.app.inject({ ...request, headers });
    for (const answer of [without, foreign])
      expect([route, answer.statusCode, answer.headers['content-type']]).toEqual([
        route,
        403,
        'text/html; charset=utf-8',
      ]);
  }
  expect(await digestOf(world.db, team.teamId)).toEqual(before);
});

test('without a session, every page and form leads to the sign-in', async () => {
  const before = await digestOf(world.db, team.teamId);
  for (const route of pages) {
    const answer = await world.app.inject(requestOf(route, { ...caller, member: null }, team.own));
    expect([route, answer.statusCode]).toEqual([route, 303]);
    expect(String(answer.headers.location)).toMatch(/^\/app\/sign-in(\?next=|$)/);
  }
  expect(await digestOf(world.db, team.teamId)).toEqual(before);
});

const HOSTILE = `<x-hostile>'&`;

/** Puts a tag into every text of the team that has its mark, apart from keys and addresses of pages. */
async function makeHostile(): Promise<string[]> {
  const { rows: columns } = await world.db.execute<{ table: string; column: string; type: string }>(`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying') and column_name not like '%slug%'
      and column_name !~ '(_key|search_text|hash|uid|recurrence)$' and table_name in (
        select table_name from information_schema.columns where column_name = 'team_id')`);
  const changed: string[] = [];
  for (const { table, column, type } of columns) {
    const cast = type === 'jsonb' ? '::jsonb' : '';
    const text = HOSTILE.replaceAll("'", "''");
    const changing = `update ${table} set ${column} = replace(${column}::text, '${team.mark}', '${team.mark}${text}')${cast}
      where team_id = ${team.teamId} and ${column}::text like '%${team.mark}%' returning 1 as one`;
    // Some texts are keys that others refer to.
    const isChanged = await world.db.execute(changing).then(
      ({ rows }) => rows.length > 0,
      () => false,
    );
    if (isChanged) changed.push(`${table}.${column}`);
  }
  return changed;
}

test('stored texts are shown as texts, on every page', async () => {
  const changed = await makeHostile();
  for (const column of [
    'guests.name',
    'listings.public_title',
    'bookings.notes',
    'units.name',
    'seasons.name',
  ])
    expect(changed).toContain(column);
  const shown: string[] = [];
  for (const route of pages.filter((one) => one.startsWith('GET '))) {
    const { statusCode, body, headers } = await world.app.inject(requestOf(route, caller, team.own));
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    expect([route, statusCode < 400]).toEqual([route, true]);
    expect([route, body.includes('<x-hostile>')]).toEqual([route, false]);
    if (body.includes('&#60;x-hostile&#62;')) shown.push(route);
  }
  expect(shown.length).toBeGreaterThan(15);
});
