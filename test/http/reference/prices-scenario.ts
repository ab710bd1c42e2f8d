/** The examples of the reference that change prices. They come after all others, which show the demo's own prices. */
import { idFor } from '../../../demo/identity.ts';
import type { Recorder } from './recorder.ts';

const BAD_KEY = { 'idempotency-key': 'not one word' };
const LISTING = idFor('listing sea-loft');

export async function tellPrices({ ask }: Recorder) {
  const listing = LISTING;
  await ask('getRates', {
    as: ['rates', 'What a place costs, and when'],
    status: 200,
    parameters: { listing },
  });
  const summer = { name: 'Summer', start_date: '2028-06-15', end_date: '2028-09-15', nightly: 19_000 };
  await ask('changeRates', {
    as: ['season', 'A dearer weekend, and a season in which stays are longer'],
    status: 200,
    parameters: { listing },
    body: {
      rates: { weekend_nightly: 16_500 },
      rules: { max_stay: null },
      seasons: [{ ...summer, weekend_nightly: 22_000, min_stay: 4 }],
    },
  });
  await ask('changeRates', {
    as: ['overlap', 'Two seasons that overlap'],
    status: 422,
    parameters: { listing },
    body: { seasons: [summer, { ...summer, name: 'August', start_date: '2028-08-01' }] },
  });
  const window = { start_date: '2028-12-22', end_date: '2029-01-02' };
  const holidays = { ...window, nightly: 40_000, min_stay: 3 };
  const ranges = [holidays, { ...holidays, weekdays: [5, 6], nightly: 45_000 }];
  await ask('changeDays', {
    as: ['holidays', 'Dearer holidays, their weekends most of all'],
    status: 200,
    parameters: { listing },
    body: { ranges },
  });
  await ask('changeDays', {
    as: ['invalid', 'An end before the start'],
    status: 422,
    parameters: { listing },
    body: { ranges: [{ ...holidays, end_date: '2028-12-21' }] },
  });
  await ask('listDays', {
    as: ['days', 'What differs around Christmas'],
    status: 200,
    parameters: { listing, start_date: '2028-12-23', end_date: '2028-12-24' },
  });
  await ask('listDays', {
    as: ['invalid', 'An end before the start'],
    status: 422,
    parameters: { listing, start_date: '2028-12-24', end_date: '2028-12-23' },
  });
  const closing = [{ ...window, closed_for_arrival: true, weekdays: [7] }];
  const updates = [
    { listing_id: listing, ranges: closing },
    { listing_id: idFor('listing pier-double'), ranges: [...ranges, ...closing] },
  ];
  await ask('changeManyDays', {
    as: ['changed', 'Two listings at once'],
    status: 200,
    body: { updates },
  });
  await ask('changeManyDays', {
    as: ['invalid', 'One price that is none, so that nothing changes'],
    status: 422,
    body: { updates: [...updates, { listing_id: listing, ranges: [{ ...window, nightly: -1 }] }] },
  });
  await tellCharges({ ask } as Recorder);
}

/** A new charge of each kind, a change of it, a body that is refused for it, and a charge that is there already. */
const CHARGES = {
  Fee: {
    plural: 'fees',
    made: { code: 'towels', name: 'Towels', basis: 'guest', amount: 1_200, taxable: true },
    change: { basis: 'percent', percent: 2.5 },
    broken: { basis: 'month' },
  },
  Tax: {
    plural: 'taxes',
    made: { code: 'island', name: 'Island tax', basis: 'guest_night', amount: 150, max_nights: 7 },
    change: { amount: 200 },
    broken: { included: 'no' },
  },
  Discount: {
    plural: 'discounts',
    made: { code: 'month', name: 'A month', kind: 'length_of_stay', min_nights: 28, percent: 20 },
    change: { percent: 25 },
    broken: { percent: 120 },
  },
  Coupon: {
    plural: 'coupons',
    made: {
      code: 'AUTUMN10',
      percent: 10,
      stay_from: '2028-10-01',
      max_redemptions: 50,
      listings: ['sea-loft'],
    },
    change: { amount: 2_500, listings: null },
    broken: { stay_until: '2028-02-30' },
  },
} as const;

async function tellCharges({ ask }: Recorder) {
  for (const [title, { plural, made, change, broken }] of Object.entries(CHARGES)) {
    const { code } = made;
    const parameters = { code };
    const list = `list${title === 'Tax' ? 'Taxes' : `${title}s`}`;
    await ask(`create${title}`, { as: ['made', 'A new one'], status: 201, body: made });
    await ask(`create${title}`, { as: ['taken', 'A code that is taken'], status: 422, body: made });
    await ask(list, { as: ['page', `A page of ${plural}`], status: 200, parameters: { per_page: '2' } });
    await ask(list, { as: ['invalid', 'A page number below 1'], status: 422, parameters: { page: '0' } });
    await ask(`get${title}`, { as: ['one', 'By its code'], status: 200, parameters });
    await ask(`change${title}`, { as: ['changed', 'Changed'], status: 200, parameters, body: change });
    await ask(`change${title}`, {
      as: ['invalid', 'A value that is none'],
      status: 422,
      parameters,
      body: broken,
    });
    await ask(`delete${title}`, {
      as: ['badKey', 'A key of several words'],
      status: 422,
      parameters,
      headers: BAD_KEY,
    });
    await ask(`delete${title}`, { as: ['gone', 'Deleted'], status: 204, parameters });
  }
}
