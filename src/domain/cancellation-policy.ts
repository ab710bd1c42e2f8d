/** The cost of a cancellation, by the terms of a team, a listing or a booking (contract, section 15). */
export type CancellationPolicy = {
  name: string;
  /** Within this many hours after it was made, a booking can be cancelled without a fee. */
  graceHours: number;
  /** The minimum number of days before check-in for that. */
  graceDaysBefore: number;
  /** By falling days before check-in: the share of the price that is refunded until then. */
  tiers: { daysBefore: number; refundPpm: number }[];
};

/** The terms of a listing: its own, else its building's, else its team's (section 15). */
export const policyOf = (
  own: CancellationPolicy | null,
  ofBuilding: CancellationPolicy | null,
  ofTeam: CancellationPolicy | null,
): CancellationPolicy | null => own ?? ofBuilding ?? ofTeam;
