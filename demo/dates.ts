import { addDays, type Stay, type StayDate } from '../src/domain/dates.ts';
import { dayTermsFrom } from '../src/domain/rates.ts';
import type { ListingEntry } from './entries.ts';
import { tariffOf } from './pricing.ts';
import type { DemoStay } from './stays.ts';

/** The maximum number of days between a closed day and the next open one. */
const MAX_STEPS = 5;

/**
 * The dates of a stay around today. Nobody arrives or leaves on a closed day: past stays move to earlier days, future
 * ones to later days, and present guests came earlier or stay longer.
 */
export function datesOf({ from, nights }: DemoStay, listing: ListingEntry, today: StayDate): Stay {
  const termsOn = dayTermsFrom(tariffOf(listing));
  const isClosed = {
    arrival: (days: number) => termsOn(addDays(today, days)).closedForArrival,
    departure: (days: number) => termsOn(addDays(today, days)).closedForDeparture,
  };
  const to = from + nights;
  const isHere = from <= 0 && to >= 0;
  if (isHere) {
    return {
      checkIn: addDays(
        today,
        firstThat((steps) => !isClosed.arrival(from - steps), from, -1),
      ),
      checkOut: addDays(
        today,
        firstThat((steps) => !isClosed.departure(to + steps), to, 1),
      ),
    };
  }
  const direction = to < 0 ? -1 : 1;
  const moved = firstThat(
    (steps) => !isClosed.arrival(from + direction * steps) && !isClosed.departure(to + direction * steps),
    0,
    direction,
  );
  return { checkIn: addDays(today, from + moved), checkOut: addDays(today, to + moved) };
}

/** The first suitable number of steps from a day in a direction. */
function firstThat(isRight: (steps: number) => boolean, from: number, direction: 1 | -1): number {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) if (isRight(steps)) return from + direction * steps;
  throw new Error('The demo has more closed days in a row than its stays can give way to.');
}
