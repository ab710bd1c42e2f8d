import { isDeepStrictEqual } from 'node:util';
import { listListingSlugs } from '../../db/queries/listings/charges.ts';
import {
  type DayOverrideRecord,
  type DayWrite,
  deleteEmptyDayOverrides,
  listListingsOverDayLimit,
  type StoredDay,
  listDayOverrides as selectDayOverrides,
  storeDayOverrides,
} from '../../db/queries/listings/days.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { fromDayNumber, type StayDate } from '../../domain/dates/dates.ts';
import {
  applyRangeToDayChanges,
  type DayOverrideChange,
  type DayOverrideRange,
  EMPTY_DAY_OVERRIDE,
  hasAnyOverrideValue,
} from '../../domain/dates/day-ranges.ts';
import { MAX_DAY_OVERRIDES_OF_LISTING } from '../../domain/limits.ts';
import { Invalid, NotFound, throwIfAnyMessages, VersionChanged } from '../errors.ts';
import type { FieldMessage, FieldMessages } from '../field-messages.ts';
import { recordTeamEvents } from '../team-events.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';

export type { DayOverrideRecord as DayOverride };

export const listDayOverrides = (
  { db, teamId }: ReadScope,
  listingId: string,
  window: { from: StayDate; to: StayDate },
) => selectDayOverrides(db, teamId, listingId, window);

type ListingDays = { listingId: string; ranges: readonly DayOverrideRange[] };
export type ChangedDays = { listings: number; days: number };

const NO_LISTING: FieldMessage = { code: 'unknown', sentence: 'The team has no listing with this id.' };
const FULL: FieldMessage = {
  code: 'limit',
  predicate: `must leave at most ${MAX_DAY_OVERRIDES_OF_LISTING} day overrides of a listing.`,
};

/** Returns all days of the changed ranges. */
export const changeDays = (
  scope: TeamScope,
  days: ListingDays,
  options: WriteOptions<DayOverrideRecord[]> = {},
): Promise<DayOverrideRecord[]> => write(scope, options, (scope) => changeDaysWithin(scope, days));

/** All days of the changed ranges. */
export type FormerDays = { former: DayOverrideRecord[]; after: DayOverrideRecord[] };

export const changeDaysAndKeepFormer = (
  scope: TeamScope,
  days: ListingDays,
  options: WriteOptions<FormerDays> = {},
): Promise<FormerDays> =>
  write(scope, options, async (scope) => {
    await lockTeam(scope.tx, scope.teamId);
    const dates = buildDayWrites([days]).map(({ date }) => date);
    const former = await listDaysOn(scope, days.listingId, dates);
    return { former, after: await changeDaysWithin(scope, days) };
  });

/** How the days were before a change, and how the change left them. */
type DaysToRestore = {
  listingId: string;
  former: readonly DayOverrideRange[];
  after: readonly DayOverrideRange[];
};
export type RestoredDays = { restored: number; changedMeanwhile: number };

/** A day that was changed meanwhile stays (docs/rules.md, 21.15). Refused if no day is left to set back. */
export const restoreDays = (
  scope: TeamScope,
  { listingId, former, after }: DaysToRestore,
  options: WriteOptions<RestoredDays> = {},
): Promise<RestoredDays> =>
  write(scope, options, async (scope) => {
    await lockTeam(scope.tx, scope.teamId);
    const left = buildDayWrites([{ listingId, ranges: after }]);
    const unchanged = await listUnchangedDates(scope, listingId, left);
    const days = buildDayWrites([{ listingId, ranges: former }]).filter(({ date }) => unchanged.has(date));
    if (days.length === 0) throw new VersionChanged();
    await changeDaysWithin(scope, { listingId, ranges: days.map(toRangeOfOneDay) });
    return { restored: days.length, changedMeanwhile: left.length - days.length };
  });

/** Those whose stored values are exactly what was written. */
async function listUnchangedDates(
  scope: WriteScope,
  listingId: string,
  written: readonly DayWrite[],
): Promise<Set<StayDate>> {
  const changes = new Map(written.map(({ date, change }) => [date, change]));
  const stored = await listDaysOn(scope, listingId, [...changes.keys()]);
  const unchanged = stored.filter((day) => isDeepStrictEqual({ ...day, ...changes.get(day.date) }, day));
  return new Set(unchanged.map(({ date }) => date));
}

const toRangeOfOneDay = ({ date, change }: DayWrite): DayOverrideRange => ({
  startDate: date,
  endDate: date,
  weekdays: null,
  change,
});

async function changeDaysWithin(
  scope: WriteScope,
  { listingId, ranges }: ListingDays,
): Promise<DayOverrideRecord[]> {
  const stored = await storeDayChanges(scope, [{ listingId, ranges }]);
  if (stored.unknown.length > 0) throw new NotFound();
  if (stored.overfull.length > 0) throw new Invalid({ ranges: [FULL] });
  return listDaysOn(
    scope,
    listingId,
    stored.writes.map(({ date }) => date),
  );
}

/** In order. A day without an override is empty. */
async function listDaysOn(
  { tx, teamId }: WriteScope,
  listingId: string,
  dates: readonly StayDate[],
): Promise<DayOverrideRecord[]> {
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const days = from === '' ? [] : await selectDayOverrides(tx, teamId, listingId, { from, to });
  const byDate = new Map(days.map((day) => [day.date, day]));
  const none = { teamId, listingId, ...EMPTY_DAY_OVERRIDE };
  return dates.map((date) => byDate.get(date) ?? { ...none, date });
}

/** All or none. */
export async function changeManyDays(
  scope: TeamScope,
  updates: readonly ListingDays[],
  options: WriteOptions<ChangedDays> = {},
): Promise<ChangedDays> {
  return write(scope, options, async (scope) => {
    const { unknown, overfull, changed } = await storeDayChanges(scope, updates);
    throwIfAnyMessages({
      ...buildUpdateMessages(unknown, 'listing_id', NO_LISTING),
      ...buildUpdateMessages(overfull, 'ranges', FULL),
    });
    const days = [...changed.values()].reduce((sum, { count }) => sum + count, 0);
    return { listings: changed.size, days };
  });
}

/** Under the updates' positions in the request's body. */
const buildUpdateMessages = (
  places: readonly number[],
  name: 'listing_id' | 'ranges',
  message: FieldMessage,
): FieldMessages => {
  const fields = places.map((place) => `updates.${place}.${name}`);
  return Object.fromEntries(fields.map((field) => [field, [message]]));
};

/** With an event for each listing whose days differ afterwards. */
async function storeDayChanges(scope: WriteScope, updates: readonly ListingDays[]) {
  const { tx, teamId } = scope;
  const dayWrites = buildDayWrites(updates);
  await lockTeam(tx, teamId);
  const ids = updates.map(({ listingId }) => listingId);
  const known = new Set((await listListingSlugs(tx, teamId, { ids })).map(({ id }) => id));
  const listPlaces = (isMeant: (listingId: string) => boolean) =>
    [...updates.entries()].flatMap(([place, { listingId }]) => (isMeant(listingId) ? [place] : []));
  const unknown = listPlaces((listingId) => !known.has(listingId));
  // Written even if another listing is unknown, so that one refusal can name both the unknown listings and
  // the full ones. It undoes what was written.
  const writes = dayWrites.filter(({ listingId }) => known.has(listingId));

  // Only a change that sets no value can leave an override empty.
  const emptying = writes.filter(({ change }) => !hasAnyOverrideValue(change));
  const deleted = emptying.length > 0 ? await deleteEmptyDayOverrides(tx, teamId, emptying) : [];
  const stored = await storeDayOverrides(tx, teamId, writes);
  const full = stored.length > 0 ? await listListingsOverDayLimit(tx, teamId, [...known]) : new Set<string>();
  const overfull = listPlaces((listingId) => full.has(listingId));
  const isRefused = unknown.length > 0 || overfull.length > 0;
  const changed = isRefused ? new Map() : await recordDayChanges(scope, [...deleted, ...stored]);
  return { unknown, overfull, writes, changed };
}

export async function recordDayChanges(scope: WriteScope, days: readonly StoredDay[]) {
  const changed = listChangedSpans(days);
  await recordTeamEvents(scope, [...changed].map(buildRatesEvent));
  return changed;
}

/** All ranges of a listing apply in order. */
function buildDayWrites(updates: readonly ListingDays[]): DayWrite[] {
  const dayWrites: DayWrite[] = [];
  for (const [listingId, all] of Map.groupBy(updates, (update) => update.listingId)) {
    const changes = new Map<number, DayOverrideChange>();
    for (const { ranges } of all) for (const range of ranges) applyRangeToDayChanges(changes, range);
    for (const day of Int32Array.from(changes.keys()).sort())
      dayWrites.push({ listingId, date: fromDayNumber(day), change: changes.get(day) ?? {} });
  }
  return dayWrites;
}

type ChangedSpan = { first: StayDate; last: StayDate; count: number };

function listChangedSpans(days: readonly StoredDay[]): Map<string, ChangedSpan> {
  const spans = new Map<string, ChangedSpan>();
  for (const { listingId, date } of days) {
    const span = spans.getOrInsertComputed(listingId, () => ({ first: date, last: date, count: 0 }));
    span.count += 1;
    if (date < span.first) span.first = date;
    if (date > span.last) span.last = date;
  }
  return spans;
}

const buildRatesEvent = ([listingId, { first, last }]: [string, ChangedSpan]) =>
  ({
    type: 'rates.changed',
    data: { listing_id: listingId, start_date: first, end_date: last },
  }) as const;
