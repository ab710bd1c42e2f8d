import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { lockListingRecord } from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { NotFound } from '../errors.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../write.ts';
import { buildReferenceTakenConstraint } from '../writing/own-fields.ts';

/** The references of listings and units are unique. */
export const CATALOGUE_CONSTRAINTS = {
  ...buildReferenceTakenConstraint('listings'),
  ...buildReferenceTakenConstraint('units'),
};

/** The listing to change, and the version of it that the caller has read. */
type Target<Current> = {
  listingId: string;
  /** Reads the stored version of a listing, to compare it with the version that the caller requires. */
  read: (context: WriteScope, listing: ListingRecord) => Promise<Current>;
};

/**
 * Runs a write on one listing, with its row locked. All writes on a team's listings run one after the other, imports
 * included, because their checks depend on each other: slugs, numbers of units, and the currencies of charges.
 */
export function writeToListing<Value, Current>(
  scope: TeamScope,
  { listingId, read }: Target<Current>,
  work: (context: WriteScope, listing: ListingRecord) => Promise<Value>,
  options: ConditionalOptions<Value, Current> = {},
): Promise<Value> {
  return write(
    scope,
    options,
    async (scope) => {
      const { tx, teamId } = scope;
      await lockTeam(tx, teamId);
      const listing = await lockListingRecord(tx, teamId, listingId);
      if (!listing) throw new NotFound();
      await requireVersion(options, () => read(scope, listing));
      return work(scope, listing);
    },
    CATALOGUE_CONSTRAINTS,
  );
}
