import {
  listPhotoRecords,
  type PhotoRecord,
  replacePhotos,
  touchListing,
} from '../../db/queries/listings/listing-writes.ts';
import { hasListing } from '../../db/queries/listings/listings.ts';
import { Invalid } from '../errors.ts';
import { newId } from '../new-id.ts';
import { isIssue } from '../team-data/kind.ts';
import { hasPicture, lacksPicture, type PhotoEntry } from '../team-data/listing.ts';
import { photoRows } from '../team-data/photo-rows.ts';
import { recordTeamEvent } from '../team-events.ts';
import { photoFields } from '../team-file/export/entries.ts';
import type { ConditionalCall, WriteContext, WriteDependencies } from '../write.ts';
import { writeToListing } from './locking.ts';
import { messagesOfProblems } from './problems.ts';
import { differs, givenOf } from './rows.ts';

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
    ): Promise<Photos> {
      const read = ({ tx, writer }: WriteContext) => listPhotoRecords(tx, writer.teamId, listingId);
      return writeToListing(dependencies, call, { listingId, read }, (context) =>
        change(context, listingId, given),
      );
    },
  };
}

/**
 * Photos are shown in the order of the list. An entry with the id of one of the listing's photos keeps what it leaves out.
 * An id that the listing does not have is ignored, so such an entry is a new photo and needs an address.
 */
async function change(
  context: WriteContext,
  listingId: string,
  given: readonly PhotoEntry[],
): Promise<Photos> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const stored = await listPhotoRecords(tx, teamId, listingId);
  const storedById = new Map(stored.map((photo) => [photo.id, photoFields(photo)]));
  const changes = given.map((photo, position) => {
    const before = storedById.get(photo.id ?? '');
    const entry = { ...before, ...givenOf(photo), id: before?.id ?? null, sort_order: position };
    // A photo that never had an address may stay as it is.
    const isLacking = !hasPicture(entry) && (!before || hasPicture(before));
    return { entry, lack: isLacking && lacksPicture(position) };
  });
  const lacks = changes.map(({ lack }) => lack).filter(isIssue);
  if (lacks.length > 0) throw new Invalid(messagesOfProblems(lacks));
  const entries = changes.map(({ entry }) => entry);
  const rows = photoRows({ teamId, newId }, listingId, entries, stored);
  if (!differs(stored, rows)) return stored;
  await replacePhotos(tx, teamId, listingId, rows);
  await touchListing(tx, teamId, listingId, now);
  await recordTeamEvent(context, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['photos'] },
  });
  return rows;
}
