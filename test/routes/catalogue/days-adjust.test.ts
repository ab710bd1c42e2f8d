/** Many prices at once (docs/rules.md, 24). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn } from '../../helpers/bookings.ts';
import { buildListing, buildTeam } from '../../helpers/factories.ts';
import { seed } from '../../helpers/random.ts';

const world = await openSharedApp();
const YEAR = { start_date: '2031-01-01', end_date: '2031-01-31' };

/** A place at 100.00, 150.00 on weekends and 99.99 on one day, which is closed for arrival as well. */
async function openPlace() {
  const inn = await openInn(world);
  const path = `/listings/${inn.listing.id}`;
  const put = (path: string, body: object) => inn.data(inn.send('PUT', path, body));
  await put(`${path}/rates`, { rates: { nightly: 10_000, weekend_nightly: 15_000 } });
  const day = { start_date: '2031-01-07', end_date: '2031-01-07', nightly: 9_999, closed_for_arrival: true };
  const closed = { start_date: '2031-01-08', end_date: '2031-01-08', closed: true };
  await put(`${path}/days`, { ranges: [day, closed] });
  const adjust = (body: object) => inn.send('POST', '/days/adjust', { ...YEAR, ...body });
  const preview = (body: object) => inn.send('POST', '/days/adjust/preview', { ...YEAR, ...body });
  const days = () => inn.read(`${path}/days?start_date=2031-01-01&end_date=2031-12-31`);
  const undo = (body: object) => inn.send('POST', '/days', body);
  return { ...inn, path, put, adjust, preview, days, undo };
}

describe('adjusting prices', () => {
  it('adjusting prices raises the base rate of each night, stores it per day, and can be undone', async () => {
    const inn = await openPlace();
    const before = await inn.days();
    const answer = await inn.adjust({ percent: 10 });
    const summary = {
      currency: 'EUR',
      listings: 1,
      days: 31,
      lowest_before: 9_999,
      highest_before: 15_000,
      lowest_after: 11_000,
      highest_after: 16_500,
    };
    expect(answer).toMatchObject({ status: 200, body: { data: [summary] } });
    const after = await inn.days();
    expect(after).toHaveLength(31);
    expect(after[6]).toMatchObject({ date: '2031-01-07', nightly: 11_000, closed_for_arrival: true });
    expect(after[7]).toMatchObject({ date: '2031-01-08', nightly: 11_000, closed: true });
    const [event] = (await inn.send('GET', '/events?types=rates.changed')).body.data.slice(-1);
    expect(event.data).toEqual({ listing_id: inn.listing.id, ...YEAR });
    expect((await inn.undo(answer.body.undo)).body.data).toEqual({ listings: 1, days: 31 });
    expect(await inn.days()).toEqual(before);
  });

  it('adjusting prices can be limited to weekdays, rounds half up, and leaves out days whose price stays the same', async () => {
    const inn = await openPlace();
    const weekends = await inn.adjust({ amount: 50, weekdays: [5, 6] });
    expect(weekends.body.data).toMatchObject([{ days: 9, lowest_before: 15_000, highest_after: 15_100 }]);
    expect((await inn.adjust({ amount: 49, weekdays: [1, 2, 3] })).body.data).toEqual([
      expect.objectContaining({ days: 1, lowest_before: 9_999, lowest_after: 10_000 }),
    ]);
    expect((await inn.adjust({ percent: 0 })).body).toEqual({ data: [], undo: { updates: [] } });
    expect((await inn.adjust({ amount: -100_000 })).body.data).toMatchObject([{ highest_after: 0 }]);
  });

  it('the preview of adjusting prices stores nothing and has no undo', async () => {
    const inn = await openPlace();
    const before = await inn.days();
    const { body } = await inn.preview({ percent: -12.5, round_to: 1 });
    expect(body).toEqual({ data: [expect.objectContaining({ lowest_after: 8_749, highest_after: 13_125 })] });
    expect(await inn.days()).toEqual(before);
  });

  it('adjusting prices changes all active listings, grouped by currency, or only those that are named', async () => {
    const inn = await openPlace();
    await buildListing(world, { teamId: inn.teamId, currency: 'USD', nightlyCents: 8_000 });
    await buildListing(world, { teamId: inn.teamId, status: 'archived' });
    expect((await inn.preview({ percent: 5 })).body.data.map(({ currency }: Json) => currency)).toEqual([
      'EUR',
      'USD',
    ]);
    const named = await inn.preview({ percent: 5, listing_ids: [inn.listing.id, inn.listing.id] });
    expect(named.body.data).toMatchObject([{ currency: 'EUR', listings: 1, days: 31 }]);
    expect((await inn.preview({ percent: 5, listing_ids: [] })).body).toEqual({ data: [] });
  });

  it('adjusting prices with invalid fields is refused under each field', async () => {
    const inn = await openPlace();
    const { id: teamId } = await buildTeam(world);
    const foreign = await buildListing(world, { teamId });
    const refusals: [object, string[]][] = [
      [{}, ['percent']],
      [{ percent: 1, amount: 1 }, ['amount']],
      [{ percent: -90.1 }, ['percent']],
      [{ percent: 1.23456 }, ['percent']],
      [{ percent: 1, round_to: 0 }, ['round_to']],
      [{ percent: 1, end_date: '2030-01-01' }, ['end_date']],
      [{ percent: 1, weekdays: [8] }, ['weekdays.0']],
      [{ percent: 1, listing_ids: [inn.listing.id, foreign.id] }, ['listing_ids.1']],
      [{ percent: 1, end_date: '2060-01-01' }, ['end_date']],
      [{ amount: 100_000_000_000 }, ['amount']],
    ];
    for (const [body, fields] of refusals)
      for (const answer of [await inn.adjust(body), await inn.preview(body)])
        expect(Object.keys(answer.body.errors), JSON.stringify(body)).toEqual(fields);
  });

  it('adjusting prices has no undo if POST /v1/days would refuse it', async () => {
    const inn = await openPlace();
    const { body } = await inn.adjust({ percent: 10, end_date: '2041-03-01', listing_ids: [inn.listing.id] });
    expect(body.errors).toHaveProperty('end_date');
    for (let n = 0; n < 2; n += 1) await buildListing(world, { teamId: inn.teamId });
    const long = await inn.adjust({ percent: 10, end_date: '2037-01-01' });
    expect(long.body).toMatchObject({ undo: null });
  });
});

it('any adjustment of prices is restored exactly by its undo', async () => {
  const inn = await openPlace();
  const change = fc.record({
    percent: fc.integer({ min: -900_000, max: 2_000_000 }).map((tenThousandths) => tenThousandths / 10_000),
    round_to: fc.integer({ min: 1, max: 10_000 }),
    weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(change, async (body) => {
      const before = await inn.days();
      const { undo } = (await inn.adjust(body)).body;
      await inn.data(inn.undo(undo));
      expect(await inn.days()).toEqual(before);
    }),
    { numRuns: Number(process.env.UNDO_RUNS ?? 10), seed },
  );
});
