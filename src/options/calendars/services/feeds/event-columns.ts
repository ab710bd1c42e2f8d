import type { BlockRecord } from '../../../../db/queries/bookings/blocks.ts';
import type { FeedEvent } from '../../domain/events.ts';

type EventColumns = Pick<BlockRecord, 'eventStartDate' | 'eventEndDate' | 'summary' | 'description' | 'link'>;

export const toEventColumns = ({
  startDate,
  endDate,
  summary = null,
  description = null,
  link = null,
}: FeedEvent): EventColumns => ({
  eventStartDate: startDate,
  eventEndDate: endDate,
  summary,
  description,
  link,
});

export const pickEventColumns = ({
  eventStartDate,
  eventEndDate,
  summary,
  description,
  link,
}: EventColumns): EventColumns => ({ eventStartDate, eventEndDate, summary, description, link });
