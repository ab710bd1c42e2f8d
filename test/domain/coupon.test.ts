import { describe, expect, it } from 'vitest';
import { buildCouponLine, findCouponRefusal, findCouponStayRefusal } from '../../src/domain/coupon.ts';
import { buildCoupon, spring15, stayOf, take20 } from './builders.ts';

const today = '2027-03-10';
const stay = stayOf('2027-04-01', '2027-04-04');

describe('conditions of a coupon', () => {
  it('a coupon that breaks several conditions is refused for the first of them', () => {
    const inOrder = [
      ['coupon_unknown', { active: true }],
      ['coupon_not_valid_today', { validFrom: null }],
      ['coupon_stay_dates', { stayFrom: null }],
      ['coupon_min_nights', { minNights: null }],
      ['coupon_other_listing', { appliesToListing: true }],
      ['coupon_used_up', { maxRedemptions: null }],
    ] as const;
    let coupon = buildCoupon({
      active: false,
      validFrom: '2028-01-01',
      stayFrom: '2028-01-01',
      minNights: 300,
      appliesToListing: false,
      maxRedemptions: 0,
    });
    for (const [reason, repair] of inOrder) {
      expect(findCouponRefusal(coupon, stay, today)?.reason).toBe(reason);
      coupon = { ...coupon, ...repair };
    }
    expect(findCouponRefusal(coupon, stay, today)).toBeNull();
  });
});

describe('the windows of a coupon', () => {
  const reasonOf = (given: Parameters<typeof buildCoupon>[0]) =>
    findCouponRefusal(buildCoupon(given), stay, today)?.reason ?? null;

  it('a coupon can be used on its first and its last day, and neither before nor after', () => {
    expect(reasonOf({ validFrom: today, validUntil: today })).toBeNull();
    expect(reasonOf({ validFrom: '2027-03-11' })).toBe('coupon_not_valid_today');
    expect(reasonOf({ validUntil: '2027-03-09' })).toBe('coupon_not_valid_today');
  });

  it('a stay may begin on the first day of a coupon’s stays and end on the last', () => {
    expect(reasonOf({ stayFrom: stay.checkIn, stayUntil: stay.checkOut })).toBeNull();
    expect(reasonOf({ stayFrom: '2027-04-02' })).toBe('coupon_stay_dates');
    expect(reasonOf({ stayUntil: '2027-04-03' })).toBe('coupon_stay_dates');
  });

  it('a stay of just the minimum of nights is enough', () => {
    expect(reasonOf({ minNights: 3 })).toBeNull();
    expect(reasonOf({ minNights: 4 })).toBe('coupon_min_nights');
  });

  it('the last redemption can be used', () => {
    expect(reasonOf({ maxRedemptions: 2, redemptions: 1 })).toBeNull();
    expect(reasonOf({ maxRedemptions: 2, redemptions: 2 })).toBe('coupon_used_up');
  });
});

describe('a coupon that a booking keeps', () => {
  it('a coupon that a booking already has stays valid as long as its minimum nights and stay dates fit', () => {
    const spent = { ...spring15, active: false, validUntil: '2020-01-01', redemptions: 100 };
    expect(findCouponStayRefusal(spent, stay)).toBeNull();
    expect(findCouponStayRefusal(spent, stayOf('2027-04-01', '2027-04-02'))?.reason).toBe(
      'coupon_min_nights',
    );
    expect(findCouponStayRefusal({ ...spent, stayUntil: '2027-04-03' }, stay)?.reason).toBe(
      'coupon_stay_dates',
    );
  });
});

describe('a coupon’s price line', () => {
  it('a coupon in percent is computed from what other discounts leave', () => {
    expect(buildCouponLine(spring15, 44_175)).toEqual({
      type: 'discount',
      code: 'coupon:SPRING15',
      name: 'SPRING15',
      basis: 'percent',
      quantity: null,
      unitAmountCents: null,
      percentPpm: 150_000,
      baseAmountCents: 44_175,
      amountCents: -6_626,
      included: false,
    });
  });

  it('a coupon of a fixed amount is deducted once', () => {
    expect(buildCouponLine(take20, 44_175)).toEqual({
      type: 'discount',
      code: 'coupon:TAKE20',
      name: 'TAKE20',
      basis: 'stay',
      quantity: 1,
      unitAmountCents: 2_000,
      percentPpm: null,
      baseAmountCents: 44_175,
      amountCents: -2_000,
      included: false,
    });
  });

  it('a coupon never deducts more than what is left, and has no line if nothing is left', () => {
    expect(buildCouponLine(take20, 1_500)).toMatchObject({ unitAmountCents: 2_000, amountCents: -1_500 });
    expect(buildCouponLine(take20, 0)).toBeNull();
    expect(buildCouponLine(spring15, 0)).toBeNull();
  });

  it('a coupon with neither a percentage nor an amount is an error', () => {
    const worthless = { ...take20, amountCents: null };
    expect(() => buildCouponLine(worthless, 100)).toThrow(
      new TypeError('The coupon TAKE20 has neither a percentage nor an amount.'),
    );
  });
});
