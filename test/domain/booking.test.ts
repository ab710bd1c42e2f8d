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
  it('completion is due at the check-out in the listing’s zone, and not a second before', () => {
    expect(toCheckOutInstant(ends)).toEqual(instant);
    expect(findCompletionInstant({ ...ends, status: 'confirmed' }, instant)).toEqual(instant);
    expect(findCompletionInstant({ ...ends, status: 'confirmed' }, before)).toBe(null);
    expect(findCompletionInstant({ ...ends, timezone: 'Pacific/Niue', status: 'confirmed' }, instant)).toBe(
      null,
    );
  });

  it('completion is of confirmed bookings alone', () => {
    const due = BOOKING_STATUSES.filter((status) => findCompletionInstant({ ...ends, status }, instant));
    expect(due).toEqual(['confirmed']);
  });
});

describe('what a status allows', () => {
  const allowed = (refusal: (status: (typeof BOOKING_STATUSES)[number]) => unknown) =>
    BOOKING_STATUSES.filter((status) => refusal(status) === null);

  it('what a status allows: change and cancel: pending and confirmed; confirm: pending, until its dates are over', () => {
    expect(allowed(findBookingChangeRefusal)).toEqual(['pending', 'confirmed']);
    expect(allowed(findCancellationRefusal)).toEqual(['pending', 'confirmed']);
    expect(allowed((status) => findConfirmationRefusal({ ...ends, status }, before))).toEqual(['pending']);
    expect(allowed((status) => findConfirmationRefusal({ ...ends, status }, instant))).toEqual([]);
  });

  it('what a status allows: moving to make room: pending and confirmed', () => {
    expect(BOOKING_STATUSES.filter(mayMoveToMakeRoom)).toEqual(['pending', 'confirmed']);
    expect(MOVABLE_BOOKING_STATUSES).toEqual(['pending', 'confirmed']);
    expect([mayMoveToMakeRoom('cancelled'), isLiveBookingStatus('cancelled')]).toEqual([false, false]);
  });

  it('what a status allows: nights and price stay until it is cancelled', () => {
    expect(BOOKING_STATUSES.filter(isLiveBookingStatus)).toEqual(['pending', 'confirmed', 'completed']);
  });

  it('what a status allows: says why not', () => {
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
  it('changed fields are those that differ, with what they were and are', () => {
    expect(diffFields({ a: 1, b: null, c: 'x', d: 4 }, { a: 2, b: null, c: null, e: 5 })).toEqual({
      a: [1, 2],
      c: ['x', null],
      e: [undefined, 5],
    });
    expect(diffFields({ a: 1 }, {})).toEqual({});
  });
});
