import {
  type ListingRecord,
  listFixedCharges,
  listSlugsLike,
  listUnitTypeRecords,
  storeListings,
  storeUnits,
  type UnitRecord,
} from '../../db/queries/listings/listing-writes.ts';
import { lockListingRecord } from '../../db/queries/listings/rates.ts';
import { findTeamRecord, lockTeam } from '../../db/queries/teams/teams.ts';
import { MAX_UNIT_TYPES } from '../../domain/limits.ts';
import { isBuilding, isInBuilding } from '../../domain/listing.ts';
import { slugFrom } from '../../domain/slug.ts';
import { Invalid } from '../errors.ts';
import { type FieldMessages, hasMessages, mergeMessages } from '../field-messages.ts';
import { type Listing, readListing } from '../listings.ts';
import { newId } from '../new-id.ts';
import { contradictionsOfBuilding, inheritedFrom } from '../team-data/inheritance.ts';
import { judged } from '../team-data/judging.ts';
import { LISTING, type ListingEntry } from '../team-data/listing.ts';
import { LISTING_FORM, type NewListing, unitNames } from '../team-data/listing-form.ts';
import { listingRow } from '../team-data/listing-row.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { WriteContext } from '../write.ts';
import { currencyCheck } from './charge-limits.ts';
import { fieldSentence, messagesOfProblems } from './problems.ts';

/** Creates a listing with its units (contract, section 18, `POST /v1/listings`). */
export async function makeListing(context: WriteContext, wanted: NewListing): Promise<Listing> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  await lockTeam(tx, teamId);
  const team = await findTeamRecord(tx, teamId);
  if (!team) throw new Error('A team disappeared.');
  const slug = wanted.slug ?? (await freeSlug(context, wanted.public_title ?? ''));
  const entry = judged(LISTING, { ...LISTING_FORM.entryOf(wanted), slug } as ListingEntry, LISTING_FORM);
  if (!entry.ok) throw new Invalid(entry.messages);
  const row = listingRow({ teamId, now, newId }, entry.value, undefined, team);
  const problems = mergeMessages(
    await problemsOfSlug(context, row),
    await moveIntoBuilding(context, row, wanted),
    await problemsOfCurrency(context, row, team.currency),
  );
  if (hasMessages(problems)) throw new Invalid(problems);
  await storeListings(tx, [row]);
  const units = unitNames(wanted.units).map((name) => ({ ...firstUnit(row), name }));
  const isLeftOut = wanted.units === undefined || wanted.units === null;
  await storeUnits(tx, isLeftOut && !isBuilding(row.kind) ? [firstUnit(row)] : units);
  await recordTeamEvent(context, { type: 'listing.created', data: { listing_id: row.id, changed: [] } });
  return readListing(tx, teamId, row);
}

/** The unit of a listing for which none is named: it has the listing's title. */
export const firstUnit = ({ teamId, id, publicTitle }: ListingRecord): UnitRecord => ({
  ...{ teamId, id: newId(), listingId: id, name: publicTitle, active: true },
});

/** A slug made from a title that the team does not use yet. */
async function freeSlug({ tx, writer }: WriteContext, title: string): Promise<string> {
  const wished = slugFrom(title);
  const taken = new Set(await listSlugsLike(tx, writer.teamId, wished));
  let slug = wished;
  for (let number = 2; taken.has(slug); number += 1) slug = `${wished}-${number}`;
  return slug;
}

export async function problemsOfSlug(
  { tx, writer }: WriteContext,
  { slug }: ListingRecord,
): Promise<FieldMessages> {
  const taken = await listSlugsLike(tx, writer.teamId, slug);
  return taken.includes(slug) ? { slug: ['Another listing of the team has this slug.'] } : {};
}

const NO_BUILDING: FieldMessages = { building_id: ['The team has no building with this id.'] };

/**
 * Puts a unit type into the given building or keeps it in its own, and gives it the building's address, time zone and
 * currency.
 */
export async function moveIntoBuilding(
  { tx, writer: { teamId } }: WriteContext,
  row: ListingRecord,
  given: Pick<NewListing, 'building_id' | 'currency' | 'timezone' | 'address'>,
): Promise<FieldMessages> {
  const id = given.building_id === undefined ? row.buildingId : given.building_id;
  row.buildingId = isInBuilding(row.kind) ? id : null;
  if (row.buildingId === null) return {};
  const building = await lockListingRecord(tx, teamId, row.buildingId);
  if (!building || building.id === row.id || !isBuilding(building.kind)) return NO_BUILDING;
  const others = (await listUnitTypeRecords(tx, teamId, building.id)).filter((type) => type.id !== row.id);
  if (others.length >= MAX_UNIT_TYPES)
    return { building_id: [fieldSentence('building_id', `must have at most ${MAX_UNIT_TYPES} unit types.`)] };
  Object.assign(row, inheritedFrom(building));
  return messagesOfProblems(contradictionsOfBuilding(given, building));
}

/** Fixed amounts are in the team's currency: none may apply to a listing in another one. */
export async function problemsOfCurrency(
  { tx, writer: { teamId } }: WriteContext,
  row: ListingRecord,
  teamCurrency: string,
): Promise<FieldMessages> {
  if (row.currency === teamCurrency) return {};
  const problem = currencyCheck(teamCurrency, await listFixedCharges(tx, teamId))(row);
  return problem ? { currency: [fieldSentence('currency', `${problem}.`)] } : {};
}
