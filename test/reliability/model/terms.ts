/** Cancellation terms (contract, section 15), with dates and moments of Temporal. */
import { type Day, dayIn, type Moment, momentOf, plus, stamp } from './dates.ts';
import { percentOf } from './price.ts';
import { buildingOf, type Listing, type Policy, type Team } from './team.ts';

/** A listing's own, else its building's, else its team's. */
export const policyOf = (team: Team, listing: Listing): Policy | null =>
  listing.cancellation_policy ??
  buildingOf(team, listing)?.cancellation_policy ??
  team.team.cancellation_policy;

type Made = { policy: Policy | null; check_in: Day; created_at: string };

/** The terms with the dates of a stay. A quote was not made, so it has no grace. */
export const quotedTerms = (policy: Policy | null, checkIn: Day, grace_until: string | null = null) =>
  policy && {
    name: policy.name,
    grace_until,
    refunds: policy.tiers.map(({ days_before, refund_percent }) => ({
      until: plus(checkIn, -days_before),
      percent: refund_percent,
    })),
  };

/** When the grace ends, or null if it was over as the booking was made. */
function graceEnd({ grace_hours, grace_days_before }: Policy, booking: Made, zone: string): Moment | null {
  const made = Temporal.Instant.from(booking.created_at);
  const tooLate = momentOf(plus(booking.check_in, 1 - grace_days_before), '00:00', zone);
  const hoursOver = made.add({ hours: grace_hours });
  const end = Temporal.Instant.compare(tooLate, hoursOver) < 0 ? tooLate : hoursOver;
  return Temporal.Instant.compare(end, made) > 0 ? end : null;
}

export function bookedTerms(booking: Made, zone: string) {
  const end = booking.policy && graceEnd(booking.policy, booking, zone);
  return quotedTerms(booking.policy, booking.check_in, end && stamp(end));
}

/** The fee of a cancellation now, or null without terms. */
export function feeOf(
  booking: Made & { status: string; grand_total: number },
  zone: string,
  now: Moment,
): number | null {
  const { policy, grand_total } = booking;
  if (!policy) return null;
  const end = graceEnd(policy, booking, zone);
  if (booking.status === 'pending' || (end && Temporal.Instant.compare(now, end) < 0)) return 0;
  const today = dayIn(zone, now);
  const tier = policy.tiers.find(({ days_before }) => today <= plus(booking.check_in, -days_before));
  return grand_total - percentOf(tier?.refund_percent ?? 0, grand_total);
}
