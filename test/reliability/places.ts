import type { TestApp } from '../helpers/app.ts';
import { openInn, times } from '../helpers/bookings.ts';
import type { Place } from './booking-load.ts';

/** Teams with a listing of some units each. */
export function openPlaces(
  world: TestApp,
  { teams, units }: { teams: number; units: number },
): Promise<Place[]> {
  const names = times(units, (n) => `Unit ${n}`);
  return Promise.all(
    times(teams, async () => {
      const { token, listing } = await openInn(world, { units: names });
      return { token, listingId: listing.id };
    }),
  );
}
