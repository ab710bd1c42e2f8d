import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../../../domain/vocabulary.ts';

/** The compiler names all other lists that a new kind needs (docs/rules.md, 25.1). */
export const GUEST_MAIL_KINDS = [
  'booking_requested',
  'booking_confirmed',
  'booking_changed',
  'booking_cancelled',
  'booking_expired',
  'payment_due',
  'payment_received',
  'before_arrival',
  'after_departure',
] as const;
export type GuestMailKind = (typeof GUEST_MAIL_KINDS)[number];

/**
 * Of a team's outbox. `booking_link` is for a guest who has lost the link to the booking, `by_hand` is what a
 * member writes.
 */
export const MAIL_KINDS = [...GUEST_MAIL_KINDS, ...MEMBER_MAIL_KINDS, 'booking_link', 'by_hand'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Messages to people about their own account, which are in no team's outbox. */
export const PERSON_MAIL_KINDS = ['invitation', 'password_reset', 'password_changed'] as const;
export type PersonMailKind = (typeof PERSON_MAIL_KINDS)[number];
export const PERSON_MAIL_STATUSES = ['pending', 'sent', 'failed', 'withdrawn'] as const;

export const MAIL_STATUSES = ['kept', 'pending', 'sent', 'failed', 'withdrawn'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** RFC 5546. */
export const CALENDAR_METHODS = ['PUBLISH', 'REQUEST', 'CANCEL'] as const;
export type CalendarMethod = (typeof CALENDAR_METHODS)[number];

export const MAIL_LANGUAGES = ['en'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

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
  payment_due: ['payment.amount', 'payment.due_on'],
  payment_received: ['payment.amount', 'payment.due_on'],
  before_arrival: [],
  after_departure: [],
};
