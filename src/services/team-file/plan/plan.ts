import type { Transaction } from '../../../db/client.ts';
import { lockUnits } from '../../../db/queries/occupancies.ts';
import {
  listBlockRecords,
  listLiveTokenRecords,
  listMembers,
  listOccupancies,
  listPeopleByEmail,
  listTokensByHash,
  loadCatalogue,
  loadListingParts,
  lockBookingRecords,
  lockGuestRecords,
  type TeamRecord,
} from '../../../db/queries/team-file.ts';
import { foldCase } from '../../../domain/fold-case.ts';
import { asUuid } from '../../../domain/uuid.ts';
import type { Keyring } from '../../keyring.ts';
import type { TeamFile } from '../read/team-file.ts';
import { planBlocks } from './blocks.ts';
import { createPricer } from './booking-price.ts';
import { planBookings } from './bookings.ts';
import { checkCurrencies, planCharges } from './charges.ts';
import { reportClashingPhotoIds } from './clashing-ids.ts';
import { differs, type ImportContext } from './context.ts';
import { reportDuplicateFolioIds } from './folios.ts';
import { planGuests } from './guests.ts';
import { listingsGiving, planListingParts } from './listing-parts.ts';
import { planListings } from './listings.ts';
import { planOccupancies, unitsConcerned } from './occupancies.ts';
import { planMembers, planTokens } from './people.ts';
import { mergedTeam } from './team.ts';

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

/**
 * Works out what a team file changes of what is stored, and finds its problems on the way; all but the bookings' folios,
 * which are looked at page by page as they are stored.
 */
export async function planImport(
  tx: Transaction,
  context: ImportContext,
  file: TeamFile,
  { isNew, ...stored }: TeamRecord & { isNew: boolean },
  keyring: Keyring,
) {
  const team = mergedTeam(context, file.team.value, stored);
  const people = await planPeople(tx, context, file, keyring);
  const catalogue = await planCatalogue(tx, context, file, team);
  const stays = await planStays(tx, context, file, catalogue, team);
  return {
    context,
    team: isNew || differs(stored, team) ? team : null,
    ...people,
    ...catalogue,
    ...stays,
  };
}

async function planPeople(tx: Transaction, context: ImportContext, file: TeamFile, keyring: Keyring) {
  const entries = file.members ?? [];
  const members = await planMembers(
    context,
    { entries, fragments: file.fragments.members },
    {
      people: await listPeopleByEmail(
        tx,
        entries.map(({ value }) => foldCase(value.email)),
      ),
      members: await listMembers(tx, context.teamId),
    },
  );
  const hashes = (file.tokens ?? []).flatMap(({ value }) => keyring.hashes(value.token));
  const tokens = planTokens(
    context,
    { entries: file.tokens ?? [], fragments: file.fragments.tokens },
    await listLiveTokenRecords(tx, context.teamId),
    await listTokensByHash(tx, hashes),
    members,
    keyring,
  );
  return { members, tokens };
}

async function planCatalogue(tx: Transaction, context: ImportContext, file: TeamFile, team: TeamRecord) {
  const stored = await loadCatalogue(tx, context.teamId);
  const listings = planListings(
    context,
    { entries: file.listings ?? [], fragments: file.fragments.listings },
    stored,
    team,
  );
  const toPrice = (file.bookings ?? []).flatMap(({ value }) =>
    value.totals ? [] : (listings.bySlug.get(value.listing)?.row.id ?? []),
  );
  const parts = planListingParts(
    context,
    listings,
    await loadListingParts(tx, context.teamId, {
      photos: listingsGiving(listings, 'photos'),
      seasons: [...new Set([...listingsGiving(listings, 'seasons'), ...toPrice])],
      days: [...new Set([...listingsGiving(listings, 'days'), ...toPrice])],
    }),
  );
  await reportClashingPhotoIds(tx, context, parts);
  const charges = planCharges(context, file, stored, listings);
  if (!file.team.faulty.has('currency')) checkCurrencies(context, team, listings, charges);
  return { listings, parts, charges };
}

/**
 * Plans guests, bookings, blocks and the nights that they take. What others write as well is locked before it
 * is read, in the order that everybody keeps to: bookings, units, guests.
 */
async function planStays(
  tx: Transaction,
  context: ImportContext,
  file: TeamFile,
  { listings, parts, charges }: Awaited<ReturnType<typeof planCatalogue>>,
  team: TeamRecord,
) {
  const { teamId } = context;
  const entries = file.bookings ?? [];
  const storedBookings = await lockBookingRecords(
    tx,
    teamId,
    entries.map(({ value }) => value.confirmation_code),
    entries.flatMap(({ value }) => value.id ?? []),
  );
  const unitIds = unitsConcerned(entries, storedBookings, file.blocks !== null, listings);
  await lockUnits(tx, teamId, unitIds);
  const guests = await planGuestsOf(tx, context, file);
  const bookings = planBookings(context, entries, file.fragments.bookings, storedBookings, {
    listings,
    guests,
    couponKeys: new Set(charges.coupons.all.map((coupon) => coupon.codeKey)),
    priceOf: createPricer(context, { parts, charges, teamCurrency: team.currency }),
  });
  reportDuplicateFolioIds(context, bookings);
  const storedBlocks = file.blocks ? await listBlockRecords(tx, teamId) : [];
  const blocks = planBlocks(context, file.blocks, file.fragments.blocks, storedBlocks, listings);
  const occupancies = planOccupancies(
    context,
    { bookings, blocks: blocks.all, removedBlocks: blocks.removed },
    await listOccupancies(tx, teamId, unitIds),
    listings,
  );
  return { guests, bookings, blocks, occupancies };
}

/** Plans the guests that the file gives, and finds those that its bookings refer to. */
async function planGuestsOf(
  tx: Transaction,
  context: ImportContext,
  { guests, bookings, fragments }: TeamFile,
) {
  const keys = [
    ...(guests ?? []).flatMap(({ value }) => [value.email, value.id]),
    ...[...(bookings ?? []), ...fragments.bookings].map(({ value }) => value.guest),
  ].flatMap((key) => (key ? [foldCase(key)] : []));
  const stored = await lockGuestRecords(
    tx,
    context.teamId,
    keys,
    keys.filter((key) => asUuid(key) !== null),
  );
  return planGuests(context, guests ?? [], fragments.guests, stored);
}
