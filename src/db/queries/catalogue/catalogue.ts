/** Everything that decides about stays, except taken nights, days and today, as parts. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Season } from '../../../domain/pricing/nightly-rates.ts';
import type { Executor } from '../../client.ts';
import { buildJsonObjectSql, type JsonRow } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { catalogueVersions } from '../../schema/catalogue-versions.ts';
import { listings, seasons, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { building, isBuildingOfListing } from '../listings/site-listings.ts';
import { seasonColumns } from '../offers/columns.ts';
import { IS_SEARCHED_LISTING, searchedListingColumns } from '../offers/many-offers.ts';
import { teamChargeColumns } from '../offers/offered-charges.ts';
import { placeholders } from '../statements.ts';
import { type Part, queryParts, selectParts } from './parts.ts';

const catalogueListingColumns = {
  ...searchedListingColumns,
  /** On the team's search, and on that of its booking site. */
  isSearchedByTeam: sql<boolean>`${IS_SEARCHED_LISTING.team}`,
  isSearchedOnSite: sql<boolean>`${IS_SEARCHED_LISTING.site}`,
};
/** In any status, as a JSON object. */
export type CatalogueListingRow = JsonRow<typeof catalogueListingColumns>;
/** Active units, by name. */
export type CatalogueUnitsTuple = [listingId: string, units: { id: string; name: string }[]];
/** By first date. */
export type CatalogueSeasonsTuple = [listingId: string, seasons: Season[]];

const { teamId, version } = placeholders('teamId', 'version');
const unitColumns = { id: units.id, name: units.name };

const versionSql = sql`select ${catalogueVersions.version} from ${catalogueVersions}
  where ${eq(catalogueVersions.teamId, teamId)}`;
const versionPart = selectParts('version', { text: sql`version`, from: sql`(${versionSql}) as stored` });

const catalogueParts: readonly SQL[] = [
  versionPart,
  selectParts('charges', {
    text: buildJsonObjectSql(teamChargeColumns),
    from: sql`${teams} where ${eq(teams.id, teamId)}`,
  }),
  selectParts('listing', {
    place: sql`row_number() over (order by ${listings.publicTitle}, ${listings.slug})`,
    text: buildJsonObjectSql(catalogueListingColumns),
    from: sql`${listings} join ${teams} on ${eq(teams.id, listings.teamId)}
      left join ${listings} as ${building} on ${isBuildingOfListing} where ${eq(listings.teamId, teamId)}`,
  }),
  selectParts('units', {
    text: sql`json_build_array(listing_id, json_agg(${buildJsonObjectSql(unitColumns)} order by ${units.name}))`,
    from: sql`${units} where ${eq(units.teamId, teamId)} and ${units.active} group by listing_id`,
  }),
  selectParts('seasons', {
    text: sql`json_build_array(listing_id, json_agg(${buildJsonObjectSql(seasonColumns)} order by ${seasons.startDate}))`,
    from: sql`${seasons} where ${eq(seasons.teamId, teamId)} group by listing_id`,
  }),
];

/** `Values` are the further placeholders of the question. */
type ReadParts<Values> = (db: Executor, values: Values & { teamId: number }) => Promise<Part[]>;

type CatalogueQuestion<Values extends object> = {
  /** Returns nothing if the catalogue has another version. */
  readIfVersion: ReadParts<Values & { version: string }>;
  /** With the whole catalogue and its version. */
  readWithCatalogue: ReadParts<Values>;
};

/**
 * The selections use placeholders, `teamId` among them. Version, catalogue and answer come from one snapshot,
 * because one statement reads them.
 */
export function createCatalogueQuestion<Values extends object>(
  selections: readonly SQL[],
): CatalogueQuestion<Values> {
  const answers = sql`select * from (${sql.join([...selections], sql` union all `)}) as answer
    where (${versionSql}) = ${version}`;
  return {
    readIfVersion: prepareQuery((db) =>
      queryParts(db, selections.length === 0 ? [versionPart] : [versionPart, answers]),
    ),
    readWithCatalogue: prepareQuery((db) => queryParts(db, [...catalogueParts, ...selections])),
  };
}
