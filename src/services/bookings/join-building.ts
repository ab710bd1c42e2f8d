/** Units that join a building while it is booked as a whole: the stays there take them (docs/rules.md, 5.1). */
import {
  insertOccupancies,
  listNightsOfWholeBuildings,
  listOccupanciesOfUnits,
  lockUnitsOfListing,
} from '../../db/queries/bookings/occupancies.ts';
import { lockBookings } from '../../db/queries/bookings/writes.ts';
import { todayInZone } from '../../domain/dates/dates.ts';
import { haveCommonNights } from '../../domain/inventory/inventory.ts';
import { Invalid } from '../errors.ts';
import type { WriteScope } from '../team-scope.ts';
import { expireHolds, filterLapsedHoldIds, partitionByLapse } from './expire.ts';

type JoiningUnits = {
  buildingId: string | null;
  timezone: string;
  unitIds: readonly string[];
  /** The field of the request under which a refusal stands. */
  field: 'active' | 'availability';
};

/**
 * Gives units that become active in a building to the stays that take the building as a whole, on all nights of
 * each stay that is not over. Refuses the write if something else has some of these nights. The building's units
 * are locked, so that no such stay is stored meanwhile, and the stays, so that none ends.
 */
export async function joinBuilding(
  scope: WriteScope,
  { buildingId, timezone, unitIds, field }: JoiningUnits,
): Promise<void> {
  const { tx, teamId, now } = scope;
  if (buildingId === null || unitIds.length === 0) return;
  await lockUnitsOfListing(tx, teamId, buildingId, unitIds);
  const today = todayInZone(timezone, now);
  const listStays = async () =>
    partitionByLapse(await listNightsOfWholeBuildings(tx, teamId, [buildingId], today), now).held;
  const found = await listStays();
  if (found.length === 0) return;
  const taken = await Promise.all(found.map((nights) => listOccupanciesOfUnits(tx, teamId, unitIds, nights)));
  const { held, lapsed } = partitionByLapse(taken.flat(), now);
  const lapsedIds = found.flatMap((nights) => filterLapsedHoldIds(lapsed, unitIds, nights));
  const locked = await lockBookings(tx, teamId, [...found.map(({ bookingId }) => bookingId), ...lapsedIds]);
  const stays = await listStays();
  if (stays.some((nights) => held.some((other) => haveCommonNights(nights, other)))) {
    const sentence = 'The building is booked as a whole on nights on which something else has this unit.';
    throw new Invalid({ [field]: [{ code: 'rule', sentence }] });
  }
  const holds = locked.map(({ booking }) => booking).filter(({ id }) => lapsedIds.includes(id));
  await expireHolds(scope, holds);
  await insertOccupancies(
    tx,
    teamId,
    stays.flatMap(({ buildingId: _, ...nights }) =>
      unitIds.map((unitId) => ({ ...nights, unitId, blockId: null })),
    ),
    now,
  );
}
