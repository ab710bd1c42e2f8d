import { addDays, type StayDate, todayInZone } from '../../../domain/dates/dates.ts';
import type { SystemScope } from '../../../services/team-scope.ts';
import { listUnitsToClean, type UnitToCleanRow } from '../db/queries/cleaning.ts';
import { DESK_VIEWS, type DeskView } from './desk-views.ts';
import { todayByZone } from './today.ts';

/** Of a booking. */
export type Party = { numberOfGuests: number; infants: number; pets: number };

export type UnitToClean = Omit<UnitToCleanRow, 'nextGuests' | 'nextInfants' | 'nextPets'> & {
  /** Null if nobody arrives next, a guest of a channel, or guests of the whole building. */
  nextParty: Party | null;
};

const MAX_UNITS_SHOWN = 1_000;

export type Cleaning = {
  /** In the time zone that most of the units to clean have. */
  from: StayDate;
  to: StayDate;
  units: UnitToClean[];
  isCut: boolean;
};

/** Each by its own place's date (docs/rules.md, 21.14). */
export async function readCleaning(
  { db, clock, teamId }: SystemScope,
  view: DeskView,
  timezone: string,
): Promise<Cleaning> {
  const now = clock();
  const { first, last } = DESK_VIEWS[view];
  const utc = todayInZone('UTC', now);
  const [from, to] = [addDays(utc, first - 1), addDays(utc, last + 1)];
  const departures = { from, to, nightsFrom: addDays(from, -1) };
  const found = await listUnitsToClean(db, teamId, departures, {
    nowMs: now.getTime(),
    limit: MAX_UNITS_SHOWN,
  });
  const findToday = todayByZone(now);
  const units = found.map(toUnitToClean).filter(({ checkOut, timezone }) => {
    const today = findToday(timezone);
    return addDays(today, first) <= checkOut && checkOut <= addDays(today, last);
  });
  const today = findToday(units[0]?.timezone ?? timezone);
  return {
    from: addDays(today, first),
    to: addDays(today, last),
    units,
    isCut: found.length === MAX_UNITS_SHOWN,
  };
}

const toUnitToClean = ({ nextGuests, nextInfants, nextPets, ...unit }: UnitToCleanRow): UnitToClean => ({
  ...unit,
  nextParty:
    nextGuests === null
      ? null
      : { numberOfGuests: nextGuests, infants: nextInfants ?? 0, pets: nextPets ?? 0 },
});
