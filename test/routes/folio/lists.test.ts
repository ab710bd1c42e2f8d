/** The payments and invoices of all bookings (docs/rules.md, 12). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectRefusal, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

/** A deposit of 120.00 now, and 280.00 a week before check-in. */
const TERMS = { depositPpm: 300_000, balanceDueDays: 7 };
const openHouse = () => openInn(world, { team: TERMS, units: ['A', 'B', 'C', 'D'] });
const pathOf = ({ booking_id, id }: Json) => `/bookings/${booking_id}/payments/${id}`;
const totalOf = async (inn: Inn, path: string) => (await inn.send('GET', path)).body.meta.total;
const csvOf = async (inn: Inn, path: string) => {
  const headers = { authorization: `Bearer ${inn.token}`, accept: 'text/csv' };
  const answer = await world.app.inject({ method: 'GET', url: `/v1${path}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.body.slice(1, -2).split('\r\n');
};
/** A booking in a place of the team whose clocks are not those of UTC. */
async function bookIn(inn: Inn, timezone: string, checkIn = day(40)): Promise<Json> {
  const place = await inn.data(
    inn.send('POST', '/listings', {
      kind: 'standalone',
      public_title: `A loft in ${timezone}`,
      max_guests: 4,
      rates: { nightly: 10_000 },
      timezone,
    }),
    201,
  );
  await inn.data(inn.send('POST', `/listings/${place.id}/units`, { name: 'A' }), 201);
  return inn.book({ listing_id: place.id, check_in: checkIn, check_out: day(44) });
}

describe('the list of payments', () => {
  it('the payments of all bookings are those of their folios, with their booking, by due date and then id', async () => {
    const inn = await openHouse();
    const made = [await inn.book({ check_in: day(30), check_out: day(34) }), await inn.book()];
    const cancelled = await inn.book();
    await inn.data(inn.cancel(cancelled.id, { reason: 'Ill.' }));
    const expected: Json[] = [];
    for (const booking of [...made, cancelled]) {
      const { payments, currency } = await inn.folio(booking.id);
      const { confirmation_code, status: booking_status } = await inn.read(`/bookings/${booking.id}`);
      for (const payment of payments)
        expected.push({
          ...payment,
          booking_id: booking.id,
          confirmation_code,
          booking_status,
          listing_id: inn.listing.id,
          guest_name: 'Bea Lind',
          currency,
        });
    }
    const inOrder = expected.toSorted((a, b) => (`${a.due_on}${a.id}` < `${b.due_on}${b.id}` ? -1 : 1));
    expect(expected).toHaveLength(6);
    const { body } = await inn.send('GET', '/payments');
    expect(body.data).toEqual(inOrder);
    expect(body.meta).toMatchObject({ total: 6, per_page: 20, current_page: 1 });
    const second = await inn.send('GET', '/payments?per_page=4&page=2&status=scheduled,cancelled');
    expect(second.body.data).toEqual(inOrder.slice(4));
    expect(second.body.links.prev).toContain('status=scheduled');
  });

  it('a payment without a day on which it is due is listed last', async () => {
    const inn = await openHouse();
    const { id } = await inn.book();
    const [first] = (await inn.folio(id)).payments;
    await world.db.execute(`update payments set due_on = null where id = '${first.id}'`);
    expect((await inn.read('/payments')).map(({ due_on }: Json) => due_on)).toEqual([day(-7), null]);
  });

  it('payments are filtered by their status, their booking, its status and their days, both ends included', async () => {
    const inn = await openHouse();
    const [one, other, over] = [
      await inn.book({ check_in: day(30), check_out: day(34) }),
      await inn.book({ status: 'pending' }),
      await inn.book(),
    ];
    await inn.data(inn.cancel(over.id));
    const [deposit] = (await inn.folio(one.id)).payments;
    await inn.data(
      inn.send('PUT', `/bookings/${one.id}/payments/${deposit.id}`, { status: 'paid', method: 'cash' }),
    );
    const bookingsOf = async (query: string) => {
      const rows: Json[] = await inn.read(`/payments?${query}`);
      return rows.map(({ booking_id, amount }) => {
        const name = booking_id === one.id ? 'one' : booking_id === other.id ? 'other' : 'over';
        return `${name} ${amount}`;
      });
    };
    const cases: [string, string[]][] = [
      ['status=paid', ['one 12000']],
      ['method=cash,card', ['one 12000']],
      ['method=card', []],
      ['status=scheduled', ['other 12000', 'other 28000', 'one 28000']],
      ['status=scheduled&booking_status=pending', ['other 12000', 'other 28000']],
      ['booking_status=cancelled', ['over 12000', 'over 28000']],
      ['booking_status=confirmed,cancelled&status=scheduled,paid', ['one 12000', 'one 28000']],
      [`booking_id=${one.id.toUpperCase()}`, ['one 12000', 'one 28000']],
      [`due_from=${day(23)}`, ['one 28000']],
      [`due_from=${day(23)}&due_to=${day(23)}`, ['one 28000']],
      [`due_from=${day(24)}`, []],
      [`due_to=${day(22)}&status=scheduled`, ['other 12000', 'other 28000']],
      ['paid_from=2031-05-05&paid_to=2031-05-05', ['one 12000']],
      ['paid_from=2031-05-06', []],
      ['paid_to=2031-05-04', []],
      ['booking_id=01943600-0000-7000-8000-ffffffffffff', []],
      ['due_from=2031-02-02&due_to=2031-01-01', []],
    ];
    for (const [query, expected] of cases) expect(await bookingsOf(query), query).toEqual(expected);
  });

  it.each([
    ['Pacific/Kiritimati', '2031-05-05T10:30:00Z', '2031-05-06'],
    ['Etc/GMT+12', '2031-05-05T10:30:00Z', '2031-05-04'],
    ['Europe/Lisbon', '2031-05-05T23:30:00Z', '2031-05-06'],
  ])('in %s a payment at %s was paid on %s', async (timezone, paid_at, date) => {
    const inn = await openHouse();
    const { id } = await bookIn(inn, timezone);
    await inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount: 100, paid_at }), 201);
    await world.db.execute(`update invoices set issued_at = '${paid_at}' where booking_id = '${id}'`);
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const before = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    for (const [list, name] of [
      ['payments', 'paid'],
      ['invoices', 'issued'],
    ]) {
      expect(await totalOf(inn, `/${list}?${name}_from=${date}&${name}_to=${date}`)).toBe(1);
      expect(await totalOf(inn, `/${list}?${name}_from=${next}`)).toBe(0);
      expect(await totalOf(inn, `/${list}?${name}_to=${before}`)).toBe(0);
    }
  });

  it('payments as CSV are the whole filtered list in its order, with decimal amounts', async () => {
    const inn = await openHouse();
    await inn.book({ guest: { name: '=Ann' } });
    await inn.book({ check_in: day(30), check_out: day(34) });
    const [header = '', ...rows] = await csvOf(inn, '/payments?per_page=1&page=9');
    const listed: Json[] = await inn.read('/payments');
    expect(header).toBe(Object.keys(listed[0]).join(','));
    expect(rows.map((row) => row.slice(0, 36))).toEqual(listed.map(({ id }) => id));
    expect(rows[0]).toContain(`${listed[0].id},120.00,scheduled,`);
    expect(rows.join()).toContain(",'=Ann,EUR");
    expect(await csvOf(inn, '/payments?status=refunded')).toEqual([header]);
  });
});

describe('the list of invoices', () => {
  it('the invoices of all bookings are those of their folios, by the moment of issue and then number', async () => {
    const inn = await openHouse();
    const first = await inn.book();
    const second = await inn.book();
    world.clock.set('2031-05-06T10:00:00Z');
    await inn.data(inn.change(first.id, { check_out: day(6) }));
    const expected: Json[] = [];
    for (const { id, confirmation_code } of [first, second]) {
      const { invoices, currency } = await inn.folio(id);
      const rest = { listing_id: inn.listing.id, guest_name: 'Bea Lind', currency };
      for (const invoice of invoices)
        expected.push({
          ...invoice,
          booking_id: id,
          confirmation_code,
          booking_status: 'confirmed',
          ...rest,
        });
    }
    expected.sort((a, b) => (`${a.issued_at}${a.number}` < `${b.issued_at}${b.number}` ? -1 : 1));
    const { body } = await inn.send('GET', '/invoices');
    expect(body.data).toEqual(expected);
    expect(body.data.map(({ status }: Json) => status).toSorted()).toEqual(['open', 'open', 'void']);
    expect(await inn.read(`/invoices?booking_id=${second.id}&status=open`)).toEqual(
      expected.filter(({ booking_id }) => booking_id === second.id),
    );
    expect(await totalOf(inn, '/invoices?issued_from=2031-05-06&issued_to=2031-05-06')).toBe(1);
    const [header, ...rows] = await csvOf(inn, '/invoices?issued_to=2031-05-05');
    expect(header).toBe(Object.keys(expected[0]).join(','));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(',400.00,');
  });
});

it.each([
  [
    '/payments?status=open&booking_status=lost&method=gold&due_from=soon',
    ['status', 'booking_status', 'method', 'due_from'],
  ],
  ['/payments?booking_id=1&paid_to=2031-02-30&per_page=101', ['booking_id', 'paid_to', 'per_page']],
  ['/payments?sort=due_on', ['sort']],
  ['/payments?issued_from=2031-01-01', ['issued_from']],
  ['/invoices?status=scheduled&issued_to=', ['status', 'issued_to']],
  ['/invoices?paid_from=2031-01-01', ['paid_from']],
])('GET %s is refused for each wrong parameter', async (path, fields) => {
  const inn = await openInn(world);
  expectRefusal(await inn.send('GET', path), fields);
});

it('another team’s payments and invoices are in no list', async () => {
  const [inn, other] = [await openHouse(), await openHouse()];
  const { id } = await inn.book();
  expect(await totalOf(other, '/payments')).toBe(0);
  expect(await totalOf(other, `/invoices?booking_id=${id}`)).toBe(0);
  const [payment] = await inn.read('/payments');
  expect((await other.send('PUT', pathOf(payment), { status: 'paid' })).status).toBe(404);
});

it('a page of either list takes as many statements for 100 rows as for one', async () => {
  const inn = await openHouse();
  const statementsOf = async (path: string) => {
    const { result, statements } = await world.statements.during(() => inn.send('GET', path));
    expect(result.status).toBe(200);
    return statements.length;
  };
  for (let n = 0; n < 12; n += 1) await inn.book({ check_in: day(4 * n), check_out: day(4 * n + 4) });
  const all = `booking_status=confirmed&per_page=100`;
  const paths = [
    ['/payments?per_page=1', `/payments?${all}&due_to=2199-01-01`],
    ['/invoices?per_page=1', '/invoices?per_page=100&issued_from=2000-01-01'],
  ];
  for (const [few = '', many = ''] of paths) {
    const count = await statementsOf(few);
    expect([count, await statementsOf(many)]).toEqual([count, count]);
    expect(count).toBeLessThanOrEqual(4);
  }
});
