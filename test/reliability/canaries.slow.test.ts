/**
 * Teams whose every text can be recognised, and all kinds of callers. A team's private texts appear in no answer to
 * others, in its own answers only if the reference shows them, and in no line of the log.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { toLoggableError } from '../../src/services/errors.ts';
import { TEST_APP_KEY } from '../helpers/app.ts';
import { PASSWORD } from '../helpers/pages.ts';
import { run, untilSaid } from '../helpers/process.ts';
import { seed } from '../helpers/random.ts';
import { words } from '../helpers/words.ts';
import { OWN, OWN_NAMES, SHOWN, SHOWN_TO_ANYONE } from '../registers/all.ts';
import type { LivedInTeam, Own } from '../registers/lived-in.ts';
import { chanceOf } from './chance.ts';
import { isFull, reportFigures, sized } from './figures.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { type Caller, NOBODY, openSweptApp } from './route-entries.ts';
import { onlyOf, type StoredTexts, storedTextsOf } from './stored-texts.ts';

/** Shorter texts occur everywhere by chance. */
const SHORTEST = 8;
const TEAMS = sized(4, 2);
const TABLES_BROKEN = sized(1_000, 1);

const chance = chanceOf(seed);
const metrics = createMetrics();

const { world, entries, requestOf, visitor } = await openSweptApp({ metrics });
const teams: LivedInTeam[] = [];
for (let count = 0; count < TEAMS; count += 1) teams.push(await openLivedInTeam(world, chance.letters(10)));
/** All stored texts of each team, and those that no other team has. */
const stored: StoredTexts[] = [];
for (const { teamId } of teams) stored.push(await storedTextsOf(world.db, teamId));
const texts = stored.map((one) =>
  onlyOf(
    one,
    stored.filter((other) => other !== one),
  ),
);
// Every column has a recognisable text, including new columns.
expect(texts.map((one) => [...one.keys()])).toEqual(stored.map((one) => [...one.keys()]));

/** Every private text of a team, by its column. */
async function privateOf(index: number): Promise<Map<string, string[]>> {
  const { hidden, secrets, teamId } = teams[index] as LivedInTeam;
  const words = hidden.map((slug) => slug.split('-')[0] ?? '');
  const { rows } = await world.db.execute<{ id: string }>(
    `select p.id from photos p join listings l on l.team_id = p.team_id and l.id = p.listing_id
     where p.team_id = ${teamId} and l.status = 'active' and l.listed_on_site`,
  );
  const shownPhotos = new Set(rows.map(({ id }) => id));
  const isShown = (column: string, text: string) =>
    column === 'photos.id' ? shownPhotos.has(text) : !words.some((word) => text.toLowerCase().includes(word));
  const anyones = new Set(
    SHOWN_TO_ANYONE.flatMap((column) =>
      [...(texts[index]?.get(column) ?? [])].filter((text) => isShown(column, text)),
    ),
  );
  const columns = [...(texts[index] ?? [])].map(([column, values]) => {
    const own = [...values].filter((text) => text.length >= SHORTEST && !anyones.has(text));
    return [column, own] as const;
  });
  return new Map([...columns, ['secrets', secrets]]);
}

const ask = (request: InjectOptions): Promise<LightMyRequestResponse> => world.app.inject(request);

const textOf = ({ headers, body }: LightMyRequestResponse) => `${JSON.stringify(headers)}\n${body}`;

/** A private text, with the forms in which it may be told. */
type Needle = { column: string; value: string; forms: string[] };
const needlesOf = (privates: Map<string, string[]>): Needle[] =>
  [...privates].flatMap(([column, values]) =>
    values.map((value) => ({ column, value, forms: [...new Set([value, encodeURIComponent(value)])] })),
  );

/** A team's private texts in an answer that were not in the request. */
function foundIn(text: string, needles: readonly Needle[], request: InjectOptions): string[] {
  const there = needles.filter(({ forms }) => forms.some((form) => text.includes(form)));
  if (there.length === 0) return [];
  const sent = decodeURIComponent(`${request.url} ${request.payload ?? ''}`.replaceAll('+', ' '));
  return there
    .filter(({ value }) => !sent.includes(value))
    .map(({ column, value }) => `${column}: ${value.slice(0, 80)}`);
}

/** Callers who do not belong to the team: another team's tokens and members, former ones, and anonymous ones. */
function strangersTo(team: LivedInTeam): Record<string, Caller> {
  const [stranger] = teams.filter((one) => one !== team);
  if (!stranger) throw new Error('There is no other team.');
  const { token, owner, reader } = stranger.tokens;
  return {
    'another team': { token, owner, member: stranger.member, visitor },
    'another team that reads': { token: reader, member: stranger.member, visitor: stranger.member },
    'nobody in particular': { token: null, member: null, visitor },
    'somebody with a wrong token': { token: 'wrong-token-of-another-system', member: visitor, visitor },
    'a former member, and a revoked token': {
      token: team.tokens.gone,
      member: team.removed,
      visitor: team.removed,
    },
  };
}

/** Requests that name nothing of a team: whole lists, and searches that would find everybody's data. */
const LISTS = words(`
  /v1/guests?per_page=100&search=example.com /v1/guests?per_page=100 /v1/bookings?per_page=100
  /v1/blocks?per_page=100 /v1/listings?per_page=100`);

/** Values sent here belong to the sender from then on, and are shown to them. */
const isKept = (place: string) => /^(body|form)\..*(email|name)$/.test(place);

/** Anyone who has a link, a booking's key or a calendar's address may use it, so they are left out. */
const ownOf = ({ own }: LivedInTeam): Own => ({
  ...own,
  ...Object.fromEntries(
    OWN_NAMES.filter((name) => OWN[name]?.secret).map((name) => [name, 'A'.repeat(own[name].length)]),
  ),
});

test('private data of a team is in no answer to anybody else', { timeout: 1_800_000 }, async () => {
  const leaks: unknown[] = [];
  let sought = 0;
  let requestCount = 0;
  for (const [index, team] of teams.entries()) {
    const needles = needlesOf(await privateOf(index));
    sought += needles.length;
    for (const [who, caller] of Object.entries(strangersTo(team))) {
      const [stranger] = teams.filter((one) => one !== team);
      const requests: InjectOptions[] = LISTS.map((url) => ({
        url,
        headers: caller.token === null ? {} : { authorization: `Bearer ${caller.token}` },
      }));
      for (const [route, { places }] of Object.entries(entries)) {
        // All other values are the caller's own, so that a request gets as far as possible.
        const mixed = who.startsWith('another') ? Object.entries(places) : [];
        for (const [place, kind] of mixed.filter(([one]) => !isKept(one)))
          requests.push(
            requestOf(route, caller, ownOf(stranger as LivedInTeam), { [place]: ownOf(team)[kind] }),
          );
        if (route !== 'POST /app/sign-out') requests.push(requestOf(route, caller, ownOf(team)));
      }
      requestCount += requests.length;
      for (const request of requests)
        for (const found of foundIn(textOf(await ask(request)), needles, request))
          leaks.push({ who, method: request.method, url: request.url, found });
    }
  }
  expect(leaks).toEqual([]);
  expect(foundInLog()).toEqual([]);
  expect(sought).toBeGreaterThan(200 * TEAMS);
  const metricsText = await metrics.text();
  const log = world.log.length;
  expect(wholeOf(texts).filter((text) => metricsText.includes(text))).toEqual([]);
  reportFigures('canaries', {
    load: `${TEAMS} teams with ${sought} private texts of ${texts[0]?.size} columns; ${requestCount} requests by everybody who is none of theirs`,
    faults: 'every table renamed, then every row that is written refused by the database',
    seen: `No private text in any answer to somebody else, none in ${log} lines of the log at its most talkative, none in the metrics.`,
  });
});

/** Every text of every team, none of which belongs in the log. */
const wholeOf = (all: readonly StoredTexts[]) =>
  [
    ...new Set([
      ...all.flatMap((one) => [...one.values()].flatMap((values) => [...values])),
      ...teams.flatMap(({ secrets, mark }) => [...secrets, mark]),
      PASSWORD,
    ]),
  ].filter((text) => text.length >= SHORTEST);

function foundInLog(log = world.log.join('\n')): string[] {
  const errors = world.backgroundErrors.map((error) => JSON.stringify(toLoggableError(error)));
  const whole = [log, ...errors].join('\n');
  expect(whole).toContain('"msg":"answered"');
  return wholeOf(texts).filter((text) => whole.includes(text) || whole.includes(encodeURIComponent(text)));
}

test('a team’s own answers show exactly the private data that the reference declares', async () => {
  const [team] = teams;
  if (!team) throw new Error('There is no team.');
  const privates = await privateOf(0);
  // By text: a text in several columns may be shown wherever one of them is.
  const columnsOf = Map.groupBy(
    [...privates].flatMap(([column, values]) => values.map((value) => ({ column, value }))),
    ({ value }) => value,
  );
  const caller = { token: team.tokens.token, owner: team.tokens.owner, member: team.member, visitor };
  const out: unknown[] = [];
  const seen = new Set<string>();
  const bookings = [...(texts[0]?.get('bookings.id') ?? [])];
  const requests = Object.entries(entries).flatMap(([route, { places }]) =>
    (isReading(route) && 'path.booking' in places ? bookings : ['']).map(
      (booking) => [route, requestOf(route, caller, { ...team.own, ...(booking && { booking }) })] as const,
    ),
  );
  for (const [route, request] of requests.filter(([one]) => isReading(one))) {
    const text = textOf(await ask(request));
    // A page hands out the API’s own answer.
    const apiRoute = route.endsWith('/export') ? 'GET /v1/guests/:guest/export' : route;
    const sent = decodeURIComponent(`${request.url} ${request.payload ?? ''}`);
    for (const [value, columns] of columnsOf) {
      if (!text.includes(value)) continue;
      const shown = columns.filter(({ column }) => SHOWN[column]?.some((where) => where.test(apiRoute)));
      for (const { column } of shown) seen.add(column);
      if (shown.length === 0 && !sent.includes(value))
        out.push({ route, columns: columns.map(({ column }) => column), value });
    }
  }
  expect(out).toEqual([]);
  expect([...seen].sort()).toEqual(Object.keys(SHOWN).sort());
});

/** Requests that change nothing. Showing a token is a POST, but only reads. */
const isReading = (route: string) => route.startsWith('GET ') || route.endsWith('/show');

test('while the database fails, no line of the log contains a team’s data', {
  timeout: 1_800_000,
}, async () => {
  const { rows } = await world.db.execute<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const tables = rows.map(({ name }) => name);
  const faults = [
    ...chance.some(tables, TABLES_BROKEN).map((name) => ({
      break: `alter table ${name} rename to ${name}_away`,
      mend: `alter table ${name}_away rename to ${name}`,
    })),
    // The error contains the whole refused row.
    ...chance.some(tables, TABLES_BROKEN).map((name) => ({
      break: `alter table ${name} add constraint nothing_more check (false) not valid`,
      mend: `alter table ${name} drop constraint nothing_more`,
    })),
  ];
  // A guest's table is always among them, because guests do not use the service themselves.
  faults.push({
    break: 'alter table guests add constraint nothing_more check (false) not valid',
    mend: 'alter table guests drop constraint nothing_more',
  });
  const team = await openLivedInTeam(world, chance.letters(10));
  texts.push(onlyOf(await storedTextsOf(world.db, team.teamId), stored));
  teams.push(team);
  try {
    const caller = { token: team.tokens.token, owner: team.tokens.owner, member: team.member, visitor };
    const others: unknown[] = [];
    let failed = 0;
    for (const fault of faults) {
      await world.db.execute(fault.break);
      for (const route of Object.keys(entries)) {
        const { statusCode, body } = await ask(
          requestOf(route, caller, { ...team.own, secret: 'A'.repeat(43) }),
        );
        if (statusCode < 500) continue;
        failed += 1;
        const isPage = / \/(app|site)/.test(route);
        if (!isPage && !['{"message":"Server Error"}'].includes(body) && statusCode === 500)
          others.push({ route, body });
      }
      await world.db.execute(fault.mend);
    }
    expect(others).toEqual([]);
    // The guests' table is always among them. Other drawn tables may have few readers.
    expect(failed).toBeGreaterThan(isFull ? faults.length : 0);
    expect(foundInLog()).toEqual([]);
  } finally {
    teams.pop();
    texts.pop();
  }
});

test('a server at its most detailed log level does not log any of a team’s data', {
  timeout: 120_000,
}, async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'innkeep-canaries-'));
  const [team] = teams;
  if (!team) throw new Error('There is no team.');
  const server = run('server', {
    env: { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64'), PORT: '0', LOG_LEVEL: 'trace' },
    cwd,
  });
  try {
    const [, address = ''] = await untilSaid(server, /listening at (http:\/\/127\.0\.0\.1:\d+)/);
    const caller = { token: team.tokens.token, owner: team.tokens.owner, member: team.member, visitor };
    const statuses = new Set<number>();
    for (const route of Object.keys(entries).filter(isReading)) {
      const { method = 'GET', url, headers, payload } = requestOf(route, caller, team.own);
      if (method === 'OPTIONS') continue;
      const answer = await fetch(`${address}${url}`, {
        method,
        headers: headers as Record<string, string>,
        redirect: 'manual',
        ...(payload === undefined ? {} : { body: String(payload) }),
      });
      statuses.add(answer.status);
      await answer.arrayBuffer();
    }
    const wrong = await fetch(`${address}/v1/guests/${NOBODY}?email=${team.own.guestEmail}`, {
      headers: { authorization: `Bearer ${team.tokens.gone}`, cookie: team.member.cookie },
    });
    expect([wrong.status, statuses.has(200), statuses.has(500)]).toEqual([401, true, false]);
  } finally {
    server.child.kill('SIGTERM');
    await server.finished;
    await rm(cwd, { recursive: true });
  }
  const log = server.said.stdout + server.said.stderr;
  expect(foundInLog(log)).toEqual([]);
  for (const secret of [TEST_APP_KEY.toString('base64'), world.url, team.tokens.token])
    expect(log).not.toContain(secret);
});
