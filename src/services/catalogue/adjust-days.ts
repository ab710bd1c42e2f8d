/** Raises or lowers the base rates of many nights, which are stored as overrides (docs/rules.md, 24.9). */
import {
  type DayWrite,
  listListingsOverDayLimit,
  storeDayOverrides,
} from '../../db/queries/listings/days.ts';
import { listListingsToAdjust } from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { addDays, fromDayNumber, type StayDate } from '../../domain/dates/dates.ts';
import { countDaysOfRange, listDayNumbersOfRange } from '../../domain/dates/day-ranges.ts';
import { MAX_CENTS, MAX_DAY_OVERRIDES_OF_LISTING, MAX_NIGHTS_OF_ADJUSTMENT } from '../../domain/limits.ts';
import type { RateChange } from '../../domain/pricing/adjust-rates.ts';
import {
  type AdjustedDays,
  type AdjustedNight,
  adjustNights,
  buildUndo,
  type DaysUndo,
  summarizeNights,
} from '../../domain/pricing/adjusted-nights.ts';
import { namedNumber } from '../../domain/text/message-text.ts';
import { loadRates } from '../availability/many-offers.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessage } from '../field-messages.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { recordDayChanges } from './days.ts';

export type DaysAdjustment = RateChange & {
  /** Null for all active listings. */
  listingIds: readonly string[] | null;
  startDate: StayDate;
  endDate: StayDate;
  weekdays: readonly number[] | null;
};

export type DaysAdjusted = { summaries: AdjustedDays[]; undo: DaysUndo | null };

/** All nights or none. */
export const adjustDays = (
  scope: TeamScope,
  input: DaysAdjustment,
  options: WriteOptions<DaysAdjusted> = {},
): Promise<DaysAdjusted> =>
  write(scope, options, async (scope) => {
    await lockTeam(scope.tx, scope.teamId);
    const nights = await listAdjustedNights(scope, input);
    await storeNights(scope, nights);
    return { summaries: summarizeNights(nights), undo: buildUndo(nights) };
  });

export const previewDaysAdjustment = (
  scope: TeamScope,
  input: DaysAdjustment,
  options: WriteOptions<DaysAdjusted> = {},
): Promise<DaysAdjusted> => adjustDays(scope, input, { ...options, isPreview: true });

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
    const { id, currency } = listing;
    // No rate of a night depends on pets, so those of a building need not be read.
    const terms = { ...listing, maxPets: listing.maxPets ?? 0 };
    return adjustNights({ id, currency, terms, ...findRates(id) }, dates, input);
  });
  if (nights.some(({ afterCents }) => afterCents > MAX_CENTS))
    throw new Invalid({ [input.percentPpm === null ? 'amount' : 'percent']: [TOO_LARGE] });
  return nights;
}

const NO_LISTING: FieldMessage = { code: 'unknown', sentence: 'The team has no listing with this id.' };
const TOO_MANY: FieldMessage = {
  code: 'limit',
  predicate: `must leave at most ${MAX_NIGHTS_OF_ADJUSTMENT.toLocaleString('en')} nights of all listings.`,
};
const TOO_LARGE: FieldMessage = {
  code: 'too_large',
  predicate: ['must leave every rate at most ', namedNumber(MAX_CENTS), '.'],
};
const FULL: FieldMessage = {
  code: 'limit',
  predicate: `must leave at most ${MAX_DAY_OVERRIDES_OF_LISTING} day overrides of a listing.`,
};

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
