/**
 * Changes many prices at once: base rates of many nights are raised or lowered, and stored as overrides
 * (docs/rules.md, 24).
 */
import {
  type DayWrite,
  listListingsOverDayLimit,
  storeDayOverrides,
} from '../../db/queries/listings/days.ts';
import { listListingsToAdjust } from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { addDays, fromDayNumber, type StayDate } from '../../domain/dates.ts';
import { countDaysOfRange, listDayNumbersOfRange } from '../../domain/day-ranges.ts';
import {
  MAX_CENTS,
  MAX_DAY_OVERRIDES_OF_LISTING,
  MAX_DAYS_OF_DAYS_REQUEST,
  MAX_LISTINGS_OF_DAYS_REQUEST,
  MAX_NIGHTS_OF_ADJUSTMENT,
  MAX_RANGES_OF_DAYS_REQUEST,
  MAX_RANGES_OF_LISTING,
} from '../../domain/limits.ts';
import { namedNumber } from '../../domain/message-text.ts';
import { adjustRate, type RateChange } from '../../domain/pricing/adjust-rates.ts';
import { createDayTermsFinder } from '../../domain/pricing/nightly-rates.ts';
import { compareCodePoints } from '../../domain/text.ts';
import { loadRates } from '../availability/many-offers.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessage } from '../field-messages.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { recordDayChanges } from './days.ts';

export type DaysAdjustment = RateChange & {
  /** The ids of the listings, or null for all active listings. */
  listingIds: readonly string[] | null;
  startDate: StayDate;
  endDate: StayDate;
  weekdays: readonly number[] | null;
};

/** What an adjustment of rates changes in one currency, with the lowest and the highest new rate in cents. */
export type AdjustedDays = {
  currency: string;
  listings: number;
  days: number;
  lowestBeforeCents: number;
  highestBeforeCents: number;
  lowestAfterCents: number;
  highestAfterCents: number;
};

/** The stored prices of consecutive nights before the change, for `POST /v1/days`. */
export type UndoRange = { startDate: StayDate; endDate: StayDate; nightlyCents: number | null };
export type DaysUndo = { listingId: string; ranges: UndoRange[] }[];
export type DaysAdjusted = { summaries: AdjustedDays[]; undo: DaysUndo | null };

/** Adjusts the rates of all nights or of none. */
export const adjustDays = (
  scope: TeamScope,
  input: DaysAdjustment,
  options: WriteOptions<DaysAdjusted> = {},
): Promise<DaysAdjusted> =>
  write(scope, options, async (scope) => {
    await lockTeam(scope.tx, scope.teamId);
    const nights = await listAdjustedNights(scope, input);
    await storeNights(scope, nights);
    return { summaries: summarize(nights), undo: buildUndo(nights) };
  });

/** Previews what `adjustDays` would change. */
export const previewDaysAdjustment = (
  scope: TeamScope,
  input: DaysAdjustment,
  options: WriteOptions<DaysAdjusted> = {},
): Promise<DaysAdjusted> => adjustDays(scope, input, { ...options, isPreview: true });

/**
 * A night whose rate an adjustment changes. `storedCents` is the night's own price before the change, or null
 * if the night had none.
 */
type AdjustedNight = {
  listingId: string;
  currency: string;
  date: StayDate;
  beforeCents: number;
  afterCents: number;
  storedCents: number | null;
};

async function listAdjustedNights(
  { tx, teamId }: WriteScope,
  input: DaysAdjustment,
): Promise<AdjustedNight[]> {
  const { listingIds, startDate, endDate, weekdays } = input;
  const listings = await listListingsToAdjust(tx, teamId, listingIds);
  const known = new Set(listings.map(({ id }) => id));
  const unknown = (listingIds ?? []).flatMap((id, index) => (known.has(id) ? [] : [index]));
  const range = { startDate, endDate, weekdays, change: {} };
  const isTooMuch = countDaysOfRange(range) * listings.length > MAX_NIGHTS_OF_ADJUSTMENT;
  if (unknown.length > 0 || isTooMuch)
    throw new Invalid({
      ...Object.fromEntries(unknown.map((index) => [`listing_ids.${index}`, [NO_LISTING]])),
      ...(isTooMuch ? { end_date: [TOO_MANY] } : {}),
    });
  if (listings.length === 0) return [];
  const dates = listDayNumbersOfRange(range).map(fromDayNumber);
  const ids = [...known];
  const findRates = await loadRates(tx, teamId, { startDate, endDate: addDays(endDate, 1) }, ids);
  const nights = listings.flatMap((listing) => {
    const rates = findRates(listing.id);
    const termsOn = createDayTermsFinder({ terms: listing, ...rates });
    const storedByDate = new Map(rates.days.map((day) => [day.date, day.nightlyCents]));
    return dates.map((date): AdjustedNight => {
      const { baseRateCents: beforeCents } = termsOn(date);
      const afterCents = adjustRate(beforeCents, input);
      const { id: listingId, currency } = listing;
      const storedCents = storedByDate.get(date) ?? null;
      return { listingId, currency, date, beforeCents, afterCents, storedCents };
    });
  });
  if (nights.some(({ afterCents }) => afterCents > MAX_CENTS))
    throw new Invalid({ [input.percentPpm === null ? 'amount' : 'percent']: [TOO_LARGE] });
  return nights.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
}

const NO_LISTING = 'The team has no listing with this id.';
const TOO_MANY = {
  predicate: `must leave at most ${MAX_NIGHTS_OF_ADJUSTMENT.toLocaleString('en')} nights of all listings.`,
};
const TOO_LARGE: FieldMessage = {
  predicate: ['must leave every rate at most ', namedNumber(MAX_CENTS), '.'],
};
const FULL = { predicate: `must leave at most ${MAX_DAY_OVERRIDES_OF_LISTING} day overrides of a listing.` };

async function storeNights(scope: WriteScope, nights: readonly AdjustedNight[]): Promise<void> {
  if (nights.length === 0) return;
  const { tx, teamId } = scope;
  const writes = nights.map(
    ({ listingId, date, afterCents }): DayWrite => ({
      listingId,
      date,
      change: { nightlyCents: afterCents },
    }),
  );
  const stored = await storeDayOverrides(tx, teamId, writes);
  const ids = [...new Set(nights.map(({ listingId }) => listingId))];
  const full = await listListingsOverDayLimit(tx, teamId, ids);
  if (full.size > 0) throw new Invalid({ end_date: [FULL] });
  await recordDayChanges(scope, stored);
}

/** What an adjustment of rates changes, summed up for each currency. */
function summarize(nights: readonly AdjustedNight[]): AdjustedDays[] {
  return [...Map.groupBy(nights, ({ currency }) => currency)]
    .toSorted(([one], [other]) => compareCodePoints(one, other))
    .map(([currency, changed]) => ({
      currency,
      listings: new Set(changed.map(({ listingId }) => listingId)).size,
      days: changed.length,
      ...findBounds(changed),
    }));
}

function findBounds(nights: readonly AdjustedNight[]) {
  const bounds = {
    lowestBeforeCents: Number.POSITIVE_INFINITY,
    highestBeforeCents: 0,
    lowestAfterCents: Number.POSITIVE_INFINITY,
    highestAfterCents: 0,
  };
  for (const { beforeCents, afterCents } of nights) {
    bounds.lowestBeforeCents = Math.min(bounds.lowestBeforeCents, beforeCents);
    bounds.highestBeforeCents = Math.max(bounds.highestBeforeCents, beforeCents);
    bounds.lowestAfterCents = Math.min(bounds.lowestAfterCents, afterCents);
    bounds.highestAfterCents = Math.max(bounds.highestAfterCents, afterCents);
  }
  return bounds;
}

/** The change that restores the adjusted nights, or null if one request cannot hold it (docs/rules.md, 4). */
function buildUndo(nights: readonly AdjustedNight[]): DaysUndo | null {
  const updates = [...Map.groupBy(nights, ({ listingId }) => listingId)].map(([listingId, changed]) => ({
    listingId,
    ranges: buildUndoRanges(changed),
  }));
  const ranges = updates.reduce((sum, update) => sum + update.ranges.length, 0);
  const mayBeSent =
    updates.length <= MAX_LISTINGS_OF_DAYS_REQUEST &&
    nights.length <= MAX_DAYS_OF_DAYS_REQUEST &&
    ranges <= MAX_RANGES_OF_DAYS_REQUEST &&
    updates.every((update) => update.ranges.length <= MAX_RANGES_OF_LISTING);
  return mayBeSent ? updates : null;
}

/**
 * The stored prices of nights as ranges: consecutive nights with the same price are one range. Callers pass the
 * nights in their order.
 */
function buildUndoRanges(nights: readonly AdjustedNight[]): UndoRange[] {
  const ranges: UndoRange[] = [];
  for (const { date, storedCents } of nights) {
    const last = ranges.at(-1);
    if (last && last.nightlyCents === storedCents && addDays(last.endDate, 1) === date) last.endDate = date;
    else ranges.push({ startDate: date, endDate: date, nightlyCents: storedCents });
  }
  return ranges;
}
