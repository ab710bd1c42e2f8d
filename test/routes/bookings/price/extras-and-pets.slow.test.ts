/** Sequences of changes of extras and pets, drawn at random, through the API (docs/rules.md, 9.13 and 12.5). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound } from '../../../helpers/bookings.ts';
import { randomOf, seed } from '../../../helpers/random.ts';
import { BREAKFAST, openHouse, PETS, stateOf, VAT } from './extras-house.ts';

const world = await openSharedApp();

const ROUNDS = 60;

it('changes of extras and pets that end where they began leave the booking as it was', async () => {
  const random = randomOf(seed, 91);
  for (let round = 0; round < ROUNDS; round += 1) {
    const percent = random.pick([0, 30, 50, 100]);
    const extras = ['a', 'm', 'z'].map((code) => ({
      ...BREAKFAST,
      code,
      basis: random.pick(['stay', 'night', 'guest', 'guest_night', 'pet']),
      amount: random.between(1, 900),
      max_quantity: 3,
      taxable: random.pick([true, false]),
    }));
    const fees = [...extras, { ...PETS, taxable: random.pick([true, false]) }];
    const taxes = [
      { ...VAT, percent: random.pick([7, 8.875, 19]), included: random.pick([true, false]) },
      { ...VAT, code: 'b', applies_to: ['accommodation'] },
      { code: 'dogs', name: 'Dogs', basis: 'pet_night', amount: 33 },
    ];
    const inn = await openHouse(
      world,
      { fees, taxes, coupons: [{ code: 'C', percent: 5 }] },
      { team: { depositPpm: percent * 10_000, balanceDueDays: 20 } },
    );
    const anyChoice = () => ({
      party: { adults: 2, pets: random.between(0, 2) },
      extras: extras
        .map(({ code }) => ({ code, quantity: random.between(0, 3) }))
        .filter(({ quantity }) => quantity > 0),
    });
    const first = anyChoice();
    const { id } = await inn.book({ number_of_guests: undefined, coupon_code: 'C', ...first });
    if (random.pick([true, false])) {
      const [payment] = (await inn.folio(id)).payments;
      await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payment.id}`, { status: 'paid' }));
      await inn.to(id, anyChoice());
    }
    await inn.to(id, first);
    const before = await stateOf(inn, id);
    const meddle = [
      () => inn.raise(random.between(0, 50_000)),
      () => inn.put('/taxes/vat', { percent: random.between(0, 90), applies_to: ['accommodation'] }),
      () => inn.send('DELETE', '/taxes/b'),
      () => inn.put('/coupons/C', { percent: 90, min_nights: 20 }),
      () => inn.send('POST', '/taxes', { ...VAT, code: 'later' }),
      () => inn.send('POST', '/fees', { ...BREAKFAST, code: 'later', optional: false }),
    ];
    for (let step = 0; step < 5; step += 1) {
      await random.pick(meddle)();
      const { party, ...chosen } = anyChoice();
      await inn.to(id, random.pick([{ party }, chosen, { party, ...chosen }]));
    }
    await inn.to(id, first);
    expect(await stateOf(inn, id)).toEqual(before);
  }
  await expectSound(world);
}, 300_000);
