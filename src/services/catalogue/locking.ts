import type { Transaction } from '../../db/client.ts';
import type { ListingRecord } from '../../db/queries/listings/listings.ts';
import { lockListingRecord } from '../../db/queries/listings/rates.ts';
import { lockTeam } from '../../db/queries/teams/teams.ts';
import { NotFound } from '../errors.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, write } from '../write.ts';
import type { ConstraintMessages } from '../writing/constraint-messages.ts';
import { buildReferenceTakenConstraint } from '../writing/own-fields.ts';

/** Another listing or unit took the value in a race, or the caller does not see it. */
export const CATALOGUE_CONSTRAINTS: ConstraintMessages = {
  listings_slug_key: {
    slug: [{ code: 'taken', existing: null, predicate: 'must not be that of another listing.' }],
  },
  ...buildReferenceTakenConstraint('listings'),
  ...buildReferenceTakenConstraint('units'),
};

/** `read` gives the stored version, to compare it with the one that the caller requires. */
type Target<Thing, Current> = {
  lock: (tx: Transaction, teamId: number) => Promise<Thing | null>;
  read: (context: WriteScope, thing: Thing) => Promise<Current> | Current;
};

/**
 * All writes on a team's listings run one after the other, imports included, because their checks depend on
 * each other: slugs, numbers of units, and the currencies of charges.
 */
export function writeToCatalogue<Thing, Value, Current>(
  scope: TeamScope,
  { lock, read }: Target<Thing, Current>,
  work: (context: WriteScope, thing: Thing) => Promise<Value>,
  options: ConditionalOptions<Value, Current> = {},
): Promise<Value> {
  return write(
    scope,
    options,
    async (scope) => {
      const { tx, teamId } = scope;
      await lockTeam(tx, teamId);
      const thing = await lock(tx, teamId);
      if (!thing) throw new NotFound();
      await requireVersion(options, () => read(scope, thing));
      return work(scope, thing);
    },
    CATALOGUE_CONSTRAINTS,
  );
}

export const writeToListing = <Value, Current>(
  scope: TeamScope,
  { listingId, read }: { listingId: string; read: Target<ListingRecord, Current>['read'] },
  work: (context: WriteScope, listing: ListingRecord) => Promise<Value>,
  options: ConditionalOptions<Value, Current> = {},
): Promise<Value> =>
  writeToCatalogue(
    scope,
    { lock: (tx, teamId) => lockListingRecord(tx, teamId, listingId), read },
    work,
    options,
  );
