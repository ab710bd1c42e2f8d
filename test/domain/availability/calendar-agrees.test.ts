import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { decideAvailability } from '../../../src/domain/availability/availability.ts';
import type { ListingOffer } from '../../../src/domain/availability/offer.ts';
import { buildListingCalendar } from '../../../src/domain/calendar.ts';
import { addDays, listDatesBetween, type Stay, type StayDate } from '../../../src/domain/dates/dates.ts';
import type { Inventory } from '../../../src/domain/inventory/inventory.ts';
import { LAST_ALLOWED_DATE } from '../../../src/domain/limits.ts';
import { buildPartyOfAdults } from '../../../src/domain/party.ts';
import {
  anyDate,
  dateBetween,
  fewerRuns,
  inventoryFrom,
  itHolds,
  rateSourceFrom,
} from '../../helpers/arbitraries.ts';

const windowDays = 12;

/** A window of days, an offer with random rules and stays in it, and a today before, in or after it. */
function sceneWith(units: { min: number; max: number }, wholeBuilding: boolean) {
  return anyDate.chain((startDate) =>
    fc.record({
      startDate: fc.constant(startDate),
      today: dateBetween(addDays(startDate, -6), addDays(startDate, 6)),
      offer: fc
        .tuple(
          rateSourceFrom(startDate),
          inventoryFrom(startDate, units),
          fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
        )
        .map(
          ([source, inventory, bookable]): ListingOffer => ({
            ...source,
            bookable,
            inventory: { ...inventory, wholeBuilding },
          }),
        ),
    }),
  );
}

/** All stays with arrival and departure in the window, up to the last date. */
function staysIn(startDate: StayDate): Stay[] {
  const days = listDatesBetween(startDate, addDays(startDate, windowDays));
  const departures = days.filter((date) => date <= LAST_ALLOWED_DATE);
  return days.flatMap((checkIn, index) =>
    departures.slice(index + 1).map((checkOut): Stay => ({ checkIn, checkOut })),
  );
}

/** The maximum stay for an arrival on a day, found by a simple search. The calendar does not show it. */
function maxStayOn(offer: ListingOffer, date: StayDate): number {
  const levels = [
    offer.days.find((day) => day.date === date),
    offer.seasons.find((season) => season.startDate <= date && date <= season.endDate),
    offer.terms,
  ];
  return levels.map((level) => level?.maxStay ?? null).find((nights) => nights !== null) ?? 365;
}

/** What a reader concludes from the calendar alone. */
function calendarAllows(offer: ListingOffer, startDate: StayDate, today: StayDate): (stay: Stay) => boolean {
  const endDate = addDays(startDate, windowDays - 1);
  const calendar = buildListingCalendar(offer, { startDate, endDate }, today);
  return ({ checkIn, checkOut }) => {
    const nights = calendar.filter((day) => day.date >= checkIn && day.date < checkOut);
    const arrival = calendar.find((day) => day.date === checkIn);
    const departure = calendar.find((day) => day.date === checkOut);
    return (
      nights.every((day) => day.available) &&
      arrival?.closedForArrival === false &&
      arrival.minStay <= nights.length &&
      nights.length <= maxStayOn(offer, checkIn) &&
      departure?.closedForDeparture === false
    );
  };
}

const isFreeFor = (inventory: Inventory, unitId: string, from: StayDate, to: StayDate) =>
  inventory.occupancies.every(
    (taking) => taking.unitId !== unitId || taking.endDate <= from || to <= taking.startDate,
  );

describe('calendar and availability', () => {
  itHolds(
    'the calendar and a quote agree about every stay in a window of dates, for one unit',
    fc.property(sceneWith({ min: 1, max: 1 }, false), ({ startDate, today, offer }) => {
      const allows = calendarAllows(offer, startDate, today);
      for (const stay of staysIn(startDate)) {
        expect(decideAvailability(offer, { stay, party: buildPartyOfAdults(1) }, today).available).toBe(
          allows(stay),
        );
      }
    }),
    fewerRuns,
  );

  itHolds(
    'the calendar and a quote agree about every stay in a window of dates, for a whole building',
    fc.property(sceneWith({ min: 0, max: 4 }, true), ({ startDate, today, offer }) => {
      const allows = calendarAllows(offer, startDate, today);
      for (const stay of staysIn(startDate)) {
        expect(decideAvailability(offer, { stay, party: buildPartyOfAdults(1) }, today).available).toBe(
          allows(stay),
        );
      }
    }),
    fewerRuns,
  );

  itHolds(
    'with many units, each available stay is free in the calendar, and single nights agree exactly',
    fc.property(sceneWith({ min: 0, max: 4 }, false), ({ startDate, today, offer }) => {
      const allows = calendarAllows(offer, startDate, today);
      const window = { startDate, endDate: addDays(startDate, windowDays - 1) };
      const leftOn = new Map(
        buildListingCalendar(offer, window, today).map((day) => [day.date, day.unitsLeft]),
      );
      for (const stay of staysIn(startDate)) {
        const { available, unitsLeft } = decideAvailability(
          offer,
          { stay, party: buildPartyOfAdults(1) },
          today,
        );
        if (available) expect(allows(stay)).toBe(true);
        const isOneNight = stay.checkOut === addDays(stay.checkIn, 1);
        if (isOneNight) expect(available).toBe(allows(stay));
        if (available && isOneNight) expect(leftOn.get(stay.checkIn)).toBe(unitsLeft);
      }
    }),
    fewerRuns,
  );
});

describe('the number of units', () => {
  itHolds(
    'units_left for a stay is the number of units without an overlapping occupancy, counted by brute force',
    fc.property(sceneWith({ min: 0, max: 5 }, false), ({ startDate, today, offer }) => {
      for (const stay of staysIn(startDate)) {
        const { inventory, terms } = offer;
        const until = addDays(stay.checkOut, terms.preparationDays);
        const free = inventory.units.filter((unit) => isFreeFor(inventory, unit.id, stay.checkIn, until));
        const isClosed = offer.days.some(
          (day) => day.closed && day.date >= stay.checkIn && day.date < stay.checkOut,
        );
        const expected = offer.bookable && !isClosed ? free.length : 0;
        expect(decideAvailability(offer, { stay, party: buildPartyOfAdults(1) }, today).unitsLeft).toBe(
          expected,
        );
      }
    }),
    fewerRuns,
  );

  itHolds(
    'units_left of a building is 1 exactly if every unit is free for the whole stay',
    fc.property(sceneWith({ min: 0, max: 4 }, true), ({ startDate, today, offer }) => {
      const { inventory, terms } = offer;
      const open = { ...offer, bookable: true, days: [] };
      for (const stay of staysIn(startDate)) {
        const until = addDays(stay.checkOut, terms.preparationDays);
        const isWholeFree =
          inventory.units.length > 0 &&
          inventory.units.every((unit) => isFreeFor(inventory, unit.id, stay.checkIn, until));
        const { reasons, unitsLeft } = decideAvailability(
          open,
          { stay, party: buildPartyOfAdults(1) },
          today,
        );
        expect(unitsLeft).toBe(isWholeFree ? 1 : 0);
        expect(reasons.some((reason) => reason.code === 'dates_unavailable')).toBe(!isWholeFree);
      }
    }),
    fewerRuns,
  );

  itHolds(
    'the dates of dates_unavailable are those that the rules give by brute force',
    fc.property(
      fc.boolean().chain((whole) => sceneWith({ min: 0, max: 3 }, whole)),
      ({ startDate, today, offer }) => {
        const { inventory, terms } = offer;
        for (const stay of staysIn(startDate)) {
          const { reasons } = decideAvailability(offer, { stay, party: buildPartyOfAdults(1) }, today);
          const reason = reasons.find(({ code }) => code === 'dates_unavailable');
          if (!reason) continue;
          const held = listDatesBetween(stay.checkIn, addDays(stay.checkOut, terms.preparationDays)).map(
            (date) => ({
              date,
              isClosed: date < stay.checkOut && offer.days.some((day) => day.closed && day.date === date),
              free: inventory.units.filter((unit) => isFreeFor(inventory, unit.id, date, addDays(date, 1)))
                .length,
            }),
          );
          const enough = inventory.wholeBuilding ? Math.max(1, inventory.units.length) : 1;
          const barred = held.filter((night) => night.isClosed || night.free < enough);
          const anyTaken = held.filter((night) => night.free < inventory.units.length);
          expect(reason.dates).toEqual((barred.length > 0 ? barred : anyTaken).map((night) => night.date));
          expect(reason.dates.length).toBeGreaterThan(0);
        }
      },
    ),
    fewerRuns,
  );
});
