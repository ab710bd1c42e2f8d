import type { ListingRecord } from '../../db/queries/listings/listing-writes.ts';
import { lockListingRecord } from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { notFound, type Outcome } from '../outcome.ts';
import {
  type ConditionalCall,
  type ConstraintRefusals,
  type WriteContext,
  type WriteDependencies,
  type WriteResult,
  whileCurrent,
  write,
} from '../write.ts';

/** The listing to change, and how the caller has read it. */
export type Target<Current> = {
  listingId: string;
  refusals?: ConstraintRefusals;
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
  { listingId, refusals, read }: Target<Current>,
  work: (context: WriteContext, listing: ListingRecord) => Promise<Outcome<Value>>,
): Promise<WriteResult<Value>> {
  return write(
    dependencies,
    call,
    async (context) => {
      const { tx, writer } = context;
      await lockTeam(tx, writer.teamId);
      const listing = await lockListingRecord(tx, writer.teamId, listingId);
      if (!listing) return notFound();
      const current = await whileCurrent(call, () => read(context, listing));
      return current.ok ? work(context, listing) : current;
    },
    refusals,
  );
}
