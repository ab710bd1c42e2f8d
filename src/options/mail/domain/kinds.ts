import {
  GUEST_MAIL_KINDS,
  type GuestMailKind,
  MEMBER_MAIL_KINDS,
  type MemberMailKind,
} from '../../../domain/vocabulary.ts';

/** Messages to people about their own account, which are in no team's outbox. */
export const PERSON_MAIL_KINDS = [
  'invitation',
  'password_reset',
  'password_changed',
  'factor_changed',
] as const;
export type PersonMailKind = (typeof PERSON_MAIL_KINDS)[number];
export const PERSON_MAIL_STATUSES = ['pending', 'sent', 'failed', 'withdrawn'] as const;

/** RFC 5546. */
export const CALENDAR_METHODS = ['PUBLISH', 'REQUEST', 'CANCEL'] as const;
export type CalendarMethod = (typeof CALENDAR_METHODS)[number];

export const isGuestMailKind = (text: string): text is GuestMailKind =>
  (GUEST_MAIL_KINDS as readonly string[]).includes(text);

export const isMemberMailKind = (text: string): text is MemberMailKind =>
  (MEMBER_MAIL_KINDS as readonly string[]).includes(text);

/** By default: days before or after arrival, departure or due date. */
type MailSchedule = { days: number; hour: number };

/** Null for kinds that a change causes. */
export const MAIL_SCHEDULES = {
  booking_requested: null,
  booking_confirmed: null,
  booking_changed: null,
  booking_cancelled: null,
  booking_expired: null,
  payment_due: { days: 3, hour: 10 },
  payment_received: null,
  before_arrival: { days: 3, hour: 10 },
  after_departure: { days: 1, hour: 10 },
} satisfies Record<GuestMailKind, MailSchedule | null>;

/** Besides the variables about the booking. */
export const EXTRA_VARIABLES: Record<GuestMailKind, readonly string[]> = {
  booking_requested: [],
  booking_confirmed: [],
  booking_changed: [],
  booking_cancelled: ['booking.was'],
  booking_expired: [],
  payment_due: ['payment.amount', 'payment.due_on', 'payment.is_due'],
  payment_received: ['payment.amount', 'payment.due_on'],
  before_arrival: [],
  after_departure: [],
};
