/** What an invoice copies of its team and listing when it is issued. */
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { InvoiceIssuer } from '../../../domain/folio/invoice-document.ts';
import type { TextsOfListing } from '../../../domain/translations.ts';
import type { Executor } from '../../client.ts';
import { buildJsonObjectSql } from '../../json-rows.ts';
import { listings } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { building, isBuildingOfListing } from '../listings/site-listings.ts';
import { firstRow, matches } from '../statements.ts';

const addressColumns = {
  street: listings.street,
  postcode: listings.postcode,
  city: listings.city,
  state: listings.state,
  country: listings.country,
} satisfies Partial<Record<keyof InvoiceIssuer['place'], unknown>>;

/** Long texts only decide whether a translated title is shown. */
const IS_TRANSLATED = sql`coalesce(${listings.translations}, ${building.translations}) is not null`;
const ifTranslated = (column: SQLWrapper) => sql`case when ${IS_TRANSLATED} then ${column} end`;

const placeTexts = buildJsonObjectSql({
  publicTitle: listings.publicTitle,
  headline: ifTranslated(listings.headline),
  description: ifTranslated(listings.description),
  houseRules: ifTranslated(listings.houseRules),
  translations: listings.translations,
} satisfies Record<keyof TextsOfListing, unknown>);
const buildingTexts = buildJsonObjectSql({
  publicTitle: building.publicTitle,
  headline: ifTranslated(building.headline),
  description: ifTranslated(building.description),
  houseRules: ifTranslated(building.houseRules),
  translations: building.translations,
} satisfies Record<keyof TextsOfListing, unknown>);

/** For a query that joins the listing, its building and its team. */
export const issuerColumn = sql<InvoiceIssuer>`${buildJsonObjectSql({
  teamName: teams.name,
  numbering: teams.invoiceNumbering,
  prefix: teams.invoicePrefix,
  teamTimezone: teams.timezone,
  details: teams.invoiceDetails,
  place: buildJsonObjectSql(addressColumns),
  placeTexts,
  buildingTexts: sql`case when ${building.id} is not null then ${buildingTexts} end`,
  languages: teams.languages,
} satisfies Record<keyof InvoiceIssuer, unknown>)}`;

/** For code that needs nothing else of the listing. */
export async function loadIssuer(db: Executor, teamId: number, listingId: string): Promise<InvoiceIssuer> {
  const row = await firstRow(
    db
      .select({ issuer: issuerColumn })
      .from(listings)
      .innerJoin(teams, eq(teams.id, listings.teamId))
      .leftJoin(building, isBuildingOfListing)
      .where(matches(listings, { teamId, id: listingId })),
  );
  if (!row) throw new Error('The listing of a booking does not exist.');
  return row.issuer;
}
