/** The kinds of messages (docs/rules.md, 25.1). A new kind is added here and in the lists that `satisfies` then asks for. */
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

export const MAIL_LANGUAGES = ['en'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export const isGuestMailKind = (text: string): text is GuestMailKind =>
  (GUEST_MAIL_KINDS as readonly string[]).includes(text);
export const isMailLanguage = (text: string): text is MailLanguage =>
  (MAIL_LANGUAGES as readonly string[]).includes(text);

/** When a scheduled kind is sent, by default: so many days before or after the event, at that hour. */
export type MailSchedule = { days: number; hour: number };

/** The kinds that a date brings about. Null for those that a change does. */
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

/** What only the texts of some kinds can say beside the booking. */
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
