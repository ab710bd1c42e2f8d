import { type Listing, readListing } from '../listings.ts';
import type { ListingChange, NewListing } from '../team-data/listing-form.ts';
import {
  type ConditionalCall,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  write,
} from '../write.ts';
import { changeListing } from './changing.ts';
import { removeListing } from './deleting.ts';
import { writeToListing } from './locking.ts';
import { makeListing } from './making.ts';

/** Creates, changes and deletes listings (contract, section 18). */
export function createListingKeeper(dependencies: WriteDependencies) {
  const read = ({ tx, writer }: WriteContext, listing: Parameters<typeof readListing>[2]) =>
    readListing(tx, writer.teamId, listing);
  return {
    createListing: (call: WriteCall<Listing>, wanted: NewListing): Promise<WriteResult<Listing>> =>
      write(dependencies, call, (context) => makeListing(context, wanted)),

    changeListing: (
      call: ConditionalCall<Listing>,
      listingId: string,
      change: ListingChange,
    ): Promise<WriteResult<Listing>> =>
      writeToListing(dependencies, call, { listingId, read }, (context, listing) =>
        changeListing(context, listing, change),
      ),

    deleteListing: (call: ConditionalCall<null, Listing>, listingId: string): Promise<WriteResult<null>> =>
      writeToListing(dependencies, call, { listingId, read }, removeListing),
  };
}
