/** The calendar: which unit, which bar, from the middle of which day to the middle of which, and what is not shown. */

import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payments } from '../../../../src/db/schema/folio.ts';
import { findBlockWithUnitLabel } from '../../../../src/options/desk/services/calendar.ts';
import { buildFreeClasses, listFreePrices } from '../../../../src/options/desk/web/calendar/free-prices.ts';
import { buildLineRules, buildStayClasses } from '../../../../src/options/desk/web/calendar/lines.ts';
import { listBlocks } from '../../../../src/services/blocks.ts';
import { readEventFeed } from '../../../../src/services/team/feed.ts';
import { createSystemScope } from '../../../../src/services/team-scope.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import {
  buildBlock,
  buildBooking,
  buildDayOverride,
  buildGuest,
  buildListing,
  buildSeason,
  buildUnit,
} from '../../../helpers/factories.ts';
import { expectPage, openTeamPages } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

/** The app's clock is at 10:00 UTC on Monday, 5 May 2031, so the calendar begins there. */
const world = await openSharedApp();

async function openCalendar(overrides: Parameters<typeof buildListing>[1] = {}) {
  const pages = await openTeamPages(world);
  const listing = await buildListing(world, {
    teamId: pages.team.id,
    timezone: 'UTC',
    publicTitle: 'The Mill',
    ...overrides,
  });
  const unit = await buildUnit(world, { teamId: pages.team.id, listingId: listing.id, name: 'Loft' });
  const keys = { teamId: pages.team.id, listingId: listing.id, unitId: unit.id };
  return { ...pages, calendar: `${pages.base}/calendar`, listing, unit, keys };
}

/** The classes of every bar and the text in it, row by row. */
const barsIn = (body: string): [string, string][] =>
  [...body.matchAll(/<a class="bar ([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(([, classes = '', text = '']) => [
    classes,
    text,
  ]);
const unitsIn = (body: string): string[] =>
  [
    ...body.matchAll(
      /cal-unit[^>]*>\s*<div class="cal-name"[^>]*><a[^>]*>(?:<strong>[^<]*<\/strong> <small>)?([^<]*)</g,
    ),
  ].map(([, name]) => name ?? '');

type Stay = Partial<Parameters<typeof buildBooking>[1]> & { name: string };
async function book(keys: { teamId: number; listingId: string; unitId: string }, { name, ...given }: Stay) {
  const guest = await buildGuest(world, { teamId: keys.teamId, name });
  return buildBooking(world, { ...keys, guestId: guest.id, ...given });
}

describe('bars of the calendar', () => {
  const days = { from: '2031-05-05', count: 14 } as const;
  test.each([
    ['2031-05-05', '2031-05-06', 's2 e4'],
    ['2031-05-07', '2031-05-10', 's6 e12'],
    ['2031-05-01', '2031-05-07', 's1 cut-start e6'],
    ['2031-05-01', '2031-05-05', 's1 cut-start e2'],
    ['2031-05-18', '2031-05-19', 's28 e29 cut-end'],
    ['2031-05-01', '2031-07-01', 's1 cut-start e29 cut-end'],
    ['2031-05-01', '2031-05-04', null],
    ['2031-05-19', '2031-05-20', null],
  ])('in the calendar, a stay from %s to %s has the classes %s', (start, end, expected) => {
    expect(buildStayClasses(days, start, end)).toBe(expected);
  });

  test('each class of a bar in the calendar has a CSS rule', () => {
    const rules = buildLineRules();
    for (const line of [1, 29, 125]) {
      expect(rules).toContain(`.s${line}{grid-column-start:${line}}`);
      expect(rules).toContain(`.e${line}{grid-column-end:${line}}`);
    }
    expect(rules).toContain('.days-62{--days:62;--halves:124}');
  });
});

test('the calendar shows bookings and blocks as bars with guest or reason, status, and a link', async () => {
  const { visitor, calendar, keys, base } = await openCalendar();
  const booked = await book(keys, {
    name: 'Ana Silva',
    checkIn: '2031-05-06',
    checkOut: '2031-05-09',
    confirmationCode: 'ABCD2345',
  });
  await book(keys, {
    name: 'Asks',
    checkIn: '2031-05-09',
    checkOut: '2031-05-10',
    status: 'pending',
    childrenAges: [0],
    infants: 1,
    pets: 1,
  });
  await book(keys, { name: 'Off', checkIn: '2031-05-11', checkOut: '2031-05-12', status: 'cancelled' });
  const block = await buildBlock(world, {
    ...keys,
    startDate: '2031-05-20',
    endDate: '2031-05-22',
    reason: 'Painting',
  });
  const { body } = await visitor.get(calendar);
  expect(barsIn(body)).toEqual([
    ['confirmed s4 e10', 'Ana Silva'],
    ['pending s10 e12', 'Asks'],
    ['block s32 e36', 'Painting'],
  ]);
  expect(body).toContain(`href="${base}/bookings/${booked.id}"`);
  expect(body).toContain(`href="${base}/calendar/blocks/${block.id}"`);
  expect(body).toContain('title="Confirmed · 6 May – 9 May, 3 nights · 2 guests · ABCD2345"');
  expect(body).toContain('9 May – 10 May, 1 night · 2 guests, 1 infant, 1 pet · ');
  expect(body).toMatch(/<time class="cal-day today s1 e3" datetime="2031-05-05" aria-current="date">/);
});

test('the calendar shows a hold with the time left until it lapses, and from that second on not at all', async () => {
  const { visitor, calendar, keys } = await openCalendar();
  const hold = { checkOut: '2031-05-08', status: 'pending' as const };
  const expiresAt = new Date('2031-05-05T10:25:00Z');
  await book(keys, { ...hold, name: 'Held', checkIn: '2031-05-06', expiresAt });
  const { body } = await visitor.get(calendar);
  expect(barsIn(body)).toEqual([['pending s4 e8', 'Held']]);
  expect(body).toContain('title="Pending, 25 minutes left · ');
  world.clock.set('2031-05-05T10:25:00Z');
  expect(barsIn((await visitor.get(calendar)).body)).toEqual([]);
});

test('the calendar marks preparation nights after a stay, and shows a whole building’s booking in each of its units', async () => {
  const { visitor, calendar, keys, team } = await openCalendar();
  await book(keys, {
    name: 'Prepared',
    checkIn: '2031-05-06',
    checkOut: '2031-05-08',
    preparationDays: 2,
  });
  const building = await buildListing(world, {
    teamId: team.id,
    kind: 'building',
    wholeBuildingBookable: true,
  });
  const type = await buildListing(world, { teamId: team.id, kind: 'unit_type', buildingId: building.id });
  for (const name of ['A', 'B']) await buildUnit(world, { teamId: team.id, listingId: type.id, name });
  const guest = await buildGuest(world, { teamId: team.id, name: 'Everybody' });
  await buildBooking(world, {
    teamId: team.id,
    listingId: building.id,
    wholeBuilding: true,
    guestId: guest.id,
    checkIn: '2031-05-05',
    checkOut: '2031-05-07',
  });
  const { body } = await visitor.get(calendar);
  expect(body).toContain('<span class="prep s8 e12" title="Preparation"></span>');
  expect(barsIn(body).filter(([, text]) => text === 'Everybody')).toHaveLength(2);
  expect(body).toContain('whole building');
});

test('the calendar shows prices and minimum stays of a listing, with equal neighbours as one', async () => {
  const { visitor, calendar, keys, team, listing } = await openCalendar({
    nightlyCents: 10_000,
    weekendNightlyCents: null,
    minStay: null,
    currency: 'EUR',
  });
  await buildSeason(world, {
    ...keys,
    startDate: '2031-05-12',
    endDate: '2031-05-18',
    nightlyCents: 15_050,
    weekendNightlyCents: null,
    minStay: 3,
  });
  await buildDayOverride(world, {
    teamId: team.id,
    listingId: listing.id,
    date: '2031-05-19',
    nightlyCents: null,
    minStay: null,
    closed: true,
  });
  const { body } = await visitor.get(`${calendar}?days=14`);
  const runs = [...body.matchAll(/<span class="run([^"]*)" title="([^"]*)"><span><b>([^<]*)<\/b>/g)];
  expect(runs.map(([, classes, title, price]) => [classes?.trim(), title, price])).toEqual([
    ['s1 e15', '€100.00 a night', '100'],
    ['s15 e29', '€150.50 a night, at least 3 nights', '150.50'],
  ]);
  const month = await visitor.get(calendar);
  expect(month.body).toContain('title="€100.00 a night, closed"');
});

describe('a place with one unit in the calendar', () => {
  test('is one row, with the names of both and a way to its prices, and one with two units has a row for its prices', async () => {
    const { visitor, calendar, keys, unit, listing, base } = await openCalendar();
    const rowsIn = (body: string) =>
      [...body.matchAll(/class="cal-row (cal-unit cal-only|cal-unit|cal-listing)"/g)].map(([, name]) => name);
    const { body } = await visitor.get(calendar);
    expect(rowsIn(body)).toEqual(['cal-unit cal-only']);
    expect(body).toContain(`data-row="${unit.id}" data-listing="${listing.id}" data-name="The Mill, Loft"`);
    expect(body).toContain(`href="${base}/prices/${listing.id}" title="Prices of The Mill, in EUR"`);
    await buildUnit(world, { teamId: keys.teamId, listingId: listing.id, name: 'Attic' });
    expect(rowsIn((await visitor.get(calendar)).body)).toEqual(['cal-listing', 'cal-unit', 'cal-unit']);
  });

  test('shows the prices of nights that nothing takes', async () => {
    const { visitor, calendar, keys } = await openCalendar({
      nightlyCents: 10_000,
      weekendNightlyCents: null,
    });
    await book(keys, { name: 'Ana', checkIn: '2031-05-07', checkOut: '2031-05-09' });
    const { body } = await visitor.get(`${calendar}?days=14`);
    const runs = [...body.matchAll(/<span class="run ([^"]*)" title="([^"]*)"/g)];
    expect(runs.map(([, classes, title]) => [classes, title])).toEqual([
      ['s1 e6', '€100.00 a night'],
      ['s10 e29', '€100.00 a night'],
    ]);
  });

  test.each([
    [
      'one night after a stay gives way by half a day',
      [1],
      [
        [0, 1, 's1 e4'],
        [2, 1, 's6 e8'],
        [3, 4, 's8 e15'],
      ],
    ],
    [
      'between two stays, a night is from noon to noon',
      [1, 3],
      [
        [0, 1, 's1 e4'],
        [2, 1, 's6 e8'],
        [4, 3, 's10 e15'],
      ],
    ],
    ['all nights are taken', [0, 1, 2, 3, 4, 5, 6], []],
  ] as const)('has its prices beside stays: %s', (_what, taken, expected) => {
    const terms = { minStay: 1, closed: false };
    const runs = [
      { ...terms, from: 0, count: 3, rateCents: 10_000 },
      { ...terms, from: 3, count: 4, rateCents: 15_000 },
    ];
    const prices = listFreePrices(runs, (day) => taken.some((one) => one === day));
    expect(prices.map((price) => [price.from, price.count, buildFreeClasses(price)])).toEqual(expected);
  });
});

test('a stay in the calendar has the initials of its channel, and a dot with words while it is to be paid', async () => {
  const { visitor, calendar, keys } = await openCalendar();
  const stay = { source: 'booking_com' as const, confirmationCode: 'BCBC2345' };
  const { id: bookingId } = await book(keys, {
    ...stay,
    name: 'Ana',
    checkIn: '2031-05-06',
    checkOut: '2031-05-09',
  });
  await book(keys, { name: 'Bea', checkIn: '2031-05-12', checkOut: '2031-05-13' });
  const open = async () => (await visitor.get(calendar)).body;
  const paid = await open();
  expect(paid).toContain('data-by="BC" aria-hidden="true"></span>Ana</a>');
  expect(paid).toContain('3 nights · 2 guests · Booking.com · BCBC2345');
  expect(paid).not.toContain('To pay');
  await world.db.insert(payments).values({
    teamId: keys.teamId,
    id: randomUUIDv7(),
    bookingId,
    amountCents: 12_000,
    refundedCents: 0,
    dueOn: '2031-06-01',
    position: 0,
    status: 'scheduled',
  });
  const due = await open();
  expect(due).toContain('<span class="to-pay"><span class="away">To pay: </span></span>Ana</a>');
  expect(due).toContain('Booking.com · €120.00 to pay · BCBC2345');
  expect(due).toContain('>Bea</a>');
  expect(due).toMatch(/aria-label="Key".*Booking\.com.*To pay/s);
});

test.each([
  ['2031-05-05', '5 May – 4 June 2031'],
  ['2031-12-15', '15 December 2031 – 14 January 2032'],
])('the calendar from %s writes its months out: %s', async (from, expected) => {
  const { visitor, calendar } = await openCalendar();
  expect((await visitor.get(`${calendar}?from=${from}`)).body).toContain(
    `<span class="span">${expected}</span>`,
  );
});

test('the calendar filters units by building and text, 50 to a page, those of the team alone', async () => {
  const { visitor, calendar, team } = await openCalendar();
  const theirs = await openCalendar({ publicTitle: 'The Mill of theirs' });
  const building = await buildListing(world, {
    teamId: team.id,
    kind: 'building',
    publicTitle: 'Harbour House',
  });
  const type = await buildListing(world, {
    teamId: team.id,
    kind: 'unit_type',
    buildingId: building.id,
    publicTitle: 'Double',
  });
  for (let number = 100; number < 152; number += 1)
    await buildUnit(world, { teamId: team.id, listingId: type.id, name: `Room ${number}` });
  const first = (await visitor.get(calendar)).body;
  expect(unitsIn(first)).toHaveLength(50);
  expect(first).toContain('1–50 of 53');
  expect(unitsIn((await visitor.get(`${calendar}?page=2`)).body)).toEqual(['Room 150', 'Room 151', 'Loft']);
  expect((await visitor.get(`${calendar}?page=3`)).statusCode).toBe(303);
  expect(unitsIn((await visitor.get(`${calendar}?q=LOFT`)).body)).toEqual(['Loft']);
  expect(unitsIn((await visitor.get(`${calendar}?q=room+14`)).body)).toHaveLength(10);
  expect(unitsIn((await visitor.get(`${calendar}?q=harbour&page=2`)).body)).toEqual(['Room 150', 'Room 151']);
  expect(unitsIn((await visitor.get(`${calendar}?building=${building.id}&q=151`)).body)).toEqual([
    'Room 151',
  ]);
  expectPage(await visitor.get(`${calendar}?q=%25`), 200, 'Nothing found');
  expect(unitsIn((await visitor.get(`${calendar}?q=theirs`)).body)).toEqual([]);
  expectPage(await visitor.get(`${calendar}?building=${theirs.listing.id}`), 200, 'Nothing found');
  expect(first).not.toContain('of theirs');
});

test('the calendar shows deactivated units only while something takes them', async () => {
  const { visitor, calendar, team, listing } = await openCalendar();
  const old = await buildUnit(world, {
    teamId: team.id,
    listingId: listing.id,
    name: 'Old',
    active: false,
  });
  expect(unitsIn((await visitor.get(calendar)).body)).toEqual(['Loft']);
  await book(
    { teamId: team.id, listingId: listing.id, unitId: old.id },
    { name: 'Last', checkIn: '2031-05-05', checkOut: '2031-05-06' },
  );
  expect(unitsIn((await visitor.get(calendar)).body)).toEqual(['Loft', 'Old']);
});

test('the calendar uses the default for an invalid parameter', async () => {
  const { visitor, calendar } = await openCalendar();
  const usual = (await visitor.get(calendar)).body;
  const from = /data-from="([^"]+)" data-days="([^"]+)"/;
  expect(from.exec(usual)?.slice(1)).toEqual(['2031-05-05', '31']);
  for (const query of [
    'from=2031-02-30&days=32&page=0',
    'from=9999-01-01&days=x&page=x',
    'from=a&from=b&building=1',
    'q=%00&building=%00',
  ])
    expect(from.exec((await visitor.get(`${calendar}?${query}`)).body)?.slice(1)).toEqual([
      '2031-05-05',
      '31',
    ]);
  const other = (await visitor.get(`${calendar}?from=2031-01-31&days=62`)).body;
  expect(from.exec(other)?.slice(1)).toEqual(['2031-01-31', '62']);
  expect(other).toContain('from&#61;2031-02-28&#38;days&#61;62');
});

test('the calendar’s script may load more of the calendar, and nothing from elsewhere', async () => {
  const { visitor, calendar, unit } = await openCalendar();
  const policyOf = async (path: string) => (await visitor.get(path)).headers['content-security-policy'];
  const strict = String(await policyOf(`${calendar}/units/${unit.id}`));
  expect(strict).not.toContain('connect-src');
  expect(await policyOf(calendar)).toBe(`${strict}; connect-src 'self'`);
});

test('the calendar of a team without units says what to do first', async () => {
  const { visitor, base } = await openTeamPages(world);
  expectPage(await visitor.get(`${base}/calendar`), 200, 'No units yet');
});

test.each([
  ['active', null],
  ['draft', 'Draft'],
  ['inactive', 'Closed'],
] as const)('the calendar names the status of a place that is not open: %s as %s', async (status, badge) => {
  const { visitor, calendar } = await openCalendar({ status });
  const { body } = await visitor.get(calendar);
  expect(/>The Mill<.*?<\/a>(?: <span class="badge">([^<]*)<\/span>)?</.exec(body)?.[1] ?? null).toBe(badge);
});

describe('nights selected in the calendar', () => {
  const nights = { check_in: '2031-05-06', check_out: '2031-05-09', reason: 'Painting' };

  test('selected nights of a unit lead to a new booking or a block by a form that needs no script', async () => {
    const { visitor, calendar, base, unit, listing } = await openCalendar();
    const { body, statusCode } = await visitor.get(`${calendar}/units/${unit.id}?from=2031-05-06`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<form method="get" action="${base}/bookings/new">`);
    expect(body).toContain(`formaction="${calendar}/units/${unit.id}/block"`);
    expect(body).toContain(`name="listing" value="${listing.id}"`);
    expect(body).toContain('value="2031-05-06"');
    const form = await visitor.get(
      `${calendar}/units/${unit.id}/block?check_in=2031-05-06&check_out=2031-05-09`,
    );
    expectPage(form, 200, 'Block nights');
    expect(form.body).toContain('value="2031-05-09"');
  });

  test('dates in the address of selected nights that are none count as empty', async () => {
    const { visitor, calendar, unit } = await openCalendar();
    const nights = await visitor.get(`${calendar}/units/${unit.id}?from=2031-02-30`);
    expectPage(nights, 200, 'Nights of Loft');
    const form = await visitor.get(`${calendar}/units/${unit.id}/block?check_in=soon&check_out=2031-02-30`);
    expectPage(form, 200, 'Block nights');
    for (const { body } of [nights, form]) expect(body).not.toMatch(/soon|2031-02-30/);
  });

  test('a member blocks nights of a unit in the calendar, sees the block, and frees them again', async () => {
    const { visitor, calendar, team, unit, member } = await openCalendar();
    await visitor.get(`${calendar}/units/${unit.id}/block`);
    const made = await visitor.submit(`${calendar}/units/${unit.id}/block`, { ...nights, all: '' });
    expectPage(made, 200, 'Blocked Loft of The Mill from Tue 6 May 2031 to Fri 9 May 2031.');
    expect(barsIn(made.body)).toEqual([['block s4 e10', 'Painting']]);
    const { rows } = await listBlocks(
      { db: world.services.db, teamId: team.id },
      {},
      { page: 1, perPage: 10 },
    );
    const [block] = rows;
    expect(rows).toMatchObject([{ unitId: unit.id, startDate: '2031-05-06', endDate: '2031-05-09' }]);
    const shown = await visitor.get(`${calendar}/blocks/${block?.id}`);
    expectPage(shown, 200, 'Painting');
    expect(shown.body).toContain('3 nights');
    const gone = await visitor.submit(`${calendar}/blocks/${block?.id}/delete`);
    expectPage(gone, 200, 'The block of Loft is deleted.');
    expect(barsIn(gone.body)).toEqual([]);
    expect((await visitor.get(`${calendar}/blocks/${block?.id}`)).statusCode).toBe(404);
    const { events } = await readEventFeed(createSystemScope(world.services, team.id), {
      after: 0,
      limit: 10,
      types: null,
    });
    const blockEvents = events.filter(({ type }) => type.startsWith('block.'));
    expect(blockEvents.map(({ type, actorType, actorName }) => [type, actorType, actorName])).toEqual([
      ['block.created', 'member', member.name],
      ['block.deleted', 'member', member.name],
    ]);
  });

  test('nights that a calendar feed took are shown as the feed’s, and cannot be freed by hand', async () => {
    const { visitor, calendar, keys, base } = await openCalendar();
    const feed = await buildCalendarFeed(world, { ...keys, name: 'Other site' });
    const dates = { startDate: '2031-05-08', endDate: '2031-05-10' };
    const block = await buildBlock(world, { ...keys, ...dates, source: 'Other site', feedId: feed.id });
    const { body } = await visitor.get(calendar);
    expect(barsIn(body)).toEqual([['channel s8 e12', 'Other site']]);
    expect(body).toContain('title="Taken by Other site · 8 May – 10 May"');
    const shown = await visitor.get(`${calendar}/blocks/${block.id}`);
    expect(shown.body).toContain(`href="${base}/calendar-feeds/${feed.id}"`);
    expect(shown.body).not.toContain('Delete block');
    await visitor.get(calendar);
    const answer = await visitor.post(`${calendar}/blocks/${block.id}/delete`);
    expect(answer.statusCode).toBe(422);
    expect(await findBlockWithUnitLabel(createSystemScope(world.services, keys.teamId), block.id)).not.toBe(
      null,
    );
  });

  test('nights of all units of a listing can be blocked at once from the calendar', async () => {
    const { visitor, calendar, team, unit, listing } = await openCalendar();
    await buildUnit(world, { teamId: team.id, listingId: listing.id, name: 'Attic' });
    const made = await visitor.submit(`${calendar}/units/${unit.id}/block`, { ...nights, all: 'on' });
    expectPage(made, 200, 'Blocked 2 units of The Mill');
    expect(barsIn(made.body)).toHaveLength(2);
  });

  test.each([
    ['taken', {}, 'Some of these nights are taken already.'],
    ['no date', { check_in: '2031-02-30' }, 'The first night must be a date'],
    ['missing', { check_out: '' }, 'The day on which it is free again is required.'],
    ['the wrong way round', { check_out: '2031-05-06' }, 'must be after the first night'],
    ['with a reason that is too long', { reason: 'x'.repeat(1_001) }, 'The reason must'],
  ])(
    'blocking nights that are %s is refused at the form, which keeps what was typed',
    async (_what, wrong, message) => {
      const { visitor, calendar, keys, unit } = await openCalendar();
      await buildBlock(world, { ...keys, startDate: '2031-05-08', endDate: '2031-05-10' });
      const answer = await visitor.post(`${calendar}/units/${unit.id}/block`, {
        ...nights,
        all: '',
        ...wrong,
      });
      expectPage(answer, 422, message);
      if (!('reason' in wrong)) expect(answer.body).toContain('Painting</textarea>');
    },
  );

  test('blocking nights that are taken is refused, and names what takes them', async () => {
    const { visitor, calendar, base, keys, unit } = await openCalendar();
    const block = await buildBlock(world, {
      ...keys,
      startDate: '2031-05-08',
      endDate: '2031-05-09',
      reason: 'Plumber',
    });
    const booking = await book(keys, {
      name: 'Bea Lind',
      confirmationCode: 'AAA22222',
      checkIn: '2031-05-06',
      checkOut: '2031-05-08',
    });
    const answer = await visitor.post(`${calendar}/units/${unit.id}/block`, { ...nights, all: '' });
    expectPage(answer, 422, 'Some of these nights are taken already.');
    expect(answer.body).toContain(`href="${base}/bookings/${booking.id}">AAA22222 Bea Lind</a>`);
    expect(answer.body).toContain(`href="${calendar}/blocks/${block.id}">Plumber</a>`);
  });
});
