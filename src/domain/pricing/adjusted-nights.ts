/** The nights whose rates an adjustment changes, what it does to them, and what restores them (docs/rules.md, 24.9). */
import { addDays, type StayDate } from '../dates/dates.ts';
import {
  MAX_DAYS_OF_DAYS_REQUEST,
  MAX_LISTINGS_OF_DAYS_REQUEST,
  MAX_RANGES_OF_DAYS_REQUEST,
  MAX_RANGES_OF_LISTING,
} from '../limits.ts';
import { compareCodePoints } from '../text/text.ts';
import { adjustRate, type RateChange } from './adjust-rates.ts';
import { createDayTermsFinder, type DayTermsSource } from './nightly-rates.ts';

/**
 * A night whose rate an adjustment changes. `storedCents` is the night's own price before the change, or null
 * if the night had none.
 */
export type AdjustedNight = {
  listingId: string;
  currency: string;
  date: StayDate;
  beforeCents: number;
  afterCents: number;
  storedCents: number | null;
};

type AdjustedListing = { id: string; currency: string } & DayTermsSource;

/** The nights of a listing whose base rates change, in the order of their dates. */
export function adjustNights(
  { id: listingId, currency, ...source }: AdjustedListing,
  dates: readonly StayDate[],
  change: RateChange,
): AdjustedNight[] {
  const termsOn = createDayTermsFinder(source);
  const storedByDate = new Map(source.days.map((day) => [day.date, day.nightlyCents]));
  return dates
    .map((date): AdjustedNight => {
      const { baseRateCents: beforeCents } = termsOn(date);
      const afterCents = adjustRate(beforeCents, change);
      const storedCents = storedByDate.get(date) ?? null;
      return { listingId, currency, date, beforeCents, afterCents, storedCents };
    })
    .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
}

/**
 * What an adjustment of rates changes in one currency, with the lowest and the highest of the rates that it changes,
 * before and after, in cents.
 */
export type AdjustedDays = {
  currency: string;
  listings: number;
  days: number;
  lowestBeforeCents: number;
  highestBeforeCents: number;
  lowestAfterCents: number;
  highestAfterCents: number;
};

/** What an adjustment of rates changes, summed up for each currency. */
export function summarizeNights(nights: readonly AdjustedNight[]): AdjustedDays[] {
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

/** The stored prices of the nights before the adjustment, in the form in which `POST /v1/days` restores them. */
type UndoRange = { startDate: StayDate; endDate: StayDate; nightlyCents: number | null };
export type DaysUndo = { listingId: string; ranges: UndoRange[] }[];
/**
 * The request that restores the prices before the adjustment, or null if they do not fit into one request
 * (docs/rules.md, 24.9).
 */
export function buildUndo(nights: readonly AdjustedNight[]): DaysUndo | null {
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
