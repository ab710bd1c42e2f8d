/** Lines that a team adds to the price of a booking by hand (docs/rules.md, 24.5). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound, type Json } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { BREAKFAST, CHOSEN, linesOf, openHouse, stateOf, VAT } from './extras-house.ts';

const world = await openSharedApp();

const MINIBAR = { name: 'Minibar', amount: 3_000 };
const GOODWILL = { name: 'Goodwill', amount: -11_000, taxable: true };
const SOME_ID = '0197f3a0-0000-7000-8000-000000000001';
const CONTAINED = { code: 'vat', name: 'VAT', basis: 'percent', percent: 10, included: true };

const shownOf = ({ adjustments }: Json) =>
  adjustments.map(({ name, amount, taxable }: Json) => ({ name, amount, taxable }));

it('a booking has up to 20 lines by hand, and shows them also as one: the first name with their sum', async () => {
  const inn = await openHouse(world);
  const booking = await inn.book({ adjustments: [MINIBAR, { ...GOODWILL, taxable: false }] });
  expect(booking).toMatchObject({
    adjustments: [
      { id: expect.any(String), ...MINIBAR, taxable: false },
      { id: expect.any(String), ...GOODWILL, taxable: false },
    ],
    adjustment: { name: 'Minibar', amount: -8_000 },
    grand_total: 32_000,
  });
  expect(linesOf(booking)).toEqual(['accommodation 40000', 'adjustment 3000', 'adjustment-2 -11000']);
  const twenty = Array.from({ length: 20 }, (_, index) => ({ name: `Line ${index}`, amount: 100 }));
  expect((await inn.to(booking.id, { adjustments: twenty })).adjustments).toHaveLength(20);
  const more = await inn.change(booking.id, { adjustments: [...twenty, MINIBAR] });
  expect(more).toMatchObject({ status: 422, body: { errors: { adjustments: [expect.any(String)] } } });
  expect(await inn.to(booking.id, { adjustments: null })).toMatchObject({
    adjustments: [],
    adjustment: null,
  });
  await expectSound(world);
});

it('lines by hand are replaced as a whole, and a line with a known id keeps it', async () => {
  const inn = await openHouse(world);
  const { id, adjustments } = await inn.book({ adjustments: [MINIBAR, GOODWILL] });
  const [minibar, goodwill] = adjustments;
  const changed = await inn.to(id, {
    adjustments: [
      { ...goodwill, amount: -500 },
      { id: SOME_ID, ...MINIBAR },
    ],
  });
  expect(changed.adjustments).toMatchObject([{ id: goodwill.id, amount: -500 }, MINIBAR]);
  expect([SOME_ID, minibar.id]).not.toContain(changed.adjustments[1].id);
  const event = (await inn.events(id)).at(-1);
  expect(event.data).toMatchObject({
    adjustments: [adjustments, changed.adjustments],
    adjustment: [
      { name: 'Minibar', amount: -8_000 },
      { name: 'Goodwill', amount: 2_500 },
    ],
  });
  for (const same of [changed.adjustments, shownOf(changed)])
    expect(await inn.to(id, { adjustments: same })).toEqual(changed);
  const twice = await inn.change(id, { adjustments: [goodwill, goodwill] });
  expect(twice.body.errors).toEqual({ 'adjustments.1.id': [expect.any(String)] });
});

it('one line in a body replaces all lines, and what is shown as one is no change, also if it is 0', async () => {
  const inn = await openHouse(world);
  const even = [MINIBAR, { name: 'Goodwill', amount: -3_000 }];
  const booking = await inn.book({ adjustments: even });
  expect(booking.adjustment).toEqual({ name: 'Minibar', amount: 0 });
  expect(await inn.to(booking.id, { adjustment: booking.adjustment })).toEqual(booking);
  const zero = await inn.change(booking.id, { adjustment: { name: 'Other', amount: 0 } });
  expect(zero.body.errors).toEqual({ 'adjustment.amount': [expect.any(String)] });
  const one = await inn.to(booking.id, { adjustment: { name: 'Late check-out', amount: 2_000 } });
  expect(shownOf(one)).toEqual([{ name: 'Late check-out', amount: 2_000, taxable: false }]);
  expect(await inn.to(booking.id, { adjustment: null })).toMatchObject({ adjustments: [] });
});

it('one line beside changed lines is refused, unless it is what is shown', async () => {
  const inn = await openHouse(world);
  const { id, adjustment } = await inn.book({ adjustments: [MINIBAR] });
  const other = { name: 'Other', amount: 1 };
  const both = await inn.change(id, { adjustments: [GOODWILL], adjustment: other });
  expect(both).toMatchObject({ status: 422, body: { errors: { adjustment: [expect.any(String)] } } });
  expect((await inn.tryBook({ adjustments: [MINIBAR], adjustment: other })).body.errors).toHaveProperty(
    'adjustment',
  );
  expect(shownOf(await inn.to(id, { adjustments: [GOODWILL], adjustment }))).toEqual([GOODWILL]);
  expect(shownOf(await inn.to(id, { adjustments: [GOODWILL], adjustment: other }))).toMatchObject([other]);
});

it('a taxable line is in the base of the percentage taxes on accommodation, contained or added, and of no others', async () => {
  const inn = await openHouse(world, {
    fees: [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 5_000, taxable: true }],
    taxes: [VAT, { ...CONTAINED, code: 'in' }, { ...VAT, code: 'on-fees', applies_to: ['fees'] }],
  });
  const { id } = await inn.book();
  const before = await stateOf(inn, id);
  const lowered = await inn.to(id, { adjustments: [GOODWILL] });
  expect(linesOf(lowered)).toEqual([
    'accommodation 40000',
    'cleaning 5000',
    'adjustment -11000',
    'in 3091',
    'on-fees 500',
    'vat 3400',
  ]);
  expect(lowered.price_breakdown.at(-1)).toMatchObject({ base_amount: 34_000, percent: 10 });
  const plain = await inn.to(id, { adjustments: [{ ...GOODWILL, taxable: false }] });
  expect(linesOf(plain)).toContain('vat 4500');
  await inn.to(id, { adjustments: [{ name: 'All', amount: -40_000, taxable: true }] });
  await inn.to(id, { adjustments: [] });
  expect(await stateOf(inn, id)).toEqual({ ...before, payments: expect.any(Array) });
  await expectSound(world);
});

it('a base that lines by hand bring below 0 is 0, and comes back when they go', async () => {
  const inn = await openHouse(world, {
    fees: [{ code: 'cleaning', name: 'Cleaning', basis: 'stay', amount: 50_000 }],
    taxes: [VAT],
  });
  const { id } = await inn.book();
  const none = await inn.to(id, { adjustments: [{ name: 'All', amount: -45_000, taxable: true }] });
  expect(linesOf(none)).toEqual(['accommodation 40000', 'cleaning 50000', 'adjustment -45000']);
  expect(linesOf(await inn.to(id, { adjustments: [] }))).toContain('vat 4000');
});

it('a tax that came later does not join, and one whose percentage has changed keeps the stored one', async () => {
  const inn = await openHouse(world, { taxes: [VAT] });
  const { id } = await inn.book();
  await inn.put('/taxes/vat', { percent: 20 });
  await inn.add('taxes', { ...CONTAINED, code: 'later' });
  expect(linesOf(await inn.to(id, { adjustments: [GOODWILL] }))).toEqual([
    'accommodation 40000',
    'adjustment -11000',
    'vat 2900',
  ]);
});

it('every change of the price keeps the lines by hand, and taxes follow nights and lines together', async () => {
  const inn = await openHouse(world, { fees: [BREAKFAST], taxes: [VAT] });
  const { id } = await inn.book({ adjustments: [GOODWILL] });
  expect(linesOf(await inn.to(id, CHOSEN))).toContain('vat 2900');
  expect(linesOf(await inn.to(id, { check_out: day(5) }))).toContain('vat 3900');
  const agreed = await inn.to(id, { totals: { accommodation_total: 30_000 } });
  expect(linesOf(agreed)).toContain('vat 1900');
  expect(shownOf(await inn.to(id, { totals: { grand_total: 20_000 } }))).toEqual([GOODWILL]);
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({ grand_total: 9_000, price_agreed: 'total' });
  await expectSound(world);
});

it('lines by hand that bring the grand total below 0 are refused under the amount of the last one', async () => {
  const inn = await openHouse(world);
  const adjustments = [MINIBAR, { name: 'All', amount: -43_001 }];
  for (const answer of [
    await inn.tryBook({ adjustments }),
    await inn.change((await inn.book()).id, { adjustments }),
  ])
    expect(answer.body.errors).toEqual({ 'adjustments.1.amount': [expect.any(String)] });
});

it('the fields of each line are checked', async () => {
  const inn = await openHouse(world);
  const { id } = await inn.book();
  const adjustments = [
    { name: '', amount: 1 },
    { name: 'A', amount: 0 },
    { name: 'A', amount: 1, taxable: 'yes' },
    { id: 'x', name: 'A', amount: 1 },
    { name: 'A', amount: 100_000_000_001 },
  ];
  for (const answer of [
    await inn.tryBook({ adjustments }),
    await inn.change(id, { adjustments }),
    await inn.send('POST', `/bookings/${id}/amend`, { adjustments }),
  ])
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      'adjustments.0.name',
      'adjustments.1.amount',
      'adjustments.2.taxable',
      'adjustments.3.id',
      'adjustments.4.amount',
    ]);
});
