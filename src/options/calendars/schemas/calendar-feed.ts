import { z } from 'zod';
import { toInstantTextOrNull } from '../../../domain/formats.ts';
import { MAX_IGNORED_SUMMARIES, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../../../domain/limits.ts';
import { CALENDAR_FEED_STATUSES } from '../../../domain/vocabulary.ts';
import { bookingSourceField, bookingSourceSchema } from '../../../schemas/bookings/source.ts';
import { idField, requiredText, urlField } from '../../../schemas/fields/fields.ts';
import { listOf } from '../../../schemas/fields/lists.ts';
import { createRowFields, type RowField } from '../../../schemas/fields/row-fields.ts';
import {
  dateSchema,
  idOf,
  idSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from '../../../schemas/formats.ts';
import { pageSchema } from '../../../schemas/page.ts';
import { presentDifference } from '../domain/booked-events.ts';
import type { CalendarFeed } from '../services/feeds/feeds.ts';

export const calendarFeedFields = {
  name: {
    write: requiredText(MAX_NAME_LENGTH).describe('Such as `Airbnb`. Its blocks show it as `source`.'),
    read: z.string().describe('Such as `Airbnb`. Its blocks show it as `source`.'),
  },
  url: {
    write: urlField(MAX_URL_LENGTH).describe(
      'The address of an iCalendar file: it begins with `https://`, on port 443 or one from 1024 up, of a public host. `webcal://` is taken as `https://`.',
    ),
    read: nullableText.describe(
      'The address of the iCalendar file that is read. Null without the permission `calendar:write`.',
    ),
  },
  source: {
    write: bookingSourceField
      .nullish()
      .describe('The source of the bookings that are made of its stays. Default: `other`.'),
    read: bookingSourceSchema.describe('The source of the bookings that are made of its stays.'),
  },
  paused: {
    write: z
      .boolean()
      .describe('Whether it is left alone: it keeps its nights and takes none, also if it is refreshed.'),
    read: z
      .boolean()
      .describe('Whether it is left alone: it keeps its nights and takes none, also if it is refreshed.'),
  },
  ignore: {
    write: listOf(requiredText(MAX_NAME_LENGTH), MAX_IGNORED_SUMMARIES)
      .nullable()
      .transform((summaries) => summaries ?? [])
      .describe(
        'Events whose whole `SUMMARY` is one of these texts, in either case, count as absent: `Airbnb (Not available)` passes over the nights that Airbnb closes beyond its booking window. Null for none.',
      )
      .optional(),
    read: z.array(z.string()).describe('Summaries. Events with one of them count as absent.'),
  },
} satisfies Record<string, RowField>;
const feedRow = createRowFields(calendarFeedFields);

const feedConflictSchema = z
  .object({
    uid: z.string().describe('The event in the feed.'),
    start_date: dateSchema.describe('The first night of the event.'),
    end_date: dateSchema.describe('The day after its last night.'),
    with: z
      .object({
        booking_id: idSchema.nullable().describe('The booking. Null if a block is in the way.'),
        block_id: idSchema.nullable().describe('The block. Null if a booking is in the way.'),
      })
      .describe('What has some of these nights: a booking or a block.'),
  })
  .meta({
    id: 'CalendarConflict',
    description: 'An event of the feed with nights that something else takes.',
  });

const feedDifferenceSchema = z
  .object({
    uid: z.string().describe('The event in the feed.'),
    booking_id: idOf('the booking that the event is'),
    start_date: dateSchema.nullable().describe('The first night of the event. Null if it is gone.'),
    end_date: dateSchema.nullable().describe('The day after its last night. Null if it is gone.'),
    gone: z
      .boolean()
      .describe('Whether the calendar no longer has the event, or says that it was cancelled.'),
  })
  .meta({
    id: 'CalendarDifference',
    description: 'A booking of which its event in the feed says something else.',
  });

const calendarFeedSchema = z
  .object({
    id: idSchema,
    unit_id: idOf('the unit that it takes nights from'),
    ...feedRow.shown,
    status: wordSchema(CALENDAR_FEED_STATUSES).describe(
      '`failing`: it could not be read, or only in part, and frees nothing. `suspicious`: so many nights have vanished that they are kept for an hour.',
    ),
    last_checked_at: instantSchema
      .nullable()
      .describe('When it was last read or could not be read. Null before the first try.'),
    last_success_at: instantSchema.nullable().describe('When it was last read completely. Null if never.'),
    last_error: nullableText.describe('Why it could not be read, or which line of it. Null if it could.'),
    events: z
      .int()
      .describe('The events of the last reading, from today to two years ahead, without ignored ones.'),
    left_out: z
      .int()
      .describe('How many more events of that time are cancelled or transparent, so that they take nothing.'),
    conflicts: z.array(feedConflictSchema).describe('Events with nights that something else takes.'),
    differs: z
      .array(feedDifferenceSchema)
      .describe('Bookings that are events of the feed, of which these say something else now.'),
  })
  .meta({ id: 'CalendarFeed', description: 'Another system’s calendar from which a unit takes nights.' });

/** Whoever knows the address can read the calendar. */
export const createCalendarFeedPresenter =
  (mayReadAddress: boolean) =>
  (feed: CalendarFeed): z.infer<typeof calendarFeedSchema> => ({
    id: feed.id,
    unit_id: feed.unitId,
    ...feedRow.present(feed),
    ...(mayReadAddress ? {} : { url: null }),
    status: feed.status,
    last_checked_at: toInstantTextOrNull(feed.lastCheckedAt),
    last_success_at: toInstantTextOrNull(feed.lastSuccessAt),
    last_error: feed.lastError,
    events: feed.events,
    left_out: feed.leftOut,
    conflicts: feed.conflicts.map(({ uid, startDate, endDate, bookingId, blockId }) => ({
      uid,
      start_date: startDate,
      end_date: endDate,
      with: { booking_id: bookingId, block_id: blockId },
    })),
    differs: feed.differs.map(presentDifference),
  });

export const feedParams = z.object({ feed: idField.describe('The feed’s id.') });
export const calendarFeedAnswer = z.object({ data: calendarFeedSchema });
export const calendarFeedListAnswer = pageSchema(calendarFeedSchema);

export const newCalendarFeedBody = z
  .object({
    unit_id: idField.describe('The unit that takes the nights.'),
    ...feedRow.written,
    paused: calendarFeedFields.paused.write.nullish(),
  })
  .transform((body) => {
    const { name, url } = body;
    return {
      ...feedRow.toColumns({ ...body, paused: body.paused ?? undefined }),
      name,
      url,
      unitId: body.unit_id,
    };
  })
  .meta({
    id: 'NewCalendarFeed',
    description: 'Another system’s calendar from which a unit takes nights.',
    examples: [
      {
        unit_id: '01970000-0000-7000-8000-000000000011',
        name: 'Airbnb',
        url: 'https://www.airbnb.example/calendar/ical/1.ics?s=2',
        source: 'airbnb',
        ignore: ['Airbnb (Not available)'],
      },
    ],
  });
export const calendarFeedChangeBody = z
  .object({
    unit_id: idField.describe('A feed stays with its unit: only the same id is accepted.'),
    ...feedRow.written,
  })
  .partial()
  .transform((body) => ({ ...feedRow.toColumns(body), unitId: body.unit_id }))
  .meta({
    id: 'CalendarFeedChange',
    description: 'What is left out stays as it is.',
    examples: [{ paused: true }],
  });
