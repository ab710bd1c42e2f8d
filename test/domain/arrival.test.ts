import { expect, test } from 'vitest';
import { isArrivalTold } from '../../src/domain/arrival.ts';

const STAY = {
  status: 'confirmed',
  checkIn: '2027-03-10',
  checkOut: '2027-03-12',
  checkOutTime: '11:00',
  timezone: 'Pacific/Kiritimati',
} as const;
// The zone is 14 hours ahead of UTC.
const isTold = (at: string, days = 3, change = {}) =>
  isArrivalTold({ ...STAY, ...change }, days, new Date(at));

test('arrival is told from the beginning of a day until check-out, in the zone of the place', () => {
  expect(isTold('2027-03-06T09:59:59Z')).toBe(false);
  expect(isTold('2027-03-06T10:00:00Z')).toBe(true);
  expect(isTold('2027-03-11T20:59:59Z')).toBe(true);
  expect(isTold('2027-03-11T21:00:00Z')).toBe(false);
  expect(isTold('2027-03-09T09:59:59Z', 0)).toBe(false);
  expect(isTold('2027-03-09T10:00:00Z', 0)).toBe(true);
});

test.each(['pending', 'cancelled', 'completed'] as const)('arrival is not told to a %s booking', (status) => {
  expect(isTold('2027-03-10T10:00:00Z', 3, { status })).toBe(false);
});
