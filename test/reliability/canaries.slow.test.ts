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
import { calendarFeedFields } from '../../src/options/calendars/schemas/calendar-feed.ts';
import { webhookFields } from '../../src/options/webhooks/schemas/webhook.ts';
import { bookingFields } from '../../src/schemas/bookings/fields.ts';
import { feeFields } from '../../src/schemas/charges/fields.ts';
import { pickFields } from '../../src/schemas/fields/row-fields.ts';
import { guestFields } from '../../src/schemas/guest.ts';
import { listingFields } from '../../src/schemas/listings/fields.ts';
import { unitFields } from '../../src/schemas/listings/unit.ts';
import { teamFields } from '../../src/schemas/team.ts';
import { toLoggableError } from '../../src/services/errors.ts';
import { TEST_APP_KEY } from '../helpers/app.ts';
import { PASSWORD } from '../helpers/pages.ts';
import { run, untilSaid } from '../helpers/process.ts';
import { seed } from '../helpers/random.ts';
import { markColumns } from '../helpers/row-fields.ts';
import { words } from '../helpers/words.ts';
import { OWN, OWN_NAMES } from '../registers/all.ts';
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

/** The fields of a visible listing that a booking site shows to everybody. */
const SHOWN_TO_ANYONE = [
  'teams.slug',
  'teams.name',
  'teams.cancellation_policy',
  'teams.imprint',
  'teams.site_sentence',
  'teams.contact',
  'teams.privacy_url',
  'teams.terms_url',
  'listings.registration_number',
  'listings.cancellation_policy',
  'listings.house_rules',
  'listings.rooms',
  ...['slug', 'public_title', 'headline', 'description', 'city', 'state'].map(
    (column) => `listings.${column}`,
  ),
  ...['id', 'caption', 'thumbnail_url', 'medium_url', 'original_url'].map((column) => `photos.${column}`),
  // A part of the address.
  'photo_files.hash',
  ...['fees', 'taxes', 'discounts'].flatMap((table) => [`${table}.code`, `${table}.name`]),
];

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
  const { token, reader } = stranger.tokens;
  return {
    'another team': { token, member: stranger.member, visitor },
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

const LISTING = /^GET \/v1\/(listings(\/:listing)?|search|calendars)$/;
const UNIT = /\/units(\/:unit)?$/;
const OCCUPANCY = /^GET \/v1\/occupancies$/;
const BOOKING =
  /^(GET|POST|PUT) \/v1\/bookings(\/:booking(\/confirm|\/cancel)?)?$|^GET \/v1\/guests\/:guest\/export$/;
const SITE_BOOKING = /^GET \/v1\/public\/:teamSlug\/bookings\/:confirmation_code$/;
/** The invoices and credit notes that a guest reads with the booking's key. */
const GUEST_DOCUMENTS =
  /^GET \/v1\/public\/:teamSlug\/bookings\/:confirmation_code\/documents(\/:document)?$/;
const LISTING_OR_BOOKING = new RegExp(`${LISTING.source}|${BOOKING.source}`);
const BLOCK = /^(GET|POST) \/v1\/blocks$|^GET \/v1\/occupancies$/;
const GUEST = /\/v1\/guests/;
const FOLIO = /\/folio$|\/export$|\/(payments|invoices)(\/|$)|\/security-deposit$/;
const MONEY_LIST = /^GET \/v1\/(payments|invoices)$/;
const EVENTS = /\/events$|\/export$/;
const WEBHOOK = /\/v1\/webhooks/;
const FEED = /\/v1\/calendar-feeds/;
const MAIL = /^GET \/v1\/mails(\/:mail)?$|\/guests\/:guest\/export$/;
const ICS = /^GET \/calendars\//;
const DELIVERIES = /\/deliveries$/;
const PAGE = / \/app/;
const TOKEN_PAGE = / \/app\/teams\/:team\/tokens/;
const MEMBER_PAGE = / \/app\/teams\/:team\/members/;

/** The pages of daily work, by what they are about. */
const DESK = {
  booking: / \/app\/teams\/:team\/bookings\/:booking/,
  bookings: / \/app\/teams\/:team\/(today|calendar|bookings|guests\/:guest)/,
  guests: / \/app\/teams\/:team\/(today|calendar|guests|bookings)/,
  guest: / \/app\/teams\/:team\/guests\/:guest/,
  prices: / \/app\/teams\/:team\/prices/,
  webhooks: / \/app\/teams\/:team\/(today|webhooks)/,
  feeds: / \/app\/teams\/:team\/(today|calendar-feeds|places\/:listing\/channels)/,
  bookingsFile: / \/app\/teams\/:team\/bookings\.csv$/,
  today: / \/app\/teams\/:team\/today$/,
  money: / \/app\/teams\/:team\/money$/,
  team: / \/app\/teams\/:team\/team$/,
  charges: / \/app\/teams\/:team\/charges/,
  places: / \/app\/teams\/:team\/places/,
  channels: / \/app\/teams\/:team\/places\/:listing\/channels/,
  messages: / \/app\/teams\/:team\/messages/,
  message: / \/app\/teams\/:team\/messages\/:mail/,
  kinds: / \/app\/teams\/:team\/messages\/kinds/,
  site: / \/app\/teams\/:team\/site$/,
  suppressions: / \/app\/teams\/:team\/messages\/suppressions/,
};
/** For each column, the pages of daily work that show it. */
const ON_PAGES: Record<string, RegExp[]> = {
  'listings.id': [DESK.prices, DESK.bookings, DESK.places, DESK.money],
  'listings.public_title': [DESK.prices, DESK.bookings, DESK.places, DESK.charges, DESK.money, DESK.kinds],
  'listings.external_reference': [DESK.places],
  'listings.custom_fields': [DESK.places],
  'listings.nickname': [DESK.places],
  'listings.postcode': [DESK.places],
  'listings.arrival_instructions': [DESK.places],
  'teams.payment_instructions': [DESK.site],
  'teams.payment_link': [DESK.site],
  'listings.city': [DESK.bookings, DESK.places],
  'units.id': [DESK.bookings, DESK.places],
  'units.name': [DESK.bookings, DESK.places],
  'blocks.id': [DESK.bookings, DESK.channels],
  'blocks.reason': [DESK.bookings],
  'seasons.name': [DESK.prices],
  'bookings.id': [DESK.bookings, DESK.messages, DESK.money],
  'bookings.confirmation_code': [DESK.bookings, DESK.messages, DESK.money],
  'bookings.notes': [DESK.booking, DESK.bookingsFile],
  'bookings.special_requests': [DESK.booking, DESK.message, DESK.bookingsFile, DESK.today],
  'bookings.billing_name': [DESK.booking],
  'bookings.billing_address': [DESK.booking],
  'invoices.document': [DESK.booking],
  'bookings.cancellation_reason': [DESK.booking],
  'bookings.price_lines': [DESK.booking, DESK.bookingsFile],
  'bookings.adjustments': [DESK.booking, DESK.bookingsFile],
  'coupons.code': [DESK.booking, DESK.bookingsFile],
  'guests.id': [DESK.guests, DESK.message],
  'guests.name': [DESK.guests, DESK.messages, DESK.money],
  'guests.email': [DESK.guests, DESK.messages],
  'guests.phone': [DESK.guests],
  'guests.notes': [DESK.guest, DESK.booking],
  'payments.id': [DESK.booking],
  'payments.reference': [DESK.booking],
  'payments.refunds': [DESK.booking],
  'invoices.id': [DESK.booking],
  'invoices.number': [DESK.booking],
  'team_events.actor_name': [DESK.booking],
  'team_events.details': [DESK.booking],
  'tokens.name': [DESK.booking],
  'calendar_feeds.id': [DESK.feeds],
  'calendar_feeds.name': [DESK.feeds],
  'calendar_feeds.url': [DESK.feeds],
  'calendar_feeds.ignore': [DESK.feeds],
  'calendar_feeds.last_error': [DESK.feeds],
  'webhooks.id': [DESK.webhooks],
  'webhooks.url': [DESK.webhooks],
  'webhooks.description': [DESK.webhooks],
  'webhooks.disabled_reason': [DESK.webhooks],
  'webhook_deliveries.id': [DESK.webhooks],
  'webhook_deliveries.error': [DESK.webhooks],
  'webhook_deliveries.response_body': [DESK.webhooks],
  'mails.id': [DESK.messages, DESK.booking],
  'mails.to_email': [DESK.messages, DESK.booking],
  'mails.subject': [DESK.messages],
  'mails.plain_text': [DESK.message],
  'mails.error': [DESK.message],
  'mail_rules.sources': [DESK.kinds],
  'mail_suppressions.id': [DESK.suppressions],
  'mail_suppressions.email': [DESK.suppressions],
  'mail_suppressions.reason': [DESK.suppressions],
  'bookings.external_reference': [DESK.bookingsFile, DESK.booking],
  'bookings.custom_fields': [DESK.booking, DESK.bookingsFile],
  'teams.invoice_details': [DESK.team],
  'teams.invoice_prefix': [DESK.team, DESK.booking],
  'teams.credit_note_prefix': [DESK.team],
  'listings.slug': [DESK.charges, DESK.kinds],
  'listings.street': [DESK.places],
  // An invoice names where the stay is.
  'mails.values': [DESK.booking],
};

/** Where the texts of a table of fields are shown. */
function placesOfTexts(table: string, fields: Parameters<typeof markColumns>[0], places: RegExp[]) {
  const columns = Object.keys(markColumns(fields, '')).map((column) => `${table}.${toSnakeCase(column)}`);
  return Object.fromEntries(columns.map((name) => [name, places]));
}
const omitName = <Fields extends { name: unknown }>({ name, ...others }: Fields) => others;
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// Everybody sees the imprint and the sentence.
const { imprint, site_sentence, ...ownTeamFields } = omitName(teamFields);

/** Where a team sees its own texts. Texts that are not in this list must never be shown. */
const SHOWN_TO_ITS_TEAM: Record<string, RegExp[]> = {
  ...placesOfTexts('listings', pickFields(listingFields, 'inBookings', true), [LISTING_OR_BOOKING]),
  ...placesOfTexts('listings', pickFields(listingFields, 'inBookings', false), [LISTING]),
  ...placesOfTexts('units', unitFields, [UNIT]),
  // Everybody sees the names of these.
  ...placesOfTexts('fees', omitName(feeFields), [/\/v1\/fees/]),
  ...placesOfTexts('teams', ownTeamFields, [/\/v1\/team$/]),
  ...placesOfTexts('bookings', bookingFields, [BOOKING]),
  ...placesOfTexts('guests', guestFields, [BOOKING, GUEST]),
  ...placesOfTexts('webhooks', webhookFields, [WEBHOOK]),
  ...placesOfTexts('calendar_feeds', calendarFeedFields, [FEED]),
  ...Object.fromEntries(
    words('slug street city state postcode').map((column) => [`listings.${column}`, [LISTING_OR_BOOKING]]),
  ),
  'listings.id': [LISTING_OR_BOOKING, BLOCK, EVENTS, UNIT, MONEY_LIST],
  ...Object.fromEntries(
    SHOWN_TO_ANYONE.filter((name) => /^photos\.(?!caption)/.test(name)).map((name) => [
      name,
      [LISTING_OR_BOOKING],
    ]),
  ),
  'units.id': [BOOKING, BLOCK, EVENTS, UNIT, FEED],
  'units.name': [BOOKING, OCCUPANCY, UNIT, ICS],
  'seasons.name': [/\/rates$/],
  // The UID of the stay in the guest’s own calendar has it.
  'bookings.id': [BOOKING, EVENTS, OCCUPANCY, FEED, ICS, MAIL, MONEY_LIST, SITE_BOOKING],
  'bookings.confirmation_code': [BOOKING, FOLIO, EVENTS, OCCUPANCY],
  'bookings.notes': [BOOKING, EVENTS],
  'bookings.special_requests': [BOOKING],
  'bookings.cancellation_reason': [BOOKING, EVENTS],
  'bookings.price_lines': [BOOKING, SITE_BOOKING],
  'bookings.adjustments': [BOOKING],
  'bookings.feed_id': [BOOKING],
  // A feed lists its events that differ by their UIDs, too.
  'bookings.feed_uid': [BOOKING, FEED],
  'coupons.code': [BOOKING, /\/v1\/coupons/],
  'team_events.id': [EVENTS, DELIVERIES],
  'team_events.data': [EVENTS],
  'webhooks.id': [WEBHOOK],
  'webhooks.disabled_reason': [WEBHOOK],
  'calendar_feeds.id': [FEED, BLOCK, BOOKING, EVENTS],
  'calendar_feeds.ignore': [FEED],
  'calendar_feeds.last_error': [FEED],
  'calendar_feeds.conflicts': [FEED],
  'calendar_feeds.differs': [FEED],
  'blocks.source': [BLOCK],
  'blocks.uid': [BLOCK],
  'blocks.summary': [BLOCK],
  'blocks.description': [BLOCK],
  'blocks.link': [BLOCK],
  'webhook_deliveries.id': [DELIVERIES],
  'webhook_deliveries.error': [DELIVERIES],
  'webhook_deliveries.response_body': [DELIVERIES],
  'team_events.actor_name': [EVENTS],
  'team_events.details': [EVENTS],
  'guests.id': [BOOKING, GUEST, EVENTS, MAIL],
  'guests.name': [BOOKING, GUEST, OCCUPANCY, MAIL, MONEY_LIST],
  'guests.email': [BOOKING, GUEST, MAIL],
  'guests.phone': [BOOKING, GUEST],
  'guests.notes': [BOOKING, GUEST],
  ...Object.fromEntries(
    words('id error message_id subject plain_text to_email to_name guest_id booking_id').map((column) => [
      `mails.${column}`,
      [MAIL],
    ]),
  ),
  // An invoice names where the stay is.
  'mails.values': [MAIL, GUEST_DOCUMENTS],
  'mail_rules.sources': [/\/v1\/mail-rules$/],
  'mail_texts.subject': [/\/v1\/mail-texts/],
  'mail_texts.body': [/\/v1\/mail-texts/],
  'mail_suppressions.id': [/\/v1\/mail-suppressions/],
  'mail_suppressions.email': [/\/v1\/mail-suppressions/],
  'mail_suppressions.reason': [/\/v1\/mail-suppressions/],
  'teams.mail_reply_to': [/\/v1\/team$/],
  'teams.payment_link': [/\/v1\/team$/],
  'teams.invoice_details': [/\/v1\/team$/],
  // Each invoice's number begins with it.
  'teams.invoice_prefix': [/\/v1\/team$/, FOLIO],
  'teams.credit_note_prefix': [/\/v1\/team$/],
  'listings.house_rules': [LISTING],
  'listings.rooms': [LISTING],
  'listings.external_reference': [LISTING_OR_BOOKING],
  'listings.custom_fields': [LISTING],
  'units.external_reference': [UNIT],
  'units.custom_fields': [UNIT],
  'guests.external_reference': [GUEST, BOOKING],
  'guests.custom_fields': [GUEST, BOOKING],
  'bookings.external_reference': [BOOKING],
  'bookings.custom_fields': [BOOKING],
  'payments.id': [FOLIO],
  'payments.reference': [FOLIO],
  'payments.refunds': [FOLIO],
  'invoices.id': [FOLIO, GUEST_DOCUMENTS],
  'invoices.number': [FOLIO, GUEST_DOCUMENTS],
  'invoices.document': [FOLIO, GUEST_DOCUMENTS],
  'security_deposits.id': [FOLIO],
  'blocks.id': [BLOCK, FEED, ICS],
  'blocks.reason': [BLOCK],
  'tokens.id': [TOKEN_PAGE],
  'tokens.name': [/^GET \/v1\/me$/, TOKEN_PAGE, EVENTS],
  'tokens.created_by_email': [TOKEN_PAGE],
  'tokens.created_by_name': [TOKEN_PAGE],
  'people.id': [MEMBER_PAGE],
  'people.email': [PAGE],
  'people.name': [PAGE],
  'invitations.id': [MEMBER_PAGE],
  'invitations.email': [MEMBER_PAGE, / \/app\/invitations/],
  'invitations.name': [MEMBER_PAGE, / \/app\/invitations/],
  secrets: [/^POST \/app\/teams\/:team\/tokens\/:token\/show$/],
};

test('a team’s own answers show exactly the private data that the reference declares', async () => {
  const [team] = teams;
  if (!team) throw new Error('There is no team.');
  const privates = await privateOf(0);
  // By text: a text in several columns may be shown wherever one of them is.
  const columnsOf = Map.groupBy(
    [...privates].flatMap(([column, values]) => values.map((value) => ({ column, value }))),
    ({ value }) => value,
  );
  const caller = { token: team.tokens.token, member: team.member, visitor };
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
      const shown = columns.filter(({ column }) =>
        [...(SHOWN_TO_ITS_TEAM[column] ?? []), ...(ON_PAGES[column] ?? [])].some((where) =>
          where.test(apiRoute),
        ),
      );
      for (const { column } of shown) seen.add(column);
      if (shown.length === 0 && !sent.includes(value))
        out.push({ route, columns: columns.map(({ column }) => column), value });
    }
  }
  expect(out).toEqual([]);
  expect([...seen].sort()).toEqual(Object.keys(SHOWN_TO_ITS_TEAM).sort());
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
    const caller = { token: team.tokens.token, member: team.member, visitor };
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
    const caller = { token: team.tokens.token, member: team.member, visitor };
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
