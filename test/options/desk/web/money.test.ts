/** The page *Money*: months, payments that are due or late, and the months as CSV. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments } from '../../../../src/db/schema/folio.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildGuest, buildListing, buildUnit } from '../../../helpers/factories.ts';
import { expectPage, openTeamPages } from '../../../helpers/pages.ts';

/** The app's clock is at 10:00 UTC on 5 May 2031. */
const world = await openSharedApp();

async function openMoney() {
  const pages = await openTeamPages(world, { timezone: 'UTC' });
  const { team, base } = pages;
  const listing = await buildListing(world, { teamId: team.id, timezone: 'UTC', publicTitle: 'The Mill' });
  return { ...pages, listing, money: `${base}/money` };
}

const rowsIn = (body: string) =>
  [...body.matchAll(/<tr role="row"><td.*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<span class="label".*?<\/span>|<[^>]*>/gs, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

test('the months show what is sold and lead to their bookings', async () => {
  const { team, visitor, listing, money, base } = await openMoney();
  await buildBooking(world, {
    teamId: team.id,
    listingId: listing.id,
    status: 'confirmed',
    checkIn: '2031-06-10',
    checkOut: '2031-06-13',
  });
  const { body, statusCode } = await visitor.get(money);
  expect(statusCode).toBe(200);
  const months = rowsIn(body);
  // The month in which something was sold, the sum, and the months before and after the present one, which are folded.
  expect(months).toEqual([
    'June 2031 3 of 30 10 % €400.00 €0.00 €50.00 €0.00 €450.00 €0.00 €133.33 €0.00 €0.00 €0.00',
    expect.stringMatching(/^Sum 3 of 91 3 % €400.00 €0.00 €50.00 €0.00 €450.00 €0.00 €133.33 /),
    expect.stringMatching(/^April 2031 0 of 30 0 %/),
    expect.stringMatching(/^May 2031 0 of 31 0 %/),
  ]);
  expect(body).toContain('Months without anything <span class="count">2</span>');
  expect(body).toContain(`href="${base}/bookings?from&#61;2031-06-01&#38;to&#61;2031-06-30"`);
  expect(body).toContain('aria-current="page"');
});

/** The months, the lengths of their bars out of 1,000, and their text. */
const barsIn = (body: string) =>
  [...(/<div class="month-bars">.*?<\/div>/s.exec(body)?.[0] ?? '').matchAll(/<li>.*?<\/li>/gs)].map(
    ([bar]) => [
      ...[...bar.matchAll(/<rect class="(?:sold|came)"[^>]* width="(\d+)"/g)].map(([, length]) =>
        Number(length),
      ),
      bar
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ],
  );

test('each month has a bar of what it sold and one of what came in, by one scale, with both as text', async () => {
  const { team, visitor, listing, money } = await openMoney();
  const teamId = team.id;
  for (const [checkIn, checkOut] of [
    ['2031-04-10', '2031-04-13'],
    ['2031-06-10', '2031-06-13'],
  ] as const) {
    const stay = { status: 'confirmed' as const, checkIn, checkOut };
    const { id: bookingId } = await buildBooking(world, { teamId, listingId: listing.id, ...stay });
    if (checkIn > '2031-05') continue;
    await world.db.insert(payments).values({
      teamId,
      id: randomUUIDv7(),
      bookingId,
      amountCents: 90_000,
      refundedCents: 0,
      dueOn: '2031-05-01',
      position: 0,
      status: 'paid',
      paidAt: new Date('2031-05-01T10:00:00Z'),
      method: 'cash',
    });
  }
  const { body } = await visitor.get(money);
  expect(barsIn(body)).toEqual([
    [500, 'April 2031 €450.00 came in €0.00'],
    [0, 1_000, 'May 2031 €0.00 came in €900.00'],
    [500, 'June 2031 €450.00 came in €0.00'],
  ]);
  expect(body).toContain('<strong aria-current="date">May 2031</strong>');
});

test('one month, and months without anything, have no bars', async () => {
  const { visitor, money } = await openMoney();
  for (const query of ['', '?from=2031-05&to=2031-05'])
    expect((await visitor.get(`${money}${query}`)).body).not.toContain('month-bars');
});

test('a link leads to the twelve months around the present one, of the place that is chosen', async () => {
  const { visitor, listing, money } = await openMoney();
  const { body } = await visitor.get(`${money}?listing_id=${listing.id}`);
  const [, query = ''] = /money\?([^"]*)">Twelve months/.exec(body) ?? [];
  const around = await visitor.get(`${money}?${query.replaceAll('&#61;', '=').replaceAll('&#38;', '&')}`);
  expect(rowsIn(around.body)).toHaveLength(12);
  expect(around.body).toContain('Months without anything <span class="count">12</span>');
  expect(around.body).toContain(`<option value="${listing.id}" selected>The Mill</option>`);
});

test('the months of one place, and of a span, are those that are asked for', async () => {
  const { team, visitor, listing, money } = await openMoney();
  const other = await buildListing(world, { teamId: team.id, timezone: 'UTC', publicTitle: 'The Barn' });
  for (const [listingId, checkOut] of [
    [listing.id, '2031-01-13'],
    [other.id, '2031-01-15'],
  ] as const)
    await buildBooking(world, {
      teamId: team.id,
      listingId,
      status: 'confirmed',
      checkIn: '2031-01-10',
      checkOut,
    });
  const { body } = await visitor.get(`${money}?from=2031-01&to=2031-02&listing_id=${listing.id}`);
  expect(rowsIn(body)).toEqual([
    expect.stringMatching(/^January 2031 3 of 31 /),
    expect.stringMatching(/^Sum 3 of 59 /),
    expect.stringMatching(/^February 2031 0 of 28 /),
  ]);
  expect(body).toContain(`<option value="${listing.id}" selected>The Mill</option>`);
});

test.each([
  ['from=2031-02&to=2031-01', 'To must not be a month before from.'],
  ['from=2025-01&to=2031-01', 'To must leave at most 36 months.'],
  ['from=soon', 'From must be a month'],
])('months by %s are refused at the field, and their CSV leads to the page', async (query, message) => {
  const { visitor, money } = await openMoney();
  expectPage(await visitor.get(`${money}?${query}`), 422, message);
  const csv = await visitor.get(`${money}.csv?${query}`);
  expect([csv.statusCode, String(csv.headers.location)]).toEqual([303, expect.stringContaining(`${money}?`)]);
});

test('the months are a file of CSV, with amounts as decimals', async () => {
  const { team, listing, visitor, money } = await openMoney();
  await buildUnit(world, { teamId: team.id, listingId: listing.id });
  const answer = await visitor.get(`${money}.csv?from=2031-06&to=2031-07`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="months-.*\.csv"$/),
  });
  const [head, june, july, end] = answer.body.split('\r\n');
  expect([head?.startsWith('\ufeffmonth,currency,nights_sold'), end]).toEqual([true, '']);
  expect([june, july]).toEqual([
    expect.stringMatching(/^2031-06,EUR,0,30,0,0\.00/),
    expect.stringMatching(/^2031-07,EUR,0/),
  ]);
});

test('payments are late from the day after they were due, and listed for the next thirty days', async () => {
  const { team, visitor, listing, money } = await openMoney();
  const teamId = team.id;
  const owe = async (name: string, dueOn: string) => {
    const guest = await buildGuest(world, { teamId, name });
    const stay = { checkIn: '2031-08-01', checkOut: '2031-08-03' };
    const booking = await buildBooking(world, { teamId, listingId: listing.id, guestId: guest.id, ...stay });
    await world.db.insert(payments).values({
      teamId,
      id: randomUUIDv7(),
      bookingId: booking.id,
      amountCents: 1_000,
      refundedCents: 0,
      dueOn,
      position: 0,
      status: 'scheduled',
    });
  };
  await owe('Late', '2031-05-04');
  await owe('Today', '2031-05-05');
  await owe('Last', '2031-06-04');
  await owe('Beyond', '2031-06-05');
  const { body } = await visitor.get(money);
  const namesUnder = (id: string) => {
    const section = new RegExp(`aria-labelledby="${id}">(.*?)</section>`, 's').exec(body)?.[1] ?? '';
    return [...section.matchAll(/<a class="name"[^>]*>([^<]*)/g)].map(([, name]) => name);
  };
  expect(namesUnder('late')).toEqual(['Late']);
  expect(namesUnder('due-within-30-days')).toEqual(['Today', 'Last']);
  expect(body).toContain('<span class="beside">€20.00</span>');
});

test('a booking is one line with the sum and the first day of what is late, and one of what is due', async () => {
  const { team, visitor, listing, money, base } = await openMoney();
  const teamId = team.id;
  const guest = await buildGuest(world, { teamId, name: 'Ada' });
  const stay = { checkIn: '2031-08-01', checkOut: '2031-08-03' };
  const booking = await buildBooking(world, { teamId, listingId: listing.id, guestId: guest.id, ...stay });
  const owed = [
    [1_000, '2031-05-01'],
    [2_500, '2031-05-03'],
    [4_000, '2031-05-20'],
  ] as const;
  await world.db.insert(payments).values(
    owed.map(([amountCents, dueOn], position) => ({
      teamId,
      id: randomUUIDv7(),
      bookingId: booking.id,
      amountCents,
      refundedCents: 0,
      dueOn,
      position,
      status: 'scheduled' as const,
    })),
  );
  const { body } = await visitor.get(money);
  const linesUnder = (id: string) => {
    const section = new RegExp(`aria-labelledby="${id}">.*?<ul(.*?)</section>`, 's').exec(body)?.[1] ?? '';
    return section.split('<li>').slice(1);
  };
  const [late, ...moreLate] = linesUnder('late');
  const [due, ...moreDue] = linesUnder('due-within-30-days');
  expect([moreLate, moreDue]).toEqual([[], []]);
  expect(late).toContain(`href="${base}/bookings/${booking.id}#folio">Ada<`);
  expect(late).toContain('€35.00');
  expect(late).toContain('2 payments from Thu 1 May');
  expect(due).toContain('€40.00');
  expect(due).toContain('Tue 20 May');
});

/** Bookings that owe 10.00 on each of the days. */
async function oweOn(
  { team, listing }: Awaited<ReturnType<typeof openMoney>>,
  count: number,
  days: readonly string[],
): Promise<void> {
  const stay = { checkIn: '2031-08-01', checkOut: '2031-08-03' };
  const { id } = await buildBooking(world, { teamId: team.id, listingId: listing.id, ...stay });
  const copies = await world.db.execute<{ id: string }>(sql`
    insert into bookings
    select copy.* from bookings as one, generate_series(2, ${count}::int) as n, jsonb_populate_record(one,
      jsonb_build_object('id', gen_random_uuid(), 'confirmation_code', one.confirmation_code || '-' || n)) as copy
    where one.id = ${id} returning id`);
  await world.db.insert(payments).values(
    [{ id }, ...copies.rows].flatMap((booking) =>
      days.map((dueOn, position) => ({
        teamId: team.id,
        id: randomUUIDv7(),
        bookingId: booking.id,
        amountCents: 1_000,
        refundedCents: 0,
        dueOn,
        position,
        status: 'scheduled' as const,
      })),
    ),
  );
}

/** The heading of a list, and its number of lines. */
function listIn(body: string, id: string): [heading: string, lines: number] {
  const section = new RegExp(`<h2 id="${id}">(.*?)</section>`, 's').exec(body)?.[1] ?? '';
  const [heading = ''] = section.split('</h2>');
  return [heading.replaceAll(/<[^>]*>/g, '').trim(), section.split('<li>').length - 1];
}

test('many late payments are added up by booking, and hide nothing that is due', async () => {
  const opened = await openMoney();
  await oweOn(opened, 105, ['2031-05-01', '2031-05-03']);
  await oweOn(opened, 5, ['2031-05-20']);
  const { body } = await opened.visitor.get(opened.money);
  expect(listIn(body, 'late')).toEqual(['Late 105 €2,100.00', 105]);
  expect(body.match(/€20\.00.*?\n.*?2 payments from Thu 1 May/g)).toHaveLength(105);
  expect(listIn(body, 'due-within-30-days')).toEqual(['Due within 30 days 5 €50.00', 5]);
  expect(body).not.toContain('Only what is due first is listed.');
});

test('the headings count and add up all, also what is not listed, in each currency', async () => {
  const opened = await openMoney();
  await oweOn(opened, 203, ['2031-05-01', '2031-05-20']);
  const { teamId } = opened.listing;
  const foreign = await buildListing(world, { teamId, timezone: 'UTC', currency: 'USD' });
  const stay = {
    teamId,
    listingId: foreign.id,
    currency: 'USD',
    checkIn: '2031-08-01',
    checkOut: '2031-08-03',
  };
  const { id: bookingId } = await buildBooking(world, stay);
  const owed = { teamId, id: randomUUIDv7(), bookingId, amountCents: 700, refundedCents: 0, position: 0 };
  await world.db.insert(payments).values({ ...owed, dueOn: '2031-05-04', status: 'scheduled' });
  const { body } = await opened.visitor.get(opened.money);
  expect(listIn(body, 'late')).toEqual(['Late 204 €2,030.00, $7.00', 200]);
  expect(listIn(body, 'due-within-30-days')).toEqual(['Due within 30 days 203 €2,030.00', 200]);
  expect(body).toContain('Only what is due first is listed.');
});

test('what failed payments of a booking ask for again and again counts once', async () => {
  const { team, visitor, listing, money } = await openMoney();
  const stay = { checkIn: '2031-08-01', checkOut: '2031-08-03', grandTotalCents: 45_000 };
  const booking = await buildBooking(world, { teamId: team.id, listingId: listing.id, ...stay });
  const failed = { teamId: team.id, bookingId: booking.id, refundedCents: 0, dueOn: '2031-05-01' };
  await world.db.insert(payments).values(
    [0, 1].map((position) => ({
      ...failed,
      id: randomUUIDv7(),
      amountCents: 40_000,
      position,
      status: 'failed' as const,
    })),
  );
  const { body } = await visitor.get(money);
  expect(listIn(body, 'late')).toEqual(['Late 1 €450.00', 1]);
  expect(body).toContain('<span class="badge bad">Failed</span>');
});

test('a team without places has no months, and says how to begin', async () => {
  const { visitor, base } = await openTeamPages(world);
  const { body, statusCode } = await visitor.get(`${base}/money`);
  expect([statusCode, rowsIn(body)]).toEqual([200, []]);
  expectPage({ statusCode, body }, 200, 'No figures');
});
