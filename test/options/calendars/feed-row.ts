import { randomUUIDv7 } from 'node:crypto';
import { calendarFeeds } from '../../../src/options/calendars/db/schema/calendars.ts';
import type { TestApp } from '../../helpers/app.ts';

let made = 0;
const CREATED_AT = new Date('2021-01-05T14:03:22Z');

/** A row of a feed of a unit, which has been read without anything wrong. Any column may be given. */
export async function buildCalendarFeed(
  { db }: Pick<TestApp, 'db'>,
  given: Partial<typeof calendarFeeds.$inferInsert> & { teamId: number; unitId: string },
) {
  made += 1;
  const row = {
    id: randomUUIDv7(),
    name: `Feed ${made}`,
    url: 'https://calendars.example/unit.ics',
    paused: false,
    ignore: [],
    status: 'ok' as const,
    failures: 0,
    events: 0,
    conflicts: [],
    leftOut: 0,
    hasAllNights: false,
    reported: [],
    wanted: [],
    leaving: [],
    readings: 1,
    nextReadingAt: CREATED_AT,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...given,
  };
  const [feed] = await db.insert(calendarFeeds).values(row).returning();
  if (!feed) throw new Error('No feed was stored.');
  return feed;
}
