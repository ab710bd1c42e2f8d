/** A team's events, apart from those of its bookings. */
import { insertTeamEvents, type TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { TeamEventData, TeamEventType } from '../domain/events.ts';
import type { BookingEventType } from '../domain/vocabulary.ts';
import { newId } from './new-id.ts';
import type { WriteContext, Writer } from './write.ts';

/** Events of bookings are stored with their bookings. */
type OwnType = Exclude<TeamEventType, BookingEventType>;
export type TeamEvent = { [Type in OwnType]: { type: Type; data: TeamEventData[Type] } }[OwnType];

/** The author of events: any write, or a sweep, which needs no payment terms. */
export type EventWriter = Pick<WriteContext, 'tx' | 'now'> & { writer: Pick<Writer, 'teamId' | 'actor'> };

/** Stores events in the transaction of their changes. They get their positions after the commit. */
export const recordTeamEvents = (context: EventWriter, events: readonly TeamEvent[]): Promise<void> =>
  insertTeamEvents(
    context.tx,
    events.map((event) => buildEventRow(context, event)),
  );

export const recordTeamEvent = (context: EventWriter, event: TeamEvent): Promise<void> =>
  recordTeamEvents(context, [event]);

/** A new event of the feed in its stored form. */
export const buildEventRow = (
  { writer, now }: EventWriter,
  { type, data }: { type: TeamEventType; data: Record<string, unknown> },
): TeamEventRecord => ({
  teamId: writer.teamId,
  id: newId(),
  type,
  position: null,
  inFeed: true,
  bookingId: null,
  number: null,
  actorType: writer.actor.type,
  actorName: writer.actor.name,
  data,
  details: null,
  because: null,
  createdAt: now,
});
