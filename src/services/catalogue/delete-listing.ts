import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import {
  areUnitsUsed,
  countUsesOfListing,
  deleteListing as deleteStoredListing,
  listPhotoRecords,
  lockListingForDeletion,
  lockUnitsForDeletion,
} from '../../db/queries/listings/writes.ts';
import { Invalid } from '../errors.ts';
import type { FieldMessages } from '../field-messages.ts';
import { type Listing, readListing } from '../listings.ts';
import { releasePictures } from '../pictures/release.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import type { ConditionalOptions } from '../write.ts';
import { writeToListing } from './locking.ts';
import { listAddresses } from './photo-writes.ts';

const USED: FieldMessages = {
  listing: [
    {
      code: 'state',
      sentence:
        'This listing has bookings, blocks or unit types, so it cannot be deleted. Give it the status archived instead.',
    },
  ],
};

/** Refused if it ever had a booking or a block. */
export const deleteListing = (
  scope: TeamScope,
  listingId: string,
  options: ConditionalOptions<void, Listing> = {},
): Promise<void> => writeToListing(scope, { listingId, read }, remove, options);

const read = ({ tx, teamId }: WriteScope, listing: ListingRecord): Promise<Listing> =>
  readListing(tx, teamId, listing);

async function remove(scope: WriteScope, { id, buildingId }: ListingRecord): Promise<void> {
  const { tx, teamId } = scope;
  // Units before their listing, in the order in which bookings lock them, so that a waiting booking finds no
  // unit.
  const units = await lockUnitsForDeletion(tx, teamId, { listingId: id });
  await lockListingForDeletion(tx, teamId, id);
  const { bookings, blocks, unitTypes } = await countUsesOfListing(tx, teamId, id);
  const unitIds = units.map((unit) => unit.id);
  if (bookings + blocks + unitTypes > 0 || (await areUnitsUsed(tx, teamId, unitIds))) throw new Invalid(USED);
  for (const onDelete of scope.hooks.onDelete) await onDelete(scope, { unitIds, listingId: id });
  const photos = await listPhotoRecords(tx, teamId, id);
  await deleteStoredListing(tx, teamId, id);
  await releasePictures(scope, photos.flatMap(listAddresses));
  const deleted = unitIds.map((unitId) => ({ id: unitId, deleted: true }));
  await recordTeamEvent(scope, {
    type: 'listing.deleted',
    data: { listing_id: id, changed: [], units: deleted },
    buildingId,
  });
}
