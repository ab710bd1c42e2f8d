import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { listUnitTypeRecords } from '../../db/queries/listings/writes.ts';
import { isBuilding } from '../../domain/listing.ts';
import type { Listing } from '../listings.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type WriteOptions, write } from '../write.ts';
import { addListing, changeLocked, type NewListing } from './listings.ts';
import { writeToListing } from './locking.ts';

/** The unit types do not name the building, which does not exist yet. */
type NewBuilding = { building: NewListing; unitTypes: readonly NewListing[] };

/** All or none of them. */
export const createBuilding = (
  scope: TeamScope,
  { building, unitTypes }: NewBuilding,
  options: WriteOptions<Listing> = {},
): Promise<Listing> =>
  write(scope, options, async (scope) => {
    const created = await addListing(scope, building);
    for (const { listing, units } of unitTypes)
      await addListing(scope, { listing: { ...listing, buildingId: created.id }, units });
    return created;
  });

/** Also opens a building's unit types that are drafts. */
export const openListing = (
  scope: TeamScope,
  listingId: string,
  options: WriteOptions<Listing> = {},
): Promise<Listing> =>
  writeInAnyVersion(scope, listingId, options, async (scope, listing) => {
    const { tx, teamId } = scope;
    const opened = await changeLocked(scope, listing, withStatus(listing, 'active'));
    const unitTypes = isBuilding(listing.kind) ? await listUnitTypeRecords(tx, teamId, listingId) : [];
    for (const unitType of unitTypes.filter(({ status }) => status === 'draft'))
      await changeLocked(scope, unitType, withStatus(unitType, 'active'));
    return opened;
  });

/** A closed listing cannot be booked any more, and its bookings stay. */
export const closeListing = (
  scope: TeamScope,
  listingId: string,
  options: WriteOptions<Listing> = {},
): Promise<Listing> =>
  writeInAnyVersion(scope, listingId, options, (scope, listing) =>
    changeLocked(scope, listing, withStatus(listing, 'inactive')),
  );

/** Whichever version of the listing the member has seen. */
const writeInAnyVersion = (
  scope: TeamScope,
  listingId: string,
  options: WriteOptions<Listing>,
  work: (scope: WriteScope, listing: ListingRecord) => Promise<Listing>,
): Promise<Listing> =>
  writeToListing(scope, { listingId, read: async () => null }, work, { ...options, isCurrent: null });

const withStatus = (listing: ListingRecord, status: ListingRecord['status']) => ({
  ...listing,
  houseRules: undefined,
  status,
});
