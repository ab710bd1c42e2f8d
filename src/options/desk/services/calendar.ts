import { listListingsToOffer } from '../../../db/queries/offers/many-offers.ts';
import { addDays, type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import { type Access, mayDo } from '../../../services/access/access.ts';
import { loadRates } from '../../../services/availability/many-offers.ts';
import { buildPriceRuns, type PriceRun } from '../../../services/availability/price-runs.ts';
import type { ReadScope, SystemScope } from '../../../services/team-scope.ts';
import {
  type BlockWithUnitLabel,
  type CalendarBuilding,
  type CalendarOccupancy,
  listCalendarBuildings,
  listCalendarOccupancies,
  findBlockWithUnitLabel as selectBlockWithUnitLabel,
} from '../db/queries/calendar.ts';
import {
  type CalendarUnit,
  type CalendarUnitFilter,
  listCalendarUnits,
} from '../db/queries/calendar-units.ts';
import { findFreeAgain } from './channel-stays.ts';
import { type Clash, listClashes } from './clashes.ts';

export type { BlockWithUnitLabel, CalendarOccupancy, CalendarUnit, Clash };
export { findFreeAgain };

/** A booking names its guest. Texts of blocks are for those who may read guests. */
export const mayReadNames = (access: Access): boolean =>
  mayDo(access, 'guests:read') || mayDo(access, 'bookings:read');

const NO_TEXTS = { reason: null, summary: null, description: null, link: null };

export async function findBlockWithUnitLabel(
  { db, teamId, access }: ReadScope & { access: Access },
  id: string,
): Promise<BlockWithUnitLabel | null> {
  const block = await selectBlockWithUnitLabel(db, teamId, id);
  return block && !mayDo(access, 'guests:read') ? { ...block, ...NO_TEXTS } : block;
}

export const UNITS_PER_PAGE = 50;
const MAX_BUILDINGS = 500;

const MAX_CLASHES = 100;

export type DeskCalendar = {
  now: Date;
  /** In the zone of the first unit. */
  today: StayDate;
  units: CalendarUnit[];
  total: number;
  buildings: CalendarBuilding[];
  barsOf: (unitId: string) => readonly CalendarOccupancy[];
  /**
   * Events of channels on nights of these units and days that something else has. None for those who may not read
   * names, because it names the other guest.
   */
  clashes: readonly Clash[];
  pricesOf: (listingId: string) => readonly PriceRun[];
};

/** By seven statements. */
export async function readDeskCalendar(
  { db, clock, teamId, access }: SystemScope,
  { days, filter, page }: { days: NightSpan; filter: CalendarUnitFilter; page: number },
): Promise<DeskCalendar> {
  const now = clock();
  // A stay that ends on the first day of the calendar is shown until noon of that day. The last taken night of
  // a stay is the one before its check-out.
  const nights = { ...days, startDate: addDays(days.startDate, -1) };
  const [{ units, total }, buildings] = await Promise.all([
    listCalendarUnits(db, teamId, {
      span: nights,
      filter,
      page: { page, perPage: UNITS_PER_PAGE },
    }),
    listCalendarBuildings(db, teamId, MAX_BUILDINGS),
  ]);
  const unitIds = units.map(({ id }) => id);
  const listingIds = [...new Set(units.map(({ listingId }) => listingId))];
  const [bars, clashes, listings, ratesOf] = await Promise.all([
    listCalendarOccupancies(db, teamId, nights, { unitIds, nowMs: now.getTime() }),
    listClashes({ db, teamId }, { unitIds, limit: MAX_CLASHES }),
    listListingsToOffer(db, teamId, listingIds),
    loadRates(db, teamId, days, listingIds),
  ]);
  const readsNames = mayReadNames(access);
  const hidden = {
    ...(readsNames ? {} : { guestName: null }),
    ...(mayDo(access, 'guests:read') ? {} : { reason: null }),
    ...(mayDo(access, 'money:read') ? {} : { dueCents: 0 }),
  };
  const shownBars = bars.map((bar) => ({ ...bar, ...hidden }));
  const barsOf = Map.groupBy(shownBars, ({ unitId }) => unitId);
  const isPriced = mayDo(access, 'prices:read');
  const pricesOf = new Map(
    listings.map((terms) => {
      const source = { terms, ...ratesOf(terms.id) };
      return [terms.id, buildPriceRuns(source, days.startDate, days.endDate)];
    }),
  );
  return {
    now,
    today: todayInZone(units[0]?.timezone ?? 'UTC', now),
    units,
    total,
    buildings,
    clashes: readsNames ? clashes.filter(({ from, to }) => from < days.endDate && to > days.startDate) : [],
    barsOf: (unitId) => barsOf.get(unitId) ?? [],
    pricesOf: (listingId) => (isPriced ? (pricesOf.get(listingId) ?? []) : []),
  };
}
