/** Prices by agreement, and adjustments (docs/rules.md, 24). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, NONE, openHouse, PETS, stateOf, VAT } from './extras-house.ts';

const world = await openSharedApp();

const CLEANING = { code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5_000, taxable: true };
const SERVICE = { code: 'service', name: 'Service', basis: 'percent', percent: 10 };
const WEEKLY = { code: 'weekly', name: 'Weekly', kind: 'length_of_stay', min_nights: 2, percent: 10 };
const TEN = { code: 'TEN', percent: 10 };
const LATE = { name: 'Late check-out', amount: 3_000 };
const GOODWILL = { name: 'Goodwill', amount: -2_000 };

/** Four nights at 100.00, 10 % off, 50.00 for cleaning, 10 % service and 10 % VAT on nights and cleaning. */
const openInn = () =>
  openHouse(world, {
    fees: [CLEANING, SERVICE, BREAKFAST],
    taxes: [VAT],
    discounts: [WEEKLY],
    coupons: [TEN],
  });
const BY_RATES = {
  accommodation_total: 40_000,
  discount_total: 4_000,
  fees_total: 8_600,
  taxes_total: 4_100,
  grand_total: 48_700,
  price_agreed: null,
};

describe('an agreed price for the nights', () => {
  it('with an agreed price for the nights there is no discount, and fees and taxes are computed from it', async () => {
    const inn = await openInn();
    const booking = await inn.book({ totals: { accommodation_total: 30_000 } });
    expect(booking).toMatchObject({ price_agreed: 'nights', discount_total: 0, grand_total: 41_500 });
    expect(linesOf(booking)).toEqual(['accommodation 30000', 'cleaning 5000', 'service 3000', 'vat 3500']);
    expect(booking.price_breakdown[0]).toMatchObject({ basis: 'night', quantity: 4, unit_amount: null });
    expect(await inn.folio(booking.id)).toMatchObject({
      balance_due: 41_500,
      invoices: [{ amount: 41_500, status: 'open' }],
    });
    await expectSound(world);
  });

  it('an agreed price for the nights stays through changes of dates, guests, extras and pets, while fees and taxes follow', async () => {
    const inn = await openInn();
    await inn.add('fees', PETS);
    const { id } = await inn.book({ totals: { accommodation_total: 30_000 } });
    await inn.raise();
    const longer = await inn.to(id, { check_out: day(6), number_of_guests: 1 });
    expect(linesOf(longer)).toEqual(['accommodation 30000', 'cleaning 5000', 'service 3000', 'vat 3500']);
    expect(longer).toMatchObject({ price_agreed: 'nights', nights: 6 });
    expect(longer.price_breakdown[0].quantity).toBe(6);
    expect(await inn.to(id, CHOSEN)).toMatchObject({ grand_total: 42_200, price_agreed: 'nights' });
    expect(await inn.to(id, { party: { pets: 2 } })).toMatchObject({ grand_total: 44_000 });
    expect(await inn.to(id, { ...NONE, party: { pets: 0 } })).toMatchObject({ grand_total: 41_500 });
  });

  it('removing an agreed price for the nights prices the booking with today’s rates, as a change of dates would', async () => {
    const inn = await openInn();
    const plain = await inn.book();
    expect(plain).toMatchObject(BY_RATES);
    const before = await stateOf(inn, plain.id);
    const agreed = await inn.to(plain.id, { totals: { accommodation_total: 30_000 } });
    expect(agreed).toMatchObject({ price_agreed: 'nights', grand_total: 41_500 });
    await inn.to(plain.id, { totals: null });
    expect(await stateOf(inn, plain.id)).toEqual(before);
  });
});

describe('an agreed total', () => {
  it('an agreed total is the whole price, with a line for each of its parts', async () => {
    const inn = await openInn();
    const totals = { grand_total: 50_000, fees_total: 6_000, taxes_total: 1_000, discount_total: 3_000 };
    const booking = await inn.book({ totals, ...CHOSEN });
    expect(booking).toMatchObject({
      ...totals,
      accommodation_total: 46_000,
      price_agreed: 'total',
      ...CHOSEN,
    });
    expect(linesOf(booking)).toEqual(['accommodation 46000', 'discount -3000', 'fees 6000', 'taxes 1000']);
    await inn.raise();
    const changed = await inn.to(booking.id, { check_out: day(7), ...NONE, party: { adults: 1, pets: 1 } });
    expect(changed).toMatchObject({
      ...totals,
      accommodation_total: 46_000,
      price_agreed: 'total',
      nights: 7,
    });
    expect(changed.price_breakdown[0].quantity).toBe(7);
    const back = await inn.to(booking.id, { totals: null, check_out: day(4), party: { adults: 2 } });
    expect(back).toMatchObject({ price_agreed: null, accommodation_total: 80_000, discount_total: 8_000 });
  });

  it('an agreed total may be 0', async () => {
    const inn = await openInn();
    const booking = await inn.book({ totals: { grand_total: 0 } });
    expect(booking).toMatchObject({ price_agreed: 'total', accommodation_total: 0, grand_total: 0 });
    expect(linesOf(booking)).toEqual(['accommodation 0']);
  });
});

describe('taxes that an agreed total contains', () => {
  const CONTAINED = { ...VAT, percent: 25, included: true };
  const containedLines = ({ price_breakdown: lines }: Json) =>
    lines
      .filter(({ type }: Json) => type === 'tax')
      .map((line: Json) => [line.code, line.included, line.base_amount, line.amount]);

  it('an agreed total tells the one percentage tax that it contains, of all of it, through every change', async () => {
    const inn = await openHouse(world, {
      fees: [{ ...CLEANING, taxable: true }],
      taxes: [
        { ...CONTAINED, applies_to: ['accommodation'] },
        { ...VAT, code: 'added', applies_to: ['accommodation'] },
        { ...CONTAINED, code: 'of-fees', applies_to: ['fees'] },
      ],
    });
    const { id, ...made } = await inn.book({ totals: { grand_total: 50_000 } });
    expect(containedLines(made)).toEqual([['vat', true, 50_000, 10_000]]);
    expect(made).toMatchObject({ grand_total: 50_000, taxes_total: 0, accommodation_total: 50_000 });
    const longer = await inn.to(id, { check_out: day(6) });
    expect(containedLines(longer)).toEqual([['vat', true, 50_000, 10_000]]);
    const minibar = { name: 'Minibar', amount: 5_000, taxable: true };
    const adjusted = await inn.to(id, { adjustments: [minibar] });
    expect(containedLines(adjusted)).toEqual([['vat', true, 55_000, 11_000]]);
    const parts = { grand_total: 50_000, accommodation_total: 40_000, fees_total: 10_000 };
    expect(containedLines(await inn.to(id, { totals: parts, adjustments: [] }))).toEqual([
      ['vat', true, 50_000, 10_000],
    ]);
    const withTaxes = { grand_total: 50_000, taxes_total: 2_000 };
    expect(containedLines(await inn.to(id, { totals: withTaxes }))).toEqual([['taxes', false, null, 2_000]]);
    const withNone = { grand_total: 51_000, taxes_total: 0 };
    expect(containedLines(await inn.to(id, { totals: withNone }))).toEqual([]);
    await expectSound(world);
  });

  it('an agreed total tells several taxes of the accommodation and the fees that were given, else none', async () => {
    const inn = await openHouse(world, {
      fees: [],
      taxes: [
        { ...CONTAINED, code: 'both' },
        { ...CONTAINED, code: 'nights', percent: 10, applies_to: ['accommodation'] },
        { ...CONTAINED, code: 'over', valid_until: day(-1) },
      ],
    });
    const { id, ...whole } = await inn.book({ totals: { grand_total: 50_000 } });
    expect(containedLines(whole)).toEqual([]);
    const parts = {
      grand_total: 50_000,
      accommodation_total: 44_000,
      discount_total: 4_000,
      fees_total: 10_000,
    };
    const given = await inn.to(id, { totals: { ...parts, grand_total: 50_000 } });
    const lines = [
      ['both', true, 50_000, 10_000],
      ['nights', true, 40_000, 3_636],
    ];
    expect(containedLines(given)).toEqual(lines);
    expect(containedLines(await inn.to(id, { check_out: day(6) }))).toEqual(lines);
    expect((await inn.data(inn.change(id, { totals: parts }))).updated_at).toBe(
      (await inn.read(`/bookings/${id}`)).updated_at,
    );
  });
});

describe('changes of an agreed price', () => {
  it('sending the same agreed price again changes nothing, but in the other form it is a change', async () => {
    const inn = await openInn();
    const { id, updated_at } = await inn.book({ totals: { grand_total: 50_000, fees_total: 10_000 } });
    const events = (await inn.events(id)).length;
    for (const totals of [
      { grand_total: 50_000, fees_total: 10_000 },
      { grand_total: 50_000, fees_total: 10_000, accommodation_total: 40_000, taxes_total: null },
    ])
      expect(await inn.to(id, { totals })).toMatchObject({ updated_at });
    expect(await inn.events(id)).toHaveLength(events);
    expect(await inn.to(id, { totals: { grand_total: 50_000 } })).toMatchObject({ fees_total: 0 });
    expect(await inn.to(id, { totals: { accommodation_total: 50_000 } })).toMatchObject({
      price_agreed: 'nights',
    });
    const [last] = (await inn.events(id)).slice(-1);
    expect(last).toMatchObject({ type: 'booking.changed', data: { price_agreed: ['total', 'nights'] } });
  });

  it('removing an agreed price from a booking without one changes nothing', async () => {
    const inn = await openInn();
    const { id, updated_at } = await inn.book();
    await inn.raise();
    expect(await inn.to(id, { totals: null })).toMatchObject({ ...BY_RATES, updated_at });
    expect(await inn.events(id)).toHaveLength(1);
  });

  it('agreeing on a price gives the coupon back, and the event names what changed', async () => {
    const inn = await openInn();
    const { id } = await inn.book({ coupon_code: 'TEN' });
    expect(await inn.read('/coupons/TEN')).toMatchObject({ redemptions: 1 });
    expect(await inn.to(id, { totals: { accommodation_total: 40_000 } })).toMatchObject({
      coupon_code: null,
    });
    expect(await inn.read('/coupons/TEN')).toMatchObject({ redemptions: 0 });
    const [last] = (await inn.events(id)).slice(-1);
    expect(last.data).toMatchObject({
      price_agreed: [null, 'nights'],
      coupon_code: ['TEN', null],
      discount_total: [7_600, 0],
    });
    expect(last.data).not.toHaveProperty('accommodation_total');
    const feed = (await inn.send('GET', '/events?types=booking.changed')).body.data;
    expect(feed.at(-1).data.changed).toEqual(expect.arrayContaining(['price_agreed', 'grand_total']));
  });

  it('expected_total is compared with the agreed price', async () => {
    const inn = await openInn();
    const totals = { grand_total: 50_000 };
    const refused = await inn.tryBook({ totals, adjustment: LATE, expected_total: 50_000 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'price_changed', price: { grand_total: 53_000 } },
    });
    expect(refused.body.price.nightly_rates).toEqual([]);
    const { id } = await inn.book({ totals, adjustment: LATE, expected_total: 53_000 });
    expect((await inn.change(id, { totals: null, expected_total: 1 })).status).toBe(409);
    expect(await inn.to(id, { adjustment: null, expected_total: 50_000 })).toMatchObject({
      adjustment: null,
    });
  });

  it('a booking with an agreed price must still keep the rules, unless they are overridden', async () => {
    const inn = await openInn();
    const totals = { grand_total: 10_000 };
    const refused = await inn.tryBook({ totals, number_of_guests: 40 });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { number_of_guests: [expect.any(String)] } },
    });
    expect(await inn.book({ totals, number_of_guests: 40, override_rules: true })).toMatchObject({
      grand_total: 10_000,
    });
  });

  it('agreeing on a price of a confirmed booking changes its cancellation fee', async () => {
    const inn = await openInn();
    await inn.put('/team', {
      cancellation_policy: { name: 'Half', tiers: [{ days_before: 0, refund_percent: 50 }] },
    });
    const { id } = await inn.book({ totals: { grand_total: 50_001 } });
    await inn.to(id, { totals: { grand_total: 30_001 } });
    expect(await inn.data(inn.cancel(id))).toMatchObject({ cancellation_fee: 15_000 });
  });

  it('agreed price and adjustment of a cancelled booking cannot be changed', async () => {
    const inn = await openInn();
    const { id } = await inn.book({ totals: { grand_total: 50_000 }, adjustment: LATE });
    await inn.data(inn.cancel(id));
    for (const body of [{ totals: null }, { adjustment: null, notes: 'Called.' }])
      expect((await inn.change(id, body)).body.errors).toHaveProperty('status');
  });
});

describe('refused prices', () => {
  it('agreed totals that are incomplete or do not add up are refused with the field', async () => {
    const inn = await openInn();
    const { id } = await inn.book();
    for (const [totals, field] of [
      [{}, 'totals'],
      [{ fees_total: 1_000 }, 'totals'],
      [{ accommodation_total: 1_000, fees_total: 0 }, 'totals'],
      [{ grand_total: 1_000, accommodation_total: 999 }, 'totals'],
      [{ grand_total: 1_000, fees_total: 1_001 }, 'totals'],
      [{ grand_total: 1_000, accommodation_total: 0, discount_total: 5, fees_total: 1_000 }, 'totals'],
      [{ grand_total: -1 }, 'totals.grand_total'],
      [{ grand_total: 100_000_000_001 }, 'totals.grand_total'],
      [{ accommodation_total: 1.5 }, 'totals.accommodation_total'],
      [{ accommodation_total: '1' }, 'totals.accommodation_total'],
      [7, 'totals'],
      [[], 'totals'],
    ])
      for (const answer of [await inn.tryBook({ totals }), await inn.change(id, { totals })])
        expect(answer.body.errors, JSON.stringify(totals)).toEqual({ [String(field)]: [expect.any(String)] });
  });

  it('an agreed price together with a coupon is refused, and so is an adjustment without a name or amount', async () => {
    const inn = await openInn();
    const { id } = await inn.book();
    const totals = { accommodation_total: 1_000 };
    for (const answer of [
      await inn.tryBook({ totals, coupon_code: 'TEN' }),
      await inn.change(id, { totals, coupon_code: 'TEN' }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { errors: { coupon_code: [expect.any(String)] } } });
    expect((await inn.change(id, { totals, coupon_code: null })).status).toBe(200);
    expect((await inn.change(id, { coupon_code: 'TEN' }, { prefer: 'handling=strict' })).status).toBe(422);
    for (const [adjustment, field] of [
      [{ name: 'Nothing', amount: 0 }, 'adjustment.amount'],
      [{ name: '', amount: 1 }, 'adjustment.name'],
      [{ amount: 100_000_000_001 }, 'adjustment.amount'],
    ] as const)
      expect((await inn.change(id, { adjustment })).body.errors).toHaveProperty([field]);
  });
});

describe('an adjustment', () => {
  it('an adjustment is the last line before the taxes, and no percentage is computed on it', async () => {
    const inn = await openInn();
    const plain = await inn.book({ adjustment: LATE });
    expect(plain).toMatchObject({
      adjustment: LATE,
      fees_total: 11_600,
      taxes_total: 4_100,
      price_agreed: null,
    });
    expect(linesOf(plain)).toEqual([
      'accommodation 40000',
      'weekly -4000',
      'cleaning 5000',
      'service 3600',
      'adjustment 3000',
      'vat 4100',
    ]);
    expect(plain.price_breakdown[4]).toMatchObject({ type: 'fee', name: 'Late check-out', basis: 'stay' });
    const lowered = await inn.to(plain.id, { adjustment: GOODWILL });
    expect(lowered).toMatchObject({ discount_total: 6_000, fees_total: 8_600, grand_total: 46_700 });
    expect(lowered.price_breakdown[4]).toMatchObject({
      type: 'discount',
      code: 'adjustment',
      amount: -2_000,
    });
    expect(await inn.folio(plain.id)).toMatchObject({ balance_due: 46_700 });
    const [last] = (await inn.events(plain.id)).slice(-1);
    expect(last.data).toMatchObject({ adjustment: [LATE, GOODWILL], grand_total: [51_700, 46_700] });
    await expectSound(world);
  });

  it('an adjustment stays through every change of the price, also of an agreed price', async () => {
    const inn = await openInn();
    const { id } = await inn.book({ adjustment: GOODWILL });
    expect(await inn.to(id, CHOSEN)).toMatchObject({ grand_total: 47_400, adjustment: GOODWILL });
    expect(await inn.to(id, NONE)).toMatchObject({ grand_total: 46_700 });
    expect(await inn.to(id, { check_out: day(3) })).toMatchObject({ adjustment: GOODWILL });
    expect(await inn.to(id, { totals: { accommodation_total: 30_000 } })).toMatchObject({
      grand_total: 39_500,
    });
    const total = await inn.to(id, { totals: { grand_total: 50_000, discount_total: 1_000 } });
    expect(total).toMatchObject({ grand_total: 48_000, discount_total: 3_000 });
    expect((await inn.to(id, { totals: { grand_total: 50_000, discount_total: 1_000 } })).updated_at).toBe(
      total.updated_at,
    );
    expect(await inn.to(id, { check_out: day(2) })).toMatchObject({ grand_total: 48_000 });
    expect(await inn.to(id, { totals: null, check_out: day(4) })).toMatchObject({ grand_total: 46_700 });
    expect(await inn.to(id, { adjustment: null })).toMatchObject(BY_RATES);
  });

  it('an adjustment may not bring the total below 0, neither at once nor by a later change', async () => {
    const inn = await openInn();
    const totals = { grand_total: 10_000 };
    const refused = await inn.tryBook({ totals, adjustment: { name: 'All', amount: -10_001 } });
    expect(refused.body.errors).toEqual({ 'adjustment.amount': [expect.stringContaining('below 0')] });
    const { id } = await inn.book({ totals, adjustment: { name: 'All', amount: -10_000 } });
    expect(await inn.folio(id)).toMatchObject({ grand_total: 0, balance_due: 0 });
    const lower = await inn.change(id, { totals: { grand_total: 9_999 } });
    expect(lower.body.errors).toEqual({ 'adjustment.amount': [expect.any(String)] });
  });

  it('a fee may have the code "adjustment" beside an adjustment', async () => {
    const fee = { ...CLEANING, code: 'adjustment', amount: 3_000 };
    const inn = await openHouse(world, { fees: [fee, BREAKFAST] });
    const { id } = await inn.book({ adjustment: LATE });
    expect(await inn.to(id, CHOSEN)).toMatchObject({ fees_total: 6_700 });
    const rest = await inn.to(id, { adjustment: null });
    expect(linesOf(rest)).toEqual(['accommodation 40000', 'adjustment 3000', 'breakfast 700']);
    expect(rest.price_breakdown[1].name).toBe('Cleaning');
  });

  it('sending an adjustment back as it was read changes nothing', async () => {
    const inn = await openInn();
    const { id } = await inn.book({ totals: { grand_total: 9_000 }, adjustment: LATE });
    const read = await inn.read(`/bookings/${id}`);
    expect(await inn.to(id, { ...read, guest: undefined })).toEqual(read);
  });
});

it('a preview shows the effect of an agreed price, and stores nothing', async () => {
  const inn = await openInn();
  const { id } = await inn.book();
  const body = { totals: { grand_total: 30_000 }, adjustment: LATE };
  const preview = await inn.data(inn.send('POST', `/bookings/${id}/preview`, body));
  expect(preview).toMatchObject({ previous_total: 48_700, difference: -15_700 });
  expect(await inn.read(`/bookings/${id}`)).toMatchObject(BY_RATES);
  const { booking } = preview;
  const written = await inn.to(id, body);
  const withoutId = ({ id: _, ...line }: Json) => line;
  const plain = ({ updated_at: _, adjustments, ...rest }: Json) => ({
    ...rest,
    adjustments: adjustments.map(withoutId),
  });
  expect(plain(written)).toEqual(plain(booking));
});

it('a preview of another number of nights says that the agreed price is kept, unless another one is given', async () => {
  const inn = await openInn();
  const isKept = async (id: string, change: object) =>
    (await inn.data(inn.send('POST', `/bookings/${id}/preview`, change))).price_agreed_kept;
  const stays = [
    { check_in: day(0), check_out: day(4) },
    { check_in: day(10), check_out: day(14) },
  ] as const;
  const whole = await inn.book({ ...stays[0], totals: { grand_total: 30_000 } });
  const nights = await inn.book({ ...stays[1], totals: { accommodation_total: 30_000 } });
  expect(await isKept(whole.id, { check_out: day(6) })).toBe(true);
  expect(await isKept(nights.id, { check_out: day(16) })).toBe(true);
  expect(await isKept(whole.id, { check_out: day(6), totals: { grand_total: 45_000 } })).toBe(false);
  expect(await isKept(whole.id, { check_out: day(6), totals: null })).toBe(false);
  expect(await isKept(whole.id, { check_in: day(1), check_out: day(5) })).toBe(false);
  await inn.data(inn.change(whole.id, { totals: null }));
  expect(await isKept(whole.id, { check_out: day(6) })).toBe(false);
  const stay = { listing_id: inn.listing.id, check_in: day(20), check_out: day(22), number_of_guests: 1 };
  const made = inn.send('POST', '/bookings/preview', {
    ...stay,
    guest: { name: 'Bea' },
    totals: { grand_total: 1 },
  });
  expect(await inn.data(made)).toMatchObject({ price_agreed_kept: false });
});
