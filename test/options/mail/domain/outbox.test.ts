import { expect, it } from 'vitest';
import { findGuestMailKind } from '../../../../src/options/mail/domain/outbox.ts';

const change = (...changed: string[]) => ({
  type: 'booking.changed',
  bookingId: 'b',
  actorType: 'token',
  data: { changed },
  details: null,
});

it.each([
  ['check_in', 'booking_changed'],
  ['check_out', 'booking_changed'],
  ['number_of_guests', 'booking_changed'],
  ['party', 'booking_changed'],
  ['listing_id', 'booking_changed'],
  ['grand_total', 'booking_changed'],
  ['extras', null],
  ['fees_total', null],
  ['notes', null],
  ['guest', null],
  ['unit_id', null],
])('a change of %s alone causes the message %s', (field, kind) => {
  expect(findGuestMailKind(change(field))).toBe(kind);
  expect(findGuestMailKind({ ...change(field), actorType: 'import' })).toBeNull();
});
