import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Json, openBuilding, openInn } from '../../../helpers/bookings.ts';

const world = await openSharedApp();

/** Full refund until 30 days before check-in, a third until a week before. 24 hours of grace until 3 days before. */
const policy = (name: string) => ({
  name,
  graceHours: 24,
  graceDaysBefore: 3,
  tiers: [
    { daysBefore: 30, refundPpm: 1_000_000 },
    { daysBefore: 7, refundPpm: 333_333 },
  ],
});
/** A stay 87 days ahead of the test's clock, which shows 2031-05-05 10:00 in UTC. */
const STAY = { check_in: '2031-08-01', check_out: '2031-08-05' };
const REFUNDS = [
  { until: '2031-07-02', percent: 100 },
  { until: '2031-07-25', percent: 33.3333 },
];

const shown = (name: string, graceUntil: string | null = null) => ({
  name,
  grace_until: graceUntil,
  refunds: REFUNDS,
  fee_of: 'total',
});

describe('cancellation terms', () => {
  it('a quote shows cancellation terms without a grace period, and a booking shows them with it', async () => {
    const team = { slug: 'with-terms', cancellationPolicy: policy('Team') };
    const inn = await openInn(world, { team, listing: { slug: 'loft' } });
    expect((await inn.quote(inn.listing.id, STAY)).body.data.cancellation).toEqual(shown('Team'));
    const site = '/v1/public/with-terms';
    const stay = new URLSearchParams(STAY);
    const onSite = await world.get(`${site}/listings/loft/availability?${stay}`);
    expect(onSite.json().data.cancellation).toEqual(shown('Team'));
    const [found] = await inn.read(`/search?${stay}`);
    expect(found.cancellation).toEqual(shown('Team'));
    const [foundOnSite] = (await world.get(`${site}/search?${stay}`)).json().data;
    expect(foundOnSite.cancellation).toEqual(shown('Team'));

    const { id, cancellation, cancellation_fee } = await inn.book(STAY);
    const booked = shown('Team', '2031-05-06T10:00:00+00:00');
    expect({ cancellation, cancellation_fee }).toEqual({ cancellation: booked, cancellation_fee: null });
    expect((await inn.read(`/bookings/${id}`)).cancellation).toEqual(booked);
    expect((await inn.read('/bookings'))[0].cancellation).toEqual(booked);
  });

  it.each([
    // Three days before check-in end with the 5th of May in Lisbon, an hour ahead of UTC.
    ['2031-05-08', '2031-05-05T23:00:00+00:00'],
    ['2031-05-09', '2031-05-06T10:00:00+00:00'],
    ['2031-05-07', null],
  ])(
    'the grace period of a booking that arrives on %s ends by the earlier of its two limits: %s',
    async (checkIn, graceUntil) => {
      const inn = await openInn(world, { team: { cancellationPolicy: policy('Team') } });
      const { cancellation } = await inn.book({ check_in: checkIn, check_out: '2031-05-10' });
      expect(cancellation.grace_until).toBe(graceUntil);
    },
  );

  it('cancellation terms without grace hours have no grace period', async () => {
    const cancellationPolicy = { ...policy('Team'), graceHours: 0 };
    const inn = await openInn(world, { team: { cancellationPolicy } });
    expect((await inn.book(STAY)).cancellation).toEqual(shown('Team'));
  });

  it('a booking’s cancellation terms are those of its listing, else of its building, else of its team', async () => {
    const inn = await openBuilding(world, { Double: ['101'], Suite: ['201'] });
    const [double, suite] = inn.unitTypes;
    const put = (path: string, name: string) =>
      inn.data(
        inn.send('PUT', path, {
          cancellation_policy: {
            name,
            tiers: [
              { days_before: 30, refund_percent: 100 },
              { days_before: 7, refund_percent: 33.3333 },
            ],
          },
        }),
      );
    const termsOf = async (id: string) => (await inn.quote(id, STAY)).body.data.cancellation;
    expect(await termsOf(double?.id ?? '')).toBe(null);
    await put('/team', 'Team');
    expect(await termsOf(double?.id ?? '')).toEqual(shown('Team'));
    await put(`/listings/${inn.listing.id}`, 'Pier');
    await put(`/listings/${suite?.id}`, 'Suite');
    expect(await termsOf(double?.id ?? '')).toEqual(shown('Pier'));
    expect(await termsOf(suite?.id ?? '')).toEqual(shown('Suite'));
    expect(await termsOf(inn.listing.id)).toEqual(shown('Pier'));
    const found = await inn.read(`/search?${new URLSearchParams({ ...STAY, sort: 'title' })}`);
    const named = found.map((each: Json) => [each.listing.id, each.cancellation.name]);
    expect(Object.fromEntries(named)).toEqual({
      [double?.id ?? '']: 'Pier',
      [suite?.id ?? '']: 'Suite',
      [inn.listing.id]: 'Pier',
    });
  });

  it('a booking keeps a copy of its cancellation terms, in which only the dates follow the booking', async () => {
    const inn = await openInn(world, { listing: { cancellationPolicy: policy('Loft') } });
    const before = await inn.book(STAY);
    await inn.data(inn.send('PUT', `/listings/${inn.listing.id}`, { cancellation_policy: null }));
    expect(
      (await inn.quote(inn.listing.id, { ...STAY, check_in: '2031-07-20' })).body.data.cancellation,
    ).toBe(null);
    const { cancellation } = await inn.read(`/bookings/${before.id}`);
    expect(cancellation).toEqual(before.cancellation);
    const moved = await inn.data(inn.change(before.id, { check_in: '2031-08-02', check_out: '2031-08-06' }));
    expect(moved.cancellation).toEqual({
      ...cancellation,
      refunds: [
        { until: '2031-07-03', percent: 100 },
        { until: '2031-07-26', percent: 33.3333 },
      ],
    });
  });
});
