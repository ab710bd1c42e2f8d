/** The fields that a unit type takes from its building (contract, section 4). */
import type { ListingRecord } from '../../db/queries/team-file/team-file.ts';
import type { Issue } from './kind.ts';
import type { ListingEntry } from './listing.ts';

const INHERITED = {
  currency: ['currency'],
  timezone: ['timezone'],
  street: ['address', 'street'],
  city: ['address', 'city'],
  state: ['address', 'state'],
  postcode: ['address', 'postcode'],
  country: ['address', 'country'],
  latitude: ['address', 'latitude'],
  longitude: ['address', 'longitude'],
} as const satisfies Partial<Record<keyof ListingRecord, readonly string[]>>;
type Inherited = keyof typeof INHERITED;

/** The values that a unit type takes from a building. */
export const inheritedFrom = (building: ListingRecord): Pick<ListingRecord, Inherited> => {
  const { currency, timezone, street, city, state, postcode, country, latitude, longitude } = building;
  return { currency, timezone, street, city, state, postcode, country, latitude, longitude };
};

/** A unit type may repeat its building's values, but not contradict them. */
export function contradictionsOfBuilding(
  entry: Pick<ListingEntry, 'currency' | 'timezone' | 'address'>,
  building: ListingRecord,
): Issue[] {
  return (Object.keys(INHERITED) as Inherited[]).flatMap((property) => {
    const own =
      property === 'currency' || property === 'timezone' ? entry[property] : entry.address?.[property];
    const isOther = own !== undefined && own !== null && own !== building[property];
    return isOther
      ? [{ path: INHERITED[property], message: 'must be that of its building', input: own }]
      : [];
  });
}
