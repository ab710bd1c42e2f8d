/** Charges by age, by date and by pet, and extras (docs/rules.md, 23). */
import { expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openPartyInn } from './inn.ts';

const world = await openSharedApp();
const inn = await openPartyInn(world);
const fee = (more: object) =>
  ['/fees', { code: 'x', name: 'X', basis: 'guest', amount: 1, ...more }] as const;
const tax = (more: object) =>
  ['/taxes', { code: 'x', name: 'X', basis: 'guest', amount: 1, ...more }] as const;
const ofNight = { basis: 'percent_guest_night', amount: null, percent: 5 };

it.each([
  [fee({ basis: 'stay', ages: { from: 3 } }), ['ages']],
  [fee({ code: 'pet', basis: 'pet', ages: {} }), []],
  [tax({ basis: 'percent', amount: null, percent: 5, ages: { to: 3 } }), ['ages']],
  [fee({ ages: { from: 19 } }), ['ages.from']],
  [fee({ ages: { to: 18 } }), ['ages.to']],
  [fee({ ages: { from: 9, to: 8 } }), ['ages.to']],
  [fee({ ages: { from: 9, to: 8 }, max_quantity: 101 }), ['ages.to', 'max_quantity']],
  [fee({ valid_from: '2031-02-02', valid_until: '2031-02-01' }), ['valid_until']],
  [fee({ valid_from: 'soon' }), ['valid_from']],
  [fee({ ...ofNight }), ['basis']],
  [fee({ basis: 'percent', amount: null, percent: 5, optional: true }), ['optional']],
  [fee({ optional: true, max_quantity: 101 }), ['max_quantity']],
  [fee({ max_quantity: 2 }), ['max_quantity']],
  [fee({ code: 'a b', optional: true }), ['code']],
  [tax({ ...ofNight, included: true }), ['included']],
  [tax({ max_amount: 100 }), ['max_amount']],
  [tax({ basis: 'percent_guest_night' }), ['percent', 'amount']],
])('a charge with %j is refused at %j', async ([path, body], fields) => {
  const { status, body: answer } = await inn.send('POST', path, body);
  expect([status, Object.keys(answer.errors ?? {})]).toEqual([fields.length === 0 ? 201 : 422, fields]);
});

it('the age and quantity fields of charges are replaced as a whole, cleared by null, and refused if they do not fit the basis', async () => {
  const made = await inn.data(inn.send('POST', '/taxes', tax({ code: 'aged', ages: { to: 5 } })[1]), 201);
  expect(made).toMatchObject({
    ages: { from: 0, to: 5 },
    valid_from: null,
    valid_until: null,
    max_amount: null,
  });
  expect(await inn.put('/taxes/aged', { ages: { from: 3 } })).toMatchObject({ ages: { from: 3, to: null } });
  const contradicting = await inn.send('PUT', '/taxes/aged', { basis: 'stay' });
  expect([contradicting.status, Object.keys(contradicting.body.errors)]).toEqual([422, ['ages']]);
  expect(await inn.put('/taxes/aged', { basis: 'stay', ages: {} })).toMatchObject({
    basis: 'stay',
    ages: null,
  });
  const night = { basis: 'percent_guest_night', amount: null, percent: 5, max_amount: 400 };
  expect(await inn.put('/taxes/aged', night)).toMatchObject({ percent: 5, max_amount: 400, amount: null });
});

it('an optional fee without a maximum can be chosen once, and made mandatory it has no maximum', async () => {
  const made = await inn.data(inn.send('POST', '/fees', fee({ code: 'cot', optional: true })[1]), 201);
  expect(made).toMatchObject({ optional: true, max_quantity: 1 });
  expect(await inn.put('/fees/cot', { max_quantity: 4 })).toMatchObject({ max_quantity: 4 });
  expect(await inn.put('/fees/cot', { max_quantity: null })).toMatchObject({ max_quantity: 1 });
  expect(await inn.put('/fees/cot', { optional: false })).toMatchObject({
    optional: false,
    max_quantity: null,
  });
});

it('a cap on a percentage of a person’s night is in the team’s currency, like every fixed amount', async () => {
  const other = await openPartyInn(world);
  const abroad = {
    kind: 'standalone',
    public_title: 'Abroad',
    max_guests: 2,
    currency: 'USD',
    rates: { nightly: 1 },
  };
  // The fixed charges of the team apply to all listings, so this one is refused until they name theirs.
  for (const path of ['/fees/pets', '/fees/breakfast', '/taxes/city-a', '/taxes/city-b', '/taxes/child'])
    await other.put(path, { listings: [other.listing.slug] });
  await other.data(other.send('POST', '/listings', abroad), 201);
  const refused = await other.send('POST', '/taxes', { code: 'y', name: 'Y', ...ofNight, max_amount: 400 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['max_amount']]);
  expect((await other.send('POST', '/taxes', { code: 'y', name: 'Y', ...ofNight })).status).toBe(201);
});
