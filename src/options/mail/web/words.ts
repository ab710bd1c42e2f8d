import type { GuestMailKind, MailKind, MailStatus } from '../../../domain/vocabulary.ts';
import { MEMBER_MAIL_WORDS } from '../../../web/views/words.ts';

export const MAIL_KIND_WORDS = {
  booking_requested: 'Request received',
  booking_confirmed: 'Booking confirmed',
  booking_changed: 'Booking changed',
  booking_cancelled: 'Booking cancelled',
  booking_expired: 'Request expired',
  payment_due: 'Payment due',
  payment_received: 'Payment received',
  before_arrival: 'Before arrival',
  after_departure: 'After departure',
  ...MEMBER_MAIL_WORDS,
  booking_link: 'Link to the booking',
  by_hand: 'Written by hand',
} satisfies Record<MailKind, string>;

export const CAUSE_WORDS = {
  booking_requested: 'when a guest asks for a stay',
  booking_confirmed: 'when a booking is confirmed, or made confirmed',
  booking_changed: 'when dates, party, place or total change',
  booking_cancelled: 'when a booking is cancelled, by you or its guest',
  booking_expired: 'when nobody has answered a request in time',
  payment_due: 'before a payment is due',
  payment_received: 'when a payment becomes paid',
  before_arrival: 'before check-in',
  after_departure: 'after check-out',
} satisfies Record<GuestMailKind, string>;

export const MAIL_STATUS_WORDS = {
  kept: 'Kept',
  pending: 'Waiting',
  sent: 'Accepted by the mail server',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
} satisfies Record<MailStatus, string>;

/** CSS classes of the badge. */
export const MAIL_STATUS_LOOKS = {
  kept: 'paused',
  pending: 'paused',
  sent: 'active',
  failed: 'disabled',
  withdrawn: 'paused',
} satisfies Record<MailStatus, string>;
