import { expect, test } from 'vitest';
import { wordReason } from '../../../src/domain/availability/reason-words.ts';

test('a reason counts in the plural of its language', () => {
  const nights = (count: number) => ({ sentence: { key: 'min_stay', count } as const });
  expect(wordReason('de', nights(1))).toBe('In diesem Zeitraum bleiben Sie bitte mindestens 1 Nacht.');
  expect(wordReason('de', nights(3))).toBe('In diesem Zeitraum bleiben Sie bitte mindestens 3 Nächte.');
});

test('a reason in English is as it always was, also with a large number and a date', () => {
  const days = { sentence: { key: 'booking_window', count: 3_650 } as const };
  expect(wordReason('en', days)).toBe('This place can only be booked up to 3650 days ahead.');
  const arrival = { sentence: { key: 'closed_for_arrival', date: '2027-08-03' } as const };
  expect(wordReason('en', arrival)).toBe('Guests cannot arrive on 2027-08-03.');
});

test('a reason in another language names a date as its speakers write it', () => {
  const arrival = { sentence: { key: 'closed_for_arrival', date: '2027-08-03' } as const };
  expect(wordReason('de', arrival)).toBe('Am 3. August 2027 ist keine Anreise möglich.');
  expect(wordReason('pt', arrival)).toBe('Não é possível chegar no dia 3 de agosto de 2027.');
});
