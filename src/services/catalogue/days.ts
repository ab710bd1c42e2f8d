import { listListingSlugs } from '../../db/queries/listings/charges.ts';
import {
  type DayWrite,
  deleteEmptyDayOverrides,
  listDayOverrides,
  listListingsOverDayLimit,
  type StoredDay,
  storeDayOverrides,
} from '../../db/queries/listings/days.ts';
import type { DayOverrideRecord } from '../../db/queries/team-file/team-file.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { fromDayNumber, type StayDate } from '../../domain/dates.ts';
import {
  applyRangeToDayChanges,
  countDaysOfRanges,
  type DayOverrideChange,
  type DayOverrideRange,
  EMPTY_DAY_OVERRIDE,
  hasAnyOverrideValue,
} from '../../domain/day-ranges.ts';
import { MAX_DAY_OVERRIDES_OF_LISTING, MAX_DAY_OVERRIDES_OF_REQUEST } from '../../domain/limits.ts';
import { eachWithPauses } from '../../pauses.ts';
import type { RequestCost } from '../cost.ts';
import { Invalid, NotFound } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { recordTeamEvents } from '../team-events.ts';
import { type WriteCall, type WriteContext, type WriteDependencies, write } from '../write.ts';
import { buildFieldSentence } from './problems.ts';

export { type DayOverrideRecord as DayOverride, listDayOverrides };

type ListingDays = { listingId: string; ranges: readonly DayOverrideRange[] };
export type ChangedDays = { listings: number; days: number };

const NO_LISTING = 'The team has no listing with this id.';
const FULL = `must leave at most ${MAX_DAY_OVERRIDES_OF_LISTING} day overrides of a listing.`;

/** Changes the days of one listing. Returns all days of the ranges after the change. */
export async function changeDays(
  dependencies: WriteDependencies,
  call: WriteCall<DayOverrideRecord[]>,
  { listingId, ranges }: ListingDays,
  cost: RequestCost,
): Promise<DayOverrideRecord[]> {
  await reserveMemoryForDays(cost, ranges);
  return write(dependencies, call, async (context) => {
    const { tx, writer } = context;
    const stored = await storeDayChanges(context, [{ listingId, ranges }]);
    if (stored.unknown.length > 0) throw new NotFound();
    if (stored.overfull.length > 0) throw new Invalid({ ranges: [buildFieldSentence('ranges', FULL)] });
    // One listing's days are resolved in order.
    const dates = stored.writes.map(({ date }) => date);
    const [from = '', to = ''] = [dates[0], dates.at(-1)];
    const days = from === '' ? [] : await listDayOverrides(tx, writer.teamId, listingId, { from, to });
    const byDate = new Map(days.map((day) => [day.date, day]));
    const none = { teamId: writer.teamId, listingId, ...EMPTY_DAY_OVERRIDE };
    const after: DayOverrideRecord[] = [];
    await eachWithPauses(dates, (date) => after.push(byDate.get(date) ?? { ...none, date }));
    return after;
  });
}

/** Changes the days of many listings, all or none. */
export async function changeManyDays(
  dependencies: WriteDependencies,
  call: WriteCall<ChangedDays>,
  updates: readonly ListingDays[],
  cost: RequestCost,
): Promise<ChangedDays> {
  await reserveMemoryForDays(
    cost,
    updates.flatMap(({ ranges }) => ranges),
  );
  return write(dependencies, call, async (context) => {
    const { unknown, overfull, changed } = await storeDayChanges(context, updates);
    if (unknown.length > 0) throw new Invalid(buildUpdateMessages(unknown, 'listing_id', () => NO_LISTING));
    if (overfull.length > 0)
      throw new Invalid(buildUpdateMessages(overfull, 'ranges', (field) => buildFieldSentence(field, FULL)));
    const days = [...changed.values()].reduce((sum, { count }) => sum + count, 0);
    return { listings: changed.size, days };
  });
}

/** The message of each of these updates, under its field in the body. */
const buildUpdateMessages = (
  places: readonly number[],
  name: 'listing_id' | 'ranges',
  buildMessage: (field: string) => string,
): FieldMessages => {
  const fields = places.map((place) => `updates.${place}.${name}`);
  return Object.fromEntries(fields.map((field) => [field, [buildMessage(field)]]));
};

/** A change keeps each of its days in memory while it waits for others, even if the body is small. */
async function reserveMemoryForDays(cost: RequestCost, ranges: readonly DayOverrideRange[]): Promise<void> {
  let days = 0;
  await eachWithPauses(ranges, (range) => {
    days += countDaysOfRanges([range]);
  });
  cost.hold(Math.min(days, MAX_DAY_OVERRIDES_OF_REQUEST));
}

/**
 * Stores changes of days, with events for those that differ. Refuses updates that are impossible, by their places in
 * the body.
 */
async function storeDayChanges(context: WriteContext, updates: readonly ListingDays[]) {
  const { tx, writer } = context;
  const { teamId } = writer;
  const dayWrites = await buildDayWrites(updates);
  await lockTeam(tx, teamId);
  const nothing = {
    unknown: [] as number[],
    overfull: [] as number[],
    writes: dayWrites,
    changed: new Map<string, ChangedSpan>(),
  };
  const ids = updates.map(({ listingId }) => listingId);
  const known = new Set((await listListingSlugs(tx, teamId, { ids })).map(({ id }) => id));
  const listPlaces = (isMeant: (listingId: string) => boolean) =>
    [...updates.entries()].flatMap(([place, { listingId }]) => (isMeant(listingId) ? [place] : []));
  const unknown = listPlaces((listingId) => !known.has(listingId));
  if (unknown.length > 0) return { ...nothing, unknown };

  // Only a change without values can empty an override. Each of the others leaves one.
  const emptying: DayWrite[] = [];
  const left = new Map<string, number>();
  await eachWithPauses(dayWrites, (day) => {
    if (hasAnyOverrideValue(day.change)) left.set(day.listingId, (left.get(day.listingId) ?? 0) + 1);
    else emptying.push(day);
  });
  // Storing a hundred years, to refuse them afterwards, would keep others waiting for the team.
  const overfullNow = listPlaces((listingId) => (left.get(listingId) ?? 0) > MAX_DAY_OVERRIDES_OF_LISTING);
  if (overfullNow.length === updates.length) return { ...nothing, overfull: overfullNow };
  const deleted = emptying.length > 0 ? await deleteEmptyDayOverrides(tx, teamId, emptying) : [];
  const stored = await storeDayOverrides(tx, teamId, dayWrites);
  const full = stored.length > 0 ? await listListingsOverDayLimit(tx, teamId, [...known]) : new Set<string>();
  const overfull = listPlaces((listingId) => full.has(listingId));
  const changed = await listChangedSpans([...deleted, ...stored]);
  if (overfull.length === 0) await recordTeamEvents(context, [...changed].map(buildRatesEvent));
  return { ...nothing, overfull, changed };
}

/** The combined change of each day. If a listing is named twice, its ranges are applied in order. */
async function buildDayWrites(updates: readonly ListingDays[]): Promise<DayWrite[]> {
  const dayWrites: DayWrite[] = [];
  for (const [listingId, all] of Map.groupBy(updates, (update) => update.listingId)) {
    const changes = new Map<number, DayOverrideChange>();
    await eachWithPauses(
      all.flatMap(({ ranges }) => ranges),
      (range) => applyRangeToDayChanges(changes, range),
    );
    await eachWithPauses(Int32Array.from(changes.keys()).sort(), (day) => {
      dayWrites.push({ listingId, date: fromDayNumber(day), change: changes.get(day) ?? {} });
    });
  }
  return dayWrites;
}

/** How many days of a listing changed, the first and the last of them. */
type ChangedSpan = { first: StayDate; last: StayDate; count: number };

async function listChangedSpans(days: readonly StoredDay[]): Promise<Map<string, ChangedSpan>> {
  const spans = new Map<string, ChangedSpan>();
  await eachWithPauses(days, ({ listingId, date }) => {
    const span = spans.get(listingId);
    if (!span) {
      spans.set(listingId, { first: date, last: date, count: 1 });
      return;
    }
    span.count += 1;
    if (date < span.first) span.first = date;
    if (date > span.last) span.last = date;
  });
  return spans;
}

const buildRatesEvent = ([listingId, { first, last }]: [string, ChangedSpan]) =>
  ({
    type: 'rates.changed',
    data: { listing_id: listingId, start_date: first, end_date: last },
  }) as const;
