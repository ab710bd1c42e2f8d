/** Which messages a change causes, and whether a message is still sent (docs/rules.md, 25.7). */

import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { CalendarMethod } from './kinds.ts';

type MailedEvent = {
  type: string;
  bookingId: string | null;
  actorType: string;
  data: Record<string, unknown>;
  details: Record<string, unknown> | null;
};

/** Changes that are worth a message. */
const TOLD_CHANGES = new Set([
  'listing_id',
  'check_in',
  'check_out',
  'number_of_guests',
  'party',
  'grand_total',
]);

/** Null if the event causes no message. */
export function findGuestMailKind({ type, actorType, data, details }: MailedEvent): GuestMailKind | null {
  if (actorType === 'import') return null;
  switch (type) {
    case 'booking.created':
      return CREATED_KINDS[String(data.status)] ?? null;
    case 'booking.confirmed':
      return 'booking_confirmed';
    case 'booking.cancelled':
      return 'booking_cancelled';
    case 'booking.expired':
      return 'booking_expired';
    case 'booking.changed':
      return listNames(data.changed).some((name) => TOLD_CHANGES.has(name)) ? 'booking_changed' : null;
    case 'booking.folio_changed':
      return findPaidPayment(details) === null ? null : 'payment_received';
    default:
      return null;
  }
}

const CREATED_KINDS: Record<string, GuestMailKind> = {
  pending: 'booking_requested',
  confirmed: 'booking_confirmed',
};

const listNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function findPaidPayment(details: Record<string, unknown> | null): string | null {
  const status = Array.isArray(details?.status) ? details.status : [];
  return status.at(-1) === 'paid' && typeof details?.payment === 'string' ? details.payment : null;
}

type CalendarStay = { confirmedAt: Date | null; calendarInvited: boolean };

/**
 * Null for no file. A stay whose file was once published is published further, because a calendar would not
 * take anything else for the same stay.
 */
export function chooseCalendarMethod(kind: GuestMailKind, stay: CalendarStay): CalendarMethod | null {
  const isConfirmed = stay.confirmedAt !== null;
  const method = CALENDAR_MAILS[kind];
  if (method === null || (kind === 'booking_changed' && !isConfirmed)) return null;
  return isConfirmed && !stay.calendarInvited ? 'PUBLISH' : method;
}

const CALENDAR_MAILS = {
  booking_requested: null,
  booking_confirmed: 'REQUEST',
  booking_changed: 'REQUEST',
  booking_cancelled: 'CANCEL',
  booking_expired: null,
  payment_due: null,
  payment_received: null,
  before_arrival: null,
  after_departure: null,
} satisfies Record<GuestMailKind, CalendarMethod | null>;
