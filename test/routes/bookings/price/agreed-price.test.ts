import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, openInn, rowCounts } from '../../../helpers/bookings.ts';
import { buildCoupon, buildFee, day } from '../../../helpers/factories.ts';

const world = await openSharedApp();

const MESSAGE = 'The price is not the expected total.';
const STAY = { check_in: day(0), check_out: day(4) };

async function open() {
  const inn = await openInn(world, { listing: { maxGuests: 4 } });
  await buildFee(world, { teamId: inn.teamId, basis: 'guest', amountCents: 500 });
  await buildCoupon(world, { teamId: inn.teamId, code: 'TEN', percentPpm: 100_000 });
  return inn;
}

it('a booking with the expected_total of its quote is made', async () => {
  const inn = await open();
  const { price } = await inn.data(inn.quote(inn.listing.id, { ...STAY, guests: 2, coupon_code: 'ten' }));
  const made = await inn.book({ coupon_code: 'ten', expected_total: price.grand_total });
  expect(made.grand_total).toBe(price.grand_total);
});

it('a booking with another expected_total is a 409 with the present price, and nothing is written', async () => {
  const inn = await open();
  const { price } = await inn.data(inn.quote(inn.listing.id, { ...STAY, guests: 2, coupon_code: 'ten' }));
  const before = await rowCounts(world);
  for (const expected_total of [price.grand_total - 1, price.grand_total + 1, 0]) {
    const { status, body } = await inn.tryBook(
      { coupon_code: 'ten', expected_total },
      { 'idempotency-key': 'k' },
    );
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: MESSAGE, code: 'price_changed', price },
    });
  }
  expect(await rowCounts(world)).toEqual(before);
  // The key is still free.
  const expected_total = price.grand_total;
  const made = await inn.tryBook({ coupon_code: 'ten', expected_total }, { 'idempotency-key': 'k' });
  expect(made.status).toBe(201);
  await expectSound(world);
});

it('expected_total is compared only after all rules', async () => {
  const inn = await open();
  await inn.book();
  expect((await inn.tryBook({ expected_total: 1 })).body.errors).toHaveProperty('availability');
  const free = { check_in: day(10), check_out: day(12) };
  const tooMany = await inn.tryBook({ ...free, number_of_guests: 5, expected_total: 1 });
  expect(tooMany.body.errors).toHaveProperty('number_of_guests');
  const noCoupon = await inn.tryBook({ ...free, coupon_code: 'none', expected_total: 1 });
  expect(noCoupon.body.errors).toHaveProperty('coupon_code');
});

it.each([
  ['a text', '100'],
  ['a fraction', 1.5],
  ['a negative amount', -1],
])('an expected_total that is %s is a 422', async (_what, wrong) => {
  const inn = await open();
  const { status, body } = await inn.tryBook({ expected_total: wrong });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['expected_total']]);
});

it('an expected_total of null accepts any price', async () => {
  const inn = await open();
  const { id } = await inn.book({ expected_total: null });
  expect((await inn.change(id, { notes: 'x', expected_total: null })).status).toBe(200);
});

it('a change’s expected_total is compared with its new price', async () => {
  const inn = await open();
  const { id, grand_total: before } = await inn.book();
  const longer = { check_out: day(6) };
  const { body } = await inn.change(id, { ...longer, expected_total: before });
  const { price } = await inn.data(inn.quote(inn.listing.id, { ...STAY, ...longer, guests: 2 }));
  expect(body).toEqual({ message: MESSAGE, code: 'price_changed', price });
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({ grand_total: before, nights: 4 });
  const changed = await inn.data(inn.change(id, { ...longer, expected_total: price.grand_total }));
  expect(changed).toMatchObject({ grand_total: price.grand_total, nights: 6 });
  await expectSound(world);
});

it('a change that does not affect the price compares expected_total with the stored total', async () => {
  const inn = await open();
  const { id, grand_total } = await inn.book();
  await buildFee(world, { teamId: inn.teamId, basis: 'stay', amountCents: 9_000 });
  const answer = await inn.change(id, { notes: 'x', expected_total: grand_total + 9_000 });
  expect([answer.status, answer.body]).toEqual([
    409,
    { message: MESSAGE, code: 'price_changed', price: null },
  ]);
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({ notes: null });
  // Nothing changes at all, and the price is another one all the same.
  expect((await inn.change(id, { expected_total: 1 })).status).toBe(409);
  expect(await inn.data(inn.change(id, { notes: 'x', expected_total: grand_total }))).toMatchObject({
    notes: 'x',
  });
});

it('expected_total of a change is compared after the guest’s email is checked', async () => {
  const inn = await open();
  await inn.book({ check_in: day(10), check_out: day(12), guest: { name: 'A', email: 'a@example.com' } });
  const { id } = await inn.book();
  const { body } = await inn.change(id, { guest: { email: 'A@example.com' }, expected_total: 1 });
  expect(body.errors).toHaveProperty('guest.email');
});
