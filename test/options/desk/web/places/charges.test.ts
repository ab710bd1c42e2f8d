/** The pages of fees, taxes, discounts and coupons (docs/rules.md, 16.9). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import {
  buildBooking,
  buildCoupon,
  buildDiscount,
  buildFee,
  buildGuest,
  buildListing,
  buildTax,
  buildUnit,
} from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

const CITY_TAX = {
  name: 'City tax',
  basis: 'guest_night',
  value: '2',
  applies_to: 'accommodation',
  places: 'all',
  max_nights: '2',
};

test('each template begins a form, whose example keeps nothing, and a city tax added by it is in the next quote', async () => {
  const { visitor, base, client, place } = await openDesk(world);
  const lists = [await visitor.get(`${base}/charges`), await visitor.get(`${base}/charges?kind=tax`)];
  const begun = lists.map(({ body }) =>
    [...body.matchAll(/<strong>Add (.*?)<\/strong>/g)].map(([, title]) => title),
  );
  expect(begun).toEqual([
    ['cleaning', 'breakfast', 'pets'],
    ['city tax', 'VAT, included', 'VAT, added'],
  ]);
  const path = `${base}/charges/new/tax`;
  const form = await visitor.get(`${path}?template=city-tax`);
  expectPage(form, 200, 'value="City tax"');
  expect(form.body).toContain('<option value="guest_night" selected>For each guest and night</option>');
  const look = await visitor.post(path, { ...CITY_TAX, look: 'on' });
  // Two guests, and two of three nights.
  expectPage(look, 200, 'It adds <strong>€8.00</strong>.');
  expect(await client.read('/taxes')).toEqual([]);
  const added = await visitor.submit(path, CITY_TAX);
  expectPage(added, 200, '“City tax” is added.');
  expect(added.body).toContain('<td role="cell">€308.00</td>');
  expect(await client.read('/taxes/city-tax')).toMatchObject({
    name: 'City tax',
    basis: 'guest_night',
    amount: 200,
    percent: null,
    max_nights: 2,
    listings: null,
  });
  const stay = { check_in: '2031-06-04', check_out: '2031-06-07', guests: 2 };
  const quote = await client.quote(place.id, stay);
  expect(quote.body.data.price.grand_total).toBe(30_800);
});

test('a charge whose form is sent twice is added once, and a second one with its code is refused at the field', async () => {
  const { visitor, base, client } = await openDesk(world);
  const path = `${base}/charges/new/fee`;
  const fee = { name: 'Cleaning', basis: 'stay', value: '45,50', taxable: 'on', places: 'all' };
  await visitor.get(path);
  const token = visitor.formToken();
  for (let sending = 0; sending < 2; sending++)
    expect((await visitor.post(path, { ...fee, form_token: token })).statusCode).toBe(303);
  expect(await client.read('/fees')).toMatchObject([{ code: 'cleaning', amount: 4_550, taxable: true }]);
  await visitor.get(path);
  const again = await visitor.post(path, fee);
  expectPage(again, 422, 'id="code-error"');
  expect(again.body).toContain('must not be that of another fee of the team');
});

test('the list shows each charge with its terms, and with what it does to a stay of those that it is for', async () => {
  const { visitor, base, team } = await openDesk(world, { maxGuests: 4 });
  const keys = { teamId: team.id };
  await buildFee(world, {
    ...keys,
    code: 'breakfast',
    name: 'Breakfast',
    basis: 'guest_night',
    amountCents: 900,
    optional: true,
    maxQuantity: 2,
  });
  await buildFee(world, { ...keys, code: 'dog', name: 'Dog', basis: 'pet_night', amountCents: 700 });
  await buildTax(world, { ...keys, code: 'vat', name: 'VAT', percentPpm: 60_000, included: true });
  await buildTax(world, {
    ...keys,
    code: 'child',
    name: 'Child tax',
    basis: 'guest_night',
    percentPpm: null,
    amountCents: 100,
    agesFrom: 3,
    agesTo: 12,
    validFrom: '2032-01-01',
  });
  await buildDiscount(world, { ...keys, code: 'week', name: 'Week', minNights: 7 });
  await buildDiscount(world, {
    ...keys,
    code: 'late',
    name: 'Late',
    kind: 'last_minute',
    daysBefore: 5,
    percentPpm: 50_000,
  });
  await buildCoupon(world, { ...keys, code: 'SPRING', amountCents: 3_000, minNights: 4 });
  await buildCoupon(world, { ...keys, code: 'OLD', active: false });
  const kinds = ['fee', 'tax', 'discount', 'coupon'];
  const lists = await Promise.all(kinds.map((kind) => visitor.get(`${base}/charges?kind=${kind}`)));
  const rows = lists
    .map(({ body }) => body)
    .join('')
    .split('<tr role="row">')
    .map((row) => row.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '));
  const rowOf = (name: string) => rows.find((row) => row.startsWith(` Name ${name}`));
  expect(rowOf('Breakfast')).toContain('€9.00 a guest and night, only if guests choose it');
  expect(rowOf('Breakfast')).toContain('+ €54.00 3 nights, 2 guests');
  expect(rowOf('Dog')).toContain('+ €21.00 3 nights, 2 guests, 1 pet');
  // 6 % are contained in 300.00 of nights.
  expect(rowOf('VAT')).toContain('€16.98 of it 3 nights');
  expect(rowOf('Child tax')).toContain('+ €3.00 3 nights, 3 guests');
  expect(rowOf('VAT')).toContain('6% of the price, included in the price');
  expect(rowOf('Week')).toContain('10% off the nights, from 7 nights on');
  expect(rowOf('SPRING')).toContain('used 0 times');
  expect(rowOf('Week')).toContain('− €70.00 7 nights');
  expect(rowOf('Late')).toContain('− €15.00 3 nights');
  expect(rowOf('SPRING')).toContain('− €30.00 4 nights');
  expect(rowOf('OLD')).toContain('The coupon code is not valid.');
});

test('a charge is changed on its page: an amount becomes a percentage, and only some places have it', async () => {
  const { visitor, base, team, client, place } = await openDesk(world);
  const other = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  await buildFee(world, { teamId: team.id, code: 'clean up/1', name: 'Cleaning' });
  const path = `${base}/charges/fee/clean%20up%2F1`;
  const shown = await visitor.get(path);
  expectPage(shown, 200, 'It adds <strong>€50.00</strong>.');
  const seen = /name="seen" value="([^"]+)"/.exec(shown.body)?.[1] ?? '';
  const fee = { seen, name: 'Service', basis: 'percent', value: '6,5 %', places: 'some' };
  const wrong = await visitor.post(path, { ...fee, value: '120', valid_from: '2031-02-30' });
  expectPage(wrong, 422, 'id="value-error"');
  expect(wrong.body).toContain('id="valid_from-error"');
  expect(wrong.body).toContain('Tick the places that it is for.');
  const saved = await visitor.submit(path, { ...fee, listings: other.slug });
  expectPage(saved, 200, 'Saved. Bookings that exist keep their prices.');
  expect(saved.body).toContain('at <span class="name">Pier</span>');
  expect(await client.read('/fees/clean%20up%2F1')).toMatchObject({
    name: 'Service',
    basis: 'percent',
    amount: null,
    percent: 6.5,
    listings: [other.slug],
  });
  expect(place.slug).not.toBe(other.slug);
  expectPage(
    await visitor.post(path, { ...fee, places: 'all' }),
    422,
    'Somebody has changed this meanwhile.',
  );
});

test('each kind of charge is added by its own form', async () => {
  const { visitor, base, client } = await openDesk(world);
  const add = (kind: string, fields: Record<string, string>) =>
    visitor.submit(`${base}/charges/new/${kind}`, { places: 'all', ...fields });
  await visitor.get(`${base}/charges/new/fee`);
  await add('fee', {
    name: 'Late check-out',
    basis: 'stay',
    value: '20',
    optional: 'on',
    ages_from: '',
    max_quantity: '',
  });
  await add('tax', {
    name: 'Tourist tax',
    basis: 'percent_guest_night',
    value: '5',
    max_amount: '4,00',
    ages_from: '18',
    applies_to: 'accommodation',
  });
  await add('discount', { name: 'Week', kind: 'length_of_stay', value: '10', days: '7' });
  await add('discount', { name: 'Early', kind: 'early_bird', value: '5', days: '90' });
  await add('coupon', { code: 'Spring', basis: 'amount', value: '30', active: 'on', max_redemptions: '5' });
  expect(await client.read('/fees/late-check-out')).toMatchObject({
    amount: 2_000,
    optional: true,
    max_quantity: 1,
  });
  expect(await client.read('/taxes/tourist-tax')).toMatchObject({
    percent: 5,
    max_amount: 400,
    ages: { from: 18, to: null },
    // The box is about percentages alone.
    applies_to: ['accommodation', 'fees'],
  });
  expect(await client.read('/discounts/week')).toMatchObject({
    percent: 10,
    min_nights: 7,
    days_before: null,
  });
  expect(await client.read('/discounts/early')).toMatchObject({ min_nights: null, days_before: 90 });
  expect(await client.read('/coupons/SPRING')).toMatchObject({ amount: 3_000, max_redemptions: 5 });
  const coupon = await add('coupon', { code: '', basis: 'percent', value: '' });
  expectPage(coupon, 422, 'id="code-error"');
  expect(coupon.body).toContain('id="value-error"');
  expect((await visitor.get(`${base}/charges/new/bill`)).statusCode).toBe(404);
});

test('before a charge is deleted its page says what hangs on it, and a coupon that a booking has used stays', async () => {
  const { visitor, base, team, client, place } = await openDesk(world);
  const keys = { teamId: team.id };
  const fee = await buildFee(world, { ...keys, name: 'Cleaning' });
  const coupon = await buildCoupon(world, { ...keys, code: 'USED' });
  const unit = await buildUnit(world, { ...keys, listingId: place.id, name: 'Loft C' });
  const guest = await buildGuest(world, keys);
  await buildBooking(world, {
    ...keys,
    listingId: place.id,
    unitId: unit.id,
    guestId: guest.id,
    couponKey: coupon.codeKey,
  });
  expectPage(
    await visitor.get(`${base}/charges/fee/${fee.code}/delete`),
    200,
    'Bookings that exist keep it in their price',
  );
  expectPage(await visitor.submit(`${base}/charges/fee/${fee.code}/delete`), 200, '“Cleaning” is deleted.');
  expect(await client.read('/fees')).toEqual([]);
  await visitor.get(`${base}/charges/coupon/USED/delete`);
  expectPage(
    await visitor.post(`${base}/charges/coupon/USED/delete`),
    422,
    'A booking has used this coupon. Deactivate it instead.',
  );
});

test('without a place that guests can book, a charge has no example and says so', async () => {
  const { visitor, base, team } = await openDesk(world);
  await buildFee(world, { teamId: team.id, code: 'none', listingIds: [] });
  expectPage(
    await visitor.get(`${base}/charges/fee/none`),
    200,
    'It is for no place that guests can book yet.',
  );
});
