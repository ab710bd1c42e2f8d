/** A change of extras or pets alone prices only these (docs/rules.md, 9.13 to 9.15). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, NONE, openHouse, PETS, stateOf, VAT } from './extras-house.ts';

const world = await openSharedApp();

describe('an extra that is chosen and taken away', () => {
  it('an extra that is chosen and taken away costs what it costs, although the rate has risen', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.raise();
    expect(await inn.to(id, CHOSEN)).toMatchObject({ ...CHOSEN, fees_total: 700, grand_total: 40_700 });
    expect(await inn.to(id, NONE)).toMatchObject({ ...NONE, fees_total: 0, grand_total: 40_000 });
    expect(await stateOf(inn, id)).toEqual(before);
    await expectSound(world);
  });

  it('an extra that is chosen and taken away brings no charge that was made later, nor takes one along that is gone', async () => {
    const gone = { code: 'linen', name: 'Linen', basis: 'stay', amount: 300 };
    const discount = {
      code: 'weekly',
      name: 'Weekly',
      kind: 'length_of_stay',
      min_nights: 2,
      percent: 10,
    };
    const inn = await openHouse(world, {
      fees: [BREAKFAST, gone],
      discounts: [discount],
      coupons: [{ code: 'TEN', percent: 10, min_nights: 2 }],
    });
    const { id } = await inn.book({ coupon_code: 'TEN' });
    const before = await stateOf(inn, id);
    for (const path of ['/fees/linen', '/discounts/weekly'])
      expect((await inn.send('DELETE', path)).status).toBe(204);
    await inn.add('fees', { ...gone, code: 'towels' });
    await inn.add('taxes', VAT);
    await inn.add('taxes', { code: 'city', name: 'City', basis: 'guest_night', amount: 100 });
    await inn.put('/coupons/TEN', { percent: 50, min_nights: 9, active: false });
    const lines = ['accommodation 40000', 'weekly -4000', 'coupon:TEN -3600', 'linen 300'];
    expect(linesOf(before.booking)).toEqual(lines);
    const chosen = await inn.to(id, CHOSEN);
    expect(chosen).toMatchObject({ coupon_code: 'TEN', grand_total: 33_400 });
    expect(linesOf(chosen)).toEqual([...lines.slice(0, 3), 'breakfast 700', 'linen 300']);
    await inn.to(id, NONE);
    expect(await stateOf(inn, id)).toEqual(before);
  });

  it('an extra that is chosen and taken away is taxed as the booking is taxed, not as today’s bookings are', async () => {
    const inn = await openHouse(world, {
      fees: [{ ...BREAKFAST, taxable: true }],
      taxes: [
        VAT,
        { ...VAT, code: 'inside', percent: 20, included: true },
        { ...VAT, code: 'stay', applies_to: ['accommodation'] },
      ],
    });
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.put('/taxes/vat', { percent: 50, applies_to: ['accommodation'] });
    await inn.put('/taxes/stay', { percent: 50, applies_to: ['accommodation', 'fees'] });
    await inn.send('DELETE', '/taxes/inside');
    const chosen = await inn.to(id, CHOSEN);
    expect(chosen.price_breakdown.slice(1)).toMatchObject([
      { code: 'breakfast', amount: 700 },
      { code: 'inside', base_amount: 40_700, percent: 20, amount: 6_783, included: true },
      { code: 'stay', base_amount: 40_000, percent: 10, amount: 4_000 },
      { code: 'vat', base_amount: 40_700, percent: 10, amount: 4_070 },
    ]);
    expect(chosen).toMatchObject({ taxes_total: 8_070, grand_total: 48_770 });
    await inn.to(id, NONE);
    expect(await stateOf(inn, id)).toEqual(before);
  });

  it('an extra that is chosen and taken away loses a tax that was on nothing else, which does not come back', async () => {
    const inn = await openHouse(world, {
      fees: [{ ...BREAKFAST, taxable: true }],
      taxes: [{ ...VAT, applies_to: ['fees'] }],
    });
    const { id } = await inn.book(CHOSEN);
    const all = ['accommodation 40000', 'breakfast 700', 'vat 70'];
    expect(linesOf(await inn.read(`/bookings/${id}`))).toEqual(all);
    expect(linesOf(await inn.to(id, NONE))).toEqual(all.slice(0, 1));
    expect(linesOf(await inn.to(id, CHOSEN))).toEqual(all.slice(0, 2));
  });

  it('an extra that is chosen and taken away keeps a tax that is rounded to nothing without it, and shows it only if it is something', async () => {
    const inn = await openHouse(
      world,
      { fees: [{ ...BREAKFAST, taxable: true }], taxes: [VAT] },
      { listing: { nightlyCents: 1 } },
    );
    const { id } = await inn.book({ ...CHOSEN, check_out: day(3) });
    const before = await stateOf(inn, id);
    expect(linesOf(await inn.to(id, NONE))).toEqual(['accommodation 3']);
    expect(linesOf(await inn.read(`/bookings/${id}`))).toEqual(['accommodation 3']);
    await inn.to(id, CHOSEN);
    expect(await stateOf(inn, id)).toEqual(before);
    await expectSound(world);
  });

  it('an extra that is chosen and taken away with the very same values is no change', async () => {
    const inn = await openHouse(world);
    const { id, updated_at } = await inn.book(CHOSEN);
    await inn.raise();
    world.clock.set('2031-05-06T10:00:00Z');
    expect(await inn.to(id, { ...CHOSEN, party: { adults: 2, pets: 0 } })).toMatchObject({
      updated_at,
      grand_total: 40_700,
    });
    expect((await inn.events(id)).length).toBe(1);
  });

  it('an extra that is chosen and taken away is named by the event, with the totals that it changes', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book();
    await inn.raise();
    await inn.to(id, CHOSEN);
    expect((await inn.events(id)).at(-1)).toMatchObject({
      type: 'booking.changed',
      data: { extras: [[], CHOSEN.extras], fees_total: [0, 700], grand_total: [40_000, 40_700] },
    });
  });
});

describe('today’s extras', () => {
  it('today’s extras decide over all extras of the booking, and over how many there can be', async () => {
    const inn = await openHouse(world, {
      fees: [{ ...BREAKFAST, max_quantity: 3 }, { ...BREAKFAST, code: 'cot' }, PETS],
    });
    const { id } = await inn.book({ extras: [{ code: 'breakfast', quantity: 3 }, { code: 'cot' }] });
    await inn.put('/fees/breakfast', { amount: 1_000, max_quantity: 2 });
    await inn.raise();
    expect((await inn.change(id, { extras: [{ code: 'breakfast', quantity: 3 }] })).body.errors).toEqual({
      'extras.0.quantity': ['At most 2 of the extra breakfast can be chosen.'],
    });
    expect(await inn.send('DELETE', '/fees/cot')).toMatchObject({ status: 204 });
    // The pet is all that the caller changes. An extra that cannot be had goes, as with every change of a party.
    const changed = await inn.to(id, { party: { adults: 2, pets: 1 } });
    expect(changed).toMatchObject({ extras: [{ code: 'breakfast', quantity: 2 }], grand_total: 42_900 });
    expect(linesOf(changed)).toEqual(['accommodation 40000', 'breakfast 2000', 'dog 900']);
  });

  it('today’s extras whose dates are over stay chosen without a line', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book(CHOSEN);
    await inn.put('/fees/breakfast', { valid_until: day(-1) });
    const changed = await inn.to(id, { party: { adults: 2, pets: 1 } });
    expect(changed).toMatchObject({ ...CHOSEN, grand_total: 40_000 });
  });

  it('today’s extras do not take a fee along that had the code before', async () => {
    const inn = await openHouse(world, { fees: [{ ...BREAKFAST, optional: false, amount: 2_000 }] });
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.put('/fees/breakfast', { optional: true, amount: 700 });
    expect(linesOf(await inn.to(id, CHOSEN))).toEqual([
      'accommodation 40000',
      'breakfast 2000',
      'breakfast 700',
    ]);
    await inn.to(id, NONE);
    expect(await stateOf(inn, id)).toEqual(before);
  });
});

describe('a pet', () => {
  it('a pet that costs nothing changes nothing of the price', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.raise();
    await inn.add('taxes', VAT);
    expect(await inn.to(id, { party: { adults: 2, pets: 1 } })).toMatchObject({ grand_total: 40_000 });
    await inn.to(id, { party: { pets: 0 } });
    expect(await stateOf(inn, id)).toEqual(before);
  });

  it('a pet brings the fees and taxes by pet, also those that came later, and nothing else', async () => {
    const inn = await openHouse(world, { fees: [BREAKFAST, PETS] });
    const { id } = await inn.book();
    await inn.raise();
    await inn.add('taxes', { code: 'dogs', name: 'Dogs', basis: 'pet_night', amount: 10 });
    await inn.add('taxes', VAT);
    const changed = await inn.to(id, { party: { pets: 2 } });
    expect(linesOf(changed)).toEqual(['accommodation 40000', 'dog 1800', 'dogs 80']);
    // A fee for pets that is made now joins with the next change of extras.
    await inn.add('fees', { ...PETS, code: 'cat', amount: 1 });
    expect(linesOf(await inn.to(id, CHOSEN))).toEqual([
      'accommodation 40000',
      'breakfast 700',
      'cat 2',
      'dog 1800',
      'dogs 80',
    ]);
  });

  it('a pet leaves a tax on what one person’s night costs', async () => {
    const tax = { code: 'night', name: 'Night', basis: 'percent_guest_night', percent: 5 };
    const inn = await openHouse(world, { fees: [{ ...PETS, taxable: true }], taxes: [tax] });
    const { id } = await inn.book();
    await inn.raise();
    await inn.put('/taxes/night', { percent: 50 });
    expect(linesOf(await inn.to(id, { party: { pets: 1 } }))).toEqual([
      'accommodation 40000',
      'dog 900',
      'night 2000',
    ]);
  });

  it('a pet with other dates or guests is priced with all of the stay', async () => {
    const inn = await openHouse(world, { fees: [BREAKFAST, PETS] });
    const { id } = await inn.book();
    await inn.raise();
    expect(await inn.to(id, { check_out: day(5), party: { pets: 1 } })).toMatchObject({
      grand_total: 100_900,
    });
    const other = await inn.book({ check_in: day(10), check_out: day(14), number_of_guests: 3 });
    await inn.raise(10_000);
    const changed = await inn.to(other.id, { party: { adults: 2, pets: 1 } });
    expect(changed).toMatchObject({ grand_total: 40_900 });
  });
});

describe('previews and expected totals', () => {
  it('previews and expected totals say the same as the change', async () => {
    const inn = await openHouse(world, { fees: [{ ...BREAKFAST, taxable: true }], taxes: [VAT] });
    const { id } = await inn.book();
    await inn.raise();
    const preview = await inn.data(inn.send('POST', `/bookings/${id}/preview`, CHOSEN));
    expect(preview).toMatchObject({ previous_total: 44_000, difference: 770 });
    const refused = await inn.change(id, { ...CHOSEN, expected_total: 88_770 });
    expect(refused).toMatchObject({
      status: 409,
      body: { price: { grand_total: 44_770, accommodation_total: 40_000, nightly_rates: [] } },
    });
    const changed = await inn.to(id, { ...CHOSEN, expected_total: 44_770 });
    expect(changed.price_breakdown).toEqual(preview.booking.price_breakdown);
    const planOf = ({ payments }: Json) =>
      payments.map(({ amount, due_on, status }: Json) => [amount, due_on, status]);
    expect(planOf(await inn.folio(id))).toEqual(planOf(preview.folio));
  });
});

it('answers never show what the charges of lines were like', async () => {
  const inn = await openHouse(world, { fees: [{ ...BREAKFAST, taxable: true }], taxes: [VAT] });
  const { price_breakdown: lines } = await inn.book(CHOSEN);
  for (const line of lines) expect(Object.keys(line)).not.toContain('taxable');
  for (const line of lines) expect(Object.keys(line)).not.toContain('applies_to');
});

describe('the folio', () => {
  const terms = { team: { depositPpm: 300_000, balanceDueDays: 10 } };

  it('the folio schedules a payment again that the plan had left over', async () => {
    const inn = await openHouse(world, {}, terms);
    const { id } = await inn.book();
    const [deposit] = (await inn.folio(id)).payments;
    await inn.data(inn.send('PUT', `/bookings/${id}/payments/${deposit.id}`, { status: 'paid' }));
    await inn.to(id, CHOSEN);
    const chosen = await stateOf(inn, id);
    expect(chosen.payments.map(({ amount }: Json) => amount)).toEqual([12_000, 210, 28_490]);
    for (const round of [1, 2]) {
      const none = await inn.to(id, NONE);
      expect([round, none.grand_total]).toEqual([round, 40_000]);
      await inn.to(id, CHOSEN);
      expect(await stateOf(inn, id)).toEqual(chosen);
    }
    await expectSound(world);
  });

  it('the folio has the payments of a stay that costs nothing but its extras', async () => {
    const inn = await openHouse(world, {}, { ...terms, listing: { nightlyCents: 0 } });
    const { id } = await inn.book(CHOSEN);
    const before = await stateOf(inn, id);
    expect(before.payments).toHaveLength(2);
    expect(await inn.to(id, NONE)).toMatchObject({ grand_total: 0 });
    expect((await stateOf(inn, id)).payments).toEqual([]);
    await inn.to(id, CHOSEN);
    expect(await stateOf(inn, id)).toEqual(before);
  });
});
