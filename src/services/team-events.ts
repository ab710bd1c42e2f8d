/** A team's events, apart from those of its bookings. */
import { insertTeamEvents, type TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { TeamEventData, TeamEventType } from '../domain/events.ts';
import type { BookingEventType } from '../domain/vocabulary.ts';
import { newId } from './new-id.ts';
import type { Actor, MomentScope, RecordedEvent, SystemScope, WriteScope } from './team-scope.ts';

type NonBookingEventType = Exclude<TeamEventType, BookingEventType>;
/** An event of a team that is not about a booking. */
export type NonBookingEvent = {
  [Type in NonBookingEventType]: { type: Type; data: TeamEventData[Type] };
}[NonBookingEventType];

/** What is needed to store events: the transaction, the team, the moment, and the actor whom the events name. */
export type EventScope = MomentScope & { actor: Actor };

/**
 * Stores events in the transaction of their changes. Events get their positions in the feed only after the
 * transaction is committed.
 */
export const recordTeamEvents = (scope: EventScope, events: readonly NonBookingEvent[]): Promise<void> =>
  storeEvents(
    scope,
    events.map((event) => buildEventRow(scope, event)),
  );

export const recordTeamEvent = (scope: EventScope, event: NonBookingEvent): Promise<void> =>
  recordTeamEvents(scope, [event]);

/**
 * Stores events in the team's feed, and remembers them for the hooks that run at the end of the write
 * (`runEventHooks`).
 */
export async function storeEvents(
  { tx, events }: MomentScope,
  rows: readonly RecordedEvent[],
  insert = insertTeamEvents,
): Promise<void> {
  await insert(tx, rows);
  for (const row of rows) events.push(row);
}

/**
 * Passes the events that a write has recorded to the hooks of optional features. The hooks of optional features
 * are called as the last step of a write.
 */
export async function runEventHooks(scope: WriteScope<SystemScope>): Promise<void> {
  if (scope.events.length === 0) return;
  for (const onEvents of scope.hooks.onEvents) await onEvents(scope, scope.events);
}

/** Builds the row of a new event for the team's feed. */
export const buildEventRow = (
  { teamId, actor, now }: Pick<EventScope, 'teamId' | 'actor' | 'now'>,
  { type, data }: { type: TeamEventType; data: Record<string, unknown> },
): TeamEventRecord => ({
  teamId,
  id: newId(),
  type,
  position: null,
  inFeed: true,
  bookingId: null,
  number: null,
  actorType: actor.type,
  actorName: actor.name,
  data,
  details: null,
  because: null,
  createdAt: now,
});
