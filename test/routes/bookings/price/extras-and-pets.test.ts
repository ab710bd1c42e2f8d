/** A change of extras or pets alone prices only these (docs/rules.md, 9.13 to 9.15). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, NONE, openHouse, PETS, stateOf, VAT } from './extras-house.ts';

const world = await openSharedApp();

describe('choosing and removing extras', () => {
  it('an extra that is chosen costs today’s price, and removing it restores the old price although rates have risen', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.raise();
    expect(await inn.to(id, CHOSEN)).toMatchObject({ ...CHOSEN, fees_total: 700, grand_total: 40_700 });
    expect(await inn.to(id, NONE)).toMatchObject({ ...NONE, fees_total: 0, grand_total: 40_000 });
    expect(await stateOf(inn, id)).toEqual(before);
    await expectSound(world);
  });

  it('choosing and removing an extra neither adds charges made since nor drops charges deleted since', async () => {
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

  it('an extra that is chosen is taxed as the booking was, not as today’s bookings are', async () => {
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

  it('removing the only taxed extra removes its tax, which does not come back with the extra', async () => {
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

  it('a tax that rounds to 0 without an extra is kept, and is shown only while it is more than 0', async () => {
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

  it('sending the same extras again changes nothing', async () => {
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

  it('the event of a changed choice of extras names them and the totals that changed', async () => {
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

describe('extras as offered today', () => {
  it('all extras of a changed choice must be offered today, in today’s quantities', async () => {
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

  it('extras whose dates are over stay chosen without a line', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book(CHOSEN);
    await inn.put('/fees/breakfast', { valid_until: day(-1) });
    const changed = await inn.to(id, { party: { adults: 2, pets: 1 } });
    expect(changed).toMatchObject({ ...CHOSEN, grand_total: 40_000 });
  });

  it('an extra does not take the place of a mandatory fee that had its code before', async () => {
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

describe('adding a pet', () => {
  it('a pet that costs nothing changes nothing about the price', async () => {
    const inn = await openHouse(world);
    const { id } = await inn.book();
    const before = await stateOf(inn, id);
    await inn.raise();
    await inn.add('taxes', VAT);
    expect(await inn.to(id, { party: { adults: 2, pets: 1 } })).toMatchObject({ grand_total: 40_000 });
    await inn.to(id, { party: { pets: 0 } });
    expect(await stateOf(inn, id)).toEqual(before);
  });

  it('adding a pet adds the fees and taxes by pet, also those made since, and nothing else', async () => {
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

  it('adding a pet does not change a tax that is a percentage of a person’s night', async () => {
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

  it('adding a pet together with other dates or guests prices the whole stay again', async () => {
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
  it('a preview and a refusal because of expected_total show the same price as the change of extras', async () => {
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

it('price lines in answers do not show how their charges were taxed', async () => {
  const inn = await openHouse(world, { fees: [{ ...BREAKFAST, taxable: true }], taxes: [VAT] });
  const { price_breakdown: lines } = await inn.book(CHOSEN);
  for (const line of lines) expect(Object.keys(line)).not.toContain('taxable');
  for (const line of lines) expect(Object.keys(line)).not.toContain('applies_to');
});

describe('extras and the folio', () => {
  const terms = { team: { depositPpm: 300_000, balanceDueDays: 10 } };

  it('when an extra is removed, the folio again has the payment that its plan had at first', async () => {
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

  it('if a stay costs nothing but its extras, the folio has payments only while they are chosen', async () => {
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
