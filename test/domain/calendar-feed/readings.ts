/** Readings of a calendar feed, with days counted from today. */
import type { FeedEvent } from '../../../src/domain/calendar-feed/events.ts';
import {
  type FeedPlan,
  type FeedState,
  type NightsOutsideFeed,
  reconcileFeed,
} from '../../../src/domain/calendar-feed/reconcile.ts';
import { addDays } from '../../../src/domain/dates.ts';
import type { NightSpan } from '../../../src/domain/inventory.ts';

export const TODAY = '2031-05-05';
export const NOW = new Date('2031-05-05T10:00:00Z');

export const on = (from: number, to: number): NightSpan => ({
  startDate: addDays(TODAY, from),
  endDate: addDays(TODAY, to),
});

export const event = (
  uid: string,
  from: number,
  to: number,
  recurrence: string | null = null,
): FeedEvent => ({ uid, recurrence, ...on(from, to) });

/** Nights that a booking has. */
export const booked = (from: number, to: number): NightsOutsideFeed => ({
  ...on(from, to),
  bookingId: 'booking',
  blockId: null,
  isAdoptable: false,
});

/** What follows from a reading of these events. New blocks are called `new 1`, `new 2` and so on. */
export function plan(state: Partial<FeedState>, events: readonly FeedEvent[], isComplete = true): FeedPlan {
  let made = 0;
  const newId = () => {
    made += 1;
    return `new ${made}`;
  };
  const whole = { held: [], others: [], conflicts: [], ...state };
  return reconcileFeed(whole, { events, isComplete }, { today: TODAY, now: NOW, newId });
}
