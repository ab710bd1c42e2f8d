import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isoWeekdayOfDate } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Inn, type Json, openInn, times } from '../../helpers/bookings.ts';
import { buildListing, buildListings, day } from '../../helpers/factories.ts';
import { eventsIn } from '../events/team-events.ts';

const world = await openSharedApp();

const NONE = {
  nightly: null,
  min_stay: null,
  max_stay: null,
  closed_for_arrival: false,
  closed_for_departure: false,
  closed: false,
};
const SPAN = `start_date=${day(0)}&end_date=${day(20)}`;
const put = (inn: Inn, ...ranges: object[]) =>
  inn.send('PUT', `/listings/${inn.listing.id}/days`, { ranges });
const daysOf = (inn: Inn, id: string = inn.listing.id): Promise<Json[]> =>
  inn.read(`/listings/${id}/days?${SPAN}`);

describe('days of a listing', () => {
  it('the days of a listing are changed field by field, with an event from the first to the last day that differs', async () => {
    const inn = await openInn(world);
    const week = { start_date: day(0), end_date: day(6) };
    const answer = await put(
      inn,
      { ...week, weekdays: [6, 7], nightly: 15_000, min_stay: 2 },
      { start_date: day(6), end_date: day(6), nightly: null, closed: true },
    );
    const saturday = { date: day(5), ...NONE, nightly: 15_000, min_stay: 2 };
    const sunday = { date: day(6), ...NONE, min_stay: 2, closed: true };
    expect([answer.status, answer.body]).toEqual([200, { data: [saturday, sunday] }]);
    expect(await daysOf(inn)).toEqual([saturday, sunday]);
    expect((await put(inn, { ...week, weekdays: [6], nightly: 15_000 })).body).toEqual({ data: [saturday] });
    const cleared = await put(inn, { start_date: day(5), end_date: day(7), clear: true });
    expect(cleared.body.data).toEqual([5, 6, 7].map((offset) => ({ date: day(offset), ...NONE })));
    expect(await daysOf(inn)).toEqual([]);
    expect((await eventsIn(world, inn.teamId)).map(({ data }) => data)).toEqual(
      times(2, () => ({ listing_id: inn.listing.id, start_date: day(5), end_date: day(6) })),
    );
  });

  it('ranges of days of a listing are applied one after the other, and a day without any value is removed', async () => {
    const inn = await openInn(world);
    const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const range = fc.oneof(
      fc.record(
        {
          nightly: orNull(fc.nat({ max: 2 })),
          min_stay: orNull(fc.integer({ min: 1, max: 2 })),
          max_stay: orNull(fc.constant(9)),
          closed_for_arrival: orNull(fc.boolean()),
          closed_for_departure: orNull(fc.boolean()),
          closed: orNull(fc.boolean()),
        },
        { requiredKeys: [] },
      ),
      fc.constant({ clear: true }),
    );
    const placed = fc
      .tuple(range, fc.nat(12), fc.nat(8), fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7]), { nil: null }))
      .map(([fields, from, length, weekdays]) => ({
        ...fields,
        start_date: day(from),
        end_date: day(from + length),
        weekdays,
      }));
    let stored: Record<string, Json> = {};
    const property = fc.asyncProperty(fc.array(placed, { maxLength: 5 }), async (ranges) => {
      const touched = new Set<string>();
      for (const { start_date, end_date, weekdays, clear, ...fields } of ranges as Json[])
        for (let date = start_date; date <= end_date; date = addDays(date, 1)) {
          if (weekdays && !weekdays.includes(isoWeekdayOfDate(date))) continue;
          touched.add(date);
          const set = Object.entries(fields).map(([name, value]) => [name, value ?? NONE[name as 'nightly']]);
          stored[date] = clear
            ? { date, ...NONE }
            : { date, ...NONE, ...stored[date], ...Object.fromEntries(set) };
        }
      const { body } = await put(inn, ...ranges);
      expect(body.data).toEqual([...touched].sort().map((date) => stored[date]));
      const some = Object.entries(stored).filter(
        ([date, one]) => JSON.stringify(one) !== JSON.stringify({ date, ...NONE }),
      );
      stored = Object.fromEntries(some.sort());
      expect(await daysOf(inn)).toEqual(Object.values(stored));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('changed days affect new quotes, and no bookings that are already made', async () => {
    const inn = await openInn(world);
    const booking = await inn.book();
    await put(inn, { start_date: day(0), end_date: day(20), nightly: 1 });
    expect(await inn.read(`/bookings/${booking.id}`)).toEqual(booking);
    const { body } = await inn.quote(inn.listing.id, { check_in: day(4), check_out: day(8) });
    expect(body.data.price.grand_total).toBe(4);
  });

  it('a listing and a request may have at most 3,660 days, where a range counts only its weekdays', async () => {
    const inn = await openInn(world);
    const nightly = 1;
    const most = { start_date: day(0), end_date: day(3_659), nightly };
    const result = await put(inn, most);
    expect([result.status, result.body.data.length]).toEqual([200, 3_660]);
    const refusal = (words: string) => ({
      status: 422,
      body: { errors: { ranges: [`The ranges field must ${words}.`] } },
    });
    expect(await put(inn, { start_date: day(3_660), end_date: day(3_660), nightly })).toMatchObject(
      refusal('leave at most 3660 day overrides of a listing'),
    );
    const tooMany = refusal('not name more than 3,660 days in all ranges');
    expect(await put(inn, { ...most, end_date: day(3_660) })).toMatchObject(tooMany);
    expect(await put(inn, most, { ...most, end_date: day(0) })).toMatchObject(tooMany);
    const whole = { start_date: '2000-01-01', end_date: '2199-12-31', clear: true };
    expect(await put(inn, whole)).toMatchObject(tooMany);
    // Two weekdays of ten years, and then as many of them as make it too many.
    const weekends = { ...most, end_date: day(3_650), weekdays: [6, 7] };
    expect((await put(inn, weekends, weekends, weekends)).status).toBe(200);
    expect(await put(inn, weekends, weekends, weekends, weekends)).toMatchObject(tooMany);
  });
});

describe('days of many listings', () => {
  const YEAR = 365;
  const LISTINGS = 13;

  it('unknown listings and listings with too many days are refused together, and nothing is written', async () => {
    const inn = await openInn(world);
    const empty = await buildListing(world, { teamId: inn.teamId });
    expect((await put(inn, { start_date: day(0), end_date: day(3_659), nightly: 1 })).status).toBe(200);
    const ranges = [{ start_date: day(3_660), end_date: day(3_660), nightly: 1 }];
    const ids = [inn.listing.id, '01943600-0000-7000-8000-ffffffffffff', empty.id];
    const updates = ids.map((listing_id) => ({ listing_id, ranges }));
    const { status, body } = await inn.send('POST', '/days', { updates });
    expect([status, body.errors]).toEqual([
      422,
      {
        'updates.1.listing_id': ['The team has no listing with this id.'],
        'updates.0.ranges': [
          'The updates 0 ranges field must leave at most 3660 day overrides of a listing.',
        ],
      },
    ]);
    expect(
      await inn.read(`/listings/${empty.id}/days?start_date=${day(3_660)}&end_date=${day(3_660)}`),
    ).toEqual([]);
  });

  it('thousands of days of many listings take as many statements as one day, and only days that differ are written', async () => {
    const inn = await openInn(world);
    await buildListings(world, LISTINGS, { teamId: inn.teamId });
    const { rows } = await world.db.execute<{ id: string }>(
      `select id from listings where team_id = ${inn.teamId} and id <> '${inn.listing.id}'`,
    );
    const ids = rows.map(({ id }) => id);
    const updates = ids.map((id, number) => ({
      listing_id: id,
      ranges: times(YEAR, (offset) => ({
        start_date: day(offset),
        end_date: day(offset),
        nightly: number + offset,
      })),
    }));
    const push = () => inn.send('POST', '/days', { updates });
    const one = {
      listing_id: inn.listing.id,
      ranges: [{ start_date: day(0), end_date: day(0), nightly: 1 }],
    };
    const few = await world.statements.during(() => inn.send('POST', '/days', { updates: [one] }));
    const { result: answer, statements } = await world.statements.during(() => push());
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { listings: LISTINGS, days: LISTINGS * YEAR } },
    ]);
    expect(statements.length).toBe(few.statements.length);
    expect((await push()).body.data).toEqual({ listings: 0, days: 0 });
    Object.assign(updates[7]?.ranges[3] ?? {}, { nightly: 77_777 });
    expect((await push()).body.data).toEqual({ listings: 1, days: 1 });
    const events = await eventsIn(world, inn.teamId);
    expect([events.length, events.at(-1).data]).toEqual([
      LISTINGS + 2,
      { listing_id: ids[7], start_date: day(3), end_date: day(3) },
    ]);

    // If one of them is wrong, nothing changes.
    Object.assign(updates[3]?.ranges[0] ?? {}, { nightly: -1 });
    Object.assign(updates[12] ?? {}, {
      listing_id: '01943600-0000-7000-8000-ffffffffffff',
    });
    Object.assign(updates[8]?.ranges[3] ?? {}, { nightly: 88_888 });
    const refused = await push();
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'updates.3.ranges.0.nightly': [
          'The updates 3 ranges 0 nightly field must be an integer from 0 to 100000000000.',
        ],
      },
    ]);
    Object.assign(updates[3]?.ranges[0] ?? {}, { nightly: 3 });
    expect((await push()).body.errors).toEqual({
      'updates.12.listing_id': ['The team has no listing with this id.'],
    });
    expect(await eventsIn(world, inn.teamId)).toHaveLength(LISTINGS + 2);
  });

  it('a request may change at most 5,000 days of many listings, where repeated days count again', async () => {
    const inn = await openInn(world);
    const updates = (days: number) => [
      { listing_id: inn.listing.id, ranges: [{ start_date: day(0), end_date: day(2_499), nightly: 1 }] },
      {
        listing_id: inn.listing.id,
        ranges: [{ start_date: day(0), end_date: day(days - 2_501), nightly: 2 }],
      },
    ];
    expect((await inn.send('POST', '/days', { updates: updates(5_000) })).body.data.days).toBe(2_500);
    const more = await inn.send('POST', '/days', { updates: updates(5_001) });
    expect([more.status, more.body.errors]).toEqual([
      422,
      { updates: ['The updates field must not name more than 5,000 days in all ranges.'] },
    ]);
  });

  it('a request may change days of 200 listings, with 500 ranges each and 5,000 in all, counted before any is read', async () => {
    const inn = await openInn(world);
    const updates = (listings: number, ranges: number) =>
      times(listings, () => ({ listing_id: inn.listing.id, ranges: times(ranges, () => ({})) }));
    const refused = async (listings: number, ranges: number) => {
      const answer = await inn.send('POST', '/days', { updates: updates(listings, ranges) });
      return [answer.status, answer.body.errors];
    };
    expect(await refused(201, 0)).toEqual([
      422,
      { updates: ['The updates field must be a list of at most 200.'] },
    ]);
    expect(await refused(1, 501)).toEqual([
      422,
      { 'updates.0.ranges': ['The updates 0 ranges field must be a list of at most 500.'] },
    ]);
    expect(await refused(11, 455)).toEqual([
      422,
      { updates: ['The updates field must be a list with at most 5,000 ranges in all.'] },
    ]);
    // What is wrong with all of them would fill the memory.
    const [status, errors] = await refused(10, 500);
    expect([status, Object.keys(errors as object).length]).toEqual([422, 1_000]);
  });

  it('days of more than 1,000 listings, and charges for more than 1,000 listings, are refused', async () => {
    const inn = await openInn(world);
    const fee = async (listings: unknown[]) =>
      (await inn.send('POST', '/fees', { code: 'f', name: 'F', basis: 'stay', amount: 1, listings })).body
        .errors;
    expect(await fee(times(1_001, () => 'a'))).toEqual({
      listings: ['The listings field must be a list of at most 1000.'],
    });
    expect(Object.keys(await fee(times(1_000, (n) => `a-${n}`)))).toHaveLength(1_000);
  });

  it('changes of days may come in a body of 1 MiB, and one byte more is a 413', async () => {
    const inn = await openInn(world);
    const body = (bytes: number) => `{"updates":[],"x":"${'x'.repeat(bytes - 21)}"}`;
    const limit = 1_048_576;
    expect((await inn.send('POST', '/days', body(limit))).status).toBe(200);
    const more = await inn.send('POST', '/days', body(limit + 1));
    expect([more.status, more.body]).toEqual([413, { message: 'The body is larger than 1 MiB.' }]);
  });

  it('changes of days of many listings are applied in order, also if a listing is named twice', async () => {
    const inn = await openInn(world);
    const one = (fields: object) => ({
      listing_id: inn.listing.id.toUpperCase(),
      ranges: [{ start_date: day(0), end_date: day(1), ...fields }],
    });
    const updates = [one({ nightly: 1, min_stay: 3 }), one({ nightly: 2 })];
    expect((await inn.send('POST', '/days', { updates })).body).toEqual({ data: { listings: 1, days: 2 } });
    expect(await daysOf(inn)).toEqual(
      [0, 1].map((at) => ({ date: day(at), ...NONE, nightly: 2, min_stay: 3 })),
    );
    const broken = [
      one({ start_date: day(2), nightly: '90' }),
      one({ clear: true, nightly: 1, closed: false }),
      one({ weekdays: [0], end_date: '2031-02-29', min_stay: 0, closed: 'no' }),
      { listing_id: 'x', ranges: [] },
      { ranges: null },
    ];
    const { status, body } = await inn.send('POST', '/days', { updates: broken });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      [
        'updates.0.ranges.0.end_date',
        'updates.0.ranges.0.nightly',
        'updates.1.ranges.0.closed',
        'updates.1.ranges.0.nightly',
        'updates.2.ranges.0.closed',
        'updates.2.ranges.0.end_date',
        'updates.2.ranges.0.min_stay',
        'updates.2.ranges.0.weekdays.0',
        'updates.3.listing_id',
        'updates.4.listing_id',
        'updates.4.ranges',
      ],
    ]);
  });
});

describe('requests that change days', () => {
  it.each([
    ['PUT', '/listings/LISTING/days', 'ranges'],
    ['POST', '/days', 'updates'],
  ] as const)(
    '%s %s reports all invalid fields of body, query and headers at once',
    async (method, path, field) => {
      const { send, listing } = await openInn(world);
      const url = `${path.replace('LISTING', listing.id)}?dry=1`;
      const { status, body } = await send(method, url, { [field]: 1 }, { 'idempotency-key': 'two words' });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field, 'dry', 'idempotency_key']]);
      const noObject = await send(method, path.replace('LISTING', listing.id), '[]');
      expect(noObject).toMatchObject({
        status: 422,
        body: { message: 'The body must be an object.', errors: {} },
      });
    },
  );

  it('a change of days reports invalid fields before an unknown listing', async () => {
    const { send } = await openInn(world);
    const path = '/listings/01943600-0000-7000-8000-ffffffffffff/days';
    expect((await send('PUT', path, { ranges: 1 })).status).toBe(422);
    expect((await send('PUT', path, { ranges: [] })).status).toBe(404);
    expect((await send('PUT', '/listings/nothing/days', { ranges: 1 })).status).toBe(404);
  });
});
