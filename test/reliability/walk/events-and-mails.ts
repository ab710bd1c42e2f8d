/** Which events and messages a step of a random walk must have written. */

import { expect } from 'vitest';
import { isMemberMailKind } from '../../../src/options/mail/domain/kinds.ts';
import type { Json } from '../../helpers/bookings.ts';
import type { Wrote } from './booking-steps.ts';
import type { House } from './house.ts';

/** About the same change as the events that a step names: the guest, the price of the whole, the coupon. */
const BESIDE = /^(guest|coupon|charge|occupancy)\./;
/** Another booking made room, or a hold that was in the way has lapsed. */
const BY_ITSELF = ['booking.unit_moved', 'booking.expired', 'booking.completed'];

export function expectWritten(wrote: Wrote, events: readonly Json[]): void {
  if (wrote === 'some') return;
  const written = events
    .filter(({ type }) => !BESIDE.test(type) && !BY_ITSELF.includes(type))
    .map(({ type, booking_id }) => `${type} ${booking_id}`);
  expect(written).toEqual(wrote);
}

const CAUSED: Record<string, (event: Json) => string | null> = {
  'booking.created': ({ data }) =>
    ({ pending: 'booking_requested', confirmed: 'booking_confirmed' })[data.status as string] ?? null,
  'booking.confirmed': () => 'booking_confirmed',
  'booking.cancelled': () => 'booking_cancelled',
  'booking.expired': () => 'booking_expired',
  'booking.changed': ({ data }) =>
    data.changed.some((name: string) =>
      ['check_in', 'check_out', 'number_of_guests', 'party', 'listing_id', 'grand_total'].includes(name),
    )
      ? 'booking_changed'
      : null,
  'booking.folio_changed': ({ data }) =>
    data.changes.some(
      ({ kind, status_before, status_after }: Json) =>
        kind === 'payment' && status_after === 'paid' && status_before !== 'paid',
    )
      ? 'payment_received'
      : null,
};
const SCHEDULED = ['payment_due', 'before_arrival', 'after_departure'];

type Written = { events: Json[]; mails: Json[]; rules: Json[]; quiet: Json[] };

/** Each change has one message of its kind where its rule wants it and the guest has an email, and no other. */
export async function expectMailsAsRuled(
  house: House,
  { events, mails, rules, quiet }: Written,
): Promise<void> {
  const expected: [string, string][] = [];
  for (const event of events) {
    const kind = CAUSED[event.type]?.(event) ?? null;
    if (kind === null) continue;
    const { source, listing, guest } = await house.read(`/bookings/${event.booking_id}`);
    const rule = rules.find((one) => one.kind === kind);
    const isExpected =
      rule.active &&
      (rule.sources?.includes(source) ?? true) &&
      (rule.listings?.includes(listing.slug) ?? true);
    if (!isExpected || !guest.email) continue;
    const isQuiet = quiet.some(({ email }) => email.toLowerCase() === guest.email.toLowerCase());
    expected.push([`${kind} ${event.booking_id}`, isQuiet ? 'withdrawn' : 'kept']);
  }
  const sent = mails
    .filter(({ kind, booking_id }) => booking_id !== null && !SCHEDULED.includes(kind))
    .filter(({ kind }) => !isMemberMailKind(kind))
    .map(({ kind, booking_id, status }) => [`${kind} ${booking_id}`, status]);
  expect(sent.toSorted()).toEqual(expected.toSorted());
  const scheduled = mails.filter(({ kind }) => SCHEDULED.includes(kind));
  expect(scheduled.filter(({ on_date }) => on_date === null)).toEqual([]);
}
