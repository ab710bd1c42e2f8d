import { type Listing, readListing } from '../listings.ts';
import type { ListingChange, NewListing } from '../team-data/listing-form.ts';
import {
  type ConditionalCall,
  type WriteCall,
  type WriteContext,
  type WriteDependencies,
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
    createListing: (call: WriteCall<Listing>, wanted: NewListing): Promise<Listing> =>
      write(dependencies, call, (context) => makeListing(context, wanted)),

    changeListing: (
      call: ConditionalCall<Listing>,
      listingId: string,
      change: ListingChange,
    ): Promise<Listing> =>
      writeToListing(dependencies, call, { listingId, read }, (context, listing) =>
        changeListing(context, listing, change),
      ),

    deleteListing: (call: ConditionalCall<void, Listing>, listingId: string): Promise<void> =>
      writeToListing(dependencies, call, { listingId, read }, removeListing),
  };
}
