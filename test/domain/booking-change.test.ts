import { describe, expect, it } from 'vitest';
import {
  type ChangeKind,
  findChangeKind,
  type PricedStay,
  toPricedStay,
} from '../../src/domain/booking-change.ts';

const booked: PricedStay = {
  listingId: 'loft',
  stay: { checkIn: '2031-06-01', checkOut: '2031-06-04' },
  party: { adults: 2, childrenAges: [4], infants: 0, pets: 1 },
  extras: [{ code: 'cot', quantity: 1 }],
  couponKey: null,
  agreed: null,
  adjustments: [{ id: '1', name: 'Late check-out', amountCents: 2_000, taxable: false }],
};
const agreedNights = { form: 'nights', accommodationTotalCents: 30_000 } as const;
const agreedTotal = {
  form: 'total',
  containedTaxes: 'none',
  accommodationTotalCents: 30_000,
  discountTotalCents: 0,
  feesTotalCents: 0,
  taxesTotalCents: 0,
} as const;

/** What touches a booking least, first. */
const CHANGES: [ChangeKind, Partial<PricedStay>][] = [
  ['note', {}],
  ['adjust', { adjustments: [] }],
  ['recharge', { extras: [] }],
  ['recharge', { party: { ...booked.party, pets: 0 } }],
  ['recharge', { couponKey: 'summer' }],
  ['reprice', { agreed: agreedNights }],
  ['regroup', { party: { ...booked.party, childrenAges: [5] } }],
  ['restay', { stay: { ...booked.stay, checkIn: '2031-06-02' } }],
  ['restay', { stay: { ...booked.stay, checkOut: '2031-06-05' } }],
  ['relist', { listingId: 'cabin' }],
];

describe('the kind of a change', () => {
  it('each change has its word, and several at once have the word of the one that touches most', () => {
    for (const [index, [kind, change]] of CHANGES.entries()) {
      expect(findChangeKind(booked, { ...booked, ...change })).toBe(kind);
      for (const [, smaller] of CHANGES.slice(0, index))
        expect(findChangeKind(booked, { ...booked, ...smaller, ...change })).toBe(kind);
    }
  });

  it('other extras, pets or another coupon of a booking with an agreed total are a reprice, because it includes them', () => {
    for (const [, change] of CHANGES.filter(([kind]) => kind === 'recharge')) {
      const [before, after] = [booked, { ...booked, ...change }];
      const kindWith = (agreed: PricedStay['agreed']) =>
        findChangeKind({ ...before, agreed }, { ...after, agreed });
      expect(kindWith(agreedTotal)).toBe('reprice');
      expect(kindWith(agreedNights)).toBe('recharge');
    }
  });

  it('lines by hand with another id, name, amount or mark are an adjustment, and equal ones are none', () => {
    const [line] = booked.adjustments;
    if (!line) throw new Error('The booking has a line by hand.');
    const kindWith = (adjustments: PricedStay['adjustments']) =>
      findChangeKind(booked, { ...booked, adjustments });
    expect(kindWith([{ ...line }])).toBe('note');
    for (const other of [{ id: '2' }, { name: 'Goodwill' }, { amountCents: 1_999 }, { taxable: true }])
      expect(kindWith([{ ...line, ...other }])).toBe('adjust');
    expect(kindWith([line, line])).toBe('adjust');
  });

  it('a stored booking is compared by its dates, its party and what was agreed', () => {
    const row = {
      ...booked,
      ...booked.stay,
      numberOfGuests: 3,
      childrenAges: [4],
      infants: 0,
      pets: 1,
      priceAgreed: null,
      priceLines: [],
    };
    expect(toPricedStay(row)).toEqual(booked);
  });
});
