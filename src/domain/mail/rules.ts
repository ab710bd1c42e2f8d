import { GUEST_MAIL_KINDS, type GuestMailKind, MAIL_SCHEDULES } from './kinds.ts';

/**
 * Which bookings get a kind of message, and when. `days` and `hour` say when a scheduled message is sent, and
 * are null for messages that are sent at once because of a change.
 */
export type MailRule = {
  kind: GuestMailKind;
  isActive: boolean;
  days: number | null;
  hour: number | null;
  /**
   * The sources of bookings, and the listings, for which a rule sends messages. In a rule, null means all
   * sources or all listings.
   */
  sources: readonly string[] | null;
  listingIds: readonly string[] | null;
};

/**
 * By default, guests who booked on the site get messages about what happens to their bookings. All other
 * kinds of messages are switched off by default.
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

/** The default rule for sending a kind of message, which applies until the team changes it. */
export const buildDefaultMailRule = (kind: GuestMailKind): MailRule => ({
  kind,
  isActive: ACTIVE_FOR_SITE[kind],
  days: MAIL_SCHEDULES[kind]?.days ?? null,
  hour: MAIL_SCHEDULES[kind]?.hour ?? null,
  sources: ACTIVE_FOR_SITE[kind] ? ['booking_site'] : null,
  listingIds: null,
});

/** A team's rules for all kinds of messages: for each kind the rule that is stored, or else the default. */
export function listMailRules<Rule extends MailRule>(stored: readonly Rule[]): (Rule | MailRule)[] {
  const byKind = new Map(stored.map((rule) => [rule.kind, rule]));
  return GUEST_MAIL_KINDS.map((kind) => byKind.get(kind) ?? buildDefaultMailRule(kind));
}

type MailedBooking = { source: string; listingId: string };

/** Whether a team's rule for a kind of message sends it for a booking. */
export const isMailRuleFor = (
  { isActive, sources, listingIds }: MailRule,
  { source, listingId }: MailedBooking,
): boolean =>
  isActive &&
  (sources === null || sources.includes(source)) &&
  (listingIds === null || listingIds.includes(listingId));
