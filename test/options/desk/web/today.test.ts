/** The page of today: who comes, stays and goes, what waits and what is due, by each listing's own date. */
import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { payments } from '../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildGuest, buildListing, buildUnit } from '../../../helpers/factories.ts';
import { expectPage, openTeamPages, visitorOf } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

/** The app's clock is at 10:00 UTC. */
const world = await openSharedApp();
const YESTERDAY = '2031-05-04';
const TODAY = '2031-05-05';
const TOMORROW = '2031-05-06';

/** The names under a heading, in order. */
function namesUnder(body: string, heading: string): string[] {
  const section = new RegExp(`<section[^>]*aria-labelledby="${heading}">([^]*?)</section>`).exec(body)?.[1];
  if (section === undefined) throw new Error(`There is no list ${heading}.`);
  const names = [...section.matchAll(/<a class="name"[^>]*>([^<]*)<\/a>/g)].map(([, name]) => name ?? '');
  expect(section).toContain(`<span class="count">${names.length}</span>`);
  return names;
}

type Booked = Parameters<typeof buildBooking>[1] & { name: string };

async function book(listing: { teamId: number; id: string }, { name, ...given }: Booked) {
  const { teamId, id: listingId } = listing;
  const guest = await buildGuest(world, { teamId, name });
  return buildBooking(world, { teamId, listingId, guestId: guest.id, ...given });
}

test('the day page lists each stay under arrival, departure or in house by its dates, and cancelled ones nowhere', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC', publicTitle: 'The Mill' });
  await book(listing, { name: 'Comes', checkIn: TODAY, checkOut: '2031-05-08' });
  await book(listing, { name: 'Asks', checkIn: TODAY, checkOut: TOMORROW, status: 'pending' });
  await book(listing, { name: 'Stays', checkIn: YESTERDAY, checkOut: TOMORROW });
  await book(listing, { name: 'Long', checkIn: '2030-09-01', checkOut: '2031-06-01' });
  await book(listing, { name: 'Leaves', checkIn: YESTERDAY, checkOut: TODAY });
  await book(listing, { name: 'Left', checkIn: '2031-05-01', checkOut: TODAY, status: 'completed' });
  await book(listing, { name: 'Later', checkIn: TOMORROW, checkOut: '2031-05-09' });
  await book(listing, { name: 'Gone', checkIn: '2031-05-01', checkOut: YESTERDAY, status: 'completed' });
  await book(listing, { name: 'Off', checkIn: TODAY, checkOut: TOMORROW, status: 'cancelled' });
  const { body, statusCode } = await visitor.get(today);
  expect(statusCode).toBe(200);
  expect(body).toContain('Monday, 5 May 2031');
  expect(namesUnder(body, 'arrivals').sort()).toEqual(['Asks', 'Comes']);
  expect(namesUnder(body, 'departures').sort()).toEqual(['Leaves', 'Left']);
  expect(namesUnder(body, 'in-house').sort()).toEqual(['Long', 'Stays']);
  expect(namesUnder(body, 'waiting-for-an-answer')).toEqual(['Asks']);
  expect(body).toContain('3 nights, until Thu 8 May');
});

test('a whole building’s booking is shown once, by the building’s title among the places of others', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const placeOf = (publicTitle: string, overrides = {}) =>
    buildListing(world, { teamId: team.id, timezone: 'UTC', publicTitle, ...overrides });
  const building = { kind: 'building', wholeBuildingBookable: true } as const;
  const [mill, barn] = [await placeOf('Mill', building), await placeOf('Barn', building)];
  const unitTypes = new Map<string, { teamId: number; id: string }>();
  for (const [title, { id: buildingId }] of [
    ['Attic', mill],
    ['Zebra room', mill],
    ['Loft', barn],
  ] as const)
    unitTypes.set(title, await placeOf(title, { kind: 'unit_type', buildingId }));
  for (const [title, listing] of unitTypes)
    for (const name of title === 'Loft' ? ['L 1'] : [`${title} 1`, `${title} 2`])
      await buildUnit(world, { teamId: team.id, listingId: listing.id, name });
  const cottage = await placeOf('Cottage');
  await buildUnit(world, { teamId: team.id, listingId: cottage.id, name: 'Cottage' });
  const stay = { checkIn: TODAY, checkOut: TOMORROW };
  const loft = unitTypes.get('Loft');
  if (!loft) throw new Error('There is no loft.');
  await book(mill, { ...stay, name: 'All of Mill', wholeBuilding: true });
  await book(loft, { ...stay, name: 'In the loft' });
  await book(barn, { checkIn: '2031-05-01', checkOut: TODAY, name: 'All of Barn', wholeBuilding: true });
  await book(cottage, { ...stay, name: 'In the cottage' });
  const { body } = await visitor.get(today);
  expect(namesUnder(body, 'arrivals')).toEqual(['In the cottage', 'In the loft', 'All of Mill']);
  expect(namesUnder(body, 'departures')).toEqual(['All of Barn']);
});

test('the day page names infants and pets beside the guests', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const stay = { checkIn: TODAY, checkOut: TOMORROW };
  await book(listing, {
    ...stay,
    name: 'Family',
    numberOfGuests: 3,
    childrenAges: [0, 9],
    infants: 1,
    pets: 2,
  });
  await book(listing, { ...stay, name: 'Couple', numberOfGuests: 2 });
  const { body } = await visitor.get(today);
  expect(body).toContain(' · 3 guests, 1 infant, 2 pets');
  expect(body).toMatch(/ · 2 guests</);
});

test('the day page’s today is the date in the listing’s time zone', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const east = await buildListing(world, { teamId: team.id, timezone: 'Pacific/Kiritimati' });
  const west = await buildListing(world, { teamId: team.id, timezone: 'Pacific/Pago_Pago' });
  for (const [listing, where] of [
    [east, 'East'],
    [west, 'West'],
  ] as const)
    for (const date of [YESTERDAY, TODAY, TOMORROW])
      await book(listing, { name: `${where} ${date}`, checkIn: date, checkOut: '2031-05-09' });
  const { body } = await visitor.get(today);
  // At 10:00 UTC it is already the next day in Kiritimati (+14), and still the day before in Pago Pago (-11).
  expect(namesUnder(body, 'arrivals').sort()).toEqual([`East ${TOMORROW}`, `West ${YESTERDAY}`]);
  expect(namesUnder(body, 'in-house').sort()).toEqual([`East ${YESTERDAY}`, `East ${TODAY}`]);
});

test('the day page lists open requests by expiry, without lapsed holds', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const hold = { checkIn: TODAY, checkOut: TOMORROW, status: 'pending' as const };
  await book(listing, { ...hold, name: 'Never' });
  await book(listing, { ...hold, name: 'In a while', expiresAt: new Date('2031-05-05T15:30:00Z') });
  await book(listing, { ...hold, name: 'Soon', expiresAt: new Date('2031-05-05T10:25:00Z') });
  await book(listing, { ...hold, name: 'Lapsed', expiresAt: new Date('2031-05-05T10:00:00Z') });
  const { body } = await visitor.get(today);
  expect(namesUnder(body, 'waiting-for-an-answer')).toEqual(['Soon', 'In a while', 'Never']);
  expect(body).toContain('25 minutes left');
  expect(body).toContain('5 hours left');
  expect(body).toContain('does not expire');
  expect(body).not.toContain('Lapsed');
});

test('a request is confirmed on the day page, and is then an arrival like any other', async () => {
  const { team, visitor, today, base } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const request = await book(listing, {
    name: 'Asks',
    checkIn: TODAY,
    checkOut: TOMORROW,
    status: 'pending',
    expiresAt: new Date('2031-05-05T12:00:00Z'),
  });
  const { body } = await visitor.get(today);
  const path = `${base}/bookings/${request.id}/confirm`;
  expect(body).toContain(`<form method="post" action="${path}">`);
  expectPage(await visitor.submit(path), 200, 'onfirmed');
  const after = (await visitor.get(today)).body;
  expect(namesUnder(after, 'waiting-for-an-answer')).toEqual([]);
  expect(namesUnder(after, 'arrivals')).toEqual(['Asks']);
});

test('the day page lists payments that are due, overdue or failed, oldest first', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const owe = async (name: string, given: Partial<typeof payments.$inferInsert>, more = {}) => {
    const booking = await book(listing, { name, checkIn: '2031-05-10', checkOut: '2031-05-12', ...more });
    const due = { amountCents: 12_345, refundedCents: 0, dueOn: TODAY, position: 0 };
    const row = { ...due, status: 'scheduled' as const, ...given };
    await world.db
      .insert(payments)
      .values({ teamId: team.id, id: randomUUIDv7(), bookingId: booking.id, ...row });
    return booking.id;
  };
  const pay = (bookingId: string, amountCents: number, refundedCents = 0) =>
    world.db.insert(payments).values({
      teamId: team.id,
      id: randomUUIDv7(),
      bookingId,
      amountCents,
      refundedCents,
      dueOn: TODAY,
      position: 1,
      status: 'paid',
      paidAt: new Date('2031-05-01T00:00:00Z'),
    });
  await owe('Due', {});
  await owe('Overdue', { dueOn: '2031-04-01' });
  await owe('Failed', { dueOn: '2031-04-20', status: 'failed', amountCents: 6_789 }, { checkIn: TODAY });
  const covered = await owe('Covered', { dueOn: '2031-04-21', status: 'failed' });
  await pay(covered, 45_000);
  const inPart = await owe('Paid in part', { dueOn: '2031-04-22', status: 'failed' });
  await pay(inPart, 44_999);
  const paidBack = await owe('Paid back in part', { dueOn: '2031-04-23', status: 'failed' });
  await pay(paidBack, 45_000, 1);
  await owe('Not yet', { dueOn: TOMORROW });
  await owe('Paid', { status: 'paid', paidAt: new Date('2031-05-01T00:00:00Z') });
  // What a cancelled booking owes of its fee is scheduled, and a request owes nothing yet.
  await owe('Off', { dueOn: '2031-04-30' }, { status: 'cancelled' });
  await owe('Request', { dueOn: '2031-04-30' }, { status: 'pending' });
  const { body } = await visitor.get(today);
  expect(namesUnder(body, 'payments-due')).toEqual([
    'Overdue',
    'Failed',
    'Paid in part',
    'Paid back in part',
    'Off',
    'Due',
  ]);
  expect(body).toContain('<strong>€123.45</strong>');
  expect(body).toContain('<strong>€67.89</strong> <span class="faint">to pay</span>');
  expect(body).toContain('overdue since Tue 1 Apr');
  expect(body.match(/>due today · /g)).toHaveLength(1);
  expect(body).not.toMatch(/>Due<\/a> <span/);
});

test('the day page adds up what is due of one booking', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const { id: bookingId } = await book(listing, {
    name: 'Bea',
    checkIn: '2031-05-10',
    checkOut: '2031-05-12',
  });
  const owed = { teamId: team.id, bookingId, refundedCents: 0, position: 0, status: 'scheduled' as const };
  await world.db.insert(payments).values([
    { ...owed, id: randomUUIDv7(), amountCents: 12_000, dueOn: '2031-04-01' },
    { ...owed, id: randomUUIDv7(), amountCents: 3_000, dueOn: TODAY, status: 'failed' },
    { ...owed, id: randomUUIDv7(), amountCents: 9_000, dueOn: TOMORROW },
  ]);
  const { body } = await visitor.get(today);
  expect(namesUnder(body, 'payments-due')).toHaveLength(1);
  expect(body).toContain('<strong>€150.00</strong>');
  expect(body).toContain('overdue since Tue 1 Apr · 2 payments');
  expect(body).toContain('<span class="badge bad">Failed</span>');
});

test('the day page adds up all that is due of the bookings that it lists, however many there are', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const stay = { teamId: team.id, listingId: listing.id, checkIn: '2031-08-01', checkOut: '2031-08-03' };
  for (let n = 0; n < 70; n += 1) {
    const { id: bookingId } = await buildBooking(world, stay);
    const owed = {
      teamId: team.id,
      bookingId,
      refundedCents: 0,
      amountCents: 1_000,
      status: 'scheduled' as const,
    };
    await world.db.insert(payments).values(
      ['2031-04-01', '2031-04-02'].map((dueOn, position) => ({
        ...owed,
        id: randomUUIDv7(),
        dueOn,
        position,
      })),
    );
  }
  const { body } = await visitor.get(today);
  expect(namesUnder(body, 'payments-due')).toHaveLength(70);
  expect(body.match(/<strong>€20\.00<\/strong>/g)).toHaveLength(70);
  expect(body).toContain('Only the first of each list are shown.');
});

test('the day page shows a calendar feed that fails or has conflicts, and no paused one', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, publicTitle: 'The Mill' });
  const unit = await buildUnit(world, { teamId: team.id, listingId: listing.id, name: 'Loft' });
  const keys = { teamId: team.id, unitId: unit.id };
  const conflict = {
    uid: 'a',
    startDate: TODAY,
    endDate: TOMORROW,
    bookingId: null,
    blockId: null,
  };
  await buildCalendarFeed(world, { ...keys, name: 'Taken', conflicts: [conflict, conflict] });
  await buildCalendarFeed(world, {
    ...keys,
    name: 'Broken',
    status: 'failing',
    lastError: 'It answers with 500.',
  });
  await buildCalendarFeed(world, { ...keys, name: 'Fine' });
  await buildCalendarFeed(world, { ...keys, name: 'Paused', status: 'failing', paused: true });
  const { body } = await visitor.get(today);
  expect(body).toMatch(/Taken<\/a> of <span class="name">The Mill, Loft<\/span> has 2 events on nights/);
  expect(body).toMatch(/Broken<\/a> .* cannot be followed at the moment. It answers with 500\./);
  expect(body).not.toMatch(/Fine|Paused/);
});

test('the day page tells a team without listings what to do first, and one without stays that nobody comes', async () => {
  const { team, visitor, today, base } = await openTeamPages(world);
  const first = await visitor.get(today);
  expectPage(first, 200, 'To your first booking');
  expect(first.body).toContain(`${base}/places/new`);
  await buildListing(world, { teamId: team.id });
  const { body } = await visitor.get(today);
  for (const text of [
    'Nobody arrives today.',
    'Nobody leaves today.',
    'Nobody else is staying.',
    'No requests',
    'Nothing is due.',
  ])
    expect(body).toContain(text);
});

test('another team’s day page is a 404, and its stays are on no other team’s page', async () => {
  const { visitor, today } = await openTeamPages(world);
  const theirs = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: theirs.team.id, timezone: 'UTC' });
  await book(listing, { name: 'Theirs', checkIn: TODAY, checkOut: TOMORROW, status: 'pending' });
  expect((await visitor.get(theirs.today)).statusCode).toBe(404);
  expect((await visitor.get(today)).body).not.toContain('Theirs');
  expect((await visitorOf(world).get(theirs.today)).headers.location).toMatch(/^\/app\/sign-in\?next=/);
});

test('yesterday, tomorrow and the week have the stays of their days, and the week says which', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC', publicTitle: 'The Mill' });
  await book(listing, { name: 'Before', checkIn: '2031-05-01', checkOut: YESTERDAY, status: 'completed' });
  await book(listing, { name: 'Now', checkIn: YESTERDAY, checkOut: TODAY });
  await book(listing, { name: 'Next', checkIn: TOMORROW, checkOut: '2031-05-11' });
  await book(listing, { name: 'After', checkIn: '2031-05-12', checkOut: '2031-05-14' });
  const onDay = async (day: string) => {
    const { body } = await visitor.get(`${today}?day=${day}`);
    return [namesUnder(body, 'arrivals'), namesUnder(body, 'departures')];
  };
  expect(await onDay('yesterday')).toEqual([['Now'], ['Before']]);
  expect(await onDay('today')).toEqual([[], ['Now']]);
  expect(await onDay('tomorrow')).toEqual([['Next'], []]);
  expect(await onDay('week')).toEqual([['Next'], ['Now', 'Next']]);
  expect(await onDay('nothing')).toEqual(await onDay('today'));
  const week = await visitor.get(`${today}?day=week`);
  expectPage(week, 200, 'Monday, 5 May 2031 to Sunday, 11 May 2031');
  expect(week.body).toContain('<strong>Tue 6 May</strong> · ');
  expectPage(await visitor.get(`${today}?day=yesterday`), 200, '<h1>Yesterday</h1>');
});

test('a request shows the guest’s words, and can be confirmed or declined', async () => {
  const { team, visitor, today, base } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const request = await book(listing, {
    name: 'Asks',
    status: 'pending',
    checkIn: TOMORROW,
    checkOut: '2031-05-09',
    specialRequests: 'A cot, <please>',
  });
  const { body } = await visitor.get(today);
  expect(body).toContain('“A cot, &#60;please&#62;”');
  expect(body).toContain(
    `href="${base}/bookings/${request.id}/cancel" aria-label="Decline the booking of Asks"`,
  );
  await visitor.get(today);
  expectPage(
    await visitor.submit(`${base}/bookings/${request.id}/confirm`),
    200,
    'The booking is confirmed.',
  );
});

test('where something must be decided, who arrives stands above it, with a link to each stay', async () => {
  const { team, visitor, today, base } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const whoIn = async () =>
    /<p class="who-arrives[^>]*>.*?<\/p>/s.exec((await visitor.get(today)).body)?.[0] ?? '';
  const stay = { checkIn: TODAY, checkOut: TOMORROW };
  const { id } = await book(listing, { ...stay, name: 'Ana' });
  expect(await whoIn()).toBe('');
  await book(listing, { name: 'Asks', checkIn: '2031-06-01', checkOut: '2031-06-02', status: 'pending' });
  expect(await whoIn()).toBe(
    `<p class="who-arrives not-printed">Arriving: <a class="name" href="${base}/bookings/${id}">Ana</a></p>`,
  );
  for (const name of ['Bea', 'Cai', 'Dan', 'Eva', 'Fay']) await book(listing, { ...stay, name });
  expect((await whoIn()).match(/<a class="name"/g)).toHaveLength(4);
  expect(await whoIn()).toContain(' and <a href="#arrivals">2 more</a>');
});

test('the arrivals of a day say how many have not paid', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC' });
  const stay = { checkIn: TODAY, checkOut: TOMORROW };
  const { id: bookingId } = await book(listing, { ...stay, name: 'Owes' });
  await book(listing, { ...stay, name: 'Owes nothing' });
  await world.db.insert(payments).values({
    teamId: team.id,
    id: randomUUIDv7(),
    bookingId,
    amountCents: 100,
    refundedCents: 0,
    dueOn: TODAY,
    position: 0,
    status: 'scheduled',
  });
  expectPage(await visitor.get(today), 200, '1 not paid');
});

test('the cleaning list has the units that guests leave, with the next arrival and its hour', async () => {
  const { team, visitor, today } = await openTeamPages(world);
  const listing = await buildListing(world, {
    teamId: team.id,
    timezone: 'UTC',
    publicTitle: 'Pier Double',
    checkInTime: '15:00',
    checkOutTime: '11:00',
  });
  const unitOf = (name: string) => buildUnit(world, { teamId: team.id, listingId: listing.id, name });
  const [one, two, three] = [await unitOf('101'), await unitOf('102'), await unitOf('103')];
  const stay = { checkIn: YESTERDAY, checkOut: TODAY };
  await book(listing, { ...stay, name: 'A', unitId: one?.id });
  await book(listing, { name: 'B', checkIn: TODAY, checkOut: TOMORROW, unitId: one?.id });
  await book(listing, { ...stay, name: 'C', unitId: two?.id });
  await book(listing, { name: 'D', checkIn: '2031-05-09', checkOut: '2031-05-10', unitId: two?.id });
  await book(listing, { ...stay, name: 'E', unitId: three?.id, status: 'cancelled' });
  const textOf = async (day: string) => {
    const { body } = await visitor.get(`${today}/cleaning?day=${day}`);
    return [...body.matchAll(/<tr role="row"><td.*?<\/tr>/gs)].map(([row]) =>
      row
        .replaceAll(/<span class="label".*?<\/span>|<[^>]*>/gs, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  };
  expect(await textOf('today')).toEqual([
    '101 · Pier Double Mon 5 May, by 11:00 Mon 5 May, from 15:00 The same day',
    '102 · Pier Double Mon 5 May, by 11:00 Fri 9 May, from 15:00',
  ]);
  expect(await textOf('tomorrow')).toEqual(['101 · Pier Double Tue 6 May, by 11:00 none yet']);
  expect(await textOf('week')).toHaveLength(4);
  expect(await textOf('yesterday')).toEqual([]);
});
