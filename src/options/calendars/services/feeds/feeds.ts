import { isDeepStrictEqual } from 'node:util';
import { wholeTeam } from '../../../../db/limited.ts';
import { deleteBlocks, lockBlocks } from '../../../../db/queries/bookings/blocks.ts';
import { deleteOccupanciesOfBlocks, lockUnits } from '../../../../db/queries/bookings/occupancies.ts';
import { lockTeam } from '../../../../db/queries/teams/teams.ts';
import { MAX_CALENDAR_FEEDS_OF_TEAM } from '../../../../domain/limits.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import { noteAuditEntry } from '../../../../services/access/audit.ts';
import { buildBlockChangedEvent, buildBlockEvent } from '../../../../services/blocks.ts';
import { recordBookingEvents } from '../../../../services/bookings/events.ts';
import { type Defaults, type EntryColumns, mergeEntry } from '../../../../services/catalogue/rows.ts';
import { Invalid, NotFound, throwIfAnyMessages } from '../../../../services/errors.ts';
import { type FieldMessages, mergeMessages } from '../../../../services/field-messages.ts';
import { newId } from '../../../../services/new-id.ts';
import { recordTeamEvents } from '../../../../services/team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from '../../../../services/team-scope.ts';
import {
  type ConditionalOptions,
  requireVersion,
  throwIfAnswered,
  type WriteOptions,
  write,
} from '../../../../services/write.ts';
import { unlinkBookingsOfFeeds } from '../../db/queries/booked-stays.ts';
import {
  type CalendarFeed,
  type CalendarFeedRecord,
  countCalendarFeeds,
  deleteCalendarFeed as deleteStoredFeed,
  insertCalendarFeed,
  lockCalendarFeed,
  findCalendarFeed as selectCalendarFeed,
  listCalendarFeeds as selectCalendarFeeds,
  updateCalendarFeed,
  updateSourceOfFeedBlocks,
} from '../../db/queries/calendar-feeds.ts';
import { listBlocksOfFeed } from '../../db/queries/readings.ts';
import { deleteCalendarAddress } from '../../db/queries/unit-calendars.ts';
import { toHttpsUrl } from './fetching.ts';
import type { ReadsOnRequest } from './refreshing.ts';

export type { CalendarFeed };

export const listCalendarFeeds = ({ db, teamId }: ReadScope, page: PageRequest) =>
  selectCalendarFeeds(db, teamId, page);

/** Whoever knows the address that a feed reads can read the channel's calendar. */
export const noteShownAddress = (
  scope: TeamScope,
  { id, name }: Pick<CalendarFeedRecord, 'id' | 'name'>,
): void => noteAuditEntry(scope, { action: 'secret_shown', target: { type: 'calendar_feed', id, name } });
export const noteShownAddresses = (scope: TeamScope): void =>
  noteAuditEntry(scope, {
    action: 'secret_shown',
    target: { type: 'list', id: 'calendar-feeds', name: null },
  });

type KeptColumn =
  | 'teamId'
  | 'id'
  | 'unitId'
  | 'status'
  | 'lastCheckedAt'
  | 'lastSuccessAt'
  | 'lastError'
  | 'failures'
  | 'events'
  | 'leftOut'
  | 'differs'
  | 'missing'
  | 'isUnsettled'
  | 'conflicts'
  | 'reported'
  | 'wanted'
  | 'hasAllNights'
  | 'leaving'
  | 'etag'
  | 'lastModified'
  | 'takenOn'
  | 'readings'
  | 'nextReadingAt'
  | 'lease'
  | 'leasedUntil'
  | 'createdAt'
  | 'updatedAt';
type OwnColumns = Omit<CalendarFeedRecord, KeptColumn>;
type NewFeed = EntryColumns<OwnColumns> & Pick<CalendarFeedRecord, 'unitId' | 'name' | 'url'>;
/** A feed always stays with its unit, so a change may only repeat the `unitId` that the feed has. */
type FeedChange = Partial<EntryColumns<OwnColumns>> & { unitId?: string | undefined };

const DEFAULTS: Defaults<OwnColumns, 'name' | 'url'> = { paused: false, source: 'other', ignore: [] };

export const findCalendarFeed = ({ db, teamId }: ReadScope, id: string) => selectCalendarFeed(db, teamId, id);

const NO_UNIT: FieldMessages = {
  unit_id: [{ code: 'unknown', sentence: 'The team has no unit with this id.' }],
};
const UNIT_FIXED: FieldMessages = {
  unit_id: [
    { code: 'not_allowed', sentence: 'A feed stays with its unit. Delete it, and add it to the other one.' },
  ],
};
const TOO_MANY: FieldMessages = {
  url: [{ code: 'limit', sentence: `A team can have ${MAX_CALENDAR_FEEDS_OF_TEAM} calendar feeds.` }],
};

/** Of a feed whose address has changed. */
const UNREAD = { leaving: [], missing: [], etag: null, lastModified: null, takenOn: null };

/**
 * `urlMessages` say why the service must not read from the address. They count only after the idempotency key
 * was looked up, so that a repeated request gets its stored answer even if the host name resolves differently
 * now.
 */
export async function createCalendarFeed(
  scope: TeamScope,
  { unitId, ...given }: NewFeed,
  urlMessages: FieldMessages,
  options: WriteOptions<CalendarFeed> = {},
): Promise<CalendarFeed> {
  const fields = mergeEntry<OwnColumns>(DEFAULTS, undefined, { ...given, url: toHttpsUrl(given.url) });
  return write(scope, options, async ({ tx, teamId, now }) => {
    throwIfAnyMessages(urlMessages);
    await lockTeam(tx, teamId);
    // The feed's unit is locked, so that it is not deleted meanwhile.
    const [unit] = await lockUnits(tx, teamId, [unitId]);
    const isFull = (await countCalendarFeeds(wholeTeam(tx), teamId)) >= MAX_CALENDAR_FEEDS_OF_TEAM;
    const all = mergeMessages(unit ? {} : NO_UNIT, isFull ? TOO_MANY : {});
    throwIfAnyMessages(all);

    const feed: CalendarFeedRecord = {
      teamId,
      id: newId(),
      unitId,
      ...fields,
      ...UNREAD,
      status: 'new',
      lastCheckedAt: null,
      lastSuccessAt: null,
      lastError: null,
      failures: 0,
      events: 0,
      leftOut: 0,
      differs: [],
      missing: [],
      isUnsettled: false,
      conflicts: [],
      reported: [],
      wanted: [],
      hasAllNights: false,
      readings: 0,
      nextReadingAt: now,
      lease: null,
      leasedUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertCalendarFeed(tx, feed);
    return feed;
  });
}

export async function changeCalendarFeed(
  scope: TeamScope,
  id: string,
  { change, urlMessages }: { change: FeedChange; urlMessages: FieldMessages },
  options: ConditionalOptions<CalendarFeed> = {},
): Promise<CalendarFeed> {
  const { unitId, ...columns } = change;
  return write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    throwIfAnyMessages(urlMessages);
    if (columns.name !== undefined) await lockBlocksToRename(scope, id);
    const feed = await lockCalendarFeed(tx, teamId, id);
    if (!feed) throw new NotFound();
    await requireVersion(options, () => feed);
    if (unitId !== undefined && unitId !== feed.unitId) throw new Invalid(UNIT_FIXED);

    const own = mergeEntry<Partial<OwnColumns>>(DEFAULTS, feed, columns);
    if (own.url !== undefined) own.url = toHttpsUrl(own.url);
    const after = { ...feed, ...own };
    if (isDeepStrictEqual(after, feed)) return feed;
    const hasNewUrl = after.url !== feed.url;
    const isReadAnew = hasNewUrl || !isDeepStrictEqual(after.ignore, feed.ignore);
    const isResumed = feed.paused && !after.paused;
    const changes = {
      ...own,
      ...(hasNewUrl ? UNREAD : {}),
      // After a change of a feed's settings, results of readings that are under way are void, and the calendar
      // is read again even if it is unchanged.
      ...(isReadAnew ? { readings: feed.readings + 1, etag: null, lastModified: null } : {}),
      ...(isReadAnew || isResumed ? { nextReadingAt: now } : {}),
      ...(isResumed ? { isUnsettled: true } : {}),
      updatedAt: now,
    };
    await updateCalendarFeed(tx, teamId, id, changes);
    if (after.name !== feed.name) await renameSource(scope, after);
    return { ...feed, ...changes };
  });
}

/** Before the feed itself. */
async function lockBlocksToRename({ tx, teamId }: WriteScope, id: string): Promise<void> {
  const feed = await selectCalendarFeed(tx, teamId, id);
  if (!feed) return;
  await lockUnits(tx, teamId, [feed.unitId]);
  const blocks = await listBlocksOfFeed(tx, teamId, id);
  await lockBlocks(
    tx,
    teamId,
    blocks.map((block) => block.id),
  );
}

/** Blocks show it as their source. */
async function renameSource(scope: WriteScope, { id, name }: CalendarFeedRecord): Promise<void> {
  const { tx, teamId, now } = scope;
  const renamed = await updateSourceOfFeedBlocks(tx, teamId, id, { source: name, updatedAt: now });
  await recordTeamEvents(
    scope,
    renamed.map((block) => buildBlockChangedEvent(block, ['source'])),
  );
}

/** Its nights become free. */
export const deleteCalendarFeed = (
  scope: TeamScope,
  id: string,
  options: WriteOptions<void> = {},
): Promise<void> =>
  write(scope, options, async (scope) => {
    const feed = await selectCalendarFeed(scope.tx, scope.teamId, id);
    if (!feed) throw new NotFound();
    // A booking of one of the feed's events may have moved to any listing.
    await deleteFeed({ ...scope, tx: wholeTeam(scope.tx) }, feed);
  });

async function deleteFeed(scope: WriteScope, { id, unitId }: CalendarFeed): Promise<void> {
  const { tx, teamId, now } = scope;
  await lockUnits(tx, teamId, [unitId]);
  const blocks = await listBlocksOfFeed(tx, teamId, id);
  const ids = blocks.map((block) => block.id);
  await deleteOccupanciesOfBlocks(tx, teamId, ids);
  await deleteBlocks(tx, teamId, ids);
  await deleteCalendarAddress(tx, teamId, { feedId: id });
  const unlinked = await unlinkBookingsOfFeeds(tx, teamId, [id], now);
  if (!(await lockCalendarFeed(tx, teamId, id))) throw new NotFound();
  await deleteStoredFeed(tx, teamId, id);
  await recordTeamEvents(
    scope,
    blocks.map((block) => buildBlockEvent('block.deleted', block)),
  );
  await recordBookingEvents(
    scope,
    unlinked.map((booking) => ({
      type: 'booking.changed' as const,
      details: { feed_id: [id, null] },
      changed: ['feed_id'],
      booking,
    })),
  );
}

/**
 * Also if it is paused. The answer shows how the reading ended. Nothing is locked meanwhile, so several
 * requests under one idempotency key may each read it; all get the answer of the one that ends first.
 */
export async function refreshCalendarFeed(
  scope: TeamScope,
  { readOnRequest }: ReadsOnRequest,
  id: string,
  options: WriteOptions<CalendarFeed> = {},
): Promise<CalendarFeed> {
  await throwIfAnswered(scope, options);
  if (!(await findCalendarFeed(scope, id))) throw new NotFound();
  if (!options.isPreview) await readOnRequest(scope.teamId, id);
  return write(scope, options, async ({ tx, teamId }) => {
    const feed = await selectCalendarFeed(tx, teamId, id);
    if (!feed) throw new NotFound();
    return feed;
  });
}
