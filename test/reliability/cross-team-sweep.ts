/**
 * Another team's ids and names in every place of every route: the answer is the same as for a value that does not
 * exist, and nothing of the other team changes. `npm test` sweeps a part of the routes, and the slow tests all.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { findTeamIdInSecret } from '../../src/options/calendars/services/unit-calendars/secret.ts';
import { seed } from '../helpers/random.ts';
import { OWN, OWN_NAMES } from '../registers/all.ts';
import type { Entry } from '../registers/entry.ts';
import type { Own } from '../registers/lived-in.ts';
import { chanceOf } from './chance.ts';
import { isFull, reportFigures, sized } from './figures.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { type Caller, NOBODY, openSweptApp } from './route-entries.ts';
import { digestOf, onlyOf, storedTextsOf } from './stored-texts.ts';

/** The number of values per place: one of every other column and all that fit there. At a small size one that fits. */
const VALUES_TRIED = sized(1_000, 1);
/** What is the id, slug or code of nothing. */
const NO_NAMES = ['x', '\0', "'--"];
/** How many statements any page may take. */
const MOST_STATEMENTS = 8;
/** The places to try, in every route that takes a token, a session or a key. */
function placesOf(route: string, { as, places, body }: Entry): Record<string, keyof Own> {
  return {
    ...places,
    ...(as === 'token' ? { 'header.authorization': 'token' } : {}),
    ...(as === 'token' && body ? { 'header.idempotency-key': 'idempotencyKey' } : {}),
    ...(as !== 'token' && route.includes(' /app') ? { 'header.cookie': 'secret' } : {}),
  };
}

/** Columns with values that could be mistaken for a token, a session's secret or a key. */
const SECRETS = /^(tokens|token_uses|sessions|people|person_mails|invitations|idempotency_records)\./;
type ComparedAnswer = { status: number; headers: unknown; body: string; statements: string[] };
function withoutValue(text: string, value: string): string {
  // Answers never repeat a team's number, and its digit occurs everywhere.
  if (/^[0-9]+$/.test(value)) return text;
  const escaped = value.replaceAll(/["&'<=>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  // A field of one line is shown without the white space around it, also in a link.
  const shown = value.trim() === '' ? [value] : [value, value.trim()];
  const forms = [
    ...shown,
    ...shown.map((form) => new URLSearchParams({ value: form }).toString().slice(6)),
    encodeURIComponent(value),
    escaped,
  ];
  return forms.reduce(
    (rest, form) => rest.replaceAll(form, '(value)').replaceAll(form.toLowerCase(), '(value)'),
    text,
  );
}

/** Records only the difference, with a few characters before it. */
export function noteDifference(
  what: object,
  theirs: ComparedAnswer,
  expected: ComparedAnswer,
  differences: unknown[],
): void {
  for (const part of ['status', 'headers', 'body', 'statements'] as const) {
    const [theirText, expectedText] = [JSON.stringify(theirs[part]), JSON.stringify(expected[part])];
    if (theirText === expectedText) continue;
    const at = [...theirText].findIndex((sign, index) => sign !== expectedText[index]);
    const near = (text: string) => text.slice(Math.max(0, at - 100), at + 200);
    differences.push({ ...what, part, theirs: near(theirText), expected: near(expectedText) });
  }
}

type Digests = { others: object; own: object };

/** Two teams, and what sends values of one of them for the other. */
export async function openSweep() {
  const chance = chanceOf(seed);
  const { world, entries, requestOf, visitor } = await openSweptApp();
  const team = await openLivedInTeam(world, chance.letters(10));
  const other = await openLivedInTeam(world, chance.letters(10));
  const caller: Caller = { token: team.tokens.token, owner: team.tokens.owner, member: team.member, visitor };
  const all = [
    await storedTextsOf(world.db, team.teamId),
    await storedTextsOf(world.db, other.teamId),
  ] as const;
  const ownTexts = onlyOf(all[0], [all[1]]);
  const otherTexts = onlyOf(all[1], [all[0]]);
  /** All stored texts of both teams, including ids. */
  const known = new Set([...ownTexts.values(), ...otherTexts.values()].flatMap((values) => [...values]));
  const { rows: units } = await world.db.execute<{ id: string }>(
    `select id from units where team_id = ${team.teamId} and listing_id = '${team.own.listing}'`,
  );
  const unitsOfListing = units.map(({ id }) => id);
  let pairs = 0;

  /** One value of each of some columns, and every value of the column that fits the place. */
  function foreignValues(route: string, kind: keyof Own, place: string): string[] {
    const belongs = OWN[kind]?.column ?? '';
    // A field of one line gives a page of many lines back in another form.
    const columns = [...otherTexts.keys()].filter(
      (column) =>
        column !== belongs &&
        column !== 'mails.html' &&
        (!place.startsWith('header.') || SECRETS.test(column)),
    );
    const rest = chance.some(columns, VALUES_TRIED);
    const values = rest.flatMap((column) => chance.some([...(otherTexts.get(column) ?? [])], 1));
    // A link into the other team may be used by its holder.
    const all = chance.some([...(otherTexts.get(belongs) ?? [])], VALUES_TRIED);
    const right = [...all, ...(OWN[kind]?.secret === 'alone' ? [] : [other.own[kind]])];
    // Anybody may name a team's booking site.
    const shown = place === 'path.teamSlug' || place === 'path.*' ? [other.own.teamSlug] : [];
    // The booking page repeats its address, and a single digit occurs in the rest of it.
    const numbers = place.startsWith('path.') && !route.includes(' /site') ? [String(other.teamId)] : [];
    // An id is the same in capitals.
    const large = right.filter((value) => /^[0-9a-f-]{36}$/.test(value)).map((value) => value.toUpperCase());
    const tried = new Set([...values, ...right, ...large.slice(0, 1), ...numbers]);
    for (const value of shown) tried.delete(value);
    // A form shows each of several ticked values by itself, and commas part them.
    if (place === 'form.listings') for (const value of tried) if (value.includes(',')) tried.delete(value);
    if (isFull) return [...tried];
    const fits = right.findLast((value) => tried.has(value));
    return fits === undefined ? chance.some([...tried], 1) : [fits];
  }

  /** Ids and slugs of the right team, but of other entities. */
  function misplacedValues(route: string, kind: keyof Own, place: string): string[] {
    // Forms take neither ids nor slugs, and a page that repeats a value may also show it elsewhere.
    if (/^(header|form)\./.test(place) || (route.includes(' /app') && place.startsWith('query.'))) return [];
    const right = new Set(ownTexts.get(OWN[kind]?.column ?? ''));
    // A folio's part belongs to its booking, and a unit to its listing. Parts of other bookings and units of
    // other listings are wrong as well.
    // A calendar feed may be of any unit of the team.
    const isOfOneUnit = place === 'path.unit' || route === 'POST /v1/calendar-feeds';
    if (['payment', 'invoice', 'unit'].includes(kind) && !isOfOneUnit) {
      right.clear();
      right.add(team.own[kind]);
      if (kind === 'unit') for (const unit of unitsOfListing) right.add(unit);
    }
    // A booking site does not show these, but the team's own list does.
    if (place === 'path.listingSlug') for (const slug of team.hidden) right.delete(slug);
    const ids = [...ownTexts].flatMap(([column, values]) =>
      /(^|_)id$|\.slug$/.test(column) ? [...values] : [],
    );
    // The links of an answer contain the ids of the path anyway.
    const named = Object.entries(entries[route]?.places ?? {}).flatMap(([one, own]) =>
      one.startsWith('path.') && one !== place ? [team.own[own]] : [],
    );
    const candidates = [...new Set(ids)].filter(
      (value) => !right.has(value) && value !== team.own.teamSlug && !named.includes(value),
    );
    return chance.some(candidates, VALUES_TRIED);
  }

  async function ask(
    request: InjectOptions,
  ): Promise<{ answer: LightMyRequestResponse; statements: string[] }> {
    // What an earlier request has left for the log is not written in the midst of this one.
    await world.services.auditLog.flush();
    const { result, statements } = await world.statements.during(async () => world.app.inject(request));
    // Statements after a rollback are recorded as well.
    return { answer: result, statements: [...statements] };
  }

  /** The answer, with the requested value and all newly made values replaced by words. */
  async function findAnswer(
    route: string,
    others: Record<string, string>,
    head = false,
  ): Promise<ComparedAnswer> {
    const own = 'header.idempotency-key' in others ? nobodysOwn(route) : team.own;
    const request = requestOf(route, caller, own, others);
    const { answer, statements } = await ask(head ? { ...request, method: 'HEAD' } : request);
    const { undo } = entries[route] ?? {};
    if (answer.statusCode < 400 && undo)
      await undo(world, team, { body: answer.body, location: String(answer.headers.location) });
    // A used key belongs to this team from then on.
    if (own !== team.own) await forgetKey(others['header.idempotency-key'] ?? '');
    const { date: _date, 'x-request-id': _id, etag, ...rest } = answer.headers;
    // The tag of what was made follows from its new id.
    const headers = answer.statusCode === 201 ? rest : { ...rest, etag };
    const plain = (text: string) => withoutNew(Object.values(others).reduce(withoutValue, text));
    return {
      status: answer.statusCode,
      headers: JSON.parse(plain(JSON.stringify(headers))),
      body: plain(answer.body),
      statements,
    };
  }

  const forgetKey = (key: string) =>
    world.db.execute(
      sql`delete from idempotency_records where team_id = ${team.teamId} and idempotency_key = ${key}`,
    );

  /** For a key that is checked with any request. The write finds nothing, so it leaves nothing behind. */
  function nobodysOwn(route: string): Own {
    if (!route.includes(':')) return { ...team.own };
    const nobodys = OWN_NAMES.filter((name) => /\.(id|code)$/.test(OWN[name]?.column ?? ''));
    return { ...team.own, ...Object.fromEntries(nobodys.map((name) => [name, NOBODY])) };
  }

  /** Removes values that differ between any two answers: new ids and codes, forms' tokens, cookies of one page. */
  function withoutNew(text: string): string {
    return (
      text
        .replaceAll(/name="form_token" value="[^"]+"/g, '(form token)')
        .replaceAll(/innkeep-(flash|visitor)=[\w.-]+/g, '(cookie)')
        // A preview's invoice has the code of a booking that is not kept.
        .replaceAll(/"number":"[^"]*[2-9A-HJ-NP-Z]{8}-1"/g, '(invoice)')
        .replaceAll(/"location":"([^"]*\/bookings\/)[2-9A-HJ-NP-Z]{8}"/g, '"location":"$1(code)"')
        .replaceAll(/"key":"[\w-]{32}"/g, '(key)')
        .replaceAll(/whsec_[\w+/]+=*/g, '(secret)')
        .replaceAll(/"duration_ms":\d+/g, '(duration)')
        .replaceAll(/"confirmation_code":"[2-9A-HJ-NP-Z]{8}"/g, '(code)')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : '(id)'))
    );
  }

  /**
   * A value of the same form. The address of a calendar tells its team, and one that tells no team is not looked up. So if
   * the value tells one, the other does so too.
   */
  function drawLike(value: string): string {
    const drawn = chance.like(value);
    const isAlike = (findTeamIdInSecret(drawn) === null) === (findTeamIdInSecret(value) === null);
    return isAlike ? drawn : drawLike(value);
  }

  /** Sends a value, and one of the same form that does not exist. Records a difference between the answers. */
  async function compare(
    route: string,
    others: Record<string, string>,
    differences: unknown[],
    head = false,
  ): Promise<number> {
    const nobodys = Object.fromEntries(
      Object.entries(others).map(([place, value]) => [place, drawLike(value)]),
    );
    const [first, expected] = [await findAnswer(route, others, head), await findAnswer(route, nobodys, head)];
    // After a write the first of two searches reads the team's catalogue, and the second finds it in memory.
    const isAskedAgain =
      route.startsWith('GET ') && !isDeepStrictEqual(first.statements, expected.statements);
    const theirs = isAskedAgain ? await findAnswer(route, others, head) : first;
    pairs += 1;
    noteDifference({ route, others }, theirs, expected, differences);
    return theirs.status;
  }

  const withPlaces = Object.entries(entries).filter(
    ([route, entry]) => Object.keys(placesOf(route, entry)).length > 0,
  );

  const digests = async (before?: Digests): Promise<Digests> => ({
    // At a small size they are compared once, at the end.
    others: before && !isFull ? before.others : await digestOf(world.db, other.teamId),
    own: await digestOf(world.db, team.teamId),
  });

  /** Sweeps every place of a route. Takes the rows' digests before it, and returns those after it. */
  async function sweep(
    route: string,
    entry: Entry,
    before: Digests,
    differences: unknown[],
  ): Promise<Digests> {
    const statuses: number[] = [];
    for (const [place, kind] of Object.entries(placesOf(route, entry))) {
      const values = foreignValues(route, kind, place);
      const found: number[] = [];
      for (const value of values) found.push(await compare(route, { [place]: value }, differences));
      statuses.push(...found);
      if (place.startsWith('path.') && entry.as !== 'anyone') {
        for (const text of chance.some(NO_NAMES, VALUES_TRIED)) {
          const { answer } = await ask(requestOf(route, caller, team.own, { [place]: text }));
          found.push(answer.statusCode);
        }
        expect([route, place, found]).toEqual([route, place, found.map(() => 404)]);
      }
      const [last] = values.slice(-1);
      if (isFull && last && route.startsWith('GET '))
        await compare(route, { [place]: last }, differences, true);
      for (const value of misplacedValues(route, kind, place))
        await compare(route, { [place]: value }, differences);
    }
    // All values of the other team together, as in its own request.
    // A whole link may be used by its holder.
    const isOpen =
      'path.teamSlug' in entry.places ||
      'path.secret' in entry.places ||
      route.includes('/sign-in') ||
      route.includes('*');
    if (!isOpen && Object.keys(entry.places).length > 1) {
      const all = Object.entries(entry.places).map(([place, kind]) => [place, other.own[kind]]);
      statuses.push(await compare(route, Object.fromEntries(all), differences));
    }
    const after = await digests(before);
    expect([route, after.others]).toEqual([route, before.others]);
    if (statuses.every((status) => status >= 400)) expect([route, after.own]).toEqual([route, before.own]);
    return after;
  }

  /** A page takes few statements, whatever it shows. An export is no page, and a preview is a write that is rolled back. */
  function expectFew(route: string, statements: readonly string[]): void {
    if (!route.startsWith('GET /app/') || /export|\.csv/.test(route) || statements.includes('begin')) return;
    const most = entries[route]?.mostStatements ?? MOST_STATEMENTS;
    expect([route, statements.length <= most ? 'few' : [statements.length, ...statements]]).toEqual([
      route,
      'few',
    ]);
  }

  /** Sends a route's request about a team's own data, and another for each place of its query, so that it is found. */
  async function expectOwnFound(route: string, theirs: Caller, own: Own): Promise<void> {
    const { status, places = {} } = entries[route] ?? {};
    const { answer, statements } = await ask(requestOf(route, theirs, own));
    expect([route, answer.statusCode, answer.body]).toEqual([route, status, expect.any(String)]);
    expectFew(route, statements);
    // The other values of the request are theirs as well, so everything is found where it should be.
    for (const [place, kind] of Object.entries(places)) {
      if (!place.startsWith('query.') || place === 'query.next') continue;
      const found = await ask(requestOf(route, theirs, own, { [place]: own[kind] }));
      expect([route, place, found.answer.statusCode]).toEqual([route, place, 200]);
      expectFew(`${route}, ${place}`, found.statements);
      if (route.includes(' /app/')) continue;
      const { data } = found.answer.json();
      if (Array.isArray(data)) expect([route, place, data.length > 0]).toEqual([route, place, true]);
    }
  }

  /** Of all routes, or of one in `every`, from one on that the seed draws. */
  async function sweepRoutes(every = 1): Promise<void> {
    const differences: unknown[] = [];
    const routes = withPlaces.filter((_, index) => (index + seed) % every === 0);
    let stored = await digests();
    for (const [route, entry] of routes) stored = await sweep(route, entry, stored, differences);
    expect(differences).toEqual([]);
    expect((await digests()).others).toEqual(stored.others);
    const places = routes.flatMap(([route, entry]) => Object.keys(placesOf(route, entry)));
    reportFigures('cross-team-sweep', {
      load: `${routes.length} of ${Object.keys(entries).length} routes with ${places.length} places; values of ${otherTexts.size} columns of another team: ${pairs} pairs of requests`,
      seen: `Status, headers, body and the statements behind them were alike in all ${pairs} pairs; no row of the other team changed.`,
    });
  }

  return {
    world,
    entries,
    requestOf,
    chance,
    visitor,
    team,
    other,
    caller,
    withPlaces,
    ask,
    findAnswer,
    expectOwnFound,
    sweepRoutes,
  };
}
