/** The figures of months (docs/rules.md, 24). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { expectSound, type Json, openBuilding, openInn } from '../helpers/bookings.ts';
import { buildListing, buildUnit, day } from '../helpers/factories.ts';

const world = await openSharedApp();
const months = (inn: Json, query: string, headers = {}) =>
  inn.send('GET', `/reports/months?${query}`, undefined, headers);

it('the monthly report splits a stay over its nights, and counts the nights that can be sold', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const stay = { check_in: '2031-05-30', check_out: '2031-06-02', override_rules: true };
  const totals = { grand_total: 1_000, fees_total: 100 };
  const { id } = await inn.book({ ...stay, totals, adjustment: { name: 'Late', amount: 1 } });
  await inn.book({ ...stay, status: 'pending' });
  const block = { listing_id: inn.listing.id, unit_id: inn.units[1]?.id };
  await inn.data(
    inn.send('POST', '/blocks', { ...block, start_date: '2031-06-20', end_date: '2031-07-03' }),
    201,
  );
  const { body } = await months(inn, 'from=2031-05&to=2031-07');
  expect(body.data).toEqual([
    {
      month: '2031-05',
      currency: 'EUR',
      nights_sold: 2,
      nights_available: 62,
      occupancy_percent: 3,
      accommodation_total: 600,
      discount_total: 0,
      fees_total: 68,
      taxes_total: 0,
      taxes_included_total: 0,
      grand_total: 668,
      average_nightly: 300,
      paid_total: 0,
      refunded_total: 0,
      cancellation_fees_total: 0,
      nights_by_channels: 0,
    },
    expect.objectContaining({ month: '2031-06', nights_sold: 1, nights_available: 49, grand_total: 333 }),
    expect.objectContaining({
      month: '2031-07',
      nights_sold: 0,
      nights_available: 60,
      average_nightly: null,
    }),
  ]);
  await inn.data(inn.cancel(id));
  expect((await months(inn, 'from=2031-05&to=2031-05')).body.data).toMatchObject([{ nights_sold: 0 }]);
});

it('a report of one month has the same figures as that month of a longer report', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  // 1,000 cents over seven nights are 143 for each of the first six, and 142 for the last.
  const totals = { grand_total: 1_000 };
  await inn.book({ check_in: '2031-05-29', check_out: '2031-06-05', totals });
  await inn.book({ check_in: '2031-04-20', check_out: '2031-07-10', totals, override_rules: true });
  const all = (await months(inn, 'from=2031-04&to=2031-07')).body.data;
  const sold = all.map((month: Json) => [month.nights_sold, month.grand_total]);
  // 1,000 cents over 81 nights are 13 for each of the first 28, and 12 for the others.
  expect(sold).toEqual([
    [11, 143],
    [31 + 3, 17 * 13 + 14 * 12 + 3 * 143],
    [30 + 4, 30 * 12 + 3 * 143 + 142],
    [9, 9 * 12],
  ]);
  for (const month of all)
    expect((await months(inn, `from=${month.month}&to=${month.month}`)).body.data).toEqual([month]);
});

it('the monthly report has money received and refunded by day, for bookings in any status', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const add = (amount: number, paid_at: string) =>
    inn.data(inn.send('POST', `/bookings/${id}/payments`, { amount, paid_at }), 201);
  const { payments } = await add(30_000, '2031-01-31T22:59:00+00:00');
  await add(5_000, '2031-02-01T12:00:00+00:00');
  const [paid] = payments.filter(({ status }: Json) => status === 'paid');
  const body = { status: 'refunded', refunded_amount: 1_000 };
  const refund = await inn.data(inn.send('PUT', `/bookings/${id}/payments/${paid.id}`, body));
  const { refunded_at: at } = refund.payments.find(({ id }: Json) => id === paid.id);
  expect(at).not.toBeNull();
  await inn.data(inn.cancel(id));
  const all = (await months(inn, 'from=2031-01&to=2031-02')).body.data;
  expect(all.map(({ paid_total }: Json) => paid_total)).toEqual([30_000, 5_000]);
  const month = at.slice(0, 7);
  expect((await months(inn, `from=${month}&to=${month}`)).body.data).toMatchObject([
    { refunded_total: 1_000 },
  ]);
});

it('the monthly report counts a stay of a whole building once, with one night for each unit', async () => {
  const inn = await openBuilding(world, { Single: ['1', '2'], Double: ['3'] });
  const stay = { check_in: '2031-05-10', check_out: '2031-05-12', override_rules: true };
  await inn.book({ ...stay, totals: { grand_total: 900 } });
  const query = 'from=2031-05&to=2031-05';
  const whole = { nights_sold: 6, nights_available: 93, grand_total: 900, average_nightly: 150 };
  expect((await months(inn, query)).body.data).toMatchObject([whole]);
  expect((await months(inn, `${query}&listing_id=${inn.listing.id}`)).body.data).toMatchObject([whole]);
  // A kind of room has the nights of its rooms. What they cost stands once, with the building, so that these nights are
  // in no average of the kind of room.
  const nights = [4, 2];
  const room = { check_in: '2031-05-20', check_out: '2031-05-21', override_rules: true };
  await inn.book({ ...room, listing_id: inn.unitTypes[1]?.id, totals: { grand_total: 60 } });
  for (const [index, { id }] of inn.unitTypes.entries())
    expect((await months(inn, `${query}&listing_id=${id}`)).body.data).toMatchObject([
      {
        nights_sold: (nights[index] ?? 0) + index,
        grand_total: 60 * index,
        average_nightly: index === 0 ? null : 60,
      },
    ]);
  const [all] = (await months(inn, query)).body.data;
  expect(all).toMatchObject({ nights_sold: 7, grand_total: 960 });
  await inn.data(inn.send('PUT', `/listings/${inn.unitTypes[1]?.id}`, { status: 'inactive' }));
  // The kind of room was sold until today, the 5th of May.
  expect((await months(inn, query)).body.data).toMatchObject([{ nights_sold: 7, nights_available: 65 + 4 }]);
});

const NEW_HOUSE = { kind: 'building', public_title: 'Pier House', max_guests: 8, rates: { nightly: 20_000 } };
const NEW_ROOM = { kind: 'unit_type', public_title: 'Double', max_guests: 2, rates: { nightly: 10_000 } };
/** The nights that could be sold in each month of a year. */
const availableIn = async (inn: Json, from: string, to: string) =>
  (await months(inn, `from=${from}&to=${to}`)).body.data.map(
    ({ nights_available }: Json) => nights_available,
  );

it('a place that is closed keeps the nights on which it could be sold, until the day before', async () => {
  world.clock.set('2032-01-10T23:30:00Z');
  const inn = await openInn(world, { listing: { status: 'archived' } });
  // By the clocks of Lisbon it is the 10th, by those of Berlin the 11th.
  const newPlace = { kind: 'standalone', max_guests: 2, rates: { nightly: 10_000 }, status: 'active' };
  const make = (public_title: string, timezone: string) =>
    inn.data(inn.send('POST', '/listings', { ...newPlace, public_title, timezone }), 201);
  const lisbon = await make('Loft', 'Europe/Lisbon');
  const berlin = await make('Hut', 'Europe/Berlin');
  expect(await availableIn(inn, '2031-12', '2032-02')).toEqual([0, 22 + 21, 2 * 29]);
  world.clock.set('2032-03-05T10:00:00Z');
  await inn.data(inn.send('PUT', `/listings/${lisbon.id}`, { status: 'archived' }));
  const [unit] = await inn.read(`/listings/${berlin.id}/units`);
  await inn.data(inn.send('PUT', `/units/${unit.id}`, { active: false }));
  expect(await availableIn(inn, '2032-01', '2032-04')).toEqual([43, 58, 8, 0]);
  // What changes and changes back on one day counts as it was at its end.
  await inn.data(inn.send('PUT', `/units/${unit.id}`, { active: true }));
  expect(await availableIn(inn, '2032-03', '2032-04')).toEqual([4 + 31, 30]);
  world.clock.set('2032-03-20T10:00:00Z');
  await inn.data(inn.send('PUT', `/listings/${lisbon.id}`, { status: 'active' }));
  expect(await availableIn(inn, '2032-01', '2032-04')).toEqual([43, 58, 4 + 12 + 31, 60]);
  await expectSound(world);
});

it('the rooms of a house can be sold while the house, their kind and they themselves are active', async () => {
  world.clock.set('2032-01-01T10:00:00Z');
  const inn = await openInn(world, { listing: { status: 'archived' } });
  const house = await inn.data(inn.send('POST', '/listings', { ...NEW_HOUSE, status: 'active' }), 201);
  const kind = { ...NEW_ROOM, building_id: house.id, units: ['1', '2'] };
  const room = await inn.data(inn.send('POST', '/listings', { ...kind, status: 'active' }), 201);
  world.clock.set('2032-02-01T10:00:00Z');
  await inn.data(inn.send('PUT', `/listings/${house.id}`, { status: 'inactive' }));
  world.clock.set('2032-02-11T10:00:00Z');
  await inn.data(inn.send('PUT', `/listings/${house.id}`, { status: 'active' }));
  await inn.data(inn.send('POST', `/listings/${room.id}/units`, { name: '3' }), 201);
  expect(await availableIn(inn, '2032-01', '2032-03')).toEqual([62, 57, 93]);
  // A night that is sold counts, also one on which its room could not be sold.
  const stay = { listing_id: room.id, check_in: '2032-02-08', check_out: '2032-02-13', override_rules: true };
  await inn.book(stay);
  expect(await availableIn(inn, '2032-02', '2032-02')).toEqual([60]);
  const [first] = (await inn.read(`/listings/${room.id}/units`)).toReversed();
  await inn.data(inn.send('DELETE', `/units/${first.id}`), 204);
  expect(await availableIn(inn, '2032-03', '2032-03')).toEqual([62]);
  await expectSound(world);
});

it('the monthly report tells contained taxes, and fees by the day on which a booking was cancelled', async () => {
  world.clock.set('2031-05-05T10:00:00Z');
  const inn = await openInn(world, { listing: { timezone: 'Europe/Berlin' } });
  await inn.data(
    inn.send('POST', '/taxes', { code: 'vat', name: 'VAT', basis: 'percent', percent: 7, included: true }),
    201,
  );
  const { price_breakdown } = await inn.book({ check_in: '2031-06-29', check_out: '2031-07-03' });
  const lines: Json[] = price_breakdown.taxes ?? price_breakdown;
  expect(JSON.stringify(lines)).toContain('2617');
  const taxesOf = async () =>
    (await months(inn, 'from=2031-06&to=2031-07')).body.data.map((month: Json) => [
      month.taxes_total,
      month.taxes_included_total,
      month.cancellation_fees_total,
    ]);
  // 2617 are four nights of 654 and one cent for the first.
  expect(await taxesOf()).toEqual([
    [0, 1_309, 0],
    [0, 1_308, 0],
  ]);
  const over = await inn.book({ check_in: '2031-08-01', check_out: '2031-08-03' });
  world.clock.set('2031-06-30T22:30:00Z');
  await inn.data(inn.cancel(over.id, { fee: 4_321 }));
  expect((await taxesOf()).map(([, , fees]: number[]) => fees)).toEqual([0, 4_321]);
});

it('the monthly report has a row for each currency of its listings', async () => {
  const inn = await openInn(world);
  const other = await buildListing(world, { teamId: inn.teamId, currency: 'USD' });
  await buildUnit(world, { teamId: inn.teamId, listingId: other.id });
  const rowsOf = async (query: string) =>
    (await months(inn, query)).body.data.map(({ month, currency }: Json) => `${month} ${currency}`);
  expect(await rowsOf('from=2031-12&to=2032-01')).toEqual([
    '2031-12 EUR',
    '2031-12 USD',
    '2032-01 EUR',
    '2032-01 USD',
  ]);
  expect(await rowsOf(`from=2031-12&to=2031-12&listing_id=${other.id}`)).toEqual(['2031-12 USD']);
  expect(await rowsOf(`from=2031-12&to=2031-12&listing_id=0197aaaa-0000-7000-8000-000000000000`)).toEqual([]);
});

it('the monthly report refuses a wrong month at its parameter', async () => {
  const inn = await openInn(world);
  for (const [query, fields] of [
    ['', ['from', 'to']],
    ['from=2031-05&to=2031-04', ['to']],
    ['from=2031-05&to=2034-05', ['to']],
    ['from=2031-13&to=2031-12', ['from']],
    ['from=2031-05-01&to=2031-06', ['from']],
    ['from=2031-05&to=2031-06&listing_id=x', ['listing_id']],
  ] as const)
    expect(Object.keys((await months(inn, query)).body.errors), query).toEqual(fields);
  expect((await months(inn, 'from=2031-05&to=2034-04')).status).toBe(200);
});

/** One step of a history: a new booking, or a change of one that there is. */
const step = fc.record({
  at: fc.integer({ min: 0, max: 80 }),
  nights: fc.integer({ min: 1, max: 40 }),
  total: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null }),
  adjustment: fc.option(fc.constantFrom(-1, 1, 777), { nil: null }),
  what: fc.constantFrom('book', 'book', 'change', 'adjust', 'cancel', 'to rates'),
  which: fc.nat(),
});

it('after any history of bookings, the months add up to the bookings, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const inn = await openInn(world, { units: ['A', 'B'], listing: { nightlyCents: 10_001 } });
      await inn.data(
        inn.send('POST', '/fees', { code: 'clean', name: 'Cleaning', basis: 'stay', amount: 1_003 }),
        201,
      );
      const ids: string[] = [];
      for (const { at, nights, total, adjustment: amount, what, which } of steps) {
        const dates = { check_in: day(at), check_out: day(at + nights), override_rules: true };
        const totals = total === null ? {} : { totals: { accommodation_total: total } };
        const adjustment = amount === null ? null : { name: 'Extra', amount };
        const id = ids[which % Math.max(1, ids.length)];
        // What cannot be had is refused, and the history goes on.
        if (what === 'book' || id === undefined) {
          const { status, body } = await inn.tryBook({ ...dates, ...totals, adjustment });
          if (status === 201) ids.push(body.data.id);
        } else if (what === 'cancel') await inn.cancel(id);
        else if (what === 'change') await inn.change(id, { ...dates, ...totals });
        else await inn.change(id, what === 'adjust' ? { adjustment } : { totals: null });
      }
      const bookings: Json[] = await inn.read('/bookings?status=confirmed&per_page=100');
      const { body } = await months(inn, 'from=2031-06&to=2031-12');
      for (const name of [
        'accommodation_total',
        'discount_total',
        'fees_total',
        'taxes_total',
        'grand_total',
      ] as const) {
        const sum = (rows: Json[]) => rows.reduce((total, row) => total + row[name], 0);
        expect([name, sum(body.data)]).toEqual([name, sum(bookings)]);
      }
      const nightsSold = body.data.reduce((sum: number, row: Json) => sum + row.nights_sold, 0);
      expect(nightsSold).toBe(bookings.reduce((sum, { nights }) => sum + nights, 0));
    }),
    { numRuns: Number(process.env.HISTORY_RUNS ?? 3), seed: Number(process.env.SEED) },
  );
});
