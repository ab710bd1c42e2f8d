/** Everything that decides about the stays of many listings, read for all of them at once. */
import type { Database } from '../db/client.ts';
import { inPieces } from '../db/in-pieces.ts';
import {
  listRatesOfMany,
  listTakenUnitsOfMany,
  type Named,
  type RatesRow,
  type SearchedRow,
  type TakenUnit,
  type TakenUnitsRow,
} from '../db/queries/many-offers.ts';
import { loadTeamCharges, type OfListings } from '../db/queries/offered-charges.ts';
import { isBookable } from '../domain/bookable.ts';
import type { CancellationPolicy } from '../domain/cancellation-policy.ts';
import type { Inventory, NightSpan, Occupancy, Unit } from '../domain/inventory.ts';
import { isBuilding } from '../domain/listing-kind.ts';
import type { Offer } from '../domain/offer.ts';
import type { Tariff } from '../domain/pricing.ts';
import { type AskedNights, loadInventories, withMovableStays } from './movable-stays.ts';

type Spans = Record<'nights' | 'days', NightSpan>;
type Units = { units: Unit[]; occupancies: Occupancy[] };
type Charges = Pick<Tariff, 'fees' | 'taxes' | 'discounts'> & {
  policyOfTeam: CancellationPolicy | null;
};

/** Gives the charges that apply to a listing. */
export type ChargesOf = (listingId: string) => Charges;
export type OfferOf = (listing: SearchedRow) => Offer;

/**
 * Reads the offers of the named listings, or of the whole team if `named` is null. Returns a function that gives a
 * listing's offer.
 */
export async function loadOffers(
  db: Database,
  teamId: number,
  { nights, days }: Spans,
  { named, now }: { named: Named; now: Date },
): Promise<OfferOf> {
  const [unitsOf, withRates] = await Promise.all([
    listTakenUnitsOfMany(db, teamId, nights, { ids: named, at: now }).then(groupUnits),
    loadRates(db, teamId, days, named),
  ]);
  return (listing) => {
    const { units = [], occupancies = [] } = unitsOf.get(listing.id) ?? {};
    return withRates(listing, { units, occupancies, wholeBuilding: isBuilding(listing.kind) });
  };
}

/** Listings whose units are known, and the nights of each that a request is about. */
type Seated = {
  listings: readonly SearchedRow[];
  offerOf: OfferOf;
  nightsOf: (listing: SearchedRow) => NightSpan;
  now: Date;
};

/** The offers, with the inventories of these listings read again if moves of bookings can make room for one stay. */
export async function withMoves(
  db: Database,
  teamId: number,
  seated: Seated,
  isOfManyStays: boolean,
): Promise<OfferOf> {
  const { listings, offerOf, now } = seated;
  if (listings.length === 0) return offerOf;
  const inventories = await withMovableStays(db, teamId, askedBy(seated), { now, isOfManyStays });
  const inventoryOf = new Map(listings.map(({ id }, index) => [id, inventories[index]]));
  return (listing) => {
    const offer = offerOf(listing);
    return { ...offer, inventory: inventoryOf.get(listing.id) ?? offer.inventory };
  };
}

/** The offers of the same units for other nights and days. */
export async function loadOffersAgain(
  db: Database,
  teamId: number,
  days: NightSpan,
  seated: Seated,
): Promise<OfferOf> {
  const { listings, offerOf, now } = seated;
  const ids = listings.map(({ id }) => id);
  const [inventories, withRates] = await Promise.all([
    loadInventories(db, teamId, askedBy(seated), { now }),
    loadRates(db, teamId, days, ids),
  ]);
  const inventoryOf = new Map(ids.map((id, index) => [id, inventories[index]]));
  return (listing) => withRates(listing, inventoryOf.get(listing.id) ?? offerOf(listing).inventory);
}

const askedBy = ({ listings, offerOf, nightsOf }: Seated): AskedNights[] =>
  listings.map((listing) => ({
    listing,
    inventory: offerOf(listing).inventory,
    span: nightsOf(listing),
  }));

/** Returns a function that makes a listing's offer of its inventory. */
async function loadRates(db: Database, teamId: number, days: NightSpan, named: Named) {
  const rates = await listRatesOfMany(db, teamId, days, named);
  const ratesOf = new Map(rates.map((row) => [row.listingId, row]));
  return (listing: SearchedRow, inventory: Inventory): Offer => {
    const { seasons, days: overrides } = ratesOf.get(listing.id) ?? NO_RATES;
    return {
      terms: listing,
      seasons: seasons ?? [],
      days: overrides ?? [],
      inventory,
      bookable: isBookable(listing),
    };
  };
}

const NO_RATES: Omit<RatesRow, 'listingId'> = { seasons: null, days: null };

/** By listing. A building has the units of all its unit types. */
async function groupUnits(rows: readonly TakenUnitsRow[]): Promise<Map<string, Units>> {
  const byListing = new Map<string, Units>();
  await inPieces(rows, ({ listingId, buildingId, taken }) => {
    addUnits(entryOf(byListing, listingId, noUnits), taken);
    if (buildingId !== null) addUnits(entryOf(byListing, buildingId, noUnits), taken);
  });
  return byListing;
}

const noUnits = (): Units => ({ units: [], occupancies: [] });

/** The rows of one listing name each of its units once for each occupancy. */
function addUnits({ units, occupancies }: Units, taken: readonly TakenUnit[]): void {
  const known = new Set<string>();
  for (const [id, startDate, endDate] of taken) {
    if (!known.has(id)) units.push({ id, name: '' });
    known.add(id);
    if (startDate !== null && endDate !== null) occupancies.push({ unitId: id, startDate, endDate });
  }
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Reads a team's charges and its cancellation terms. Returns a function that gives those that apply to a listing. */
export async function loadChargesOfMany(db: Database, teamId: number): Promise<ChargesOf> {
  const { fees, taxes, discounts, cancellationPolicy: policyOfTeam } = await loadTeamCharges(db, teamId);
  const of = { fees: applying(fees), taxes: applying(taxes), discounts: applying(discounts) };
  return (id) => ({ fees: of.fees(id), taxes: of.taxes(id), discounts: of.discounts(id), policyOfTeam });
}

/** The charges that apply to a listing. Listings that no charge names share one list. */
function applying<Charge>(charges: readonly OfListings<Charge>[]): (id: string) => readonly Charge[] {
  const ofAll = charges.filter(({ listingIds }) => listingIds === null);
  const naming = new Map<string, OfListings<Charge>[]>();
  for (const charge of charges)
    for (const id of charge.listingIds ?? []) entryOf(naming, id, () => [...ofAll]).push(charge);
  return (id) => naming.get(id) ?? ofAll;
}
