/** A booking gets, changes or loses its coupon later (docs/rules.md, 9.19). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { buildCoupon, buildListing, buildUnit, day } from '../../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, openHouse, stateOf } from './extras-house.ts';

const world = await openSharedApp();

const CHARGES = {
  fees: [
    BREAKFAST,
    { code: 'clean', name: 'Cleaning', basis: 'stay', amount: 5_000 },
    { code: 'service', name: 'Service', basis: 'percent', percent: 10, taxable: true },
  ],
  taxes: [
    { code: 'inside', name: 'VAT', basis: 'percent', percent: 25, included: true },
    { code: 'local', name: 'Local', basis: 'percent', percent: 2, applies_to: ['accommodation'] },
    { code: 'night', name: 'Night', basis: 'percent_guest_night', percent: 5, max_amount: 400 },
  ],
};
const PLAIN = ['accommodation 40000', 'clean 5000', 'service 4000', 'inside 8800', 'local 800', 'night 2000'];
/** 10 % of 40000, then each percentage of what is left. */
const WITH_TEN = [
  'accommodation 40000',
  'coupon:Ten -4000',
  'clean 5000',
  'service 3600',
  'inside 7920',
  'local 720',
  'night 1800',
];

const openRated = async () => {
  const inn = await openHouse(world, CHARGES);
  await buildCoupon(world, { teamId: inn.teamId, code: 'Ten', percentPpm: 100_000 });
  return inn;
};
const useOf = async (inn: { read: (path: string) => Promise<Json> }, code: string) =>
  (await inn.read(`/coupons/${code}`)).redemptions;

describe('a coupon in a change', () => {
  it('a coupon is a new line on the nights as the booking has them, and every percentage is computed anew from its own line', async () => {
    const inn = await openRated();
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    expect(linesOf(before.booking)).toEqual(PLAIN);
    await inn.raise();
    await inn.put('/fees/service', { percent: 50 });
    await inn.put('/taxes/local', { percent: 50 });
    await inn.add('taxes', { code: 'new', name: 'New', basis: 'percent', percent: 10 });

    const changed = await inn.to(id, { coupon_code: 'TEN' });
    expect(linesOf(changed)).toEqual(WITH_TEN);
    expect(changed).toMatchObject({ coupon_code: 'Ten', discount_total: 4_000, grand_total: 47_120 });
    expect(changed.price_breakdown[1]).toMatchObject({ name: 'Ten', percent: 10, base_amount: 40_000 });
    expect((await inn.events(id)).at(-1)).toMatchObject({
      type: 'booking.changed',
      data: { coupon_code: [null, 'Ten'], discount_total: [0, 4_000], grand_total: [51_800, 47_120] },
    });
    expect(await inn.folio(id)).toMatchObject({ grand_total: 47_120, balance_due: 47_120 });

    await inn.to(id, { coupon_code: null });
    expect(await stateOf(inn, id)).toEqual(before);
    expect((await inn.events(id)).at(-1).data).toMatchObject({ coupon_code: ['Ten', null] });
    await expectSound(world);
  });

  it('another coupon replaces the one that the booking has, whose redemption is given back', async () => {
    const inn = await openRated();
    await buildCoupon(world, { teamId: inn.teamId, code: 'fixed', amountCents: 1_500, maxRedemptions: 1 });
    const { id } = await inn.book({ coupon_code: 'ten' });
    expect(await inn.to(id, { coupon_code: 'Fixed' })).toMatchObject({
      coupon_code: 'fixed',
      discount_total: 1_500,
    });
    expect((await inn.events(id)).at(-1).data).toMatchObject({ coupon_code: ['Ten', 'fixed'] });
    expect([await useOf(inn, 'ten'), await useOf(inn, 'fixed')]).toEqual([0, 1]);
    expect(await inn.to(id, { coupon_code: '' })).toMatchObject({ coupon_code: null, discount_total: 0 });
    expect(await useOf(inn, 'fixed')).toBe(0);
  });

  it('the booking’s own coupon is no change, whatever became of it', async () => {
    const inn = await openRated();
    const { id, updated_at } = await inn.book({ coupon_code: 'ten' });
    await inn.put('/coupons/ten', { active: false, percent: 50 });
    await inn.raise();
    world.clock.set('2031-05-06T10:00:00Z');
    expect(await inn.to(id, { coupon_code: 'TEN' })).toMatchObject({ updated_at, discount_total: 4_000 });
    expect(await inn.to(id, await inn.read(`/bookings/${id}`))).toMatchObject({ updated_at });
    expect(await inn.events(id)).toHaveLength(1);
  });

  it('a coupon takes its part off what an automatic discount leaves, and stands after it', async () => {
    const weekly = { code: 'weekly', name: 'Weekly', kind: 'length_of_stay', min_nights: 2, percent: 10 };
    const inn = await openHouse(world, { discounts: [weekly] });
    await buildCoupon(world, { teamId: inn.teamId, code: 'half', percentPpm: 500_000 });
    const { id } = await inn.book({ adjustments: [{ name: 'Goodwill', amount: -1_000 }] });
    await inn.send('DELETE', '/discounts/weekly');
    expect(linesOf(await inn.to(id, { coupon_code: 'half' }))).toEqual([
      'accommodation 40000',
      'weekly -4000',
      'coupon:half -18000',
      'adjustment -1000',
    ]);
  });

  it('a coupon that takes everything hides the percentages, which come back when it goes', async () => {
    const inn = await openRated();
    await buildCoupon(world, { teamId: inn.teamId, code: 'all', amountCents: 99_999 });
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    expect(linesOf(await inn.to(id, { coupon_code: 'all' }))).toEqual([
      'accommodation 40000',
      'coupon:all -40000',
      'clean 5000',
    ]);
    await inn.to(id, { coupon_code: null });
    expect(await stateOf(inn, id)).toEqual(before);
    await expectSound(world);
  });

  it('beside other extras only the extras, the coupon and the percentages on them are priced', async () => {
    const inn = await openRated();
    const { id } = await inn.book();
    await inn.raise();
    expect(linesOf(await inn.to(id, { ...CHOSEN, coupon_code: 'ten' }))).toEqual([
      ...WITH_TEN.slice(0, 2),
      'breakfast 700',
      ...WITH_TEN.slice(2),
    ]);
  });

  it('beside other dates the coupon must fit the new stay, which is priced at today’s rates', async () => {
    const inn = await openHouse(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'five', percentPpm: 100_000, minNights: 5 });
    const { id } = await inn.book();
    await inn.raise();
    expect((await inn.change(id, { coupon_code: 'five' })).body.errors).toEqual({
      coupon_code: ['The coupon code needs a stay of at least 5 nights.'],
    });
    expect(await inn.to(id, { coupon_code: 'five', check_out: day(5) })).toMatchObject({
      accommodation_total: 100_000,
      discount_total: 10_000,
    });
  });

  it('a coupon that cannot be used today is refused under coupon_code, and nothing is written', async () => {
    const inn = await openRated();
    world.clock.set('2031-05-05T12:00:00Z');
    const { id, updated_at } = await inn.book();
    const refusals: [terms: Parameters<typeof buildCoupon>[1] | null, rest: string, word: string][] = [
      [null, 'is not valid.', 'unknown'],
      [{ active: false }, 'is not valid.', 'unknown'],
      [{ validFrom: '2031-05-06' }, 'can be used from 2031-05-06 on.', 'rule'],
      [{ validUntil: '2031-05-04' }, 'could be used until 2031-05-04.', 'rule'],
      [{ stayFrom: day(1) }, `is for stays from ${day(1)} on.`, 'rule'],
      [{ listingIds: [] }, 'is not for this place.', 'rule'],
      [{ maxRedemptions: 0 }, 'has been used up.', 'rule'],
    ];
    for (const [terms, rest, word] of refusals) {
      const code = terms ? (await buildCoupon(world, { teamId: inn.teamId, ...terms })).code : 'NONE';
      const refused = await inn.change(id, { coupon_code: code, notes: 'New' });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { coupon_code: [`The coupon code ${rest}`] }, codes: { coupon_code: [word] } },
      });
    }
    expect(await inn.read(`/bookings/${id}`)).toMatchObject({ updated_at, notes: null });
  });

  it('a booking with an agreed price takes no coupon until it is priced by the rates again', async () => {
    const inn = await openRated();
    for (const totals of [{ accommodation_total: 30_000 }, { grand_total: 30_000 }]) {
      const { id, updated_at } = await inn.book({ totals, check_in: day(10), check_out: day(14) });
      expect((await inn.change(id, { coupon_code: 'ten' })).body).toMatchObject({
        errors: {
          coupon_code: ['The coupon code field must not be given for a booking with an agreed price.'],
        },
        codes: { coupon_code: ['state'] },
      });
      expect((await inn.change(id, { coupon_code: 'ten', totals })).status).toBe(422);
      expect((await inn.to(id, { coupon_code: null })).updated_at).toBe(updated_at);
      expect(await inn.to(id, { coupon_code: 'ten', totals: null })).toMatchObject({
        coupon_code: 'Ten',
        price_agreed: null,
        grand_total: 47_120,
      });
      await inn.data(inn.send('POST', `/bookings/${id}/cancel`));
    }
  });

  it('a preview shows the coupon and keeps nothing, and an expected total is compared with it', async () => {
    const inn = await openRated();
    const { id } = await inn.book();
    const body = { coupon_code: 'ten' };
    const preview = await inn.data(inn.send('POST', `/bookings/${id}/preview`, body));
    expect(preview).toMatchObject({
      booking: { coupon_code: 'Ten', grand_total: 47_120 },
      previous_total: 51_800,
      difference: -4_680,
    });
    expect(await useOf(inn, 'ten')).toBe(0);
    expect((await inn.change(id, { ...body, expected_total: 51_800 })).status).toBe(409);
    expect(await inn.to(id, { ...body, expected_total: 47_120 })).toEqual({
      ...preview.booking,
      updated_at: expect.anything(),
    });
  });
});

describe('the redemptions of a coupon in changes', () => {
  it('changes and new bookings at once redeem a coupon as often as it has redemptions left', async () => {
    const inn = await openHouse(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'last', maxRedemptions: 3 });
    const listings = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const listing = await buildListing(world, { teamId: inn.teamId });
        await buildUnit(world, { teamId: inn.teamId, listingId: listing.id });
        return listing.id;
      }),
    );
    const made = await Promise.all(listings.map((listing_id) => inn.book({ listing_id })));
    const answers = await Promise.all([
      ...made.map(({ id }) => inn.change(id, { coupon_code: 'last' })),
      ...listings.map((listing_id) =>
        inn.tryBook({ listing_id, check_in: day(20), check_out: day(22), coupon_code: 'last' }),
      ),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
    for (const { status, body } of answers.filter(({ status }) => status >= 300))
      expect({ status, errors: Object.keys(body.errors) }).toEqual({ status: 422, errors: ['coupon_code'] });
    expect(await useOf(inn, 'last')).toBe(3);
    await expectSound(world);
  });

  it('a change takes the redemption of a hold that has lapsed, and cancels the hold', async () => {
    const inn = await openHouse(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'one', maxRedemptions: 1 });
    const { id } = await inn.book();
    world.clock.set('2031-05-05T12:00:00Z');
    const dates = { check_in: day(10), check_out: day(12) };
    const hold = await inn.book({ ...dates, coupon_code: 'one', status: 'pending', expires_in: 5 });
    expect((await inn.change(id, { coupon_code: 'one' })).status).toBe(422);
    world.clock.set('2031-05-05T12:05:00Z');
    expect(await inn.to(id, { coupon_code: 'one' })).toMatchObject({ coupon_code: 'one' });
    expect(await inn.read(`/bookings/${hold.id}`)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'expired',
    });
    await expectSound(world);
  });
});
