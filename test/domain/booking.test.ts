import { describe, expect, it } from 'vitest';
import {
  diffFields,
  findBookingChangeRefusal,
  findCancellationRefusal,
  findCompletionInstant,
  findConfirmationRefusal,
  findWithdrawalRefusal,
  isLiveBookingStatus,
  MOVABLE_BOOKING_STATUSES,
  mayMoveToMakeRoom,
  toCheckOutInstant,
  toConfirmationCode,
} from '../../src/domain/booking.ts';
import { BOOKING_STATUSES } from '../../src/domain/vocabulary.ts';

const ends = { checkOut: '2031-06-06', checkOutTime: '11:00', timezone: 'Europe/Lisbon' };
const instant = new Date('2031-06-06T10:00:00Z');
const before = new Date(instant.getTime() - 1_000);

describe('a confirmation code', () => {
  it('a confirmation code has eight unambiguous characters, each equally likely', () => {
    const characters = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const code = toConfirmationCode(new Uint8Array(9).fill(byte));
      expect(code).toMatch(/^(.)\1{7}$/);
      const [character = ''] = code;
      characters.set(character, (characters.get(character) ?? 0) + 1);
    }
    expect([...characters.keys()].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
    expect(new Set(characters.values())).toEqual(new Set([8]));
  });
});

describe('completion', () => {
  it('a booking is completed at the check-out time in the listing’s time zone, and not a second earlier', () => {
    expect(toCheckOutInstant(ends)).toEqual(instant);
    expect(findCompletionInstant({ ...ends, status: 'confirmed' }, instant)).toEqual(instant);
    expect(findCompletionInstant({ ...ends, status: 'confirmed' }, before)).toBe(null);
    expect(findCompletionInstant({ ...ends, timezone: 'Pacific/Niue', status: 'confirmed' }, instant)).toBe(
      null,
    );
  });

  it('only confirmed bookings are completed', () => {
    const due = BOOKING_STATUSES.filter((status) => findCompletionInstant({ ...ends, status }, instant));
    expect(due).toEqual(['confirmed']);
  });
});

describe('booking statuses', () => {
  const allowed = (refusal: (status: (typeof BOOKING_STATUSES)[number]) => unknown) =>
    BOOKING_STATUSES.filter((status) => refusal(status) === null);

  it('pending and confirmed bookings can be changed and cancelled, and pending ones confirmed until their dates are over', () => {
    expect(allowed(findBookingChangeRefusal)).toEqual(['pending', 'confirmed']);
    expect(allowed(findCancellationRefusal)).toEqual(['pending', 'confirmed']);
    expect(allowed((status) => findConfirmationRefusal({ ...ends, status }, before))).toEqual(['pending']);
    expect(allowed((status) => findConfirmationRefusal({ ...ends, status }, instant))).toEqual([]);
  });

  it('pending and confirmed bookings can be moved to another unit to make room', () => {
    expect(BOOKING_STATUSES.filter(mayMoveToMakeRoom)).toEqual(['pending', 'confirmed']);
    expect(MOVABLE_BOOKING_STATUSES).toEqual(['pending', 'confirmed']);
    expect([mayMoveToMakeRoom('cancelled'), isLiveBookingStatus('cancelled')]).toEqual([false, false]);
  });

  it('a booking keeps its nights and its price in every status but cancelled', () => {
    expect(BOOKING_STATUSES.filter(isLiveBookingStatus)).toEqual(['pending', 'confirmed', 'completed']);
  });

  it('each refusal because of a booking’s status says why', () => {
    expect(findBookingChangeRefusal('completed')).toBe('A completed booking can no longer be changed.');
    expect(findCancellationRefusal('cancelled')).toBe('A cancelled booking cannot be cancelled.');
    expect(findConfirmationRefusal({ ...ends, status: 'confirmed' }, before)).toBe(
      'A confirmed booking cannot be confirmed.',
    );
    expect(findConfirmationRefusal({ ...ends, status: 'pending' }, instant)).toBe(
      'A booking whose dates are over cannot be confirmed.',
    );
    expect(BOOKING_STATUSES.map((status) => [status, findWithdrawalRefusal(status)])).toEqual([
      ['pending', null],
      ['confirmed', 'This booking is confirmed. Please talk to your host to cancel it.'],
      ['completed', 'A completed booking cannot be withdrawn.'],
      ['cancelled', 'A cancelled booking cannot be withdrawn.'],
    ]);
  });
});

describe('changed fields', () => {
  it('the differences of two objects are the fields that differ, with the value before and after', () => {
    expect(diffFields({ a: 1, b: null, c: 'x', d: 4 }, { a: 2, b: null, c: null, e: 5 })).toEqual({
      a: [1, 2],
      c: ['x', null],
      e: [undefined, 5],
    });
    expect(diffFields({ a: 1 }, {})).toEqual({});
  });
});
