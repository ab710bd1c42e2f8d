/** The model's knowledge of a team: its file, and everything written since. */
import { type Day, dayIn, type Moment, plus } from './dates.ts';
import type { Folio } from './folio.ts';
import type { Priced } from './price.ts';
import type { Policy, Team } from './team.ts';

export type Guest = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  notes: string | null;
  erased_at: null;
  created_at: string;
};

export type Event = {
  id: string | null;
  type: string;
  actor: { type: string; name: string | null };
  data: Record<string, unknown>;
  created_at: string;
};

/** The fields of a booking that answers show, followed by hidden ones. */
export type Booking = Priced & {
  id: string;
  confirmation_code: string;
  listing_id: string;
  whole_building: boolean;
  guest_id: string;
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  source: string;
  check_in: Day;
  check_out: Day;
  number_of_guests: number;
  coupon_code: string | null;
  notes: string | null;
  special_requests: string | null;
  cancellation_reason: string | null;
  cancellation_fee: number | null;
  expires_at: string | null;
  confirmed_at: string | null;
  cancelled_at: string | null;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
  /** The cancellation terms at the time of booking. */
  policy: Policy | null;
  /** The units that it occupies. For a building, all of them. */
  unitIds: string[];
  preparationDays: number;
  /** The day on which it was made, in the listing's time zone. */
  bookedOn: Day;
  folio: Folio;
  events: Event[];
};

export type Block = {
  id: string;
  listing_id: string;
  unit_id: string;
  start_date: Day;
  end_date: Day;
  reason: string | null;
  source: null;
  feed_id: null;
  created_at: string;
};

export type Token = { name: string; scope: 'read-write' | 'read-only'; text: string; isLive: boolean };

/** A stored answer under an idempotency key. */
export type Kept = {
  request: string;
  asked: { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object | undefined };
  status: number;
  body: unknown;
  at: Moment;
};

export type State = {
  team: Team;
  teamId: number;
  now: Moment;
  tokens: Token[];
  bookings: Booking[];
  blocks: Block[];
  /** The units that a booking or a block has ever had. */
  everTaken: Set<string>;
  guests: Guest[];
  kept: Map<string, Kept>;
  commands: number;
  /** All requests and answers, to explain a difference. */
  story: string[];
  /** How often each command had each outcome, over all runs. */
  outcomes: Map<string, number>;
};

export const todayOf = (state: State): Day => dayIn(state.team.team.timezone, state.now);

/** A hold that nobody has cancelled yet, although its time is over. */
export const hasLapsed = ({ now }: State, { status, expires_at }: Booking): boolean =>
  status === 'pending' && expires_at !== null && Temporal.Instant.compare(now, expires_at) >= 0;

/** Whether a booking takes its nights and redeems its coupon. */
export const isLive = (state: State, booking: Booking): boolean =>
  booking.status !== 'cancelled' && !hasLapsed(state, booking);

/** Remembers which units are or were taken by now. */
export function noteTaken({ bookings, blocks, everTaken }: State): void {
  for (const { unitIds } of bookings) for (const id of unitIds) everTaken.add(id);
  for (const { unit_id } of blocks) everTaken.add(unit_id);
}

/** Taken nights `[from, to)` of a unit. */
export type Taking = { unitId: string; from: Day; to: Day };

/** The taken nights of all units, without those of `except`. */
export function takingsOf(state: State, except?: Booking): Taking[] {
  const { bookings, blocks } = state;
  const booked = bookings
    .filter((booking) => isLive(state, booking) && booking !== except)
    .flatMap(({ unitIds, check_in, check_out, preparationDays }) =>
      unitIds.map((unitId) => ({ unitId, from: check_in, to: plus(check_out, preparationDays) })),
    );
  return [
    ...booked,
    ...blocks.map((block) => ({ unitId: block.unit_id, from: block.start_date, to: block.end_date })),
  ];
}

export const isFree = (takings: readonly Taking[], unitId: string, from: Day, to: Day): boolean =>
  takings.every((taking) => taking.unitId !== unitId || taking.to <= from || to <= taking.from);
