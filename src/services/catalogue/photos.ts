import {
  listPhotoRecords,
  type PhotoRecord,
  replacePhotos,
  touchListing,
} from '../../db/queries/listing-writes.ts';
import { hasListing } from '../../db/queries/listings.ts';
import { newId } from '../new-id.ts';
import { done, type Outcome } from '../outcome.ts';
import type { PhotoEntry } from '../team-data/listing.ts';
import { differs } from '../team-data/merging.ts';
import { photoRows } from '../team-data/photo-rows.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { ConditionalCall, WriteContext, WriteDependencies, WriteResult } from '../write.ts';
import { writeToListing } from './locking.ts';

/** A listing's photos, in the order in which they are shown. */
export type Photos = PhotoRecord[];

/** The photos of a listing, always read and written as a whole (contract, section 18). */
export function createPhotoKeeper(dependencies: WriteDependencies) {
  const { db } = dependencies;
  return {
    async findPhotos(teamId: number, listingId: string): Promise<Photos | null> {
      return (await hasListing(db, teamId, listingId)) ? listPhotoRecords(db, teamId, listingId) : null;
    },

    changePhotos(
      call: ConditionalCall<Photos>,
      listingId: string,
      given: readonly PhotoEntry[],
    ): Promise<WriteResult<Photos>> {
      const read = ({ tx, writer }: WriteContext) => listPhotoRecords(tx, writer.teamId, listingId);
      return writeToListing(dependencies, call, { listingId, read }, (context) =>
        change(context, listingId, given),
      );
    },
  };
}

/** Photos are shown in the order of the list. An id that the listing does not have is ignored. */
async function change(
  context: WriteContext,
  listingId: string,
  given: readonly PhotoEntry[],
): Promise<Outcome<Photos>> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const stored = await listPhotoRecords(tx, teamId, listingId);
  const known = new Set(stored.map(({ id }) => id));
  const entries = given.map((photo, position) => ({
    ...photo,
    id: photo.id && known.has(photo.id) ? photo.id : null,
    sort_order: position,
  }));
  const rows = photoRows({ teamId, newId }, listingId, entries, stored);
  if (!differs(stored, rows)) return done(stored);
  await replacePhotos(tx, teamId, listingId, rows);
  await touchListing(tx, teamId, listingId, now);
  await recordTeamEvent(context, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['photos'] },
  });
  return done(rows);
}
