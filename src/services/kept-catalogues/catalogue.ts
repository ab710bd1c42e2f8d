import type {
  CatalogueListingRow,
  CatalogueSeasonsTuple,
  CatalogueUnitsTuple,
} from '../../db/queries/catalogue/catalogue.ts';
import type { Part, PartKind } from '../../db/queries/catalogue/parts.ts';
import type { SearchAudience } from '../../db/queries/offers/many-offers.ts';
import type { TeamCharges } from '../../db/queries/offers/offered-charges.ts';
import type { InventoryUnit } from '../../domain/inventory/inventory.ts';
import type { Season } from '../../domain/pricing/nightly-rates.ts';
import { eachWithPauses } from '../../pauses.ts';
import { createChargesFinder, type FindCharges } from '../availability/charges-of-many.ts';

/** A listing of any status. */
type CatalogueListing = {
  row: CatalogueListingRow;
  /** The active units that the listing sells: for a building those of all its unit types. */
  units: readonly InventoryUnit[];
  /** All seasons, by their first dates. */
  seasons: readonly Season[];
};

/**
 * Everything of a team that decides about stays, except nights that are taken, days with terms of their own, and
 * today. Many requests share a catalogue, so nobody changes anything in it.
 */
export type Catalogue = {
  /** The version under which the catalogue may be kept, or null for a team that has no version yet. */
  version: string | null;
  /** By title and then slug. */
  listings: readonly CatalogueListing[];
  listingById: ReadonlyMap<string, CatalogueListing>;
  /** The listings that a search looks through, in the same order. */
  searchedRows: Readonly<Record<SearchAudience, readonly CatalogueListingRow[]>>;
  /** The listing of each active unit: of a unit in a building, its unit type. */
  listingByUnitId: ReadonlyMap<string, CatalogueListing>;
  findCharges: FindCharges;
  /** The most preparation nights that a listing has. */
  longestPreparationDays: number;
  /** About how many bytes the catalogue takes, by the length of the texts that it was built from. */
  size: number;
};

/** Builds a catalogue from the parts of a statement, which may have other parts as well. */
export async function buildCatalogue(parts: readonly Part[]): Promise<Catalogue> {
  const partsByKind = Map.groupBy(parts, ({ kind }) => kind);
  const listParts = (kind: PartKind) => partsByKind.get(kind) ?? [];
  const listings: CatalogueListing[] = [];
  await eachWithPauses(
    listParts('listing').toSorted((a, b) => a.place - b.place),
    ({ text }) => listings.push({ row: JSON.parse(text) as CatalogueListingRow, units: [], seasons: [] }),
  );
  const listingById = new Map(listings.map((listing) => [listing.row.id, listing]));
  await eachWithPauses(listParts('seasons'), ({ text }) => {
    const [id, seasons] = JSON.parse(text) as CatalogueSeasonsTuple;
    const listing = listingById.get(id);
    if (listing) listing.seasons = seasons;
  });
  const listingByUnitId = await addUnits(listingById, listParts('units'));
  const [charges] = listParts('charges');
  return {
    version: listParts('version')[0]?.text ?? null,
    listings,
    listingById,
    searchedRows: {
      team: listings.map(({ row }) => row).filter(({ isSearchedByTeam }) => isSearchedByTeam),
      site: listings.map(({ row }) => row).filter(({ isSearchedOnSite }) => isSearchedOnSite),
    },
    listingByUnitId,
    findCharges: createChargesFinder(charges ? (JSON.parse(charges.text) as TeamCharges) : null),
    longestPreparationDays: listings.reduce((most, { row }) => Math.max(most, row.preparationDays), 0),
    size: CATALOGUE_KINDS.flatMap(listParts).reduce((sum, part) => sum + weigh(part), 0),
  };
}

const CATALOGUE_KINDS = ['charges', 'listing', 'units', 'seasons'] as const satisfies readonly PartKind[];

/** Units take about three bytes of objects for each character of their JSON, and other parts take one. */
const weigh = ({ kind, text }: Part): number => (kind === 'units' ? 3 : 1) * text.length;

/** Gives listings their units, and buildings those of their unit types. */
async function addUnits(
  listingById: ReadonlyMap<string, CatalogueListing>,
  parts: readonly Part[],
): Promise<Map<string, CatalogueListing>> {
  const listingByUnitId = new Map<string, CatalogueListing>();
  await eachWithPauses(parts, ({ text }) => {
    const [id, units] = JSON.parse(text) as CatalogueUnitsTuple;
    const listing = listingById.get(id);
    if (!listing) return;
    listing.units = units;
    for (const unit of units) listingByUnitId.set(unit.id, listing);
    const building = listing.row.buildingId === null ? undefined : listingById.get(listing.row.buildingId);
    if (building) building.units = [...building.units, ...units];
  });
  return listingByUnitId;
}
