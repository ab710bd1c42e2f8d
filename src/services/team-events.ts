/** Events of a team, apart from those of its bookings. */
import { wholeTeam } from '../db/limited.ts';
import { insertTeamEvents, type TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { TeamEventData, TeamEventType } from '../domain/events.ts';
import type { BookingEventType } from '../domain/vocabulary.ts';
import { newId } from './new-id.ts';
import type { Actor, MomentScope, RecordedEvent, SystemScope, WriteScope } from './team-scope.ts';

type NonBookingEventType = Exclude<TeamEventType, BookingEventType>;
export type NonBookingEvent = {
  [Type in NonBookingEventType]: { type: Type; data: TeamEventData[Type]; buildingId?: string | null };
}[NonBookingEventType];

/** The events name the actor. */
export type EventScope = MomentScope & { actor: Actor };

/** In the transaction of their changes. They get positions only after it is committed. */
export const recordTeamEvents = (scope: EventScope, events: readonly NonBookingEvent[]): Promise<void> =>
  storeEvents(
    scope,
    events.map((event) => buildEventRow(scope, event)),
  );

export const recordTeamEvent = (scope: EventScope, event: NonBookingEvent): Promise<void> =>
  recordTeamEvents(scope, [event]);

/** Also remembers the events for the hooks at the end of the write (`runEventHooks`). */
export async function storeEvents(
  { tx, events }: MomentScope,
  rows: readonly RecordedEvent[],
  insert = insertTeamEvents,
): Promise<void> {
  await insert(tx, rows);
  for (const row of rows) events.push(row);
}

/** The last step of a write. What options do is the same, however much the writer sees. */
export async function runEventHooks(scope: WriteScope<SystemScope>): Promise<void> {
  if (scope.events.length === 0) return;
  const tx = wholeTeam(scope.tx);
  for (const onEvents of scope.hooks.onEvents) await onEvents({ ...scope, tx }, scope.events);
}

export const buildEventRow = (
  { teamId, actor, now }: Pick<EventScope, 'teamId' | 'actor' | 'now'>,
  {
    type,
    data,
    buildingId = null,
  }: { type: TeamEventType; data: Record<string, unknown>; buildingId?: string | null },
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
  buildingId,
  createdAt: now,
});
