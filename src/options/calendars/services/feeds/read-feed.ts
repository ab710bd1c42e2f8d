import { addMonths, type StayDate, todayInZone } from '../../../../domain/dates/dates.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import type { SystemDependencies } from '../../../../services/team-scope.ts';
import { type FeedToRead, findFeedToRead } from '../../db/queries/readings.ts';
import { CALENDAR_FEED_MONTHS } from '../../domain/reading.ts';
import type { ParserPool } from '../parsing/parser-pool.ts';
import { type CalendarVersion, type FetchDependencies, fetchCalendar } from './fetching.ts';
import { type FeedAttempt, type ReadingResult, storeFeedReading } from './store-reading.ts';

export type ReadingDependencies = SystemDependencies &
  FetchDependencies & { parser: ParserPool; onReading: (result: ReadingResult) => void };

/** If another process has stored a reading meanwhile. */
const MAX_TRIES = 3;

/**
 * No row is locked while the server of the calendar answers. If another process has stored a reading
 * meanwhile, the feed is read again.
 */
export async function readFeed(
  dependencies: ReadingDependencies,
  teamId: number,
  id: string,
): Promise<ReadingResult> {
  let result: ReadingResult = 'gone';
  for (let tries = 0; tries < MAX_TRIES && result === 'gone'; tries += 1) {
    const feedToRead = await findFeedToRead(dependencies.db, teamId, id);
    if (!feedToRead) break;
    const today = todayInZone(feedToRead.timezone, dependencies.clock());
    const attempt = await fetchAndParseCalendar(dependencies, feedToRead, today);
    result = await storeFeedReading(dependencies, feedToRead, attempt, today);
  }
  dependencies.onReading(result);
  return result;
}

async function fetchAndParseCalendar(
  { parser, ...fetching }: ReadingDependencies,
  { feed, timezone }: FeedToRead,
  today: StayDate,
): Promise<FeedAttempt> {
  const fetched = await fetchCalendar(fetching, feed.url, findKnownVersion(feed, today));
  if (fetched.kind !== 'fetched') return fetched;
  const calendar = await parser.parse(feed.teamId, fetched.body, {
    timezone,
    today,
    horizon: addMonths(today, CALENDAR_FEED_MONTHS),
    ignored: new Set(feed.ignore.map(foldCase)),
  });
  if (calendar.kind === 'refused') return { ...calendar, kind: 'failed' };
  return { kind: 'calendar', calendar, version: fetched.version };
}

/**
 * The version of the calendar that was read last, if asking for a newer one is enough: it was read today, and
 * no nights wait to be freed. Returns null if the whole calendar has to be fetched again.
 */
const findKnownVersion = (
  { etag, lastModified, takenOn }: FeedToRead['feed'],
  today: StayDate,
): CalendarVersion | null =>
  (etag === null && lastModified === null) || takenOn !== today ? null : { etag, lastModified };
