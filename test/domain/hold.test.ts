import { describe, expect, it, test } from 'vitest';
import {
  computeHoldExpiry,
  HOLD_EXPIRED_REASON,
  HOLD_LAPSED_MESSAGE,
  hasHoldLapsed,
  listLapsedHoldsOfCoupon,
} from '../../src/domain/booking.ts';
import { haveCommonNights } from '../../src/domain/inventory/inventory.ts';
import { BOOKING_STATUSES } from '../../src/domain/vocabulary.ts';

const now = new Date('2031-05-05T10:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('a lapsed hold', () => {
  it('a hold has lapsed from the second of its expiry on', () => {
    const lapsed = (seconds: number) => hasHoldLapsed({ status: 'pending', expiresAt: at(seconds) }, now);
    expect([lapsed(1), lapsed(0), lapsed(-1)]).toEqual([false, true, true]);
  });

  it('a booking without an expiry never lapses', () => {
    expect(hasHoldLapsed({ status: 'pending', expiresAt: null }, now)).toBe(false);
  });

  it.each(BOOKING_STATUSES)('a booking that is %s can lapse only if it is pending', (status) => {
    expect(hasHoldLapsed({ status, expiresAt: at(-1) }, now)).toBe(status === 'pending');
  });
});

test('a booking whose hold has lapsed is refused with that reason', () => {
  expect(HOLD_EXPIRED_REASON).toBe('expired');
  expect(HOLD_LAPSED_MESSAGE).toBe('The hold of this booking has lapsed, so the booking is cancelled.');
});

test('a hold’s expires_in minutes count from now, and null means that it never expires', () => {
  expect(computeHoldExpiry(1, now)).toEqual(at(60));
  expect(computeHoldExpiry(10_080, now)).toEqual(new Date('2031-05-12T10:00:00Z'));
  expect(computeHoldExpiry(null, now)).toBe(null);
});

test('if a coupon has no redemptions left, as few lapsed holds are cancelled as the next redemption needs, the oldest first', () => {
  const needed = (maxRedemptions: number | null, redemptions: number) =>
    listLapsedHoldsOfCoupon({ maxRedemptions, redemptions, lapsedIds: ['a', 'b', 'c'] });
  expect(needed(null, 9)).toEqual([]);
  expect(needed(5, 1)).toEqual([]);
  expect(needed(5, 2)).toEqual(['a']);
  expect(needed(4, 2)).toEqual(['a', 'b']);
  expect(needed(3, 2)).toEqual(['a', 'b', 'c']);
  expect(needed(1, 2)).toEqual(['a', 'b', 'c']);
});

test('two date spans share a night if each begins before the other ends', () => {
  const span = (startDate: string, endDate: string) => ({ startDate, endDate });
  const stay = span('2031-05-05', '2031-05-08');
  const shared = (one: ReturnType<typeof span>) => [haveCommonNights(stay, one), haveCommonNights(one, stay)];
  expect(shared(span('2031-05-08', '2031-05-09'))).toEqual([false, false]);
  expect(shared(span('2031-05-07', '2031-05-08'))).toEqual([true, true]);
  expect(shared(span('2031-05-01', '2031-05-05'))).toEqual([false, false]);
  expect(shared(span('2031-05-01', '2031-05-06'))).toEqual([true, true]);
  expect(shared(stay)).toEqual([true, true]);
});
