import { type CancellationPolicy, cancellationFee, policyOf } from '../src/domain/cancellation.ts';
import { cancellationPolicy } from '../src/schemas/cancellation-policy.ts';
import type { BookingEntry, ListingEntry } from './entries.ts';
import { TIME_ZONE } from './moments.ts';

type PolicyEntry = NonNullable<BookingEntry['cancellation_policy']>;

/** The team's cancellation terms. */
export const MODERATE: PolicyEntry = {
  name: 'Moderate',
  grace_hours: 24,
  grace_days_before: 14,
  tiers: [
    { days_before: 30, refund_percent: 100 },
    { days_before: 7, refund_percent: 50 },
  ],
};

/** The Pier House's own terms, and so those of its rooms. */
export const FLEXIBLE: PolicyEntry = {
  name: 'Flexible',
  grace_hours: 48,
  grace_days_before: 2,
  tiers: [
    { days_before: 7, refund_percent: 100 },
    { days_before: 1, refund_percent: 60 },
  ],
};

const given = (entry: ListingEntry | null): CancellationPolicy | null =>
  entry?.cancellation_policy ? cancellationPolicy.parse(entry.cancellation_policy) : null;

/** The terms of a listing's bookings. */
export const termsOf = (listing: ListingEntry, building: ListingEntry | null): CancellationPolicy | null =>
  policyOf({
    ownPolicy: given(listing),
    policyOfBuilding: given(building),
    policyOfTeam: cancellationPolicy.parse(MODERATE),
  });

/** The fee of a booking that was cancelled at a moment, in cents. */
export function feeOf(
  booking: { policy: CancellationPolicy | null; checkIn: string; grandTotal: number; isPending: boolean },
  { created, cancelled }: { created: string; cancelled: string },
): number | null {
  const made = {
    cancellationPolicy: booking.policy,
    checkIn: booking.checkIn,
    createdAt: new Date(created),
    timezone: TIME_ZONE,
    status: booking.isPending ? ('pending' as const) : ('confirmed' as const),
    grandTotalCents: booking.grandTotal,
  };
  return cancellationFee(made, new Date(cancelled));
}
