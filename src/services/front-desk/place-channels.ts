/** The channels of a place: of each of its units the pairs of calendars, and the calendar that belongs to no channel. */
import type { Database } from '../../db/client.ts';
import {
  listListingIdsOfPlace,
  listOwnAddresses,
  listUnitsOfListings,
} from '../../db/queries/front-desk/places.ts';
import { MAX_PER_PAGE } from '../../domain/limits.ts';
import type { PageOfRows, PageRequest } from '../../domain/page.ts';
import { type ChannelPair, listChannelPairs } from '../calendar-feeds/channel-pairs.ts';
import type { ReadScope } from '../team-scope.ts';
import type { UnitLabel } from '../unit-labels.ts';

/** The units that a form offers at most. */
const MAX_CHOICES = 1_000;

export type UnitChannels = {
  unit: UnitLabel;
  pairs: ChannelPair[];
  /** When its own calendar was last fetched. Undefined if that has no address. */
  ownFetchedAt: Date | null | undefined;
};

/** One page of a place's units, those of a building's unit types among them, with their channels. */
export async function listPlaceChannels(
  { db, teamId }: ReadScope<Database>,
  placeId: string,
  page: PageRequest,
): Promise<PageOfRows<UnitChannels>> {
  const listingIds = await listListingIdsOfPlace(db, teamId, placeId);
  const { rows: units, total } = await listUnitsOfListings(db, teamId, listingIds, page);
  const ids = units.map(({ id }) => id);
  const all = { page: 1, perPage: MAX_PER_PAGE };
  const pairs = (await listChannelPairs({ db, teamId }, ids, all)).rows;
  const addresses = new Map(
    (await listOwnAddresses(db, teamId, ids)).map(({ unitId, fetchedAt }) => [unitId, fetchedAt]),
  );
  const rows = units.map((unit) => ({
    unit,
    pairs: pairs.filter((pair) => pair.unit.id === unit.id),
    ownFetchedAt: addresses.get(unit.id),
  }));
  return { rows, total };
}

/** The units that the form of a place's new channel offers. */
export async function listUnitChoicesOfPlace(
  { db, teamId }: ReadScope<Database>,
  placeId: string,
): Promise<UnitLabel[]> {
  const listingIds = await listListingIdsOfPlace(db, teamId, placeId);
  const { rows } = await listUnitsOfListings(db, teamId, listingIds, { page: 1, perPage: MAX_CHOICES });
  return rows.filter(({ active }) => active);
}
