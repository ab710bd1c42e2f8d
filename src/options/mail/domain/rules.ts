import { GUEST_MAIL_KINDS, type GuestMailKind } from '../../../domain/vocabulary.ts';
import { MAIL_SCHEDULES } from './kinds.ts';

/** `days` and `hour` are null for messages that a change causes. */
export type MailRule = {
  kind: GuestMailKind;
  isActive: boolean;
  days: number | null;
  hour: number | null;
  /** Null for all sources or all listings. */
  sources: readonly string[] | null;
  listingIds: readonly string[] | null;
};

/**
 * Guests who booked on the site get messages about what happens to their bookings. All else is off by
 * default.
 */
const ACTIVE_FOR_SITE: Record<GuestMailKind, boolean> = {
  booking_requested: true,
  booking_confirmed: true,
  booking_changed: false,
  booking_cancelled: true,
  booking_expired: true,
  payment_due: false,
  payment_received: false,
  before_arrival: false,
  after_departure: false,
};

/** Applies until the team changes it. */
export const buildDefaultMailRule = (kind: GuestMailKind): MailRule => ({
  kind,
  isActive: ACTIVE_FOR_SITE[kind],
  days: MAIL_SCHEDULES[kind]?.days ?? null,
  hour: MAIL_SCHEDULES[kind]?.hour ?? null,
  sources: ACTIVE_FOR_SITE[kind] ? ['booking_site'] : null,
  listingIds: null,
});

/** The stored rule of each kind, or else the default. */
export function listMailRules<Rule extends MailRule>(stored: readonly Rule[]): (Rule | MailRule)[] {
  const byKind = new Map(stored.map((rule) => [rule.kind, rule]));
  return GUEST_MAIL_KINDS.map((kind) => byKind.get(kind) ?? buildDefaultMailRule(kind));
}

type MailedBooking = { source: string; listingId: string };

export const isMailRuleFor = (
  { isActive, sources, listingIds }: MailRule,
  { source, listingId }: MailedBooking,
): boolean =>
  isActive &&
  (sources === null || sources.includes(source)) &&
  (listingIds === null || listingIds.includes(listingId));
