/** The offers of a team's listings, from its kept catalogue and the nights and days that were read with it. */
import type { CatalogueListingRow } from '../../db/queries/catalogue/catalogue.ts';
import type { Part } from '../../db/queries/catalogue/parts.ts';
import {
  type DayTuple,
  type NightsTuple,
  nightsAmongUnits,
  nightsOfTeam,
  nightsOfUnits,
  nothingElse,
} from '../../db/queries/catalogue/taken-nights.ts';
import type { NightSpan, Occupancy } from '../../domain/inventory/inventory.ts';
import { isBuilding } from '../../domain/listing.ts';
import type { DayOverride } from '../../domain/pricing/nightly-rates.ts';
import { eachWithPauses } from '../../pauses.ts';
import type { Catalogue } from '../kept-catalogues/catalogue.ts';
import { type CatalogueScope, readWithCatalogue } from '../kept-catalogues/read.ts';
import type { OfferSource } from './many-offers.ts';

type Spans = Record<'nights' | 'days', NightSpan>;
/** Chooses listings from a catalogue. */
type Choose<Chosen> = (
  catalogue: Catalogue,
) => Promise<readonly (Chosen & { listing: CatalogueListingRow })[]>;

/** Units of fewer than this share of a team's are looked up one by one, because that reads less than all nights do. */
const SHARE_LOOKED_UP = 1 / 20;
/** If more than this share of a team's units is chosen, all nights of the team are sent, which takes no list of units. */
const SHARE_NAMED = 1 / 2;

/**
 * Reads a team's catalogue, and the nights and days of the listings that are chosen from it. The span of nights ends
 * with the check-out: each listing's preparation nights are read too.
 */
export async function readChosenOffers<Chosen>(
  scope: CatalogueScope,
  { nights, days }: Spans,
  { choose, now }: { choose: Choose<Chosen>; now: Date },
) {
  const { db, teamId } = scope;
  const values = {
    teamId,
    firstNight: nights.startDate,
    endOfNights: nights.endDate,
    firstDay: days.startDate,
    endOfDays: days.endDate,
    now: now.toISOString(),
  };
  const { catalogue, chosen, parts } = await readWithCatalogue(scope, {
    choose,
    readBesides(kept, listings) {
      const ofKept = { ...values, version: kept.version, preparationDays: kept.longestPreparationDays };
      const listingIds = listings.map(({ listing }) => listing.id);
      if (listingIds.length === 0) return nothingElse.readIfVersion(db, ofKept);
      const unitIds = listingIds.flatMap((id) => listUnits(kept, id).map((unit) => unit.id));
      const share = unitIds.length / kept.listingByUnitId.size;
      if (share > SHARE_NAMED) return nightsOfTeam.readIfVersion(db, ofKept);
      const question = share > SHARE_LOOKED_UP ? nightsAmongUnits : nightsOfUnits;
      return question.readIfVersion(db, { ...ofKept, unitIds, listingIds });
    },
    readAll: () => nightsOfTeam.readWithCatalogue(db, { ...values, preparationDays: null }),
  });
  return { catalogue, chosen, source: await createOfferSource(catalogue, parts, days) };
}

const listUnits = ({ listingById }: Catalogue, id: string) => listingById.get(id)?.units ?? NONE;

/** The offers of the listings of a catalogue, for the nights and days of an answer. */
async function createOfferSource(
  catalogue: Catalogue,
  parts: readonly Part[],
  days: NightSpan,
): Promise<OfferSource> {
  const taken = new Map<string, Occupancy[]>();
  const overrides = new Map<string, DayOverride[]>();
  await eachWithPauses(parts, ({ kind, text }) => {
    if (kind === 'nights') addNights(taken, catalogue, JSON.parse(text) as NightsTuple[]);
    if (kind === 'days') addDays(overrides, JSON.parse(text) as DayTuple[]);
  });
  return {
    findInventory: ({ id, kind }) => ({
      units: listUnits(catalogue, id),
      wholeBuilding: isBuilding(kind),
      occupancies: taken.get(id) ?? NONE,
    }),
    findRates: (id) => ({
      seasons: (catalogue.listingById.get(id)?.seasons ?? NONE).filter(
        ({ startDate, endDate }) => startDate < days.endDate && endDate >= days.startDate,
      ),
      days: overrides.get(id) ?? NONE,
    }),
  };
}

const NONE: readonly never[] = [];

/** Adds nights to those of their listing, and to those of its building. */
function addNights(
  taken: Map<string, Occupancy[]>,
  { listingByUnitId }: Catalogue,
  tuples: readonly NightsTuple[],
): void {
  for (const [unitId, startDate, endDate] of tuples) {
    const listing = listingByUnitId.get(unitId);
    if (!listing) continue;
    const { id, buildingId } = listing.row;
    const occupancy = { unitId, startDate, endDate };
    taken.getOrInsertComputed(id, () => []).push(occupancy);
    if (buildingId !== null) taken.getOrInsertComputed(buildingId, () => []).push(occupancy);
  }
}

function addDays(overrides: Map<string, DayOverride[]>, tuples: readonly DayTuple[]): void {
  for (const [id, date, nightlyCents, minStay, maxStay, ...closed] of tuples) {
    const [closedForArrival, closedForDeparture, isClosed] = closed;
    overrides
      .getOrInsertComputed(id, () => [])
      .push({ date, nightlyCents, minStay, maxStay, closedForArrival, closedForDeparture, closed: isClosed });
  }
}
