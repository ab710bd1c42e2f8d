import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../../../domain/vocabulary.ts';
import { GUEST_MAIL_KINDS, type GuestMailKind, type MailKind, type MailStatus } from '../domain/kinds.ts';

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
  request_arrived: 'A request from the site',
  booking_arrived: 'A booking made at once on the site',
  cancelled_by_guest: 'A cancellation by a guest',
  channel_conflict: 'A channel’s stay on taken nights, or on other dates',
  feed_failing: 'A calendar cannot be read',
  webhook_disabled: 'A webhook was disabled',
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

const toKindChoice = (kind: MailKind) => ({ value: kind, name: MAIL_KIND_WORDS[kind] });
export const MAIL_KIND_CHOICES = [
  ...GUEST_MAIL_KINDS,
  ...MEMBER_MAIL_KINDS,
  'booking_link' as const,
  'by_hand' as const,
].map(toKindChoice);
export const MEMBER_KIND_CHOICES = MEMBER_MAIL_KINDS.map((kind: MemberMailKind) => toKindChoice(kind));
