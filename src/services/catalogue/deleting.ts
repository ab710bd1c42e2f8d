import {
  areUnitsUsed,
  deleteListing,
  findUsesOfListing,
  type ListingRecord,
  lockListingForDeletion,
  lockUnitsForDeletion,
} from '../../db/queries/listings/listing-writes.ts';
import { Invalid } from '../errors.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { WriteContext } from '../write.ts';

const USED = {
  listing: [
    'This listing has bookings, blocks or unit types, so it cannot be deleted. Give it the status archived instead.',
  ],
};

/** Deletes a listing that the caller has locked, unless it ever had a booking or a block (contract, section 18). */
export async function removeListing(context: WriteContext, { id }: ListingRecord): Promise<void> {
  const { tx, writer } = context;
  const { teamId } = writer;
  // Units before the listing, in the order in which bookings lock them. A booking that waits then finds no unit.
  const units = await lockUnitsForDeletion(tx, teamId, { listingId: id });
  await lockListingForDeletion(tx, teamId, id);
  const { bookings, blocks, unitTypes } = await findUsesOfListing(tx, teamId, id);
  const unitIds = units.map((unit) => unit.id);
  if (bookings + blocks + unitTypes > 0 || (await areUnitsUsed(tx, teamId, unitIds))) throw new Invalid(USED);
  await deleteListing(tx, teamId, id);
  await recordTeamEvent(context, { type: 'listing.deleted', data: { listing_id: id, changed: [] } });
}
