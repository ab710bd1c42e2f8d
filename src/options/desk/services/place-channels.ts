/**
 * The channels of a place: each unit's pairs of calendars, one that the channel publishes and one that Innkeep
 * publishes for it. A unit may also have a calendar of its own, which belongs to no channel.
 */
import type { Database } from '../../../db/client.ts';
import { MAX_CALENDAR_FEEDS_OF_TEAM } from '../../../domain/limits.ts';
import { type PageOfRows, type PageRequest, takePage } from '../../../domain/page.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import type { UnitLabel } from '../../../services/unit-labels.ts';
import { type ChannelPair, listChannelPairs } from '../../calendars/services/feeds/channel-pairs.ts';
import { listOwnAddresses, listUnitsOfPlace } from '../db/queries/places.ts';

/** Only a building can exceed it. */
const MAX_UNITS = 1_000;

export type UnitChannels = {
  unit: UnitLabel;
  pairs: ChannelPair[];
  /** Undefined if the calendar has no address. */
  ownFetchedAt: Date | null | undefined;
};

export type PlaceChannels = PageOfRows<UnitChannels> & {
  /** To which a channel can be connected. */
  choices: UnitLabel[];
};

/** A building's page lists the units of its unit types. */
export async function listPlaceChannels(
  { db, teamId }: ReadScope<Database>,
  placeId: string,
  page: PageRequest,
): Promise<PlaceChannels> {
  const all = await listUnitsOfPlace(db, teamId, placeId, MAX_UNITS);
  const { rows: units, total } = takePage(all, page);
  const ids = units.map(({ id }) => id);
  const allPairs = { page: 1, perPage: MAX_CALENDAR_FEEDS_OF_TEAM };
  const pairs = (await listChannelPairs({ db, teamId }, ids, allPairs)).rows;
  const addresses = new Map(
    (await listOwnAddresses(db, teamId, ids)).map(({ unitId, fetchedAt }) => [unitId, fetchedAt]),
  );
  const rows = units.map((unit) => ({
    unit,
    pairs: pairs.filter((pair) => pair.unit.id === unit.id),
    ownFetchedAt: addresses.get(unit.id),
  }));
  return { rows, total, choices: all.filter(({ active }) => active) };
}
