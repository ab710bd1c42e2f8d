import { lockListingRecord } from '../../db/queries/listings/rates.ts';
import type { ListingRecord } from '../../db/queries/team-file/team-file.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { NotFound } from '../errors.ts';
import {
  type ConditionalCall,
  requireVersion,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';

/** The listing to change, and how the caller has read it. */
type Target<Current> = {
  listingId: string;
  /** Reads the version that the caller may require. */
  read: (context: WriteContext, listing: ListingRecord) => Promise<Current>;
};

/**
 * Runs a write on one listing, with its row locked. All writes on a team's listings run one after the other, imports
 * included, because their checks depend on each other: slugs, numbers of units, and the currencies of charges.
 */
export function writeToListing<Value, Current>(
  dependencies: WriteDependencies,
  call: ConditionalCall<Value, Current>,
  { listingId, read }: Target<Current>,
  work: (context: WriteContext, listing: ListingRecord) => Promise<Value>,
): Promise<Value> {
  return write(dependencies, call, async (context) => {
    const { tx, writer } = context;
    await lockTeam(tx, writer.teamId);
    const listing = await lockListingRecord(tx, writer.teamId, listingId);
    if (!listing) throw new NotFound();
    await requireVersion(call, () => read(context, listing));
    return work(context, listing);
  });
}
