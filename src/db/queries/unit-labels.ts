import { statement } from '../statement.ts';

/** A unit with the title of its listing, as people tell units apart, and its listing's time zone. */
export type UnitLabel = { id: string; name: string; listingTitle: string; timezone: string };

const columns = `units.id, units.name, listings.public_title as "listingTitle", listings.timezone`;
const joined = 'units join listings on listings.team_id = units.team_id and listings.id = units.listing_id';

/** The labels of several units. */
export const listUnitLabels = statement<[teamId: number, ids: readonly string[]], UnitLabel>(
  `select ${columns} from ${joined} where units.team_id = $1 and units.id = any($2)`,
);

/** A team's active units, by listing and name. */
export const listActiveUnits = statement<[teamId: number, limit: number], UnitLabel>(
  `select ${columns} from ${joined} where units.team_id = $1 and units.active
  order by listings.public_title, listings.slug, units.name limit $2`,
);
