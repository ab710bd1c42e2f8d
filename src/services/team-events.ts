/** A team's events, apart from those of its bookings. */
import { insertTeamEvents, type TeamEventRecord } from '../db/queries/events/team-events.ts';
import type { StayDate } from '../domain/dates.ts';
import type { EventType, TeamEventType } from '../domain/vocabulary.ts';
import { newId } from './new-id.ts';
import type { WriteContext, Writer } from './write.ts';

type Changed = { changed: string[] };
type OfBlock = {
  block_id: string;
  listing_id: string;
  unit_id: string;
  start_date: string;
  end_date: string;
};
type OfGuest = { guest_id: string } & Changed;
type OfListing = { listing_id: string } & Changed;
type OfCharge = { kind: 'fee' | 'tax' | 'discount' | 'coupon'; code: string };
type OfFeed = { feed_id: string; unit_id: string };

/** The data of each type of event: ids, codes, dates and names of fields, but no personal data and no texts. */
export type TeamEventData = {
  'block.created': OfBlock;
  'block.deleted': OfBlock;
  'guest.created': OfGuest;
  'guest.changed': OfGuest;
  'guest.erased': OfGuest;
  'listing.created': OfListing;
  'listing.changed': OfListing;
  'listing.deleted': OfListing;
  /** The days from first to last. Null if the change concerns all dates. */
  'rates.changed': { listing_id: string; start_date: StayDate | null; end_date: StayDate | null };
  'charge.created': OfCharge;
  'charge.changed': OfCharge;
  'charge.deleted': OfCharge;
  'team.changed': Changed;
  'team.imported': { counts: Record<string, number> };
  'token.created': { name: string };
  'token.revoked': { name: string };
  'member.added': Record<never, never>;
  'member.removed': Record<never, never>;
  'webhook.disabled': { webhook_id: string };
  'calendar_feed.failed': OfFeed;
  'calendar_feed.recovered': OfFeed;
  'calendar_feed.conflict': OfFeed & { start_date: StayDate; end_date: StayDate };
};

/** Events of bookings are stored with their bookings. */
type OwnType = Exclude<TeamEventType, EventType>;
export type TeamEvent = { [Type in OwnType]: { type: Type; data: TeamEventData[Type] } }[OwnType];

/** The author of events: any write, or a sweep, which needs no payment terms. */
export type EventWriter = Pick<WriteContext, 'tx' | 'now'> & { writer: Pick<Writer, 'teamId' | 'actor'> };

/** Stores events in the transaction of their changes. They get their positions after the commit. */
export const recordTeamEvents = (context: EventWriter, events: readonly TeamEvent[]): Promise<void> =>
  insertTeamEvents(
    context.tx,
    events.map((event) => eventRow(context, event)),
  );

export const recordTeamEvent = (context: EventWriter, event: TeamEvent): Promise<void> =>
  recordTeamEvents(context, [event]);

/** A new event of the feed in its stored form. */
export const eventRow = (
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
