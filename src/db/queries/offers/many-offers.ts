/**
 * Reads the terms of many listings at once. Each listing is one JSON text, and a few are parsed at a time, so
 * that other requests run in between: the driver would parse all columns of a large team at once. Units,
 * seasons and days are parsed only when their listing is looked at, because objects for all of them would
 * keep the garbage collector busy.
 */
import { and, asc, eq, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Amenity } from '../../../domain/amenities.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import type { DayOverride, Season } from '../../../domain/pricing/nightly-rates.ts';
import type { Translations } from '../../../domain/translations.ts';
import { eachWithPauses } from '../../../pauses.ts';
import type { Executor } from '../../client.ts';
import { buildJsonObjectSql, type JsonRow } from '../../json-rows.ts';
import { dayOverrides, listings, seasons } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { building, isBuildingOfListing, isListingShownOnSite } from '../listings/site-listings.ts';
import { isAnyOf } from '../statements.ts';
import { dayOverrideColumns, listingOfferColumns, seasonColumns } from './columns.ts';

export const searchedListingColumns = {
  ...listingOfferColumns,
  slug: listings.slug,
  buildingId: listings.buildingId,
  headline: listings.headline,
  /** Of what a search looks in. */
  translations: sql<Translations<
    'public_title' | 'headline'
  > | null>`case when ${listings.translations} is not null then (
    select jsonb_object_agg(each.code, each.texts - '{description,house_rules.text,arrival_instructions}'::text[])
    from jsonb_each(${listings.translations}) as each (code, texts)) end`,
  propertyType: listings.propertyType,
  city: listings.city,
  country: listings.country,
  latitude: listings.latitude,
  longitude: listings.longitude,
  bedroomsCount: listings.bedroomsCount,
  bedsCount: listings.bedsCount,
  bathroomsCount: listings.bathroomsCount,
  /** Those of a unit type include those of its building. */
  amenities: sql<Amenity[]>`${listings.amenities} || coalesce(${building.amenities}, '[]')`,
};
export type SearchedRow = JsonRow<typeof searchedListingColumns>;

/** The caller parses a few of the texts at a time. */
async function readSearchedListings(db: Executor, teamId: number, condition: SQL | undefined) {
  const texts = await db
    .select({ text: sql<string>`${buildJsonObjectSql(searchedListingColumns)}::text` })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, isBuildingOfListing)
    .where(and(eq(listings.teamId, teamId), condition))
    .orderBy(asc(listings.publicTitle), asc(listings.slug));
  const rows: SearchedRow[] = [];
  await eachWithPauses(texts, ({ text }) => rows.push(JSON.parse(text) as SearchedRow));
  return rows;
}

/** All bookable listings, or those that the booking site shows. */
export type SearchAudience = 'team' | 'site';

const isBookableListing = and(
  eq(listings.status, 'active'),
  or(ne(listings.kind, 'building'), eq(listings.wholeBuildingBookable, true)),
);
/** For a query that joins `building`. */
export const IS_SEARCHED_LISTING = {
  team: isBookableListing,
  site: and(isBookableListing, isListingShownOnSite),
} satisfies Record<SearchAudience, unknown>;

export const listListingsToOffer = (db: Executor, teamId: number, listingIds: readonly string[]) =>
  readSearchedListings(db, teamId, isAnyOf(listings.id, listingIds));

export type SeasonsAndDays = { seasons: readonly Season[]; days: readonly DayOverride[] };

/** JSON texts for each listing. */
export async function listSeasonsAndDaysOfListings(
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  ids: readonly string[],
) {
  const isNamed = (table: typeof seasons | typeof dayOverrides) =>
    and(eq(table.teamId, teamId), isAnyOf(table.listingId, ids));
  const ofSeasons = and(isNamed(seasons), lt(seasons.startDate, endDate), gte(seasons.endDate, startDate));
  const ofDays = and(
    isNamed(dayOverrides),
    gte(dayOverrides.date, startDate),
    lt(dayOverrides.date, endDate),
  );
  const { rows } = await db.execute<{ listingId: string; rates: string }>(sql`
    select listing_id as "listingId", json_build_object(
        'seasons', coalesce(json_agg(season) filter (where season is not null), '[]'),
        'days', coalesce(json_agg(day) filter (where day is not null), '[]'))::text as rates
    from (
      select ${seasons.listingId}, ${buildJsonObjectSql(seasonColumns)} as season, null::json as day
      from ${seasons} where ${ofSeasons}
      union all
      select ${dayOverrides.listingId}, null::json, ${buildJsonObjectSql(dayOverrideColumns)}
      from ${dayOverrides} where ${ofDays}
    ) as each
    group by listing_id`);
  return rows;
}
