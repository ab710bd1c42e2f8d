import {
  findUsesOfListing,
  type ListingRecord,
  listUnitRecords,
  listUnitTypeRecords,
  storeListings,
  storeUnits,
} from '../../db/queries/listings/listing-writes.ts';
import { findTeamRecord } from '../../db/queries/teams/teams.ts';
import { isBuilding, needsUnit } from '../../domain/listing.ts';
import { Invalid } from '../errors.ts';
import { type FieldMessages, hasMessages, mergeMessages } from '../field-messages.ts';
import { type Listing, readListing } from '../listings.ts';
import { newId } from '../new-id.ts';
import { inheritedFrom } from '../team-data/inheritance.ts';
import { judged } from '../team-data/judging.ts';
import { LISTING, type ListingEntry } from '../team-data/listing.ts';
import { LISTING_FORM, type ListingChange } from '../team-data/listing-form.ts';
import { listingRow, storedListing } from '../team-data/listing-row.ts';
import { recordTeamEvent } from '../team-events.ts';
import { listingFields } from '../team-file/export/entries.ts';
import type { WriteContext } from '../write.ts';
import { firstUnit, moveIntoBuilding, problemsOfCurrency, problemsOfSlug } from './making.ts';
import { changedNames, givenOf } from './rows.ts';

/** The fields that cannot change once there are units, bookings or unit types. */
const FIXED = ['kind', 'building_id', 'currency'] as const;

const TERMS: ReadonlySet<string> = new Set(['cancellation_policy', 'reseating']);

/** Changes a listing that the caller has locked (contract, section 18, `PUT /v1/listings/{id}`). */
export async function changeListing(
  context: WriteContext,
  stored: ListingRecord,
  change: ListingChange,
): Promise<Listing> {
  const { tx, writer, now } = context;
  const { teamId } = writer;
  const given = givenOf(change);
  const whole = { ...storedListing(stored), ...givenOf(LISTING_FORM.entryOf(given)) };
  const entry = judged(LISTING, whole as ListingEntry, LISTING_FORM);
  if (!entry.ok)
    throw new Invalid(mergeMessages(entry.messages, await problemsOfGiven(context, stored, given)));
  const team = await findTeamRecord(tx, teamId);
  if (!team) throw new Error('A team disappeared.');
  const row = {
    ...listingRow({ teamId, now, newId }, entry.value, stored, team),
    updatedAt: stored.updatedAt,
  };
  const ofBuilding = await moveIntoBuilding(context, row, given);
  const changed = changedNames(shownListing(stored), shownListing(row));
  if (changed.length === 0 && Object.keys(ofBuilding).length === 0) return readListing(tx, teamId, stored);
  const problems = mergeMessages(
    ofBuilding,
    changed.includes('slug') ? await problemsOfSlug(context, row) : {},
    await problemsOfFixed(context, stored, changed),
    changed.includes('currency') ? await problemsOfCurrency(context, row, team.currency) : {},
  );
  if (hasMessages(problems)) throw new Invalid(problems);
  // Bookings show their listing's last change, so a change of terms alone must not touch it.
  const areTermsAlone = changed.every((field) => TERMS.has(field));
  const after = areTermsAlone ? row : { ...row, updatedAt: now };
  await storeListings(tx, [after]);
  // A building without unit types may become a place of its own, which is sold by its unit.
  const needsFirstUnit =
    needsUnit(after.kind) && !needsUnit(stored.kind) && (await hasNoUnits(context, after));
  if (needsFirstUnit) await storeUnits(tx, [firstUnit(after)]);
  await tell(context, after.id, needsFirstUnit ? [...changed, 'units'] : changed);
  if (isBuilding(after.kind)) await passOn(context, after);
  return readListing(tx, teamId, after);
}

/** The problems of the given fields by themselves, for an answer that tells all of them. */
async function problemsOfGiven(
  context: WriteContext,
  stored: ListingRecord,
  given: ListingChange,
): Promise<FieldMessages> {
  const changed = changedNames(shownListing(stored), given);
  return mergeMessages(
    changed.includes('slug')
      ? await problemsOfSlug(context, { ...stored, slug: given.slug ?? stored.slug })
      : {},
    await problemsOfFixed(context, stored, changed),
  );
}

async function problemsOfFixed(
  { tx, writer }: WriteContext,
  { id }: ListingRecord,
  changed: readonly string[],
): Promise<FieldMessages> {
  const fixed = FIXED.filter((field) => changed.includes(field));
  if (fixed.length === 0) return {};
  const { units, bookings, unitTypes } = await findUsesOfListing(tx, writer.teamId, id);
  if (units + bookings + unitTypes === 0) return {};
  const message = 'This cannot be changed once the listing has units, bookings or unit types.';
  return Object.fromEntries(fixed.map((field) => [field, [message]]));
}

/** Gives a building's unit types its address, time zone and currency. */
async function passOn(context: WriteContext, building: ListingRecord): Promise<void> {
  const { tx, writer, now } = context;
  for (const stored of await listUnitTypeRecords(tx, writer.teamId, building.id)) {
    const row = { ...stored, ...inheritedFrom(building) };
    const changed = changedNames(shownListing(stored), shownListing(row));
    if (changed.length === 0) continue;
    await storeListings(tx, [{ ...row, updatedAt: now }]);
    await tell(context, row.id, changed);
  }
}

const hasNoUnits = async ({ tx, writer }: WriteContext, { id }: ListingRecord): Promise<boolean> =>
  (await listUnitRecords(tx, writer.teamId, id)).length === 0;

const tell = (context: WriteContext, listingId: string, changed: string[]): Promise<void> =>
  recordTeamEvent(context, { type: 'listing.changed', data: { listing_id: listingId, changed } });

/** A listing's own fields by their names in the API, to find those that differ. */
function shownListing(listing: ListingRecord) {
  const { building, rates, rules, security_deposit, ...fields } = listingFields(listing, {
    slug: (id) => id,
  });
  return { ...fields, building_id: building };
}
